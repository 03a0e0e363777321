"""Matches of a study played once more, for what their records do not hold: cells, cards, who had most of what, when.

Seed and bots decide a match; its digest says whether it is the same one. Knows no game: cells are those that hands
press for an action, cards what an action of that kind is about, and what a seat has is read off the public view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice, permutations
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Action, Asset, Game, check_seats, full_options
from glowtable.grid import CELLS
from glowtable.kit.cards import NamedCards
from glowtable.kit.json_form import to_json
from glowtable.lab.figures import Interval, chance_of_difference, chance_of_share, difference, holm, wilson
from glowtable.lab.one_match import is_timed, make_players, match_steps
from glowtable.lab.study import (
    Study,
    have_seats,
    is_starter_a_seat,
    mean_text,
    option_text,
    pair_line,
    seat_line,
    starting_line,
)
from glowtable.lab.tally import SimulatedMatch
from glowtable.messages import Message, UserError, filled, say, say_count
from glowtable.table import Press

OPENING = 2  # rounds, which all matches have: later cards are dealt with where a match is long
MAX_REPLAYED = 200  # matches are played once more; what they show is a sample

K = TypeVar("K")
Wealth = Mapping[str, tuple[int, ...]]  # what seats have -> how much of it each


class ReplayedMatch(NamedTuple):
    """One match: presses on cells, the cards that each seat dealt with, who had how much, half-way and at the end."""

    winners: tuple[int, ...]
    cells: Mapping[int, int]
    cards: Mapping[str, frozenset[int]]  # by what is printed on them -> seats
    half: Wealth
    end: Wealth
    opening: frozenset[str] = frozenset()  # the cards that somebody dealt with in the first rounds
    bots: tuple[str, ...] = ()  # by seat


def replay_matches(study: Study, most: int = MAX_REPLAYED) -> list[ReplayedMatch]:
    """The first matches that came to an end; none if they cannot be played again as they were."""
    try:
        matches = [_replay_match(study, match) for match in islice(study.finished, most)]
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
            cards.setdefault(card, set()).update(_seats_of(game, action, state, after))
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
    end = wealth_of(game, state, run.players)
    return ReplayedMatch(ended.winners, cells, seats, half, end, frozenset(opening), match.bots)


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


def _seats_of(game: Game, action: Action, before: Any, after: Any) -> Sequence[int]:
    """Who acts on a card; one that chance brings is for whoever acts next, if it is one alone.

    Unless it ends a round: the next to act won it, or begins another.
    """
    if action.seat != CHANCE:
        return (action.seat,)
    actors = game.rules.to_act(after)
    if len(actors) != 1 or actors[0] == CHANCE:
        return ()
    over, now = (game.surface.rounds_over(game.rules.view(state, PUBLIC)) for state in (before, after))
    return actors if over == now else ()


def wealth_of(game: Game, state: Any, players: int) -> Wealth:
    """What all people know that each seat has: numbers, or how many things, or things that say whose they are."""
    view = to_json(game.rules.view(state, PUBLIC))
    amounts: dict[str, tuple[int, ...]] = {}
    for asset in game.assets if isinstance(view, dict) else ():
        value = view[asset.field]
        if isinstance(value, list) and value:
            amounts |= _of_each_seat(asset.field, value, players)
    return amounts


def _of_each_seat(name: str, values: list[Any], players: int) -> dict[str, tuple[int, ...]]:
    if len(values) == players and are_all(values, int):
        return {name: tuple(values)}
    if len(values) == players and are_all(values, list):
        return {name: tuple(map(len, values))}
    if are_all(values, dict) and are_all([each.get("owner") for each in values], int):
        owners = Counter(each["owner"] for each in values)
        return {name: tuple(owners[seat] for seat in range(players))}
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


def usual_shares(matches: Sequence[ReplayedMatch]) -> dict[str, float]:
    """How often the seats that dealt with a card win in all matches of the same bots, with that card or without it."""
    played = Counter(match.bots for match in matches)
    won = Counter((match.bots, seat) for match in matches for seat in match.winners)
    found: dict[str, list[float]] = {}
    for match in matches:
        for card, holders in match.cards.items():
            found.setdefault(card, []).extend(won[match.bots, seat] / played[match.bots] for seat in holders)
    return {card: fmean(shares) for card, shares in found.items() if shares}


CARD_AND_SEAT = say("Each card stayed with one seat, so card and seat can't be separated.")


NEARLY = 0.95  # of all cards that were dealt with: then those in another seat than usual say nothing


def keep_seats(matches: Sequence[ReplayedMatch]) -> bool:
    """Whether each card is (nearly) always dealt with by the same seat, as where seats have colours of their own."""
    seats: dict[str, Counter[int]] = {}
    for match in matches:
        for card, holders in match.cards.items():
            seats.setdefault(card, Counter()).update(holders)
    usual = [found.most_common(1)[0] for found in seats.values() if found]
    dealt = sum(found.total() for found in seats.values())
    return len({seat for seat, _ in usual}) > 1 and sum(n for _, n in usual) >= NEARLY * dealt


def richest_shares(game: Game, matches: Sequence[ReplayedMatch], *, at_half: bool) -> dict[Asset, Interval]:
    """What is had -> how often a seat wins that alone has most of it, half-way, or at the end unless that decides."""
    wins: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for match in matches:
        for field, amounts in (match.half if at_half else match.end).items():
            leaders = [seat for seat, amount in enumerate(amounts) if amount == max(amounts)]
            if len(leaders) == 1:
                seen[field] += 1
                wins[field] += leaders[0] in match.winners
    least = max(10, len(matches) // 10)
    asked = [asset for asset in game.assets if seen[asset.field] >= least and (at_half or not asset.decides)]
    return {asset: wilson(wins[asset.field], seen[asset.field]) for asset in asked}


# -- what a designer would ask first, in sentences


LEAST = 20  # matches with a card, and as many without it: of fewer nothing is said
BY_CHANCE = 0.05  # so likely it may be by chance alone, corrected for all that were looked at, that anything shows
CARDS_TOLD = 3  # from either end


def lessons(studies: Sequence[Study], matches: Sequence[ReplayedMatch]) -> list[Message]:
    """What a designer would ask first: is anybody ahead by starting, does it stay open, which cards and options decide?

    What is looked at together is corrected together. The first are the verdict.
    """
    main = studies[0]
    if main.is_cooperative:
        won = say("All win together: these bots win {share} of their matches.", share=main.win_rate().percent)
        return [won, *_of_options(studies), *_of_lengths(main), *_of_early_cards(matches)]
    sentences, first = [*_of_winners(main)], main.place_score(0)
    if first.n and not is_starter_a_seat(main):
        sentences.append(starting_line(first, main.fair))
    elif not sentences:
        best = max(range(main.run.players), key=lambda seat: main.seat_score(seat).value)
        line = say("No seat is clearly ahead. The best one, {seat}, wins {share} of the matches ({fair} is fair).",
                   seat=best, share=main.seat_score(best).percent, fair=f"{main.fair:.1%}")  # fmt: skip
        sentences.append(line)
    sentences.extend(_of_options(studies))
    cards = card_shares(matches)
    if cards and keep_seats(matches) and have_seats(main):
        sentences.append(CARD_AND_SEAT)
    else:
        sentences.extend(_of_cards(cards, usual_shares(matches), len(matches)))
    return [*sentences, *_of_assets(main, matches)]


def _of_assets(study: Study, matches: Sequence[ReplayedMatch]) -> Iterator[Message]:
    """What goes with winning if somebody has most of it: half-way if that shows, at the end in any case."""
    game, fair = games.find(study.run.game), f"{study.fair:.1%}"
    half, end = (richest_shares(game, matches, at_half=at_half) for at_half in (True, False))
    for asset in _shown_above(half, study.fair):
        line = say("The player with most {name} half-way wins {share} of the matches ({fair} is fair).",
                   name=asset.about, share=half[asset].percent, fair=fair)  # fmt: skip
        yield of_equal_bots(study, line)
    chances = holm({asset: chance_of_share(share, study.fair) for asset, share in end.items()})
    for asset, share in end.items():
        line = say("The player with most {name} at the end wins {share} of the matches ({fair} is fair).",
                   name=asset.about, share=share.percent, fair=fair)  # fmt: skip
        if chances[asset] >= BY_CHANCE:
            line = _perhaps_chance(say("{line} That's no clear difference.", line=line), share, study.fair, len(end))
        yield of_equal_bots(study, line)


def _perhaps_chance(line: Message, found: Interval, usual: float, n: int) -> Message:
    """The line, and why nothing shows if the interval alone says that something does."""
    if found.low <= usual <= found.high:
        return line
    return say("{line} Of {n} comparisons, one can look like this by chance alone.", line=line, n=n)


def _of_winners(study: Study) -> Iterator[Message]:
    """Each bot that is better than another one, or each seat that wins more than its share, beyond chance."""
    if study.has_changed_seats():
        pairs = {(bot, other): study.pair_score(bot, other) for bot, other in permutations(study.bots, 2)}
        for bot, other in _shown_above(pairs, 0.5):
            yield pair_line(study, bot, other, study.is_cooperative)
    else:
        seats = {seat: study.seat_score(seat) for seat in range(study.run.players)}
        yield from (seat_line(study, seat) for seat in _shown_above(seats, study.fair))


def of_equal_bots(study: Study, lesson: Message) -> Message:
    """The lesson, with a warning where one bot may have both won and had most."""
    if len(study.bots) < 2:
        return lesson
    return say("{lesson} The bots differ, so this may only show which one is better.", lesson=lesson)


def _shown_above(shares: Mapping[K, Interval], fair: float) -> list[K]:
    chances = holm({key: chance_of_share(share, fair) for key, share in shares.items()})
    return [key for key, share in shares.items() if chances[key] < BY_CHANCE and share.value > fair]


def _of_options(studies: Sequence[Study]) -> Iterator[Message]:
    """Which options or numbers of players change who wins, and how many others do not."""
    usual, what, same = first_share(studies[0]), first_of(studies[0]), 0
    for other, (label, _, verdict) in zip(studies[1:], compared(studies), strict=True):
        same += not verdict
        if verdict:
            yield say("This changes {what}, from {usual} to {share}: {option}.",
                      what=what, usual=f"{usual.value:.1%}", share=first_share(other).percent,
                      option=label)  # fmt: skip
    if same:
        yield say_count("{n} other setting doesn't clearly change {what}.",
                        "{n} other settings don't clearly change {what}.", n=same, what=what)  # fmt: skip


def compared(studies: Sequence[Study]) -> Iterator[tuple[Message, Interval, int]]:
    """Each other study: its label, its difference from the first, and whether that shows: more (1), less (-1) or no."""
    usual, shares = first_share(studies[0]), list(map(first_share, studies))
    chances = holm({place: chance_of_difference(share, usual) for place, share in enumerate(shares) if place})
    for place, label in enumerate(labels_of(studies), 1):
        found = difference(shares[place], usual)
        yield label, found, (found.value > 0) - (found.value < 0) if chances[place] < BY_CHANCE else 0


def _of_cards(shares: Mapping[str, Interval], usual: Mapping[str, float], matches: int) -> Iterator[Message]:
    """The cards with which seats win more often than they usually do, or less, beyond what chance makes of so many."""
    chances = holm({card: chance_of_share(share, usual[card]) for card, share in shares.items()})
    shown = [card for card in shares if chances[card] < BY_CHANCE]
    above = [card for card in shown if shares[card].value > usual[card]]
    below = [card for card in shown if shares[card].value < usual[card]]
    for card in (*above[:CARDS_TOLD], *below[-CARDS_TOLD:]):
        yield say("Players who use “{card}” win {share} of the matches ({usual} is usual for them).", card=card,
                  share=shares[card].percent, usual=f"{usual[card]:.1%}")  # fmt: skip
    if shares and not shown:
        yield say("No card alone decides. Compared: {n} cards in {matches} matches.", n=len(shares), matches=matches)


# -- of a game that all win together


def _of_lengths(study: Study) -> Iterator[Message]:
    """How long matches are that are won, and that are lost, and by what those are lost."""
    won, lost = (sum(n for (has_won, _), n in study.reasons.items() if has_won is is_won) for is_won in (True, False))
    if not won or not lost:
        return
    yield say("On average a won match has {won} rounds, a lost one {lost}.",
              won=mean_text(study.rounds_by_win[True]),
              lost=mean_text(study.rounds_by_win[False]))  # fmt: skip
    for (has_won, reason), count in study.reasons.most_common():
        if not has_won:
            why = games.find(study.run.game).endings.get(reason, Message(reason))
            yield say("{n} of {all} lost matches: {reason}", all=lost, n=count, reason=why)


def _of_early_cards(matches: Sequence[ReplayedMatch]) -> Iterator[Message]:
    """Cards which come early where matches are won more often, or less, beyond what chance makes of so many."""
    wins = sum(bool(match.winners) for match in matches)
    n_with = Counter(card for match in matches for card in match.opening)
    won_with = Counter(card for match in matches if match.winners for card in match.opening)
    shares = {
        card: (wilson(won_with[card], n), wilson(wins - won_with[card], len(matches) - n))
        for card, n in sorted(n_with.items())
        if LEAST <= n <= len(matches) - LEAST
    }
    chances = holm({card: chance_of_difference(*pair) for card, pair in shares.items()})
    shown = [card for card in shares if chances[card] < BY_CHANCE]
    for card in shown:
        having, lacking = shares[card]
        yield say("They win {having} of the matches in which somebody uses “{card}” in the first {n} rounds, "
                  "and {lacking} of the others.",
                  card=card, n=OPENING, having=having.percent, lacking=lacking.percent)  # fmt: skip
    if shares and not shown:
        yield say("No card of the first {rounds} rounds alone decides. Compared: {n} cards in {matches} matches.",
                  n=len(shares), rounds=OPENING, matches=len(matches))  # fmt: skip


# -- shares and names of studies


def fair_share(study: Study) -> float:
    return first_share(study).value if study.is_cooperative else study.fair


def first_share(study: Study) -> Interval:
    """Of the starter; where nobody begins alone of the first seat; where all win together of all."""
    if study.is_cooperative:
        return study.win_rate()
    first = study.place_score(0)
    return first if first.n else study.seat_score(0)


def first_of(study: Study) -> Message:
    """What `first_share` is the share of."""
    if study.is_cooperative:
        return say("how often all win")
    if study.place_score(0).n:
        return say("how often the starting player wins")
    return say("how often the first seat wins")


def differences(studies: Sequence[Study]) -> Iterator[Message]:
    """How far the share of each other study is from that of the first; none if they are of several games."""
    main = studies[0]
    others = [other for other in studies[1:] if other.run.game == main.run.game
              and (main.is_cooperative or other.run.players == main.run.players)]  # fmt: skip
    if others:
        yield say("Compared with the first matches, {what}:", what=first_of(main))
    for label, found, verdict in compared([main, *others]):
        more, less = (
            say("More often, {difference} percentage points: {option}."),
            say("Less often, {difference} percentage points: {option}."),
        )
        same = say("No clear difference, {difference} percentage points: {option}.")
        points = f"{found.value * 100:+z.1f} [{found.low * 100:+z.1f}, {found.high * 100:+z.1f}]"
        line = filled(more if verdict > 0 else less if verdict else same, {"option": label, "difference": points})
        yield line if verdict else _perhaps_chance(line, found, 0, len(others))


def labels_of(studies: Sequence[Study]) -> list[Message]:
    """A name for each but the first, in which it differs from the first; those that several have are numbered."""
    labels = [_study_label(study, studies[0]) for study in studies[1:]]
    return [say("{label} ({n})", label=label, n=labels[: place + 1].count(label)) if labels.count(label) > 1 else label
            for place, label in enumerate(labels)]  # fmt: skip


def _study_label(study: Study, main: Study) -> Message:
    """The options in which it differs from another, and its bots if those differ."""
    run, game = study.run, games.find(study.run.game)
    terms: list[Message | str] = [option_text(game, name, value) for name, value in run.options.items()
                                  if main.run.options.get(name) != value]  # fmt: skip
    if run.players != main.run.players:
        terms.insert(0, say_count("{n} player", "{n} players", n=run.players))
    if study.bots != main.bots:
        terms.append(", ".join(study.bots))
    return say("{terms}", terms=tuple(terms)) if terms else say("seed {seed}", seed=run.seed)
