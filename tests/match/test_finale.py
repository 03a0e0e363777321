"""The end of a match by light: rings for a win, lights that go out for a loss, then who won and what decided."""

from itertools import pairwise

import pytest
from glowtable.grid import CELLS
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase
from glowtable.match.signals import STEP_MS, Finale, ring_of
from glowtable.table import BLUE, BREATHE, CHOICE, DARK, DIM, GREEN, OFF, RED, SKY, STEADY, Light

from tests.support.endings import ENDED, NAMES, session_over
from tests.support.matches import Match

LOST = ("nobody", "lost together", "lost alone")
MOST_FLASHES = 3  # in any second


def finale_of(name):
    """The cells at each moment of the finale, a dozen a second; and those that come after it."""
    session = session_over(name)
    finale, picture = Finale(session), current_picture(session)
    session.phase = Phase.PLAYING
    finale.step(session, 0)
    session.phase = Phase.OVER
    shown = []
    for now_ms in range(1000, 7000, 80):
        finale.step(session, now_ms)
        shown.append(finale.with_rings(session, picture).cells)
    return shown, picture


def lit_rings(cells):
    return frozenset(ring_of(n) for n, light in enumerate(cells) if light.colour != DARK)


def in_order(shown):
    """What is lit, each time that it changes."""
    rings = [lit_rings(cells) for cells in shown]
    return [now for was, now in zip([None, *rings], rings, strict=False) if now != was]


@pytest.mark.parametrize("name", ENDED)
def test_rings_spread_after_a_win_and_go_out_after_a_loss(name):
    shown, picture = finale_of(name)
    assert shown[-1] == picture.cells
    orders = in_order(shown)
    if name in LOST:
        assert orders[:4] == [{0, 1, 2}, {1, 2}, {2}, set()]
    else:
        assert orders[:6] == [{2}, {1}, {0}] * 2


@pytest.mark.parametrize("name", ENDED)
def test_nothing_flashes_more_than_three_times_a_second_nor_asks_for_a_press(name):
    shown, picture = finale_of(name)
    moving = [cells for cells in shown if cells != picture.cells]
    assert 1000 < len(moving) * 80 < 3000
    for cell in range(CELLS):
        lit = [cells[cell].colour != DARK for cells in moving]
        rises = [n for n, (was, now) in enumerate(pairwise(lit)) if now and not was]
        assert all(late - early > 1000 / 80 / MOST_FLASHES for early, late in pairwise(rises))
        assert {cells[cell].pattern for cells in moving} <= {STEADY}


@pytest.mark.parametrize(("name", "colours"), [
    ("won", {RED}), ("team", {RED}), ("tie", {GREEN, BLUE}), ("nobody", {RED}), ("lost together", {RED}),
])  # fmt: skip
def test_rings_have_the_winners_colours(name, colours):
    shown, picture = finale_of(name)
    assert {light.colour for cells in shown if cells != picture.cells for light in cells} == {*colours, DARK}


def test_winners_breathe_and_what_decided_stays_lit_while_other_cards_are_dim():
    shown = current_picture(session_over("won"))
    assert shown.seats[:4] == (Light(RED, BREATHE), Light(GREEN, DIM), Light(BLUE, DIM), Light("y", DIM))
    assert {n for n, light in enumerate(shown.cells) if light == Light(RED, STEADY)} == {6, 7, 8, 9, 10}
    assert {light.pattern for n, light in enumerate(shown.cells) if light != OFF and not 6 <= n <= 10} <= {DIM}
    assert current_picture(session_over("lost together")).seats[:3] == (Light(SKY, DIM), Light("p", DIM), OFF)


@pytest.mark.parametrize("name", ENDED)
def test_nothing_is_asked_for_at_the_end(name):
    session = session_over(name)
    assert not {light.pattern for light in current_picture(session).cells} & CHOICE and len(NAMES) == 6


def test_a_match_at_the_table_ends_so_once_and_an_undo_ends_that_too(tmp_path):
    match = Match(tmp_path, rounds_to_win=1)
    match.until(lambda: match.session.phase is Phase.OVER)
    match.wait(STEP_MS // 2)
    letters = match.twin.picture_letters[0][:CELLS]
    assert {ring_of(n) for n, letter in enumerate(letters) if letter != DARK} == {2}
    match.wait(3000)
    picture = current_picture(match.session)
    assert match.twin.picture_letters[0] == "".join(light.colour for light in (*picture.cells, *picture.seats))
    ended = Finale(match.session)
    assert not ended.step(match.session, 5000)  # found to be over: it has had its finale
