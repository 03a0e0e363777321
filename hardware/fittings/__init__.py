"""What is bought and goes into printed pods and bar, as solids where it is."""
