"""Nothing of a match of Spiel des Jahres tells a seat what is hidden from it: two worlds look the same to it.

The other world is the same match with two cards exchanged that this seat never saw; the rules must allow it.
"""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from types import SimpleNamespace

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, full_options
from glowtable.games.spiel_des_jahres.kinds import CARD_KINDS
from glowtable.games.spiel_des_jahres.refusals import why
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.kit.bit_sets import members
from glowtable.match.dealer import Dealer
from glowtable.match.export import MatchRecord, redact_record, to_jsonl
from glowtable.match.journal import Header
from glowtable.match.judge import Judge
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.match.undo import PlayedAction, UndoneDraws
from glowtable.table import Card, Key, Press, Release, Row, Said, event_text

from tests.games.exchange import differs, exchanged, replayed
from tests.games.spiel_positions import GAME, do, position
from tests.support.campaign import share, slow
from tests.support.overridden import overridden

RULES, SURFACE = GAME.rules, GAME.surface
MOST = 250  # actions of a match that is looked at
LOOK_EVERY = 13  # prime, so that no phase is always missed
GAMES = 300  # whole campaign


def played(seats, seed):
    """A match with options drawn at random, as far as it gets: its states and what is done in each."""
    dealer, rng = Dealer(seed, seats), Random(seed)
    options = {option.name: rng.choice(option.choices) for option in GAME.options}
    state = RULES.setup(seats, full_options(GAME, options))
    states, actions = [state], []
    while (actors := RULES.to_act(state)) and len(actions) < MOST:
        if actors == (CHANCE,):
            action = dealer.draw_outcome(RULES.chance(state))
        else:
            legal = RULES.legal(state, rng.choice(actors))
            quiet = [each for each in legal if each.kind not in ("hire", "trade", "call")]
            action = rng.choice(quiet if quiet and rng.random() < 0.8 else legal)
        state = RULES.apply(state, action)
        if not RULES.to_act(state):
            break  # a match that is over hides nothing
        states.append(state)
        actions.append(action)
    return options, states, actions


def hidden_from(states, actions, seat):
    """The cards that moved unseen by this seat, and all cards that it never saw."""
    moved, known = set(), set()
    for state, action in zip(states, actions, strict=False):
        if action.kind in CARD_KINDS:
            unseen = action.kind in ("deal", "draw") and state.seat != seat
            (moved if unseen else known).add(int(action.args[0]))
    return sorted(moved - known), sorted(set(range(len(GAME.deck))) - known)


def other_world(states, actions, seat, rng):
    """The states and actions with two cards exchanged that the seat knows nothing of; None if none was found."""
    moved, hidden = hidden_from(states, actions, seat)
    for _ in range(8 if moved else 0):
        one, other = rng.choice(moved), rng.choice(hidden)
        swapped = {one: other, other: one}
        again = exchanged(actions, CARD_KINDS, swapped)
        found = replayed(RULES, states[0], again) if one != other and again != actions else None
        if found:
            return found, again
    return None


def looks(states, actions, seat, rules=RULES, surface=SURFACE) -> Iterator[object]:
    """Everything that reaches a seat in the course of a match."""
    for number, state in enumerate(states):
        view = rules.view(state, PUBLIC)
        yield view, rules.view(state, seat), surface.prompts(view), surface.paint(view), surface.board(view)
        if number < len(actions):
            action, after = actions[number], states[number + 1]
            yield (
                surface.instruction(action, state),
                surface.description(action, state, after),
                surface.undo_instruction(action, state),
            )
            yield [RULES.legal(state, each) for each in may_be_told(state, seat)]
        yield from refusals_of(GAME.deck[number % LOOK_EVERY :: LOOK_EVERY], state, surface)
        if number % LOOK_EVERY == 0:
            yield (
                surface.face(view),
                surface.setup_instructions(view),
                surface.cards_on_cells(view),
                surface.rounds_over(view),
            )
            yield [surface.expected_at(view, cell) for cell in range(36)]
            yield [surface.where_is(view, card) for card in GAME.deck]
            yield surface.private(rules.view(state, seat))


def may_be_told(state, seat):
    """The own seat, and those whose hands are not read: what they may do is judged by what all know."""
    return [each for each in range(len(state.hands)) if each == seat or state.untracked >> each & 1]


def refusals_of(cards, state, surface):
    """What everybody hears if a card is shown at any reader and refused; where a hand is not read, whether it is.

    That it is refused tells of a hand that is read, and of the deck; why must tell nothing.
    """
    for card in cards:
        for seat in range(state.terms.seats):
            meant = surface.read(Card(seat, card), state)
            judged = isinstance(meant, Action) and not (meant.seat >= 0 and state.untracked >> meant.seat & 1)
            yield why(state, meant) if judged else meant


def leaves(options, states, actions, export=redact_record):
    """The export of the running match."""
    header = Header(GAME.name, tuple(f"P{n}" for n in range(states[0].terms.seats)), options, 7, "")
    rows = []
    for state, action in zip(states, actions, strict=False):
        event = SURFACE.gesture(action, state)
        rows += [Row("event", event_text(event)), Row("action", str(action))]
        if isinstance(event, Press):
            rows.append(Row("event", event_text(Release(event.cell))))
    return to_jsonl(export(GAME, MatchRecord(header, tuple(rows))))


def pairs(seats):
    """Without end: a match, the same in another world, and a seat that must not tell them apart."""
    rng = Random(seats)
    for seed in count():
        (options, states, actions), seat = played(seats, seed), rng.randrange(seats)
        other = other_world(states, actions, seat, rng)
        if other:
            yield options, (states, actions), other, seat


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [2, 3, 4, slow(5), slow(6)])
def test_nothing_changes_for_a_seat_when_cards_hidden_from_it_do(seats):
    for options, one, other, seat in islice(pairs(seats), max(1, share(GAMES) // len(GAME.seats))):
        for here, there in zip(looks(*one, seat), looks(*other, seat), strict=True):
            assert here == there
        assert leaves(options, *one) == leaves(options, *other)


def caught(seen):
    """Does a leak show in one of a few matches?"""
    few = islice(pairs(4), 4)
    return any(differs(seen(options, one, seat), seen(options, other, seat)) for options, one, other, seat in few)


def all_open(state, eyes):
    return RULES.view(state._replace(open=sum(state.hands)), eyes)


def test_a_view_that_shows_all_hands_is_caught():
    leaky = SimpleNamespace(view=all_open)
    assert caught(lambda options, world, seat: looks(*world, seat, rules=leaky))


def test_a_sentence_that_names_the_card_drawn_is_caught():
    def instruction(action, state):
        return action.args

    leaky = overridden(SURFACE, instruction=instruction)
    assert caught(lambda options, world, seat: looks(*world, seat, surface=leaky))


def test_a_refusal_that_tells_what_a_hand_holds_is_caught():
    def read(event, state):
        held = any(hand >> GAME.deck.index(event.card) & 1 for hand in state.hands)
        return "it is in a hand" if held else SURFACE.read(event, state)

    leaky = overridden(SURFACE, read=read)
    assert caught(lambda options, world, seat: looks(*world, seat, surface=leaky))


def test_an_export_that_hides_nothing_is_caught():
    assert caught(lambda options, world, seat: leaves(options, *world, export=lambda game, record: record))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_choice_in_secret_shows_to_nobody_else(seats):
    """Whatever another has chosen, a seat and the public see the same, and so does the export."""
    state = RULES.setup(seats, full_options(GAME, {"actions": "secret", "knowledge": "full"}))
    dealer = Dealer(1)
    while RULES.to_act(state) == (CHANCE,):
        state = RULES.apply(state, dealer.draw_outcome(RULES.chance(state)))
    choices = [action for action in RULES.legal(state, 0) if action.kind == "seal"]
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
    dealer, state = Dealer(1), RULES.setup(2, options)
    states, actions = [state], []
    while RULES.to_act(states[-1]) == (CHANCE,):
        actions.append(dealer.draw_outcome(RULES.chance(states[-1])))
        states.append(RULES.apply(states[-1], actions[-1]))
    choices = [action for action in RULES.legal(states[-1], 0) if action.kind == "seal"]
    assert len({leaves(options, [*states, None], [*actions, choice]) for choice in choices}) == 1
    whole = {leaves(options, [*states, None], [*actions, choice], lambda game, record: record) for choice in choices}
    assert len(whole) == 3  # the control


# -- a card read by mistake


def test_after_the_card_of_a_month_it_is_asked_wherever_the_other_one_is_hidden():
    """A question that came only for cards of no hand would tell of the hands (S-06)."""
    _, states, actions = played(3, 0)
    trend = next(n for n, state in enumerate(states) if state.phase == "trend" and all(state.hands))
    before, came = states[trend], actions[trend]
    deck = members(before.bag ^ 1 << came.args[0])
    before = before._replace(bag=before.bag ^ 1 << deck[-1], away=1 << deck[-1])  # put away by somebody ruined
    hidden = [*(members(cards)[0] for cards in before.hands[1:]), deck[0], deck[-1]]
    for card, asked in (*((card, True) for card in hidden), (before.companies[0], False)):
        session = Session(MatchState(GAME, tuple(map(Player, "ABC")), dict(before.terms.options)), Phase.PLAYING)
        session.match_state.state = before
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
        session = Session(MatchState(GAME, players, dict(state.terms.options), think), Phase.PLAYING)
        session.match_state.state = state
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
