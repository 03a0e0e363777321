"""The table as a thing to build: what is made from data here, and the checks that it can be built."""
