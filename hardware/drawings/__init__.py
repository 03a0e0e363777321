"""What lies on a maker's bench: templates to drill and cut by, and a picture of every step."""
