"""Matches of a study played once more, for what their records do not hold: cells, cards, who had most of what, when.

Seed and bots decide a match; its digest says whether it is the same one. Knows no game: cells are those that hands
press for an action, cards what an action of that kind is about, and what a seat has is read off the public view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Action, Game, check_seats, full_options
from glowtable.grid import CELLS
from glowtable.kit.cards import NamedCards
from glowtable.kit.json_form import to_json
from glowtable.lab.figures import Interval, wilson
from glowtable.lab.one_match import make_players, match_steps
from glowtable.lab.players import is_timed
from glowtable.lab.simulate import SimulatedMatch
from glowtable.lab.study import Study
from glowtable.messages import UserError
from glowtable.table import Press

OPENING = 2  # rounds, which all matches have: later cards are dealt with where a match is long
MAX_REPLAYED = 200  # matches are played once more; what they show is a sample
OWNED = " (owner)"  # after the name of a field whose things say whose they are

Wealth = Mapping[str, tuple[int, ...]]  # what seats have -> how much of it each


class ReplayedMatch(NamedTuple):
    """One match: presses on cells, the cards that each seat dealt with, who had how much, half-way and at the end."""

    winners: tuple[int, ...]
    cells: Mapping[int, int]
    cards: Mapping[str, frozenset[int]]  # by what is printed on them -> seats
    half: Wealth
    end: Wealth
    opening: frozenset[str] = frozenset()  # the cards that somebody dealt with in the first rounds


def replay_matches(study: Study, most: int = MAX_REPLAYED) -> list[ReplayedMatch]:
    """The first matches that came to an end; none if they cannot be played again as they were."""
    try:
        matches = [_replay_match(study, match) for match in study.finished[:most]]
    except UserError:  # a bot or game that is not here
        return []
    return [each for each in matches if each]


def _replay_match(study: Study, match: SimulatedMatch) -> ReplayedMatch | None:
    """None if it is another match now: a bot took its time, or has changed. UserError if it cannot be played."""
    run, game = study.run, games.find(study.run.game)
    if any(is_timed(game, bot) for bot in match.bots):
        return None
    check_seats(game, run.players)
    state = game.rules.setup(run.players, full_options(game, run.options))
    cells: Counter[int] = Counter()
    cards: dict[str, set[int]] = {}
    opening: set[str] = set()
    digest, count = blake2b(digest_size=16), 0
    half: Wealth = {}
    for action, after, _ in match_steps(game, state, make_players(game, match.bots), run.seed, match.number):
        digest.update(f"{action}\n".encode())
        cells.update(_pressed_cells(game, action, state))
        for card in _cards_of(game, action):
            cards.setdefault(card, set()).update(_seats_of(game, action, after))
            if game.rules.round_number(after) <= OPENING:
                opening.add(card)
        state, count = after, count + 1
        if count > match.actions:
            return None
        if count == match.actions // 2:
            half = wealth_of(game, state, run.players)
    ended = game.rules.outcome(state)
    if ended is None or digest.digest() != match.digest:
        return None
    seats = {card: frozenset(holders) for card, holders in cards.items()}
    return ReplayedMatch(ended.winners, cells, seats, half, wealth_of(game, state, run.players), frozenset(opening))


def _pressed_cells(game: Game, action: Action, state: Any) -> Iterator[int]:
    """The cell that hands press for it, if they do."""
    if action.seat != CHANCE:
        event = game.surface.gesture(action, state)
        if isinstance(event, Press):
            yield event.cell


def _cards_of(game: Game, action: Action) -> Iterator[str]:
    """What is printed on the cards that it is about."""
    printed = {name: title for title, names in game.alike.items() for name in names}  # on those that are alike
    for domain, value in zip(game.kinds[action.kind].domains, action.args, strict=False):
        if isinstance(domain, NamedCards) and isinstance(value, int) and domain.names[value] in game.deck:
            yield printed.get(domain.names[value], domain.titles[value])


def _seats_of(game: Game, action: Action, after: Any) -> Sequence[int]:
    """Who acts on a card; one that chance brings is for whoever acts next, if it is one alone."""
    if action.seat != CHANCE:
        return (action.seat,)
    actors = game.rules.to_act(after)
    return actors if len(actors) == 1 and actors[0] != CHANCE else ()


def wealth_of(game: Game, state: Any, players: int) -> Wealth:
    """What all people know that each seat has: numbers, or how many things, or things that say whose they are."""
    view = to_json(game.rules.view(state, PUBLIC))
    amounts: dict[str, tuple[int, ...]] = {}
    for name, value in view.items() if isinstance(view, dict) else ():
        if isinstance(value, list) and value:
            amounts |= _of_each_seat(name, value, players)
    return amounts


def _of_each_seat(name: str, values: list[Any], players: int) -> dict[str, tuple[int, ...]]:
    if len(values) == players and are_all(values, int):
        return {name: tuple(values)}
    if len(values) == players and are_all(values, list):
        return {name: tuple(map(len, values))}
    if are_all(values, dict) and are_all([each.get("owner") for each in values], int):
        owners = Counter(each["owner"] for each in values)
        return {name + OWNED: tuple(owners[seat] for seat in range(players))}
    return {}


def are_all(values: Sequence[Any], kind: type) -> bool:
    """Whether each is of just this type: no bool is an int."""
    return all(type(value) is kind for value in values)


# -- what they show


def cell_counts(matches: Sequence[ReplayedMatch]) -> list[float]:
    """How often each cell is pressed in a match, on average."""
    total: Counter[int] = Counter()
    for match in matches:
        total.update(match.cells)
    return [total[cell] / max(1, len(matches)) for cell in range(CELLS)]


def card_shares(matches: Sequence[ReplayedMatch], least: int = 20) -> dict[str, Interval]:
    """The share of wins of seats that dealt with a card, for cards that enough did; the highest first."""
    wins: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for match in matches:
        for card, holders in match.cards.items():
            seats[card] += len(holders)
            wins[card] += len(holders & set(match.winners))
    shares = {card: wilson(wins[card], n) for card, n in seats.items() if n >= least}
    return dict(sorted(shares.items(), key=lambda each: (-each[1].value, each[0])))


def richest_shares(matches: Sequence[ReplayedMatch], *, at_half: bool) -> dict[str, Interval]:
    """What is had -> how often a seat wins that alone has most of it, half-way or at the end."""
    wins: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    held = [(match, match.half if at_half else match.end) for match in matches]
    lists = {name for _, wealth in held for name in wealth if all(_lists_seats(w.get(name, ())) for _, w in held)}
    for match, wealth in held:
        for name, amounts in wealth.items():
            if name in lists:
                continue
            leaders = [seat for seat, amount in enumerate(amounts) if amount == max(amounts)]
            if len(leaders) == 1:
                seen[name] += 1
                wins[name] += leaders[0] in match.winners
    return {name: wilson(wins[name], n) for name, n in sorted(seen.items()) if n >= max(10, len(matches) // 10)}


def _lists_seats(amounts: Sequence[int]) -> bool:
    """Seats that something is true of, by their numbers, look like amounts by chance alone."""
    return all(one < other < len(amounts) for one, other in pairwise((-1, *amounts)))
