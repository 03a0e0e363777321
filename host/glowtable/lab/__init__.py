"""Many matches, bots only."""
