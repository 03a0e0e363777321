"""A match at the emulated Pico on a bad line, through resets and unplugging: nothing lost, doubled or invented."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from glowtable.match.session import Phase
from glowtable.table import Press

from tests.emulated.apart import side_by_side
from tests.emulated.figures import SMALL
from tests.emulated.match import PicoMatch
from tests.emulated.table import Table
from tests.match.test_faults import check
from tests.support.campaign import share

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
DAMAGED = 500  # frames each way
DAMAGE = 0.3  # of all frames
LINES = 10  # of so many matches, each with damage of its own
STRUCK = 20  # resets, and as many unplugs
APART_MS = 233  # between two of them: a prime, so that they fall on every moment of a turn
AWAY_MS = 700


@pytest.fixture(scope="module")
def match(image_here: None, tmp_path_factory: pytest.TempPathFactory) -> PicoMatch:
    """A match in which some cards lie."""
    table = Table({"version": 1, **SMALL}, readers=range(2))
    match = PicoMatch(tmp_path_factory.mktemp("match"), table, rounds_to_win=1, max_rounds=2)
    match.until(lambda: len(match.session.history) > 4)
    return match


@pytest.mark.campaign
def test_damaged_frames_lose_double_and_invent_nothing(match, tmp_path, record_property):
    each = -(-share(DAMAGED) // LINES)
    lines = range(-(-share(DAMAGED) // each))
    damaged = list(side_by_side(partial(on_a_bad_line, match, line, each, tmp_path / str(line)) for line in lines))
    to_table, to_host = map(sum, zip(*damaged, strict=True))
    record_property("frames damaged at the emulated Pico", f"{to_table} to it, {to_host} from it")
    assert min(to_table, to_host) >= share(DAMAGED)


def on_a_bad_line(match: PicoMatch, line: int, frames: int, folder: Path) -> tuple[int, int]:
    """Play until so many frames were damaged each way, then on a good line; how many were, to table and to host."""
    match.move(folder)
    spoilers = (match.port.to_table, match.port.to_host)
    for spoiler in spoilers:
        spoiler.rng.seed(f"{line} {spoiler.rng.random()}")
        spoiler.chance = DAMAGE
    while min(spoiler.damaged for spoiler in spoilers) < frames:
        begin_next_if_over(match)
        match.wait(100)
    for spoiler in spoilers:
        spoiler.chance = 0
    goes_on(match)
    return spoilers[0].damaged, spoilers[1].damaged


def reset(match: PicoMatch) -> None:
    match.table.reset()


def unplug(match: PicoMatch) -> None:
    match.table.usb.unplug()
    match.wait(AWAY_MS)
    match.table.usb.replug()


def goes_on(match: PicoMatch) -> int:
    """Play on until all is well again, in the next match if this one is over; how many actions that took."""
    begin_next_if_over(match)
    placed = len(match.session.history)
    match.until(lambda: len(match.session.history) > placed + 2 or match.session.phase is Phase.OVER, most_ms=30_000)
    check(match)
    return len(match.session.history) - placed


def begin_next_if_over(match: PicoMatch) -> None:
    if match.session.phase is Phase.OVER:
        check(match)
        match.simulated_players.made.clear()
        match.console.handle_line("next")
        match.until(lambda: match.session.phase is not Phase.OVER, most_ms=30_000)


def struck(match: PicoMatch, strike: Callable[[PicoMatch], None], folder: Path) -> int:
    match.move(folder)
    strike(match)
    return goes_on(match)


@pytest.mark.campaign
@pytest.mark.parametrize("strike", [reset, unplug])
def test_strikes_at_any_moment_lose_double_and_invent_nothing(match, tmp_path, strike, record_property):
    match.move(tmp_path / "here")

    def moments() -> Iterator[Callable[[], int]]:
        for moment in range(share(STRUCK)):
            match.wait(APART_MS)
            begin_next_if_over(match)
            yield partial(struck, match, strike, tmp_path / str(moment))

    played = list(side_by_side(moments()))
    record_property(f"{strike.__name__} at the emulated Pico", f"{len(played)} times, {sum(played)} actions after it")
    assert min(played) > 0


def test_control_a_lost_action_is_noticed(match):
    check(match)
    match.simulated_players.made[:] = [made for made in match.simulated_players.made if not isinstance(made, Press)]
    with pytest.raises(AssertionError, match="heard more often than done"):
        check(match)
