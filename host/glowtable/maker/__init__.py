"""Looking after a table: firmware, settings, self-test, and what it says ails it."""
