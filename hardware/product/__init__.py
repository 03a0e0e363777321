"""The table as a whole: the measures and the places of everything in it, the one source of all that is made."""
