"""At people's pace: what should be looked at waits, a hand stays until the next line, and leaves no trace."""

import io
import re
import sys

import pytest
from glowtable import games
from glowtable.match.session import Phase
from glowtable.terminal import keyboard
from glowtable.terminal.keyboard import OWN_SCREEN, SCREEN_BEFORE, WIPE, Terminal
from glowtable.terminal.layout import Size

from tests.support.matches import Match
from tests.support.vt import SmallTerminal

GAMES = {
    "punto": (("Ann", "bot:random"), {}),
    "alex_and_co": (("Ann", "bot:random", "bot:random"), {"stall": "end"}),
    "alter_ego": (("Ann", "bot:vigilante"), {}),
    "spiel_des_jahres": (("Ann", "bot:publisher"), {"trades": "off"}),
}


def played_until_held(folder, name, holds=True, **more):
    """A match in which a person presses what is lit first, as far as something is held, or the end."""
    seats, options = GAMES[name]
    match = Match(folder, seats, seed=5, game=games.find(name), **options, **more)
    match.pump.holds = holds
    for _ in range(600):
        if match.session.held or match.session.phase is Phase.OVER:
            return match
        match.wait(300)
        session = match.session
        asked = (
            session.phase is Phase.SETTING or session.question or session.repairs or session.match_state.seats_to_act
        )
        if asked and not match.session.held:
            act_for_ann(match)
    raise AssertionError(match.page())


def act_for_ann(match):
    session = match.session
    legal = session.game.rules.legal(session.state, 0) if session.is_open else ()
    if session.lit_cells:
        match.console.handle_line(session.match_state.cell_names[session.lit_cells[0]])
    elif legal:
        match.console.handle_line(match.line_for(legal[-1]))
    else:
        match.console.handle_line("ok Ann")


@pytest.mark.parametrize("name", GAMES)
def test_what_should_be_looked_at_waits_until_somebody_confirms(tmp_path, name):
    match = played_until_held(tmp_path, name)
    held, state = match.session.held, match.session.state
    assert held
    match.wait(5000)
    assert match.session.held == held and match.session.state is state
    page = [line.plain for line in match.console.page_lines("", Size(80, 24))]
    assert "> Enter: continue" in page
    match.console.handle_line("")
    assert not match.session.held and match.session.state is state
    assert "> Enter: continue" not in [line.plain for line in match.console.page_lines("", Size(80, 24))]


def test_where_nobody_plays_at_the_program_nothing_is_held(tmp_path):
    match = played_until_held(tmp_path, "punto", holds=False, rounds_to_win=1)
    assert match.session.phase is Phase.OVER and not match.session.held


def test_anything_that_is_typed_goes_on_and_is_done(tmp_path):
    match = played_until_held(tmp_path, "alex_and_co")
    told = len(match.console.said)
    match.console.handle_line("pause")
    match.wait()
    assert match.session.paused and not match.session.held and len(match.console.said) >= told


def test_open_cards_are_named_before_they_are_turned_back(tmp_path):
    match = played_until_held(tmp_path, "alex_and_co")
    text = match.console.translator.text(match.session.held[0])
    assert re.fullmatch(r"Look: \w+ [^,]+(, [^,]+)+\. Then they turn face down again\.", text)


# -- a hand


@pytest.fixture
def seen_hand(tmp_path):
    """A match of two in which Ann looks at her hand, and what her hand is."""
    match = Match(tmp_path, ("Ann", "Ben"), seed=4, game=games.find("spiel_des_jahres"), knowledge="full")
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.types("ok Ann")
    match.until(lambda: match.session.match_state.seats_to_act == [0, 1])
    match.types("hand Ann")
    assert match.pump.private.lines
    cards, _ = match.game.surface.own_hand(match.game.rules.view(match.session.state, 0))
    return match, cards


def acted(match, seat):
    rules, surface, state = match.game.rules, match.game.surface, match.session.state
    match.console.pump.take_chosen(surface.gesture(rules.legal(state, seat)[0], state))
    match.wait(3000)


def test_a_hand_stays_while_nobody_else_acts_and_goes_with_the_next_line(seen_hand):
    match, _ = seen_hand
    hand = match.pump.private.lines
    match.wait(3000)
    assert match.pump.private.lines == hand
    match.console.handle_line("why a1")
    assert not match.pump.private.lines


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 10)], ids=str)
def test_a_hand_goes_when_another_person_acts_who_may_look_now(seen_hand, size):
    match, cards = seen_hand
    match.console.page_lines("", size)
    acted(match, 1)
    page = "\n".join(line.plain for line in match.console.page_lines("", size))
    assert not match.pump.private.lines and not any(card in page for card in cards)


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 10)], ids=str)
def test_enter_hides_a_hand_and_answers_nothing(seen_hand, size):
    match, cards = seen_hand
    played = len(match.session.history)
    for _ in range(9):
        if any(card in line.plain for line in match.console.page_lines("", size) for card in cards):
            match.console.handle_line("")
    assert not match.pump.private.lines and len(match.session.history) == played


@pytest.mark.parametrize("has_own_screen", [True, False])
@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 10)], ids=str)
def test_a_hand_leaves_no_trace_on_screen_or_in_what_scrolled_away(seen_hand, monkeypatch, size, has_own_screen):
    match, cards = seen_hand
    terminal, shown = Terminal(), SmallTerminal(*size, has_own_screen)
    monkeypatch.setattr(keyboard.Terminal, "size", size)

    def draw():
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdout", out)
        terminal.draw_page(match.console.page_lines("", size))
        shown.feed(out.getvalue())

    shown.feed(OWN_SCREEN)
    draw()
    assert any(card in " ".join(shown.everything.split()) for card in cards)  # or nothing was looked for
    match.console.handle_line("history")
    draw()
    assert not [card for card in cards if card in " ".join(shown.everything.split())] and not shown.scrollback


def test_control_what_stays_or_scrolls_away_is_noticed():
    shown = SmallTerminal(10, 2)
    shown.feed("secret\n\nnext")
    assert shown.scrollback == ["secret"] and "secret" in shown.everything
    shown.feed("\x1b[H\x1b[Kother\x1b[J")
    assert shown.screen == ["other", ""]


def test_who_leaves_while_a_hand_is_shown_leaves_nothing_even_without_a_screen_of_its_own():
    shown = SmallTerminal(20, 4, has_own_screen=False)
    shown.feed(OWN_SCREEN + "\x1b[Hsecret\nsecret" + WIPE + SCREEN_BEFORE)
    assert "secret" not in shown.everything


# -- nothing stale, nothing twice


def shown(match):
    return "\n".join(line.plain for line in match.console.page_lines("", Size(200, 60)))


def test_what_was_asked_in_a_pause_is_gone_after_it(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), seed=5).until_laid_out()
    match.types("ok", "pause", "R5")
    assert shown(match).count("Paused. Type pause to continue.") == 1
    match.types("pause")
    assert "Paused." not in shown(match) and "Paused. Type pause to continue." not in match.console.said


def test_the_end_of_a_round_is_on_the_page_once(tmp_path):
    match = played_until_held(tmp_path, "punto")
    assert shown(match).count("wins round 1.") == 1
    match.console.handle_line("")
    assert shown(match).count("wins round 1.") == 1 and shown(match).count(" as a trophy.") == 1
