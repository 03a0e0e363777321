"""What games are made of: what two or more of them do."""
