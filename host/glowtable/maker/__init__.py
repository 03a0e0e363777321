"""Looking after a table: firmware, settings, self-test, and what the table reports about itself."""
