"""What people should look at stays on every screen and table until one of them goes on; then it is gone as before."""

import re

import pytest
from glowtable import games
from glowtable.game import Action, Lesson, LessonStep
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import GO_ON
from glowtable.match.lesson import Guide
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase, Question
from glowtable.messages import BOARD, say
from glowtable.table import BLINK, BREATHE, DIM, OFF, ORANGE, STEADY, Key, Light, Press
from glowtable.web.outgoing import only_watches, public_page, seat_page, watched_prompts

from tests.support.matches import Match

WAITS = " Waiting for Continue."
PUNTO = ("punto", ("Ann", "bot:greedy"))
ALEX = ("alex_and_co", ("Ann", "bot:random", "bot:random"))


def held_match(folder, kind, is_wanted):
    """A match that waits for people to look at what they want to see; a person does what comes first."""
    name, seats = kind
    match = Match(folder, seats, seed=5, game=games.find(name))
    match.pump.holds = True
    for _ in range(900):
        session = match.session
        assert session.phase is not Phase.OVER
        if session.held and is_wanted(session):
            return match
        legal = session.game.rules.legal(session.state, 0) if session.is_open else ()
        if session.held or not legal:
            match.pump.take_typed(Key(0, "confirm"))
        else:
            match.pump.take_chosen(session.game.surface.gesture(choose(legal), session.state))
        match.wait(300)
    raise AssertionError(match.page())


def choose(legal):
    kinds = {action.kind: action for action in legal}
    return kinds.get("reveal") or kinds.get("at") or kinds.get("end") or legal[0]


def revealed_by(seat):
    return lambda session: session.history[-1].before.active == seat and len(session.state.back) == 4


def cards_seen(match, cells):
    page = public_page(match.session, match.pump.news.said)
    return [page["cells"][cell]["cards"] for cell in cells]


@pytest.fixture(params=[0, 1], ids=["person", "bot"], scope="module")
def revealed(request, tmp_path_factory):
    """The fourth card of a Reveal was turned up just now, and is no pair."""
    return held_match(tmp_path_factory.mktemp("alex"), ALEX, revealed_by(request.param))


def names_of(session):
    return [session.view.places[cell] for cell in session.state.back]


def test_the_four_cards_of_a_reveal_stay_until_somebody_goes_on(revealed):
    match, session = revealed, revealed.session
    cells, names, state = session.state.back, names_of(session), session.state
    match.wait(5000)
    assert session.state is state and cards_seen(match, cells) == [(name,) for name in names]
    assert [current_picture(session).cells[cell] for cell in cells] == [Light(ORANGE, STEADY)] * 4
    page, own = public_page(session), seat_page(session, 0)
    board = [match.console.translator.text(each["text"]) for each in watched_prompts(page)]
    said = match.console.translator.text(own["moment"]["help"])
    assert match.console.translator.text(own["moment"]["head"]) == "Look, then continue."
    assert only_watches(page, None) and board == [f"{said} Waiting for Continue."]
    assert re.match(r"Look: .*[.!] Then they turn face down again\.$", said)
    assert all(name in said for name in names)
    assert [answer["text"] for answer in own["answers"]] == [GO_ON] and not own["choices"]
    assert not any("Turn face down again" in text for text in match.console.said[-3:])
    match.pump.take_typed(Key(0, "confirm"))
    assert session.state is state and session.is_open and cards_seen(match, cells) == [("",)] * 4
    assert match.console.said[-1].startswith(("Turn face down again: ", "Next: "))


def test_after_a_reveal_its_cards_are_forgotten_everywhere(tmp_path):
    match = held_match(tmp_path, ALEX, revealed_by(1))
    session = match.session
    names, count = [name for name in names_of(session) if name not in ("ESG", "SAZ")], len(session.history)
    match.pump.take_typed(Key(0, "confirm"))
    match.until(lambda: len(session.history) > count)
    everything = str(public_page(session, match.pump.news.said)["news"]) + "\n".join(match.console.said)
    assert names and not [name for name in names if name in everything]
    assert not [name for name in names if name in str(public_page(session)["cells"])]


def test_hands_that_play_on_at_the_table_go_on_too(tmp_path):
    match = held_match(tmp_path, ALEX, revealed_by(0))
    session, count = match.session, len(match.session.history)
    match.twin.tap_key(0)
    match.wait()
    assert session.is_open and len(session.history) == count  # the confirm key only went on
    match.twin.tap_key(0)
    match.wait()
    assert session.history[count].action == Action(0, "end")


def test_who_goes_on_has_done_no_step_of_a_lesson(tmp_path):
    match = held_match(tmp_path, ALEX, revealed_by(1))
    guide = Guide(Lesson("random", 1, {}, (LessonStep("confirm", {}),) * 2))
    assert guide.handle_line("key", Key(0, "confirm"), match.session) is None and guide.at == 0


# -- a round of Punto


@pytest.fixture(scope="module")
def won(tmp_path_factory):
    """A round was won by a line just now."""
    return held_match(tmp_path_factory.mktemp("punto"), PUNTO, lambda session: session.state.rounds[-1].end == "line")


def test_who_won_a_round_is_said_before_the_trophy_and_the_line_is_whole(won):
    session, done = won.session, won.session.state.rounds[-1]
    texts = [won.console.translator.text(each["text"].for_device(BOARD)) for each in public_page(session)["asked"]]
    winner = session.players[done.winner].name
    assert texts[0].startswith(f"{winner} wins round 1. Round 1: a line of 5 on ") and "trophy" not in texts[0]
    moment = seat_page(session, 0)["moment"]
    assert [won.console.translator.text(moment[name]) + end for name, end in (("head", ""), ("help", WAITS))] == [
        "Look, then continue.", texts[0],
    ]  # fmt: skip
    line = done.lines[0]
    assert all(cards_seen(won, line)) and done.trophy[:2] in str(cards_seen(won, [done.cell]))
    lit = [current_picture(session).cells[cell].pattern for cell in line]
    assert len(lit) == 5 and set(lit) <= {BREATHE, BLINK}
    assert "trophy" not in " ".join(won.console.said[-4:])
    won.pump.take_typed(Key(0, "confirm"))
    page = "\n".join(
        (*won.console.said[-4:], *(won.console.translator.text(each["text"]) for each in public_page(session)["asked"]))
    )
    assert f"{winner} wins round 1." in page and "trophy" in page


@pytest.mark.parametrize("seats", [2, 3])
def test_while_the_result_stands_the_line_that_won_is_whole_and_lit_and_all_else_is_dim(tmp_path, seats):
    match = Match(tmp_path, ("bot:greedy",) * seats, rounds_to_win=1, seed=5)
    match.until(lambda: match.session.phase is Phase.OVER)
    session, done = match.session, match.session.state.rounds[-1]
    assert done.end == "line" and done.trophy[:2] in str(cards_seen(match, [done.cell]))
    assert session.game.surface.where_is(session.match_state.view, done.trophy)[1] is None, "it is a trophy"
    cells = dict(enumerate(current_picture(session).cells))
    assert {cells.pop(cell).pattern for cell in done.lines[0]} == {STEADY}
    assert {light.pattern for light in cells.values() if light != OFF} == {DIM}
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    assert (
        session.phase is Phase.DISPUTED and session.view == session.match_state.view
    )  # people compare what lies there


def test_who_presses_a_cell_while_people_look_goes_on(tmp_path):
    session = Match(tmp_path, ("Ann", "Ben")).until_laid_out().session
    session.question = Question(TABLE_SEAT, frozenset(), held=(say("Look at this."),))
    assert session.held and session.view.cells == ()  # no round is behind it, so the cards lie as they do
    session.handle_event(Press(14))
    assert not session.held
