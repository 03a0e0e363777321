"""What the files of the boards say: what is wrong with them, what a house is told, a page for who solders."""
