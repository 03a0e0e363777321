"""The table as hardware: the connection to it, the simulated table, and the cards' tags."""
