"""The table around its cells: its cables, wood, pods and rear panel, drawn, measured and cut from one source."""
