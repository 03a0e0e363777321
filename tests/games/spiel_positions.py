"""Positions of Spiel des Jahres for tests, as people would write them: `do(position([["Goat"]]), "0 tap Goat")`."""

from collections.abc import Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Game, full_options
from glowtable.games import find
from glowtable.games.spiel_des_jahres import bank
from glowtable.games.spiel_des_jahres.cards import DECK, EVERY, IDEAS, NAMES, NUMBER, PAIRS, SYMBOLS
from glowtable.games.spiel_des_jahres.kinds import CARD_KINDS
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.state import Designer, Phase, Published, State, games_of, staff_of
from glowtable.kit.bit_sets import mask_of
from glowtable.match.dealer import Dealer

from tests.games.play import Written, after_chance

GAME: Game = find("spiel_des_jahres")
Pair = tuple[str, str]


def options_for(**options: str) -> dict[str, Any]:
    return full_options(GAME, {"knowledge": "full", **options})


def pair_of(name: str) -> Pair:
    one, other = PAIRS[NUMBER[name]]
    return SYMBOLS[one], SYMBOLS[other]


def ideas_of(*pair: str, but: Sequence[str] = ()) -> list[str]:
    """The ideas that show these symbols, top and bottom."""
    return [name for name in NAMES[:IDEAS] if pair_of(name) == pair and name not in but]


def contract_of(*pair: str) -> str:
    return next(name for name in NAMES[IDEAS:] if set(pair_of(name)) == set(pair))


def some(pairs: Sequence[Sequence[str]]) -> list[str]:
    """A different idea for each of these pairs of symbols."""
    found: list[str] = []
    for pair in pairs:
        found.append(ideas_of(*pair, but=found)[0])
    return found


def position(
    hands: Sequence[Sequence[str]] = (),
    *,
    seats: int = 3,
    phase: Phase = Phase.MONTH,
    month: int = 1,
    company: Mapping[int, Sequence[str]] | None = None,
    trend: Sequence[str] = ("combat", "cards"),
    games: Sequence[tuple[int, Sequence[str], int]] = (),
    staff: Sequence[tuple[str, int, int]] = (),
    money_k: Sequence[int] = (),
    hidden_count: Mapping[int, int] | None = None,
    paid: bool = True,
    **options: str,
) -> State:
    """An open phase. `games` are (owner, ideas, value), `staff` (contract, employer, wage).

    `hidden_count` makes hands untracked. Company and month cards are ideas with these symbols that lie nowhere else.
    """
    state = rules.setup(seats, options_for(**options))
    state = state._replace(phase=phase, month=month, seat=-1)
    used = {name for hand in hands for name in hand} | {name for _, cards, _ in games for name in cards}

    def open_card(pair: Sequence[str]) -> int:
        name = next(each for each in ideas_of(*pair) + ideas_of(*reversed(list(pair))) if each not in used)
        used.add(name)
        return NUMBER[name]

    companies = tuple(open_card((company or {}).get(seat, ("role", "puzzle"))) for seat in range(seats))
    earlier = min(month, 3) - 1  # three of one pair of symbols are all there may be
    months = (*(open_card(("family", "resource")) for _ in range(earlier)), open_card(trend))
    held = tuple(DECK.set_of(hand) for hand in (*hands, *[()] * (seats - len(hands))))
    for number, (owner, cards, value_k) in enumerate(games):
        state = with_game(state, number, owner, cards, value_k)
    for contract, employer, wage_k in staff:
        state = with_designer(state, contract, employer, wage_k, paid=paid)
    for seat, sum_k in enumerate(money_k):
        state = bank.pay_player(state, seat, sum_k - state.money_k[seat])
    parts = mask_of(card for game in state.games for card in game.cards)
    lying = parts | mask_of(each.card for each in state.staff) | mask_of((*companies, *months))
    return state._replace(
        companies=companies,
        months=months,
        hands=held,
        hidden_count=tuple((hidden_count or {}).get(seat, 0) for seat in range(seats)),
        untracked=mask_of(hidden_count or {}),
        bag=EVERY & ~lying & ~sum(held),
        published=len(games),
    )


def with_designer(state: State, contract: str, employer: int, wage_k: int, *, paid: bool) -> State:
    state, coins = bank.mark_amount(state, wage_k)
    designer = Designer(NUMBER[contract], employer, wage_k, paid and employer >= 0, coins=coins)
    return state._replace(staff=(*state.staff, designer))


def with_game(state: State, number: int, owner: int, cards: Sequence[str], value_k: int) -> State:
    state, coins = bank.mark_amount(state, value_k)
    place = len(games_of(state, owner))
    game = Published(number, owner, place, tuple(NUMBER[name] for name in cards), value_k, (), coins)
    return state._replace(games=(*state.games, game))


def action(text: str) -> Action:
    """`0 tap Goat`, `chance trend Goat`, `2 ready`, `1 pay 50`."""
    who, _, rest = text.partition(" ")
    kind, _, about = rest.partition(" ")
    seat = CHANCE if who == "chance" else int(who)
    if not about:
        return Action(seat, kind)
    if kind in CARD_KINDS:
        return Action(seat, kind, (NUMBER[about],))
    return Action(seat, kind, (int(about) if about.isdecimal() else about,))


WRITTEN = Written(rules, lambda state, text: action(text))
do, may, refused, all_ready = WRITTEN.do, WRITTEN.may, WRITTEN.refused, WRITTEN.all_ready


def about(state: State, seat: int, kind: str) -> set[str]:
    """What the legal actions of a seat and kind are about, cards by name."""
    found = [each.args[0] for each in rules.legal(state, seat) if each.kind == kind]
    return {NAMES[int(each)] if kind in CARD_KINDS else str(each) for each in found}


def published(state: State, seat: int, *names: str) -> State:
    """The seat taps these ideas, bottommost first, and publishes."""
    return do(state, *(f"{seat} tap {name}" for name in names), f"{seat} publish")


def hand(state: State, seat: int) -> set[str]:
    return set(DECK.names_of(state.hands[seat]))


def employed(state: State, seat: int) -> dict[str, int]:
    """Designers and their wages."""
    return {NAMES[each.card]: each.wage_k for each in staff_of(state, seat)}


def owned(state: State, seat: int) -> list[int]:
    """The values of a seat's games."""
    return [game.value_k for game in games_of(state, seat)]


def dealt(seats: int, seed: int = 1, **options: str) -> State:
    """A match dealt at random, in its first month."""
    return after_chance(rules, rules.setup(seats, options_for(**options)), Dealer(seed, seats))
