"""One match at the table: what changes, what is shown, what is kept."""
