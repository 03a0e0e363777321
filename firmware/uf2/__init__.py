"""MicroPython for a Pico built from Debian's sources, bare or with the firmware frozen in: `make uf2`.

`main.py` here is the one that is frozen and starts the table.
"""
