"""What parts look like above and below their board: solids as data, and the files of them that KiCad shows."""
