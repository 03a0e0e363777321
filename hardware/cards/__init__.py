"""Card sheets to print, and the lists by which tags are enrolled: `python -m hardware.cards [GAME ...]`."""
