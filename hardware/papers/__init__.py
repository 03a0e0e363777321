"""Papers for the maker, from the model: bills of materials, wiring tables, the drawing of the harness."""
