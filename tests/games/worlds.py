"""Two worlds that one seat cannot tell apart: the same match, but two cards that were hidden from it changed places.

Whether the other world is possible is judged by the rules and by what all have seen happen, never by a view.
tests/games/hidden_cards.py says of each game what is hidden, and how it is played to have much of it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import count, islice, zip_longest
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from glowtable.game import PUBLIC, Action, Game, full_options
from glowtable.kit.bit_sets import members
from glowtable.match.dealer import Dealer
from glowtable.match.export import redact_record, to_jsonl, to_text
from glowtable.match.journal import Header
from glowtable.match.match_record import MatchRecord
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.messages import say
from glowtable.table import Event
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

from tests.games.play import Choose, steps
from tests.support.adversary import World, rows_of, with_exchanged

TRIES = 12
LOOK_EVERY = 17  # so many actions lie between two looks at everything; prime, so that no phase is always missed


class Secrets(NamedTuple):
    """What is hidden in a game. Sets of cards are bits, `eyes` and `seat` who looks."""

    game: Game
    kinds: Collection[str]  # of actions that are about one card
    is_unseen: Callable[[Any, Action, int], bool]  # whether a seat sees nothing of the card of an action
    hands: Callable[[Any], tuple[int, ...]]  # what each seat holds that others do not see
    opened: Callable[[Any], Any]  # the state with these cards open to all
    told: Callable[[Any, Any, int], Iterable[Any]]  # of rules and a state: what a seat hears of what may be done
    shows: Callable[[str, Any], Iterable[Event]]  # the events by which a card is shown or typed
    refused: Callable[[Any, Action], Any]  # what all hear of a card that would do, were it refused
    choose: Callable[[Random, int], Choose]  # who plays, of this number
    asked: Callable[[Any, Any], Iterable[Any]] = lambda rules, state: ()  # what anybody may find out by asking
    ask_every: int = 1  # so many actions lie between two states in which all is asked for
    lying_open: Callable[[Any], int] = lambda state: 0  # what all see besides, whatever was done
    like: Callable[[Any, int], int] = lambda state, card: -1  # the cards that could be there in place of one
    happened: Callable[[Any], Any] = lambda state: None  # what goes on before all eyes, whatever the cards are
    most: tuple[int, int] = (60, 300)  # actions of a match that is looked at
    options: Mapping[str, Any] = MappingProxyType({})  # those that are not drawn at random
    tables: Collection[Any] = ()  # numbers of seats, and of who plays
    alike: int = 4  # seats at the table of the controls
    matches: int = 60  # whole campaign, at each table


def differs(one: Iterable[Any], other: Iterable[Any]) -> bool:
    """Do two looks at a match differ? No further than to the first difference is looked."""
    return any(a != b for a, b in zip_longest(one, other))


def played(secrets: Secrets, seats: int, seed: int, who: int = 0) -> World:
    """A match with options drawn at random, for a number of actions drawn at random, and not to its end."""
    rules, rng = secrets.game.rules, Random(seed)
    options = {option.name: rng.choice(option.choices) for option in secrets.game.options} | dict(secrets.options)
    begun = rules.setup(seats, full_options(secrets.game, options))
    match = steps(rules, begun, Dealer(seed, seats), secrets.choose(rng, who))
    done = [step for step in islice(match, rng.randint(*secrets.most)) if not rules.outcome(step.after)]
    return World((begun, *(step.after for step in done)), tuple(step.action for step in done))


def other_world(secrets: Secrets, world: World, seat: int, rng: Random) -> World | None:
    """Two cards hidden from a seat all the time change places; None if no such pair was found."""
    moved, known = _hidden(secrets, world, seat)
    for _ in range(TRIES if moved else 0):
        one = rng.choice(moved)
        like = secrets.like(world.states[-1], one) & ~known
        other = rng.choice([card for card in range(len(secrets.game.deck)) if like >> card & 1] or [one])
        actions = with_exchanged(world, secrets.kinds, one, other)
        states = _replayed(secrets, world, actions) if actions != world.actions else None
        if states:
            return World(states, actions)
    return None


def _hidden(secrets: Secrets, world: World, seat: int) -> tuple[list[int], int]:
    """The cards that moved unseen by this seat, and all those that it has seen or heard of."""
    moved = known = 0
    for state, action in zip(world.states, world.actions, strict=False):
        if action.kind in secrets.kinds:
            card = 1 << int(action.args[0])
            if secrets.is_unseen(state, action, seat):
                moved |= card
            else:
                known |= card
    for state in world.states:
        known |= secrets.lying_open(state)
    return members(moved & ~known), known


def _replayed(secrets: Secrets, world: World, actions: tuple[Action, ...]) -> tuple[Any, ...] | None:
    """The states of the other world; None if the rules forbid it or something all see goes otherwise in it."""
    rules, states = secrets.game.rules, [world.states[0]]
    for action, after in zip(actions, world.states[1:], strict=True):
        if rules.refuse(states[-1], action):
            return None
        states.append(rules.apply(states[-1], action))
        if secrets.happened(states[-1]) != secrets.happened(after):
            return None
    return tuple(states)


_MADE: dict[tuple[str, int, int], tuple[list[Any], Iterator[Any]]] = {}  # pairs so far, and the rest


def pairs(secrets: Secrets, seats: int, who: int = 0) -> Iterator[tuple[World, World, int]]:
    """Without end: a match, the same in another world, and a seat that must not tell them apart."""
    made, rest = _MADE.setdefault((secrets.game.name, seats, who), ([], _new_pairs(secrets, seats, who)))
    for at in count():
        if at == len(made):
            made.append(next(rest))
        yield made[at]


def _new_pairs(secrets: Secrets, seats: int, who: int) -> Iterator[tuple[World, World, int]]:
    rng = Random(seats)
    for seed in count():
        world, seat = played(secrets, seats, seed, who), rng.randrange(seats)
        other = other_world(secrets, world, seat, rng)
        if other:
            yield world, other, seat


# -- what reaches a seat


def looks(secrets: Secrets, world: World, seat: int, rules: Any = None, surface: Any = None) -> Iterator[Any]:
    """Everything that reaches a seat in the course of a match: what it sees, is told and is asked."""
    game, rules, surface = secrets.game, rules or secrets.game.rules, surface or secrets.game.surface
    for number, state in enumerate(world.states):
        view = rules.view(state, PUBLIC)
        yield view
        yield rules.view(state, seat)
        yield surface.prompts(view), surface.paint(view), surface.board(view)
        yield from secrets.told(rules, state, seat)
        if number % secrets.ask_every == 0:
            yield list(secrets.asked(rules, state))
            yield list(refusals(secrets, state, game.deck[number % LOOK_EVERY :: LOOK_EVERY], surface))
        if number < len(world.actions):
            action, after = world.actions[number], world.states[number + 1]
            yield rules.seen(state, action, seat)
            yield surface.instruction(action, state), surface.description(action, state, after)
            yield surface.undo_instruction(action, state), surface.put_back([(state, action)], after)
        if number % LOOK_EVERY == 0 or number == len(world.states) - 1:
            yield surface.face(view), surface.setup_instructions(view)
            yield surface.cards_on_cells(view), surface.rounds_over(view)
            yield [surface.expected_at(view, cell) for cell in range(36)]
            yield [surface.where_is(view, card) for card in game.deck]
            yield surface.private(rules.view(state, seat))


def refusals(secrets: Secrets, state: Any, cards: Iterable[str], surface: Any) -> Iterator[Any]:
    """What everybody hears if a card is shown or typed and refused; of one that would do, were it refused.

    That it is refused tells of the hand of who acts; why must tell nothing.
    """
    for card in cards:
        for event in secrets.shows(card, state):
            meant = surface.read(event, state)
            yield secrets.refused(state, meant) if isinstance(meant, Action) else meant


def leaves(
    secrets: Secrets, world: World, seat: int, export: Any = redact_record, private: Any = None
) -> Iterator[str]:
    """What leaves the table of the running match: its exports, and the screen with the private face of the seat."""
    game, options = secrets.game, dict(world.states[0].terms.options)
    people = tuple(Player(f"Player {n}") for n in range(1, world.states[0].terms.seats + 1))
    header = Header(game.name, tuple(player.name for player in people), options, 7, "")
    rows = rows_of(game, zip(world.states, world.actions, strict=False))
    yield to_jsonl(export(game, MatchRecord(header, tuple(rows))))
    session = Session(MatchState(game, people, options), Phase.PLAYING)
    lines = [message for action in world.actions for message in session.apply_action(action).said]
    yield to_text(session.match_state)
    translator = Translator("en", header.players, game=game.name)
    shown = (private or game.surface.private)(game.rules.view(session.state, seat))
    said = map(translator.text, (*lines[-4:], *shown))
    yield "\n".join(map(str, page_lines(session, translator, title="", said=[*said], typed="")))


def says_hands(secrets: Secrets, state: Any) -> Any:
    """A sentence that tells all that is hidden, for controls."""
    return say("{hands}", hands=str(secrets.hands(state)))
