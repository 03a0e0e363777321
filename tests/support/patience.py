"""How long a test waits for another program: until that one hangs. No verdict depends on how busy this computer is."""

from collections.abc import Callable
from select import POLLIN, poll
from time import sleep

HANG_S = 900
STEP_S = 0.05


def wait_until(holds: Callable[[], bool]) -> None:
    """Until it holds, or something hangs: the test says which."""
    for _ in range(round(HANG_S / STEP_S)):
        if holds():
            break
        sleep(STEP_S)


def is_readable(*files: int, most_s: float = 0) -> bool:
    """Whether one of them is, or becomes so in time. poll() bounds no number, as select() does."""
    watched = poll()
    for file in files:
        watched.register(file, POLLIN)
    return bool(watched.poll(1000 * most_s))
