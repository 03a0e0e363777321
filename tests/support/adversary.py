"""Who listens and looks everywhere, and tries everything, to learn what is hidden: the table is tested like a lock.

Two worlds are one match in which two cards that a viewer never saw have changed places, so that it cannot tell one
from the other; or one moment at which the dealer has drawn another card that nobody has seen. In both the same is done
and typed; whatever all people then see and hear must be the same.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from copy import copy
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action, Arg, Game
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.kit.cards import NamedCards
from glowtable.lab.breaches import fitting
from glowtable.match.dealer import Dealer
from glowtable.match.dispute import Dispute
from glowtable.match.export import redact_record, to_jsonl, to_text
from glowtable.match.face_down_rows import FaceDownHands
from glowtable.match.journal import Header
from glowtable.match.match_record import MatchRecord
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture, current_prompts
from glowtable.match.session import Phase, Reply, Session
from glowtable.match.undo import PlayedAction, card_of
from glowtable.messages import Message
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Card, Event, Key, Press, Row, event_text
from glowtable.terminal.typed_line import event_of, seat_of_hand

from tests.games.play import at_random, steps

NAMES = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay")
TRIES = 12  # pairs of cards tried before a match is given up
OTHERS = 2  # names of other cards that are typed at a position
POSITIONS = 8  # of a match that are probed where seats act, and as many where chance does

Make = Callable[[MatchState, Phase], Session]


class World(NamedTuple):
    """A match as far as it was played: states[n] is the one before actions[n]."""

    states: tuple[Any, ...]
    actions: tuple[Action, ...]
    exchanged: tuple[int, ...] = ()  # the cards that are in each other's place, beside the first world


class Seats(NamedTuple):
    """Who plays: the people's names, bots, and the options."""

    players: tuple[Player, ...]
    options: dict[str, Arg]


class Probe(NamedTuple):
    """Something that a person does: an event that is sensed, or a line that is typed."""

    sensed: Event | None = None
    typed: str = ""


# -- two worlds


def seats_of(game: Game, rng: Random) -> Seats:
    """People and bots in any number that goes, with any options."""
    count = rng.choice([seats for seats in game.seats if seats > 1])
    people = set(rng.sample(range(count), rng.randint(1, count)))
    best = next(iter(game.bots))
    players = tuple(Player(NAMES[seat], "" if seat in people else best) for seat in range(count))
    return Seats(players, options_for(game, count, rng))


def options_for(game: Game, count: int, rng: Random) -> dict[str, Arg]:
    """Any options that go with so many seats."""
    while True:
        drawn = {option.name: rng.choice(option.choices) for option in game.options}
        for _, options in fitting(game, count, drawn):
            return options


def play_match(game: Game, seats: Seats, rng: Random, most: int) -> World:
    """A match of random actions, of at most so many."""
    rules, dealer = game.rules, Dealer(rng.getrandbits(30))
    begun = rules.setup(len(seats.players), seats.options)
    played = [*islice(steps(rules, begun, dealer, at_random(rules, rng)), most)]
    return World((begun, *(step.after for step in played)), tuple(step.action for step in played))


def other_world(game: Game, world: World, viewer: int, rng: Random) -> World | None:
    """The match with two cards exchanged of which the viewer never saw either; None if no such pair was found.

    Where every card comes to light, the match is left before the last have.
    """
    kinds = kinds_about_cards(game)
    hidden, cards = never_seen(game, world, viewer)
    while not hidden and world.actions:
        world = World(world.states[:-1], world.actions[:-1])
        hidden, cards = never_seen(game, world, viewer)
    for _ in range(TRIES if hidden else 0):
        one, other = rng.choice(hidden), rng.choice(cards)
        found = _replayed(game, world, with_exchanged(world, kinds, one, other), viewer)
        if one != other and found:
            return found._replace(exchanged=(one, other))
    return None


def never_seen(game: Game, world: World, viewer: int) -> tuple[list[int], list[int]]:
    """Of the cards that the viewer did not see those that something was done with, and all."""
    kinds = kinds_about_cards(game)
    about_cards = [played for played in zip(world.states, world.actions, strict=False) if played[1].kind in kinds]
    seen = [game.rules.seen(state, action, viewer) for state, action in about_cards]
    known = {int(action.args[0]) for action in seen if action.args[0] != HIDDEN}
    hidden = {int(action.args[0]) for _, action in about_cards} - known
    return sorted(hidden), sorted(set(range(len(game.deck))) - known)


def kinds_about_cards(game: Game) -> set[str]:
    return {name for name, kind in game.kinds.items() if kind.domains and isinstance(kind.domains[0], NamedCards)}


def with_exchanged(world: World, kinds: Container[str], one: int, other: int) -> tuple[Action, ...]:
    """The actions, those of these kinds about one of two cards with the other."""
    swapped: dict[Arg, Arg] = {one: other, other: one}
    return tuple(
        action._replace(args=(swapped.get(action.args[0], action.args[0]),)) if action.kind in kinds else action
        for action in world.actions
    )


def _replayed(game: Game, world: World, actions: Sequence[Action], viewer: int) -> World | None:
    """The other world as long as the viewer cannot tell it from the first; None if that is not for long."""
    rules, states = game.rules, [world.states[0]]
    for before, action, true in zip(world.states, actions, world.actions, strict=False):
        state = states[-1]
        if not rules.is_possible(state, action) or rules.seen(state, action, viewer) != rules.seen(
            before, true, viewer
        ):
            break
        after = rules.apply(state, action)
        if rules.view(after, viewer) != rules.view(world.states[len(states)], viewer):
            break
        states.append(after)
    same = next((n for n, (one, other) in enumerate(zip(states, world.states, strict=False)) if one != other), None)
    return World(tuple(states), tuple(actions[: len(states) - 1])) if same is not None else None


def is_dealt(game: Game) -> bool:
    """Whether chance decides anything in it."""
    return any(kind.by_chance for kind in game.kinds.values())


def dealt_worlds(
    game: Game, seats: Seats, world: World, rng: Random, make: Make = Session
) -> Iterator[tuple[int, tuple[Session, Session]]]:
    """Moments at which the dealer deals a card, twice each: it has drawn one or another, and not yet shown it."""
    dealt = [at for at, state in enumerate(world.states) if len(game.rules.chance(state)) > 1]
    for at in sorted(rng.sample(dealt, min(POSITIONS, len(dealt)))):
        draws = rng.sample([draw for draw, _ in game.rules.chance(world.states[at])], 2)
        one, two = (session_at(game, seats, world, at, make) for _ in draws)
        for session, draw in zip((one, two), draws, strict=True):
            session.match_state.dealt = True
            session.match_state.chance.stage_draw(draw)
        if not one.wants_dealer:
            yield at, (one, two)


# -- what is done


def session_at(game: Game, seats: Seats, world: World, at: int, make: Make = Session) -> Session:
    """The match in play before action `at`."""
    session = make(MatchState(game, seats.players, seats.options, same_for_all(game)), Phase.PLAYING)
    session.match_state.face_down = followed_already(session.match_state.face_down, world)
    session.match_state.state = world.states[at]
    session.match_state.history = [
        PlayedAction(*played) for played in zip(world.states[:at], world.actions[:at], strict=True)
    ]
    return session


_FOLLOWED: deque[tuple[World, FaceDownHands]] = deque(maxlen=4)  # of the matches that were looked at last


def followed_already(hands: FaceDownHands, world: World) -> FaceDownHands:
    """These hands as far as this match was followed before: at a table each action is followed once."""
    for followed, known in _FOLLOWED:
        if followed is world and known.game is hands.game and known.seats == hands.seats:
            return known
    _FOLLOWED.append((world, hands))
    return hands


def same_for_all(game: Game) -> Any:
    """A bot that wants, if it can, what does not depend on its cards."""

    def think(state: Any, seat: int) -> Action:
        return min(game.rules.legal(state, seat), key=lambda action: (len(action.args), str(action)))

    return think


def probes(session: Session, viewer: int, cards: Iterable[int], rng: Random) -> Iterator[Probe]:
    """Everything that people can do: keys, cells, cards that the viewer knows of at each reader, and typed lines.

    Typed are all words with the names of these cards and of a few others.
    """
    seats = range(len(session.players))
    yield from (Probe(Key(seat, key)) for seat in seats for key in SEAT_KEYS)
    yield from (Probe(Key(TABLE_SEAT, key)) for key in TABLE_KEYS)
    yield from (Probe(Press(cell)) for cell in range(CELLS))
    view = session.game.rules.view(session.state, viewer)
    own = [card for card in session.game.deck if f"'{card}'" in repr(view)]
    yield from (Probe(Card(seat, card)) for seat in seats for card in own)
    addressed = ["", *(f"{player.name} " for player in session.players)]
    named = [*(session.game.deck[card] for card in cards), *rng.sample(session.game.deck, OTHERS)]
    titles = dict.fromkeys(name for card in named for name in (card, card[:-1].rstrip()))
    yield from (Probe(typed=f"{who}{title}") for title in titles for who in addressed)
    kinds = [kind for kind, said in session.game.kinds.items() if not said.by_chance]
    words = [*kinds, *(f"{kind} {title}" for kind in kinds for title in titles if session.game.kinds[kind].domains)]
    yield from (Probe(typed=f"{who}{word}") for word in words for who in addressed)
    yield from (Probe(typed=f"hand {player.name}") for player in session.players)


class Heard(NamedTuple):
    """What people see and hear of a probe; `known` is what the viewer knows of the match after it.

    `acted` is by kind: nobody sees which of several cards that look alike was booked. `wanted` is what a bot does next.
    """

    reply: tuple[Any, ...]
    shown: tuple[Any, ...]
    known: tuple[Any, ...]
    acted: Action | None
    wanted: Action | None = None


Looks = dict[tuple[Any, ...], tuple[Any, ...]]  # what was seen of a position, by what a probe changed


def outcome_of(session: Session, probe: Probe, viewer: int, looks: Looks) -> Heard:
    """Do it in this session, and look at everything."""
    played = len(session.history)
    reply = reply_to(session, probe)
    if isinstance(reply, Message):
        return Heard((reply,), (), (), None)
    heard = (reply.said, reply.refused, reply.shows_hand, bool(reply.does))
    if len(session.history) == played:
        return Heard(heard, look_at(session, looks), (), None)
    rules = session.game.rules
    known = (rules.view(session.state, PUBLIC), rules.view(session.state, viewer))
    shown = (current_prompts(session), current_picture(session), session.repairs)
    acted = rules.seen(*session.history[-1], viewer) if session.history else None
    acted = acted and session.match_state.copies.action_by_kind(acted)
    return Heard(heard, shown, known, acted, session.match_state.bots.wanted_action)


def look_at(session: Session, looks: Looks) -> tuple[Any, ...]:
    """All that shines and is asked; the state is the same each time."""
    dispute = session.dispute
    changed = (*(getattr(session, name) for name in CHANGES), session.judge.entering, dispute.look, dispute.looks)
    if changed not in looks:
        looks[changed] = (current_prompts(session), current_picture(session), session.lit_cells, session.phase)
    return looks[changed]


CHANGES = ("phase", "question", "repairs", "cursor", "pressed", "refused", "paused", "night")


def reply_to(session: Session, probe: Probe) -> Reply | Message:
    if probe.sensed:
        return session.handle_event(probe.sensed)
    if probe.typed.startswith("hand "):
        seat = seat_of_hand(probe.typed.removeprefix("hand "), session)
        return Message("whose") if seat is None else session.ask_to_show_hand(seat)
    event = event_of(probe.typed, session)
    if isinstance(event, Message):
        return event
    event = session.match_state.copies.event_by_kind(event)
    return session.judge_typed(event) or session.handle_event(event)


NOTHING = Probe()
NOTHING_DONE = (Heard((), (), (), None),) * 2


def tell_apart(one: Heard, other: Heard) -> bool:
    """Does the viewer learn in which world it is, though the rules do not show it?

    Where the same was done in both, what follows may differ as the rules have it (an answer, a card that is laid open,
    what a bot then chooses from its hand).
    """
    if one.acted and one.acted == other.acted and (one.known != other.known or one.wanted != other.wanted):
        return False
    return one != other


def exports_of(game: Game, seats: Seats, world: World, most: int, draw: Action | None = None) -> tuple[str, str]:
    """What is exported of the running match: its journal as all may read it, and the game's notation.

    `draw` is what chance brings after that.
    """
    done = list(zip(world.states[:most], world.actions[: most - 1], strict=False))
    rows = [*rows_of(game, done), *([Row("action", str(draw))] if draw else ())]
    header = Header(game.name, tuple(player.name for player in seats.players), seats.options, 7, "")
    session = session_at(game, seats, world, len(done))
    return to_jsonl(redact_record(game, MatchRecord(header, tuple(rows)))), to_text(session.match_state)


def rows_of(game: Game, done: Iterable[tuple[Any, Action]]) -> Iterator[Row]:
    """The journal of what was done in these states: each gesture as an event of its own."""
    for state, action in done:
        yield Row("event", event_text(game.surface.gesture(action, state)))
        yield Row("action", str(action))


# -- the whole


Difference = tuple[str, Probe, Heard, Heard]


class Found(NamedTuple):
    """How many probes were made, and those by which the worlds could be told apart."""

    count: int
    differences: list[Difference]


def try_everything(game: Game, seed: int, part: int = 1) -> Found:
    """All that is tried in one match, to its end, or one of `part` of it."""
    tried = list(attempts(game, seed, part=part))
    return Found(len(tried), [difference for difference in tried if difference])


def attempts(
    game: Game, seed: int, most: int = 300, make: Make = Session, part: int = 1
) -> Iterator[Difference | None]:
    """One match, a viewer among its people, and every probe (or one of `part`) at positions all along it.

    None for each attempt that told nothing.
    """
    rng = Random(f"{game.name} {seed}")
    seats = seats_of(game, rng)
    viewer = rng.choice([seat for seat, player in enumerate(seats.players) if not player.bot])
    world = play_match(game, seats, rng, most)
    other = other_world(game, world, viewer, rng)
    if other:
        yield from exchanged_attempts(Lock(game, seed, seats, viewer, rng, make, part), world, other)
    yield from dealt_attempts(Lock(game, seed, seats, viewer, rng, make, part), world)


class Lock(NamedTuple):
    """One match that is tried."""

    game: Game
    seed: int
    seats: Seats
    viewer: int
    rng: Random
    make: Make
    part: int

    def try_pair(self, at: int, pair: tuple[Session, Session], tried: Iterable[Probe]) -> Iterator[Difference | None]:
        """One position in both worlds: what shines and is asked, and then each of the probes, or one of `part`."""
        name = f"{self.game.name} {self.seed} at {at}, {NAMES[self.viewer]} looks"
        looks: tuple[Looks, Looks] = ({}, {})
        if look_at(pair[0], looks[0]) != look_at(pair[1], looks[1]):
            yield (name, NOTHING, *NOTHING_DONE)
        for probe in list(tried)[self.rng.randrange(self.part) :: self.part]:
            one, two = (outcome_of(copied(each), probe, self.viewer, looks[n]) for n, each in enumerate(pair))
            yield (name, probe, one, two) if tell_apart(one, two) else None


def exchanged_attempts(lock: Lock, world: World, other: World) -> Iterator[Difference | None]:
    """Where two cards are exchanged: everything, and the exports of the running match."""
    game, seed, seats, viewer, rng, make, _ = lock
    for at in positions(game, world, other, rng):
        one, two = (session_at(game, seats, each, at, make) for each in (world, other))
        if one.match_state.bots.wanted_action == two.match_state.bots.wanted_action:
            yield from lock.try_pair(at, (one, two), probes(one, viewer, other.exchanged, rng))
    if not game.rules.outcome(world.states[-1]):
        exports = {exports_of(game, seats, each, len(other.states)) for each in (world, other)}
        yield (f"{game.name} {seed}, exports", NOTHING, *NOTHING_DONE) if len(exports) > 1 else None
    for at in positions(game, world, other, rng):
        draw = draw_against_one(game, world.states[at], other.states[at])
        if draw:
            exports = {exports_of(game, seats, each, at + 1, draw) for each in (world, other)}
            yield (f"{game.name} {seed}, exports with {draw}", NOTHING, *NOTHING_DONE) if len(exports) > 1 else None


def dealt_attempts(lock: Lock, world: World) -> Iterator[Difference | None]:
    """Where the dealer has drawn: everything but cards at readers, for at that table people have none."""
    for at, pair in dealt_worlds(lock.game, lock.seats, world, lock.rng, lock.make):
        names = [card_of(lock.game, PlayedAction(each.state, each.match_state.chance.staged_draw)) for each in pair]
        cards = [lock.game.deck.index(name) for name in names if name]
        tried = probes(pair[0], lock.viewer, cards, lock.rng)
        yield from lock.try_pair(at, pair, (probe for probe in tried if not isinstance(probe.sensed, Card)))


def draw_against_one(game: Game, *states: Any) -> Action | None:
    """What chance may bring as far as everybody knows, though in one of these states it is thought to be elsewhere."""
    rules = game.rules
    for draw, _ in rules.chance(rules.public_state(states[0])) if rules.to_act(states[0]) == (CHANCE,) else ():
        possible = [rules.is_possible(state, draw) for state in states]
        believed = (rules.is_possible(rules.believed(state, draw), draw) for state in states)
        if len(set(possible)) > 1 and all(map(max, possible, believed)):
            return draw
    return None


def positions(game: Game, world: World, other: World, rng: Random) -> list[int]:
    """Where the worlds differ and the match goes on; where chance acts but now and then."""
    differ = [at for at, state in enumerate(other.states) if state != world.states[at]]
    acting = [at for at in differ if game.rules.to_act(world.states[at]) not in ((), (CHANCE,))]
    by_chance = [at for at in differ if game.rules.to_act(world.states[at]) == (CHANCE,)]
    return sorted([at for each in (acting, by_chance) for at in rng.sample(each, min(POSITIONS, len(each)))])


def copied(session: Session) -> Session:
    other, match_state = copy(session), copy(session.match_state)
    match_state.history, match_state.drawn_before = list(session.history), copy(session.match_state.drawn_before)
    match_state.drawn_before.kept = dict(match_state.drawn_before.kept)
    other.match_state, other.judge, other.dispute = match_state, copy(session.judge), Dispute()
    other.judge.match_state = match_state
    known = match_state.identities = copy(match_state.identities)
    known.names, known.doubtful = dict(known.names), set(known.doubtful)
    return other
