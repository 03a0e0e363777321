"""Pictures of what the six seats' eyes see of a table, drawn from the light that the proofs trace: none by wish."""
