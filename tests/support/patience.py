"""How long a test waits for another program: until that one hangs. No verdict depends on how busy this computer is."""

HANG_S = 900
