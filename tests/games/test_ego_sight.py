"""No light, prompt, sentence, refusal, screen or export of Alter Ego tells a seat what is hidden from it.

Two worlds that differ only in cards hidden from a seat (test_ego_leaks.py makes them) must look the same to it.
"""

from itertools import islice

import pytest
from glowtable import games
from glowtable.game import PUBLIC, Action, Refusal
from glowtable.games.alter_ego.refusals import why
from glowtable.match.export import MatchRecord, redact_record, to_jsonl, to_text
from glowtable.match.journal import Header
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.messages import say
from glowtable.table import PICK, Card, Light, Picture, Row, event_text
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import position
from tests.games.exchange import differs
from tests.games.test_ego_leaks import ASKED_EVERY, pairs, rules
from tests.support.campaign import share, slow
from tests.support.overridden import overridden

GAME = games.find("alter_ego")
SURFACE = GAME.surface
MATCHES = 30  # whole campaign
LOOK_EVERY = 17  # prime, so that no phase is always missed


def looks(states, actions, seat, surface=SURFACE, rules=rules):
    """Everything that reaches a seat in the course of a match."""
    for number, state in enumerate(states):
        view = rules.view(state, PUBLIC)
        yield surface.prompts(view), surface.paint(view), surface.board(view)
        if number % ASKED_EVERY == 0:
            yield list(refusals(state, GAME.deck[number % LOOK_EVERY :: LOOK_EVERY], surface))
        if number < len(actions):
            action, after = actions[number], states[number + 1]
            yield (
                surface.instruction(action, state),
                surface.description(action, state, after),
                surface.undo_instruction(action, state),
            )
        if number % LOOK_EVERY == 0 or number == len(states) - 1:
            yield (
                surface.face(view),
                surface.setup_instructions(view),
                surface.cards_on_cells(view),
                surface.rounds_over(view),
            )
            yield [surface.expected_at(view, cell) for cell in range(36)]
            yield [surface.where_is(view, card) for card in GAME.deck]
            yield surface.private(rules.view(state, seat))


def refusals(state, cards, surface):
    """What everybody hears if a card is shown and refused; of one that would do, were it refused.

    That it is refused tells of the hand of who acts; why must tell nothing.
    """
    for seat in state.terms.everybody:
        for card in cards:
            meant = surface.read(Card(seat, card), state)
            yield why(state, meant) if isinstance(meant, Action) else meant


def leaves(states, actions, seat, export=redact_record, private=SURFACE.private):
    """What leaves the table of the running match: exports, and the screen with the private face of the seat."""
    options, people = dict(states[0].terms.options), states[0].terms.seats
    names = tuple(f"Player {n}" for n in range(people))
    yield to_jsonl(export(GAME, MatchRecord(Header(GAME.name, names, options, 7, ""), tuple(rows(states, actions)))))
    session = Session(MatchState(GAME, tuple(map(Player, names)), options), Phase.PLAYING)
    lines = [message for action in actions for message in session.apply_action(action).said]
    yield to_text(session.match_state)
    translator = Translator("en", names, game=GAME.name)
    shown = map(translator.text, private(rules.view(session.state, seat)))
    yield "\n".join(
        map(str, page_lines(session, translator, title="", said=[*map(translator.text, lines), *shown], typed=""))
    )


def rows(states, actions):
    """The journal of this match: each gesture as an event of its own."""
    for state, action in zip(states, actions, strict=False):
        yield Row("event", event_text(SURFACE.gesture(action, state)))
        yield Row("action", str(action))


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [2, slow(3), slow(4)])
def test_nothing_shows_what_is_hidden_from_a_seat(seats):
    for one, other, seat in islice(pairs(seats), share(MATCHES)):
        assert not differs(looks(*one, seat), looks(*other, seat))
        assert not differs(leaves(*one, seat), leaves(*other, seat))


# -- controls: what leaks is caught


def caught(seen):
    """Does a leak show in one of a few matches?"""
    return any(differs(seen(*one, seat), seen(*other, seat)) for one, other, seat in islice(pairs(2), 4))


def leaky(**functions):
    surface = overridden(SURFACE, **functions)
    return lambda states, actions, seat: looks(states, actions, seat, surface)


def test_a_sentence_that_names_the_card_drawn_is_caught():
    assert caught(leaky(instruction=lambda action, state: say("{args}", args=action.args)))


def test_a_light_that_shows_what_another_seat_drew_is_caught():
    def paint(view):
        drawn = [GAME.deck.index(name) for person in view.people for name in person.drawn]
        return Picture((Light("wosgybrp"[sum(drawn) % 8], PICK),))

    def lights(states, actions, seat):
        return [paint(rules.view(state, other)) for state in states for other in state.terms.everybody if other != seat]

    assert caught(lights) and not caught(lambda states, actions, seat: [SURFACE.paint(rules.view(states[-1], PUBLIC))])


def test_a_refusal_that_tells_what_a_hand_holds_is_caught():
    def read(event, state):
        held = any((person.hand | person.drawn) >> GAME.deck.index(event.card) & 1 for person in state.people)
        meant = SURFACE.read(event, state)
        return say("it is in a hand") if held and isinstance(meant, Refusal) else meant

    assert caught(leaky(read=read))


def test_an_export_that_hides_nothing_is_caught():
    assert caught(lambda *world: leaves(*world, export=lambda game, record: record))


def test_a_screen_that_shows_another_hand_is_caught():
    def seen(states, actions, seat):
        return leaves(states, actions, seat, private=lambda view: (say("{hands}", hands=str(states[-1].people)),))

    assert caught(seen)


def test_whether_an_event_is_in_a_hand_nobody_learns_by_asking_for_it():
    idle = "Day Off would do nothing right now."
    for hand in (["Day Off"], ["Family"]):
        state = position({"hand": hand})
        refusal = SURFACE.read(Card(0, "Day Off"), state)
        assert isinstance(refusal, Refusal) and Translator("en").text(refusal.message).replace("Off 1", "Off") == idle
