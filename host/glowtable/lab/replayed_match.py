"""Matches of a study played once more, for what their records do not hold: cells, cards, who had most of what, when.

Seed and bots decide a match; its digest says whether it is the same one. Knows no game: cells are those that hands
press for an action, cards what an action of that kind is about, and what a seat has is read off the public view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice, permutations
from typing import Any, NamedTuple, TypeVar

from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Action, Asset, Game, check_seats, full_options
from glowtable.gate import printable
from glowtable.grid import CELLS
from glowtable.kit.cards import NamedCards
from glowtable.kit.json_form import to_json
from glowtable.lab.figures import Interval, chance_of_difference, chance_of_share, difference, holm, wilson
from glowtable.lab.one_match import is_timed, make_players, match_steps
from glowtable.lab.study import Study, pair_line, seat_line
from glowtable.lab.tally import SimulatedMatch
from glowtable.messages import Message, UserError, filled, say
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


CARD_AND_SEAT = say("Each card stayed with one seat, so card and seat can't be separated.")


def keep_seats(matches: Sequence[ReplayedMatch]) -> bool:
    """Whether each card was always dealt with by the same seat, as where seats have colours of their own."""
    seats: dict[str, frozenset[int]] = {}
    for match in matches:
        for card, holders in match.cards.items():
            seats[card] = seats.get(card, frozenset()) | holders
    return len(frozenset().union(*seats.values())) > 1 and all(len(holders) <= 1 for holders in seats.values())


def have_seats(study: Study) -> bool:
    """Whether bots that differ kept their seats."""
    return len(study.bots) > 1 and not study.has_changed_seats()


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

    What is looked at together is corrected together.
    """
    main = studies[0]
    if main.is_cooperative:
        return [*_of_teams(studies), *_of_lengths(main), *_of_early_cards(matches)]
    sentences, game = [*_of_winners(main)], games.find(main.run.game)
    first = main.place_score(0)
    if first.n:
        sentences.append(_starting_lesson(first, main.fair))
        sentences.extend(_of_options(studies))
    half = richest_shares(game, matches, at_half=True)
    for asset in _shown_above(half, main.fair):
        share = half[asset]
        sentence = say(
            "Having most {name} half-way wins {share}. The others come back in {back} of the matches.",
            name=asset.about, share=str(share), back=f"{1 - share.value:.0%}",
        )  # fmt: skip
        sentences.append(_of_equal_bots(main, sentence))
    end = richest_shares(game, matches, at_half=False)
    chances = holm({asset: chance_of_share(share, main.fair) for asset, share in end.items()})
    for asset, share in end.items():
        sentences.append(_of_equal_bots(main, _asset_lesson(asset, share, main.fair, chances[asset])))
    cards = card_shares(matches)
    if cards and keep_seats(matches) and have_seats(main):
        return [*sentences, CARD_AND_SEAT]
    return [*sentences, *_of_cards(cards, main.fair, len(matches))]


def _of_winners(study: Study) -> Iterator[Message]:
    """Each bot that is better than another one, or each seat that wins more than its share, beyond chance."""
    if study.has_changed_seats():
        pairs = {(bot, other): study.pair_score(bot, other) for bot, other in permutations(study.bots, 2)}
        for bot, other in _shown_above(pairs, 0.5):
            yield pair_line(study, bot, other, study.is_cooperative)
    else:
        seats = {seat: study.seat_score(seat) for seat in range(study.run.players)}
        yield from (seat_line(study, seat) for seat in _shown_above(seats, study.fair))


def _of_equal_bots(study: Study, lesson: Message) -> Message:
    """The lesson, with a warning where one bot may have both won and had most."""
    if len(study.bots) < 2:
        return lesson
    return say("{lesson} The bots differ, so this may only show which one is better.", lesson=lesson)


def _shown_above(shares: Mapping[K, Interval], fair: float) -> list[K]:
    chances = holm({key: chance_of_share(share, fair) for key, share in shares.items()})
    return [key for key, share in shares.items() if chances[key] < BY_CHANCE and share.value > fair]


def _of_options(studies: Sequence[Study]) -> Iterator[Message]:
    """Under which options starting is worth more, or less."""
    for name, share, verdict in _compared_shares(studies):
        more, less = (
            say("With {option} the starting player wins more often: {share}."),
            say("With {option} the starting player wins less often: {share}."),
        )
        same = say("With {option} no difference shows: {share}.")
        sentence = same if not verdict else more if verdict > 0 else less
        yield filled(sentence, {"option": name, "share": str(share)})


def _compared_shares(studies: Sequence[Study]) -> Iterator[tuple[str, Interval, int]]:
    """Each other study's name and share, and whether that is shown to be more (1) or less (-1) than the first one's."""
    main = studies[0]
    usual, shares = first_share(main), list(map(first_share, studies))
    chances = holm({place: chance_of_difference(share, usual) for place, share in enumerate(shares) if place})
    for place, chance in sorted(chances.items()):
        more = (shares[place].value > usual.value) - (shares[place].value < usual.value)
        name = _study_label(studies[place], (main, studies[place]))
        yield name, shares[place], more if chance < BY_CHANCE else 0


def _of_cards(shares: Mapping[str, Interval], fair: float, matches: int) -> Iterator[Message]:
    """The cards with which seats win more often, or less, beyond what chance makes of so many."""
    chances = holm({card: chance_of_share(share, fair) for card, share in shares.items()})
    shown = [card for card in shares if chances[card] < BY_CHANCE]
    above = [card for card in shown if shares[card].value > fair]
    below = [card for card in shown if shares[card].value < fair]
    for card in (*above[:CARDS_TOLD], *below[-CARDS_TOLD:]):
        yield say("Seats that deal with {card} win {share} ({fair} is fair).", card=card, share=str(shares[card]),
                  fair=f"{fair:.3f}")  # fmt: skip
    if shares and not shown:
        yield say("Of {n} cards none alone decides, as far as {matches} matches show.", n=len(shares), matches=matches)


def _starting_lesson(first: Interval, fair: float) -> Message:
    above = say("The first player is ahead: {share} ({fair} is fair).")
    below = say("The first player is behind: {share} ({fair} is fair).")
    even = say("Nobody is clearly ahead by starting: {share} ({fair} is fair).")
    sentence = above if first.low > fair else below if first.high < fair else even
    return filled(sentence, {"share": str(first), "fair": f"{fair:.3f}"})


def _asset_lesson(asset: Asset, share: Interval, fair: float, chance: float) -> Message:
    above = say("Having most {name} at the end goes with winning: {share}.")
    below = say("Having most {name} at the end goes with losing: {share}.")
    even = say("Having most {name} at the end shows no use: {share}.")
    sentence = even if chance >= BY_CHANCE else above if share.value > fair else below
    return filled(sentence, {"name": asset.about, "share": str(share)})


# -- of a game that all win together


def _of_teams(studies: Sequence[Study]) -> Iterator[Message]:
    """How often they win, and which options or numbers of players change that."""
    yield say("All win together: these bots win {share} of their matches.", share=str(first_share(studies[0])))
    for name, share, verdict in _compared_shares(studies):
        more, less = (
            say("With {option} they win more often: {share}."),
            say("With {option} they win less often: {share}."),
        )
        same = say("With {option} no difference shows: {share}.")
        sentence = same if not verdict else more if verdict > 0 else less
        yield filled(sentence, {"option": name, "share": str(share)})


def _of_lengths(study: Study) -> Iterator[Message]:
    """How long matches are that are won, and that are lost, and by what those are lost."""
    won, lost = (sum(n for (has_won, _), n in study.reasons.items() if has_won is is_won) for is_won in (True, False))
    if not won or not lost:
        return
    yield say("A won match has {won} rounds, a lost one {lost}.", won=f"{study.rounds_by_win[True] / won:.1f}",
              lost=f"{study.rounds_by_win[False] / lost:.1f}")  # fmt: skip
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
        yield say("Where {card} is dealt with in the first {n} rounds, they win {having}. Elsewhere they "
                  "win {lacking}.",
                  card=card, n=OPENING, having=str(having), lacking=str(lacking))  # fmt: skip
    if shares and not shown:
        yield say("Of {n} cards dealt with in the first {rounds} rounds, none alone decides, as far as "
                  "{matches} matches show.", n=len(shares), rounds=OPENING, matches=len(matches))  # fmt: skip


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
    for other in studies[1:]:
        if other.run.game == main.run.game and (main.is_cooperative or other.run.players == main.run.players):
            usual, option = labels_of((main, other))
            found = difference(first_share(other), first_share(main))
            yield say("{option} against {usual}, {what}: {difference} (0: no difference)",
                      option=option, usual=usual, what=first_of(main),
                      difference=f"{found.value:+.3f} [{found.low:+.3f}, {found.high:+.3f}]")  # fmt: skip


def labels_of(studies: Sequence[Study]) -> list[str]:
    """A name for each, in which it differs from the others; those that several have are numbered."""
    labels = [_study_label(study, studies) for study in studies]
    return [f"{label} ({labels[: place + 1].count(label)})" if labels.count(label) > 1 else label
            for place, label in enumerate(labels)]  # fmt: skip


def _study_label(study: Study, studies: Sequence[Study]) -> str:
    """The options in which it differs from others, and its bots if those differ."""
    varied = [name for name in study.run.options if len({each.run.options.get(name) for each in studies}) > 1]
    terms = [f"{name} {study.run.options[name]}" for name in varied]
    if len({each.run.players for each in studies}) > 1:
        terms.insert(0, f"players {study.run.players}")
    if len({each.bots for each in studies}) > 1:
        terms.append(", ".join(study.bots))
    return printable("; ".join(terms)) or f"seed {study.run.seed}"
