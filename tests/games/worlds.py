"""Two worlds that one seat cannot tell apart: the same match, but cards that were hidden from it are others.

Whether the other world is possible is judged by the rules and by what all have seen happen, never by a view.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Arg, full_options
from glowtable.games.alex_and_co.refusals import why
from glowtable.match.dealer import Dealer
from glowtable.match.export import MatchRecord, redact_record, to_jsonl, to_text
from glowtable.match.journal import Header
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.table import Row, Said, event_text
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import ABOUT_CARDS, GAME

RULES, SURFACE = GAME.rules, GAME.surface
UNSEEN = ("deal", "draw", "give")  # kinds of actions by which a card moves face down
TRIES = 6
LOOK_EVERY = 17  # so many actions lie between two looks at everything; prime, so that no phase is always missed


class World(NamedTuple):
    """A match as far as it was played: states[n] is the one before actions[n]."""

    options: dict[str, Arg]
    states: tuple[Any, ...]
    actions: tuple[Action, ...]


def played(seats: int, seed: int, most: int, bots: Sequence[str] = ("random",)) -> World:
    """A match with options drawn at random, played by such bots for at most so many actions, and not to its end."""
    dealer, rng = Dealer(seed, seats), Random(seed)
    options = {option.name: rng.choice(option.choices) for option in GAME.options} | {"first_player": "random"}
    state = RULES.setup(seats, full_options(GAME, options))
    states, actions = [state], []
    while (actors := RULES.to_act(state)) and len(actions) < most:
        what = dealer.draw_outcome(RULES.chance(state)) if actors == (CHANCE,) else _choice(state, actors[0], bots, rng)
        state = RULES.apply(state, what)
        if RULES.outcome(state):
            break
        states.append(state)
        actions.append(what)
    return World(options, tuple(states), tuple(actions))


def _choice(state: Any, seat: int, bots: Sequence[str], rng: Random) -> Action:
    legal = RULES.legal(state, seat)
    if state.phase == "hand":
        return rng.choice(legal)
    choose = GAME.bots[bots[seat % len(bots)]]
    return choose(RULES.view(state, seat), legal, lambda: state, rng)


def other_world(world: World, seat: int, rng: Random) -> World | None:
    """Two cards hidden from a seat all the time change places; None if no such pair was found."""
    moved, hidden = _hidden(world, seat)
    for _ in range(TRIES if moved else 0):
        one, other = rng.choice(moved), rng.choice(hidden)
        swapped = {one: other, other: one}
        actions = tuple(_with_card(each, swapped) for each in world.actions)
        states = _replayed(world, actions) if actions != world.actions else None
        if states:
            return World(world.options, states, actions)
    return None


def _hidden(world: World, seat: int) -> tuple[list[int], list[int]]:
    """The cards that this seat never saw nor heard of: those that moved unseen by it, and all."""
    moved, known = set(), set()
    for state, action in zip(world.states, world.actions, strict=False):
        if action.kind in ABOUT_CARDS:
            (moved if _unseen_by(state, action, seat) else known).add(int(action.args[0]))
    out = {card for card in range(len(GAME.deck)) if world.states[-1].gone >> card & 1}
    return sorted(moved - known - out), sorted(set(range(len(GAME.deck))) - known - out)


def _unseen_by(state: Any, action: Action, seat: int) -> bool:
    """Source: ALEX & CO, rules section 6: hands are hidden; a card drawn or swapped is seen by the two players."""
    if action.kind not in UNSEEN or (state.act == "esg" and state.terms.options["esg_show"] == "public"):
        return False
    return seat != state.seat if action.kind == "deal" else seat not in (state.active, state.whom)


def _with_card(action: Action, swapped: dict[int, int]) -> Action:
    if action.kind not in ABOUT_CARDS:
        return action
    card = int(action.args[0])
    return action._replace(args=(swapped.get(card, card),))


def _replayed(world: World, actions: Sequence[Action]) -> tuple[Any, ...] | None:
    """The states of the other world; None if the rules forbid it or something all see goes otherwise in it."""
    states = [world.states[0]]
    for action, after in zip(actions, world.states[1:], strict=True):
        if RULES.refuse(states[-1], action):
            return None
        states.append(RULES.apply(states[-1], action))
        if happened(states[-1]) != happened(after):
            return None
    return tuple(states)


def happened(state: Any) -> tuple[Any, ...]:
    """What goes on before all eyes, whatever the cards are."""
    sizes = [hand.bit_count() + unread for hand, unread in zip(state.hands, state.hidden_count, strict=True)]
    return state.phase, state.act, state.mode, state.seat, state.active, state.turns, sizes, state.shown, state.faces


# -- what reaches a seat


def looks(world: World, seat: int, rules: Any = RULES, surface: Any = SURFACE) -> Iterator[Any]:
    """Everything that reaches a seat in the course of a match: what it sees, is told and is asked."""
    for number, state in enumerate(world.states):
        view = rules.view(state, PUBLIC)
        yield view
        yield rules.view(state, seat)
        yield surface.prompts(view), surface.paint(view), surface.board(view)
        yield from refusals_of(GAME.deck[number % LOOK_EVERY :: LOOK_EVERY], state, surface)
        if number < len(world.actions):
            yield from said(state, world.actions[number], world.states[number + 1], seat, surface)
        if number % LOOK_EVERY == 0 or number == len(world.states) - 1:
            yield (
                surface.face(view),
                surface.setup_instructions(view),
                surface.cards_on_cells(view),
                surface.rounds_over(view),
            )
            yield [surface.expected_at(view, cell) for cell in range(36)]
            yield [surface.where_is(view, card) for card in GAME.deck]
            yield surface.private(rules.view(state, seat))


def said(state: Any, action: Action, after: Any, seat: int, surface: Any) -> Iterator[Any]:
    """What is said of an action, and what may be done by this seat or by one whose hand is not read."""
    yield (
        surface.instruction(action, state),
        surface.description(action, state, after),
        surface.put_back([(state, action)], after),
    )
    if seat == state.seat:
        yield RULES.legal(state, seat)
    elif state.seat >= 0 and state.untracked >> state.seat & 1:
        yield [each for each in RULES.legal(state, state.seat) if each.kind in ABOUT_CARDS]


def refusals_of(cards: Sequence[str], state: Any, surface: Any) -> Iterator[Any]:
    """What everybody hears if a card is shown or typed and refused; of one that would do, were it refused.

    That it is refused tells of the hand of who acts; why must tell nothing.
    """
    for card in cards:
        meant = surface.read(Said(card), state)
        yield why(state, meant) if isinstance(meant, Action) else meant


def leaves(world: World, seat: int, export: Any = redact_record, rules: Any = RULES) -> Iterator[str]:
    """What leaves the table of the running match: its exports, and the screen with the private face of the seat."""
    people = tuple(Player(f"Player {n}") for n in range(1, world.states[0].terms.seats + 1))
    header = Header(GAME.name, tuple(player.name for player in people), world.options, 7, "")
    yield to_jsonl(export(GAME, MatchRecord(header, tuple(rows(world)))))
    session = Session(MatchState(GAME, people, full_options(GAME, world.options)), Phase.PLAYING)
    lines = [message for action in world.actions for message in session.apply_action(action).said]
    yield to_text(session.match_state)
    translator = Translator("en", header.players, game=GAME.name)
    shown = map(translator.text, SURFACE.private(rules.view(session.state, seat)))
    yield "\n".join(
        map(str, page_lines(session, translator, title="", said=[*map(translator.text, lines[-4:]), *shown], typed=""))
    )


def rows(world: World) -> Iterator[Row]:
    """The journal of this match: each card shown at a reader as an event of its own."""
    for state, action in zip(world.states, world.actions, strict=False):
        yield Row("event", event_text(SURFACE.gesture(action, state)))
        yield Row("action", str(action))
