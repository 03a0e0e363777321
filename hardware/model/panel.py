"""The panels of the table: a quarter of it, and a coupon with one cell of it, both made of the same cell.

A part's tens say its cell, the last digit which of its corners: 0 the middle. Cells are counted as one reads.
"""

from __future__ import annotations

from hardware.model.read import read

SIDE = 3  # cells along a quarter
COUPON, QUARTER = read("coupon"), read("quarter")
