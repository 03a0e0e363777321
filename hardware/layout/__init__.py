"""Circuit boards from the model: footprints, where parts sit, tracks, the file for KiCad, and a check of all that."""
