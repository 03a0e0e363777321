"""Positions of random matches in two worlds that one person there cannot tell apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Game
from glowtable.match.copies import Copies
from glowtable.match.match_state import MatchState
from glowtable.match.news import News
from glowtable.match.session import Session
from glowtable.match.undo import PlayedAction, card_of
from glowtable.table import Row

from tests.support.adversary import (
    Make,
    Seats,
    World,
    kinds_about_cards,
    other_world,
    play_match,
    positions,
    seats_of,
    session_at,
    with_exchanged,
)
from tests.support.overridden import overridden
from tests.support.two_worlds import Spot, lying_cards, reminder
from tests.support.watched_table import Past, Watch, WatchedTable

MAX_ACTIONS = 300  # actions
SPOTS_PER_KIND = 4  # positions of each kind in a match
RECENT_ACTIONS = 60  # actions of which people have heard at the table
MAX_PAIRS = 12  # of cards that are tried
RULES_OF_TWO = ("reminders", "recalled")  # what follows from two states
RULES = ("legal", "apply", "view", "outcome", "chance", "public_state", "believed", "seen")
BY_VIEW = ("paint", "prompts", "face", "board", "zones", "tokens", "cards_on_cells", "face_down", "own_hand")
BY_STATE = ("read", "gesture", "instruction")  # of an event or action, and a state

# -- a game that works nothing out twice


def remembering(game: Game, *worlds: World) -> Game:
    """The same game, which works nothing out twice of one state; the states of these worlds are what comes again."""
    steps = [step for world in worlds for step in zip(world.states, world.actions, world.states[1:], strict=False)]
    played = {(id(state), action): (state, after) for state, action, after in steps}
    of_one = {name: _remembered(getattr(game.rules, name), {}) for name in RULES}
    both = RULES_OF_TWO if game.rules.is_forgetting else ()
    of_two = {name: _remembered_of_two(getattr(game.rules, name)) for name in both}
    rules = overridden(game.rules, **{**of_one, **of_two, "apply": _remembered(game.rules.apply, played)})
    surface = overridden(
        game.surface,
        **{name: _remembered(getattr(game.surface, name), {}) for name in BY_VIEW},
        **{name: _remembered_second(getattr(game.surface, name)) for name in BY_STATE},
    )
    return game._replace(rules=rules, surface=surface, adviser=None)  # how far a search comes depends on the time


def _remembered(function: Callable[..., Any], memory: dict[Any, tuple[Any, Any]]) -> Callable[..., Any]:
    """Of one state, and whatever else; the state is kept, so that no other can have its id."""

    def recall(state: Any, *others: Any) -> Any:
        key = (id(state), *others)
        if key not in memory:
            memory[key] = (state, function(state, *others))
        return memory[key][1]

    return recall


def _remembered_second(function: Callable[..., Any]) -> Callable[..., Any]:
    recall = _remembered(lambda state, what: function(what, state), {})
    return lambda what, state: recall(state, what)


def _remembered_of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of two states, the last handed in at the end."""
    memory: dict[Any, Any] = {}

    def recall(state: Any, *others: Any) -> Any:
        key = (id(state), *others[:-1], id(others[-1]))
        if key not in memory:
            memory[key] = (state, others[-1], function(state, *others))
        return memory[key][-1]

    return recall


# -- positions


class Planted(NamedTuple):
    """What a control has in the place of something: of the session, the news, the game that is played."""

    session: Make = Session
    news: Callable[[MatchState], News] = News
    rules: Mapping[str, Any] = MappingProxyType({})


NOTHING_PLANTED = Planted()


class Habits(NamedTuple):
    """What a table is like."""

    nfc: bool
    dealt: bool
    readers: int
    claimed: tuple[int, ...]
    auction_s: int

    def __str__(self) -> str:
        return f"{', cells read tags' * self.nfc}{', cards are dealt' * self.dealt}"


class Place(NamedTuple):
    """One match, and who looks."""

    game: Game
    seed: int
    seats: Seats
    viewer: int
    rng: Random
    planted: Planted

    def spot(self, at: int, one: World, other: World, exchanged: tuple[int, ...], **facts: Any) -> Spot:
        """Both worlds at this position, and what the table is like."""
        drawn, game = facts.pop("drawn", ()), remembering(self.game, one, other)
        habits = self.habits(is_dealt=bool(drawn))
        pair, watches = zip(*(self._lived(game, world, at, habits) for world in (one, other)), strict=True)
        for session, draw in zip(pair, drawn, strict=bool(drawn)):
            session.match_state.chance.stage_draw(draw)
        name = f"{game.name} {self.seed} at {at}, {self.seats.players[self.viewer].name} looks{habits}"
        facts.setdefault("order", self.shuffled_deck())
        return Spot(name, game, pair, (one, other), watches, exchanged, **facts)

    def habits(self, is_dealt: bool) -> Habits:
        rng = self.rng
        people = [seat for seat, player in enumerate(self.seats.players) if not player.bot]
        claimed = (*[self.viewer] * (rng.random() < 0.7), *(seat for seat in people if rng.random() < 0.4))
        return Habits(
            nfc=rng.random() < 0.5,
            dealt=is_dealt or rng.random() < 0.3,
            readers=0xFF if rng.random() < 0.8 else rng.randrange(0xFF),
            claimed=tuple(dict.fromkeys(claimed)),
            auction_s=5 * (rng.random() < 0.2),
        )

    def _lived(self, game: Game, world: World, at: int, habits: Habits) -> tuple[Session, Watch]:
        """The session, and what was said and written down in it."""
        start, planted = max(0, at - RECENT_ACTIONS), self.planted
        game = game._replace(rules=overridden(game.rules, **planted.rules))
        session = session_at(game, self.seats, world, start, planted.session)
        session.nfc, session.match_state.dealt, session.judge.readers = habits.nfc, habits.dealt, habits.readers
        rows = tuple(Row("action", str(action)) for action in world.actions[:start])
        played = WatchedTable(session, Watch(self.viewer, Past(planted.news(session.match_state), rows)), {})
        for action in world.actions[start:at]:
            played.follow(action)
        past = Past(played.pump.news, tuple(played.rows.rows))
        return session, Watch(self.viewer, past, habits.claimed, habits.auction_s)

    def shuffled_deck(self) -> list[str]:
        return self.rng.sample(self.game.deck, len(self.game.deck))


def exchanged_spots(place: Place, world: World) -> Iterator[Spot]:
    """Two cards are exchanged that the viewer never saw."""
    other = other_world(place.game, world, place.viewer, place.rng)
    if other:
        chosen = positions(place.game, world, other, place.rng)
        for at in place.rng.sample(chosen, min(SPOTS_PER_KIND, len(chosen))):
            yield place.spot(at, world, other, other.exchanged)


def drawn_spots(place: Place, world: World) -> Iterator[Spot]:
    """Chance has just brought one or another card unseen."""
    rules, by_kind = place.game.rules, Copies(place.game).action_by_kind
    for at in _chances(place, world):
        state, true = world.states[at], world.actions[at]
        seen = rules.seen(state, true, place.viewer)
        draws = [draw for draw, _ in rules.chance(state) if rules.seen(state, draw, place.viewer) == seen]
        draws = [draw for draw in draws if by_kind(draw) != by_kind(true) and not _is_in_a_row(place, state, draw)]
        if draws and not _is_in_a_row(place, state, true):
            drawn = place.rng.choice(draws)
            other = World((*world.states[: at + 1], rules.apply(state, drawn)), (*world.actions[:at], drawn))
            if rules.view(other.states[-1], place.viewer) == rules.view(world.states[at + 1], place.viewer):
                yield place.spot(at + 1, world, other, _cards_of(place.game, state, true, drawn))


def dealt_spots(place: Place, world: World) -> Iterator[Spot]:
    """The dealer has drawn one or another card, and not yet shown it."""
    by_kind = Copies(place.game).action_by_kind
    for at in _chances(place, world):
        state = world.states[at]
        drawn = place.rng.sample([draw for draw, _ in place.game.rules.chance(state)], 2)
        by_software = place.game.surface.dealt_by_software(place.game.rules.view(state, PUBLIC))
        are_in_rows = any(_is_in_a_row(place, state, draw) for draw in drawn)
        if not (by_software or are_in_rows) and len(set(map(by_kind, drawn))) > 1:
            yield place.spot(at, world, world, _cards_of(place.game, state, *drawn), drawn=drawn)


def _is_in_a_row(place: Place, state: Any, draw: Action) -> bool:
    """The hand of a bot lies in a row: people see from which place of it a card is drawn."""
    rules, own_hand = place.game.rules, place.game.surface.own_hand
    bots = [seat for seat, player in enumerate(place.seats.players) if player.bot]
    card = card_of(place.game, PlayedAction(state, draw))
    return any(card in own_hand(rules.view(state, seat))[0] for seat in bots)


def _chances(place: Place, world: World) -> list[int]:
    dealt = [at for at in range(len(world.actions)) if len(place.game.rules.chance(world.states[at])) > 1]
    return place.rng.sample(dealt, min(SPOTS_PER_KIND, len(dealt)))


def _cards_of(game: Game, state: Any, *draws: Action) -> tuple[int, ...]:
    """The two cards that chance can bring; none if it brings something else."""
    names = {card_of(game, PlayedAction(state, draw)) for draw in draws}.intersection(game.deck)
    return tuple(map(game.deck.index, sorted(names))) if len(names) == 2 else ()


def lying_spots(place: Place, world: World) -> Iterator[Spot]:
    """Two cards are exchanged that nobody has seen; at least one of them lies face down on a cell."""
    rng, deck = place.rng, place.game.deck
    for at in rng.sample(range(len(world.actions)), min(SPOTS_PER_KIND, len(world.actions))):
        session, order = session_at(place.game, place.seats, world, at), place.shuffled_deck()
        unseen = _face_down(session, is_known=False)
        single = {card for cell in unseen for card in unseen[cell]}.intersection(
            deck
        ) - session.match_state.copies.kinds.keys()
        lying = lying_cards(session, order) if unseen else {}
        on_cells = sorted(single.intersection(lying[cell] for cell in unseen if cell in lying))
        if on_cells and len(single) > 1:
            card = rng.choice(on_cells)
            other = rng.choice(sorted(single - {card}))
            yield place.spot(at, world, world, (deck.index(card), deck.index(other)), order=order)


def forgotten_spots(place: Place, world: World) -> Iterator[Spot]:
    """Two cards are exchanged that were turned up and turned back, and lie face down: all are meant to forget which."""
    rules, rng = place.game.rules, place.rng
    if not rules.is_forgetting:
        return
    turns = _turns(place.game, world)
    for turn in rng.sample(turns, min(SPOTS_PER_KIND * 2, len(turns))):
        at = min(turn + rng.randint(1, 5), len(world.actions))
        state = world.states[at]
        cards = _turned_back(place, world, at)
        for _ in range(MAX_PAIRS if len(cards) > 1 and rules.to_act(state) else 0):
            one, two = rng.sample(cards[: rng.choice((3, len(cards)))], 2)
            other = _exchanged_before(place.game, world, at, one, two)
            if other and reminder(rules, other.states[at]) == reminder(rules, state):
                yield place.spot(at, world, other, (one, two), is_forgotten=True)
                break


def _turns(game: Game, world: World) -> list[int]:
    """At which positions a card was turned up before all eyes."""
    steps = enumerate(zip(world.states, world.actions, strict=False))
    by_chance = [(at, step) for at, step in steps if step[1].seat == CHANCE]
    return [at for at, (state, action) in by_chance if game.rules.seen(state, action, PUBLIC) == action]


def _turned_back(place: Place, world: World, at: int) -> list[int]:
    """The cards that lie face down and that all have seen, first what was turned up last."""
    lying = _face_down(session_at(place.game, place.seats, world, at), is_known=True)
    cards = {place.game.deck.index(min(names)) for names in lying.values()}
    came = [int(action.args[0]) for action in world.actions[:at] if action.seat == CHANCE and action.args][::-1]
    return sorted(cards, key=lambda card: came.index(card) if card in came else len(came))


def _face_down(session: Session, is_known: bool) -> Mapping[int, frozenset[str]]:
    """The single cards face down on cells, as what may lie there; of copies one is as good as another."""
    surface, copies = session.game.surface, session.match_state.identities.copies
    piles, backs = surface.cards_on_cells(session.match_state.public_view), surface.face_down(session.view)
    single = {cell: piles[cell][0] for cell in backs if len(piles.get(cell, ())) == 1}
    return {cell: cards for cell, cards in single.items() if (cards <= {*copies(min(cards))}) == is_known}


def _exchanged_before(game: Game, world: World, at: int, one: int, two: int) -> World | None:
    """The same match up to a position with these cards in each other's place; None if it could not be played so."""
    kinds = {kind for kind in kinds_about_cards(game) if game.kinds[kind].by_chance}
    states, rules = [world.states[0]], game.rules
    actions = with_exchanged(world, kinds, one, two)[:at]
    for action in actions:
        if not rules.is_possible(states[-1], action):
            return None
        states.append(rules.apply(states[-1], action))
    return World(tuple(states), actions)


Kind = Callable[[Place, World], Iterator[Spot]]
KINDS: tuple[Kind, ...] = (
    exchanged_spots, drawn_spots, dealt_spots, lying_spots, forgotten_spots,
)  # fmt: skip


def spots_of(game: Game, seed: int, planted: Planted, kinds: Sequence[Kind]) -> Iterator[Spot]:
    """Positions of these kinds in one match, a viewer among its people."""
    rng = Random(f"sequences {game.name} {seed}")
    seats = seats_of(game, rng)
    viewer = rng.choice([seat for seat, player in enumerate(seats.players) if not player.bot])
    place = Place(game, seed, seats, viewer, rng, planted)
    world = play_match(game, seats, rng, rng.randrange(MAX_ACTIONS // 3, MAX_ACTIONS))
    for choose in kinds:
        yield from choose(place, world)
