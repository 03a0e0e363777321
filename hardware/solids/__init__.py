"""The printed parts of the table, as solids with their pictures: `python -m hardware.solids`."""
