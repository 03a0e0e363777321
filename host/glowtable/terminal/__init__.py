"""A match in a terminal: the page, the line being typed, and the sentences in a person's language."""
