"""A match in a terminal: the page, the line that is typed, and sentences in the person's language."""
