"""What the board houses get, read back from its own files: gerbers and drills, by another house's reader."""
