"""How long a test waits for another program: until that one hangs. No verdict depends on how busy this computer is."""

from select import POLLIN, poll

HANG_S = 900


def is_readable(*files: int, most_s: float = 0) -> bool:
    """Whether one of them is, or becomes so in time. poll() bounds no number, as select() does."""
    watched = poll()
    for file in files:
        watched.register(file, POLLIN)
    return bool(watched.poll(1000 * most_s))
