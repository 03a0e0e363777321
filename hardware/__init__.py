"""The table as hardware to build: boards, parts and papers made from data, and checks that they can be built."""
