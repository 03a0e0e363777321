"""What a memory game is meant to have people forget, the table forgets: which card was turned back where.

Source: ALEX & CO EN, "a collection and memorizing game"
"""

import json
from itertools import accumulate
from random import Random

import pytest
from glowtable import games
from glowtable.commands.past_matches import PastMatches
from glowtable.game import HIDDEN, PUBLIC, Refusal
from glowtable.games.alex_and_co.cards import PRINTED
from glowtable.match.dealer import Dealer
from glowtable.match.judge import explain_refusal
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.messages import say
from glowtable.table import Audited, Lying
from glowtable.terminal.help import hint_of
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import public_page
from glowtable.web.translated import as_text

from tests.games.alex_positions import GAME, do, options_for, position, rules
from tests.support.adversary import play_match, seats_of
from tests.support.matches import LARGE, Match
from tests.support.overridden import overridden

BOTS = ("bot:memory", "bot:forgetful", "bot:random")
GAMES = [games.find(name) for name in games.names()]
TURNS = 14
UNFORGETTING = GAME._replace(rules=overridden(GAME.rules, is_forgetting=False))


def turned_back(session):
    """The cards that lie face down and that all have seen, apart from those that somebody has named aloud."""
    state = session.state
    named = {int(played.action.args[0]) for played in session.history if played.action.kind == "name"}
    lying_open = (*state.turned, *state.back)
    cards = {face for place, face in enumerate(state.faces) if face >= 0 and place not in lying_open} - named
    return {PRINTED[card] for card in cards if is_told_apart(PRINTED[card])}


def is_told_apart(name):
    """A text that has this name in it names this card, and no other one."""
    return len(name) > 4 and [card for card in set(PRINTED) if name in card] == [name]


def at_the_table(match):
    """All that a terminal and the page show of the match now."""
    console, text = match.console, match.console.translator.text
    yield from (line.plain for line in console.page_lines(None, LARGE))
    yield from console.said
    yield as_text(public_page(match.session, match.pump.news.said), text)
    for line in ("status", "history", "lights", "help"):
        console.handle_line(line)
        yield from console._pager.texts
        console.handle_line("")


def in_its_history(match, folder):
    """All that the page shows and exports of the running match's past."""
    past = PastMatches(folder / "journal.sqlite", lambda: 1)
    yield from (past.show_moment(1, at, "en") for at in range(len(match.session.history) + 1))
    yield from (past.export_match(1, form, "en") for form in ("jsonl", "csv", "text"))


def played(folder, game=GAME, turns=TURNS):
    match = Match(folder, BOTS, seed=4, game=game, first_player="random", stall="end", knowledge="full")
    match.until(lambda: match.session.state.turns >= turns or match.session.outcome)
    return match


def named_at_the_table(folder, game=GAME):
    """The cards turned back that some text names while they lie face down, and all of them, after each action."""
    match = Match(folder, BOTS, seed=4, game=game, first_player="random", stall="end", knowledge="full")
    while match.session.state.turns < TURNS:
        length = len(match.session.history)
        match.until(lambda length=length: len(match.session.history) != length)
        forgotten, shown = turned_back(match.session), "\n".join(at_the_table(match))
        yield {name for name in forgotten if name in shown}, forgotten


def test_no_text_at_the_table_names_a_card_that_was_turned_back(tmp_path):
    named, forgotten = zip(*named_at_the_table(tmp_path), strict=True)
    assert not any(named) and sum(map(len, forgotten)) > 100


def test_control_a_game_that_forgets_nothing_is_noticed_at_the_table(tmp_path):
    so_far = accumulate((named for named, _ in named_at_the_table(tmp_path, UNFORGETTING)), set.union)
    assert any(len(named) > 5 for named in so_far)


def test_no_moment_and_no_export_of_a_running_match_names_a_card_that_was_turned_back(tmp_path):
    match = played(tmp_path)
    forgotten, shown = turned_back(match.session), "\n".join(in_its_history(match, tmp_path))
    assert len(forgotten) > 5 and {name for name in forgotten if name in shown} == set()
    numbers = {GAME.deck.index(name) for name in forgotten}
    assert not {number for number in numbers if f"chance turn {number}\n" in shown or f'chance turn {number}"' in shown}
    assert f"chance turn {HIDDEN}" in shown


@pytest.mark.slow
def test_when_the_match_is_over_everything_is_shown(tmp_path):
    """Also the control: the same search finds the names in what is shown then."""
    match = played(tmp_path, turns=9999)
    turned = {PRINTED[int(step.action.args[0])] for step in match.session.history if step.action.kind == "turn"}
    shown = "\n".join(in_its_history(match, tmp_path))
    assert match.session.outcome and len(turned) > 10 and {name for name in turned if name not in shown} == set()


def test_what_was_turned_up_and_undone_is_forgotten(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben", "Cid"), seed=4, game=GAME, first_player="random", knowledge="full")
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.console.handle_line("ok")
    match.until(lambda: not match.session.match_state.chance.is_awaited and match.session.people)
    while match.session.state.phase != "turn":
        match.console.handle_line(match.line_for(rules.legal(match.session.state, match.session.state.seat)[0]))
        match.wait(600)
    for kind in ("reveal", "at"):
        state = match.session.state
        legal = rules.legal(state, state.seat)
        match.console.handle_line(match.line_for(next(action for action in legal if action.kind == kind)))
        match.wait(600)
    (place,) = match.session.state.turned
    name = PRINTED[match.session.state.faces[place]]
    assert any(name in said for said in match.console.said)
    match.console.handle_line("undo")
    match.wait()
    for player in ("Ann", "Ben", "Cid"):
        match.console.handle_line(f"ok {player}")
        match.wait()
    assert match.session.state.turned == () and not any(name in said for said in match.console.said)


def test_the_answer_about_an_open_card_goes_when_it_is_turned_back(tmp_path):
    """It follows from no action, so nothing says whether it may be kept."""
    match = Match(tmp_path, BOTS, seed=4, game=GAME, first_player="random", stall="end", knowledge="full")
    match.until(lambda: len(match.session.state.turned) > 1 and match.session.state.act == "reveal")
    place = next(place for place in match.session.state.turned if match.session.state.faces[place] >= 0)
    match.console.handle_line("show " + match.session.match_state.cell_names[place])
    assert " belongs on " in match.console.said[-1] and match.console.said[-1].endswith(", face up.")
    match.until(lambda: not (match.session.state.turned or match.session.state.back))
    assert not any(" belongs on " in said for said in match.console.said)


def test_a_refusal_that_quotes_the_sheet_goes_when_cards_are_turned_back(tmp_path):
    """Its words are those of several languages."""
    match = Match(tmp_path, BOTS, seed=4, game=GAME, first_player="random", stall="end", knowledge="full")
    match.until(lambda: len(match.session.state.turned) > 1 and match.session.state.act == "reveal")
    match.pump.tell_people(
        explain_refusal(match.session.game, Refusal("not now", say("Something else comes first."), "A-09"))
    )
    assert "A-09: you must take one of" in match.console.said[-1]
    match.until(lambda: not (match.session.state.turned or match.session.state.back))
    assert not any("A-09" in said for said in match.console.said)


def test_a_hint_does_not_remember_for_a_person():
    """The best level would call the card where it was seen."""
    hints = set()
    for place in ("c3", "d4"):
        other = {"c3": "d4", "d4": "c3"}[place]
        state = position(["Die Macher"], ["Goa"], ["Jambo"], seats=3, faces={place: "Catan", other: "TwixT"})
        for step in ((), ("call",)):
            session = Session(
                MatchState(GAME, (Player("Ann"), Player("Ben"), Player("Cid")), options_for()), Phase.PLAYING
            )
            session.match_state.state = do(state, *step)
            hints.add((step, repr(hint_of(session, 0, Dealer(1, "hints")))))
    assert len(hints) == 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_state_without_what_is_forgotten_offers_the_same(game):
    """All that is lit, and each sentence that asks, stays as it was."""
    for seed in range(6):
        rng = Random(f"{game.name} {seed}")
        world = play_match(game, seats_of(game, rng), rng, 200)
        for state in world.states[::3]:
            public = game.rules.public_state(state)
            reminder = game.rules.reminder_of(public, state)
            views = [game.rules.view(each, PUBLIC) for each in (public, reminder)]
            assert len({repr(game.surface.paint(view)) for view in views}) == 1
            assert len({repr(game.surface.prompts(view)) for view in views}) == 1
            assert game.rules.to_act(public) == game.rules.to_act(reminder)
            for seat in game.rules.to_act(public):
                if seat >= 0:
                    assert game.rules.legal(public, seat) == game.rules.legal(reminder, seat)


def test_an_audit_tells_two_cards_that_lie_face_down_apart_by_their_places_alone():
    """People have exchanged them: whichever they are, the answer is the same."""
    answers = set()
    for one, other in (("Catan", "TwixT"), ("TwixT", "Catan")):
        state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"c3": one, "d4": other})
        session = Session(
            MatchState(GAME, (Player("Ann"), Player("Ben"), Player("Cid")), options_for()), Phase.DISPUTED
        )
        session.match_state.state = state
        for cell, card in enumerate(GAME.deck[40:76]):
            session.handle_event(Lying(cell, {14: other, 21: one}.get(cell, card)))
        said = session.handle_event(Audited(0)).said
        text = Translator("en", game=GAME.name).text
        answers.add(json.dumps([*map(text, said), *(text(look) for look, _ in session.dispute.looks)]))
    assert len(answers) == 1
