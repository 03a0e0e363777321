"""Many matches of bots, to study games."""
