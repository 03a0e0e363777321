"""In a browser: the companion page. What leaves the program is made in outgoing.py, and nowhere else."""
