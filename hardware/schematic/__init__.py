"""Schematics for KiCad from the boards: where each part is drawn, as what, and the file itself. Needs no KiCad."""
