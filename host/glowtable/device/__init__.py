"""The table as hardware: the line to it, the table without hardware, and the cards' tags."""
