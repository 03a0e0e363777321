"""What lies on a maker's bench: templates to drill and cut by, the plan from above, and a picture of every step."""
