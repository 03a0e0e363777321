"""Nobody learns what hands of Spiel des Jahres hold or what was chosen in secret: by asking, exports or mistakes."""

from itertools import takewhile

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.kit.bit_sets import members
from glowtable.match.dealer import Dealer
from glowtable.match.judge import Judge
from glowtable.match.players import Player
from glowtable.match.undo import PlayedAction, UndoneDraws
from glowtable.table import Card, Key, Press, Said

from tests.games.hidden_cards import SPIEL_SECRETS
from tests.games.play import after_chance, session_in, steps
from tests.games.spiel_positions import GAME, do, position
from tests.games.worlds import World, leaves, played

RULES, SURFACE = GAME.rules, GAME.surface


@pytest.mark.parametrize("seats", [2, 4])
def test_a_choice_in_secret_shows_to_nobody_else(seats):
    """Whatever another has chosen, a seat and the public see the same, and so does the export."""
    state = RULES.setup(seats, full_options(GAME, {"actions": "secret", "knowledge": "full"}))
    state = after_chance(RULES, state, Dealer(1))
    choices = seals(state)
    after = [RULES.apply(state, choice) for choice in choices]
    for eyes in (1, PUBLIC):
        assert len({repr(RULES.view(each, eyes)) for each in after}) == 1
    assert len({repr(RULES.view(each, 0)) for each in after}) == 3
    assert (
        len({repr(SURFACE.description(choice, state, each)) for choice, each in zip(choices, after, strict=True)}) == 1
    )
    for eyes, known in ((PUBLIC, 1), (1, 1), (0, 3)):
        assert len({RULES.seen(state, choice, eyes) for choice in choices}) == known


def test_the_export_of_a_running_match_does_not_tell_a_secret_choice():
    options = full_options(GAME, {"actions": "secret", "knowledge": "full"})
    match = steps(RULES, RULES.setup(2, options), Dealer(1), sealing)
    dealt = [*takewhile(lambda step: step.action.seat == CHANCE, match)]
    states, actions = (dealt[0].state, *(step.after for step in dealt)), tuple(step.action for step in dealt)
    worlds = [World((*states, RULES.apply(states[-1], seal)), (*actions, seal)) for seal in seals(states[-1])]
    assert len({next(leaves(SPIEL_SECRETS, world, 1)) for world in worlds}) == 1
    whole = {next(leaves(SPIEL_SECRETS, world, 1, export=lambda game, record: record)) for world in worlds}
    assert len(whole) == 3  # the control


def seals(state):
    return [action for action in RULES.legal(state, 0) if action.kind == "seal"]


def sealing(state, actors):
    return seals(state)[0]


# -- a card read by mistake


def test_after_the_card_of_a_month_it_is_asked_wherever_the_other_one_is_hidden():
    """A question that came only for cards of no hand would tell of the hands (S-06)."""
    states, actions, _ = played(SPIEL_SECRETS, 3, 0)
    trend = next(n for n, state in enumerate(states) if state.phase == "trend" and all(state.hands))
    before, came = states[trend], actions[trend]
    deck = members(before.bag ^ 1 << came.args[0])
    before = before._replace(bag=before.bag ^ 1 << deck[-1], away=1 << deck[-1])  # put away by somebody ruined
    hidden = [*(members(cards)[0] for cards in before.hands[1:]), deck[0], deck[-1]]
    for card, asked in (*((card, True) for card in hidden), (before.companies[0], False)):
        session = session_in(GAME, before, *"ABC")
        session.apply_action(came)
        session.handle_event(Card(0, GAME.deck[card]))
        assert (session.question is not None) is asked
    assert len(hidden) == 4


# -- whatever is typed or shown for another


def answered(state, bots, events):
    """Everything that each of these events brings about and asks, in a session of its own."""
    found = []
    for event in events:
        players = tuple(Player(name, "random" if seat in bots else "") for seat, name in enumerate("ABC"))
        think = lambda state, seat: RULES.legal(state, seat)[-1]  # noqa: E731
        session = session_in(GAME, state, *players, think=think)
        reply = session.handle_event(event)
        question = session.question and (session.question.seat, session.question.needed)
        found.append((reply.said, reply.refused, len(reply.rows), question, session.state.phase))
    return found


def worlds(phase, **changed):
    """Two states that differ in one card of Ben's hand, which nobody else has seen; the deck has the other one."""
    for mine in ("Goat", "Moon"):
        hands = [["Teapot", "Star 1"], [mine, "Penguin"], []]
        yield position(hands, phase=phase, staff=[(CONTRACT, 0, 30)], **changed)


CONTRACT = GAME.deck[-1]
NAMED = [*GAME.deck[:3], "Goat", "Moon", "Penguin", "Teapot", *GAME.deck[-2:], "The", "Monopoly"]


@pytest.mark.parametrize("bots", [{1}, set(), {1, 2}])
@pytest.mark.parametrize("phase", [Month.MONTH, Month.OFFERS, Month.AUCTION, Month.TRADE, Month.SEAL, Month.LAST_CALL])
def test_what_others_show_and_type_is_answered_the_same_whatever_a_hand_holds(phase, bots):
    """`Ben Goat` typed for a bot, cards at each reader but his own, every verb; and of a person only what he shows."""
    texts = [f"{seat} {kind} {card}" for seat in (1, 2, 3) for kind in CARD_VERBS for card in NAMED]
    texts += [f"{seat} {kind}" for seat in (1, 2, 3) for kind in ("ready", "publish", "brainstorm", "raise", "hand")]
    events = [Said(text) for text in texts if bots & {1} or not text.startswith("2")]
    readers = [reader for reader in range(6) if bots & {1} or reader != 1]
    events += [Card(reader, card) for reader in readers for card in NAMED]
    events += [Key(seat, key) for seat in range(6) for key in ("confirm", "pass", "undo")]
    events += [Press(cell) for cell in range(36)]
    here, there = (begun_in(state, phase) for state in worlds(Month.OFFERS if phase in INSIDE else phase))
    for event, one, other in zip(events, *(answered(state, bots, events) for state in (here, there)), strict=True):
        assert one == other, event


CARD_VERBS = ("tap", "take", "hire", "fire", "claim", "call", "give")
INSIDE = {Month.AUCTION: f"2 call {CONTRACT}", Month.TRADE: "0 trade 2"}


def begun_in(state, phase):
    return do(state, INSIDE[phase]) if phase in INSIDE else state


def drawing(state):
    return state._replace(phase=Month.DRAW, seat=2, draws=1)


CHANCE_PHASES = {
    "deal": lambda state: state._replace(phase=Month.DEAL, seat=2),
    "draw": drawing,
    "trend": lambda state: state._replace(phase=Month.TREND, month=2),
    "company": lambda state: state._replace(phase=Month.COMPANY, seat=2, companies=(*state.companies[:2], -1)),
}


@pytest.mark.parametrize("bots", [{1}, set()])
@pytest.mark.parametrize("kind", CHANCE_PHASES)
def test_chance_takes_any_card_that_nobody_has_seen_elsewhere(kind, bots):
    """A draw would else be a search: a name refused because a hand that is read holds it (S-06)."""
    events = [Card(2, card) for card in GAME.deck]
    here, there = (CHANCE_PHASES[kind](state) for state in worlds(Month.MONTH))
    one, other = (answered(state, bots, events) for state in (here, there))
    assert one == other
    taken = {card for card, each in zip(GAME.deck, one, strict=True) if not each[1]}
    assert {"Goat", "Moon", "Penguin"} <= taken
    lying = {GAME.deck[card] for card in (*here.companies, *here.months) if card >= 0} | {CONTRACT}
    assert not lying & taken


def test_the_control_a_session_judged_by_all_hands_is_caught(monkeypatch):
    monkeypatch.setattr(Judge, "meaning_of", lambda self, event: SURFACE.read(event, self.match_state.state))
    events = [Card(1, card) for card in NAMED]
    here, there = worlds(Month.MONTH)
    assert answered(here, {1}, events) != answered(there, {1}, events)


@pytest.mark.parametrize("is_held", [False, True])
def test_after_an_undo_a_card_is_asked_for_again_whether_or_not_a_hidden_hand_holds_it(is_held):
    """Somebody has named it as the card of the month, and the bot at seat 0 holds it: what is asked must not tell."""
    state = RULES.setup(2, full_options(GAME, {}))
    while state.phase is not Month.TREND:
        chances = RULES.chance(state)
        read_by = {0: "full", 1: "trust"}
        state = RULES.apply(state, chances[0][0] if chances else Action(state.seat, read_by[state.seat]))
    card = next(iter(members(state.hands[0] if is_held else state.bag)))
    draw = Action(CHANCE, "trend", (card,))
    drawn_before = UndoneDraws(GAME)
    drawn_before.keep_draws([PlayedAction(state, draw)])
    assert drawn_before.required_draw(state) == draw
