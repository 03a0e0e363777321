"""How worked cases of Spiel des Jahres are checked: a function per form. A case that has no form here is an error.

`publish` cases give symbols and are valued as such, so that others may write them for cards our deck has not.
Seats `A`, `B`, `C` are 0, 1, 2; a claim's `seat` counts from 1, its earliest press is applied first.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.games.spiel_des_jahres import bank
from glowtable.games.spiel_des_jahres.award import contending
from glowtable.games.spiel_des_jahres.cards import SYMBOLS
from glowtable.games.spiel_des_jahres.ledger import outcome
from glowtable.games.spiel_des_jahres.options import OPTIONS
from glowtable.games.spiel_des_jahres.payday import due_k, earned_k
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.state import COINS, NOBODY, Phase, State, games_of
from glowtable.games.spiel_des_jahres.worth import settled_k, sum_k, value_terms, visible

from tests.games.spiel_positions import (
    all_ready,
    contract_of,
    do,
    ideas_of,
    may,
    position,
    published,
    some,
)

Case = Mapping[str, Any]
Found = dict[str, Callable[[], Any]]
DEFAULTS = {option.name: option.default for option in OPTIONS}
ANY = [["role", "puzzle"], ["family", "combat"]]
CONTRACTS = [contract_of("role", "family"), contract_of("role", "cards")]


def check(case: Case) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that its form is unknown."""
    form = case["action"].split(" seat ")[0]
    if form not in FORMS:
        raise ValueError(f"case {case['id']}: action must be one of {', '.join(FORMS)}, got {form!r}")
    found = FORMS[form](case["given"])
    missing = [name for name in case["expect"] if name not in found]
    if missing:
        raise ValueError(f"case {case['id']}: nothing here finds {', '.join(missing)}")
    for name, value in case["expect"].items():
        assert found[name]() == value, f"{case['id']}: {name}"


def seat_of(letter: str) -> int:
    return "ABC".index(letter)


# -- values


def _publish(given: Case) -> Found:
    ideas, company, month = _pairs(given["ideas"]), *_pairs([given["company"], given["month"]])
    symbols = visible(ideas)
    designers = [(str(n), pair) for n, pair in enumerate(_pairs(given["designers"]))]
    raw_k = sum_k(value_terms(symbols, company, month, designers))
    negative = given.get("negative", DEFAULTS["negative"])
    return {
        "symbols": lambda: [SYMBOLS[symbol] for symbol in symbols],
        "raw_k": lambda: raw_k,
        "value_k": lambda: settled_k(raw_k, negative),
        **{f"value_k_{choice}": lambda choice=choice: settled_k(raw_k, choice) for choice in ("zero", "pay")},
        "allowed": lambda: negative != "forbidden" or raw_k >= 0,
    }


def _pairs(pairs: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    return [(SYMBOLS.index(one), SYMBOLS.index(other)) for one, other in pairs]


# -- the end of a month


def _end_of_month(given: Case) -> Found:
    if "published_value_k" in given:
        return _marker_stays(given["published_value_k"])
    games = [(0, pair, value_k) for pair, value_k in zip(_stacks(), given["games_k"], strict=False)]
    staff = [(name, 0, wage_k) for name, wage_k in zip(CONTRACTS, given["wages_k"], strict=False)]
    before = position(games=games, staff=staff, money_k=[given["money_k"]])
    after = all_ready(before)
    return {
        "after_income_k": lambda: given["money_k"] + earned_k(before, 0),
        "due_k": lambda: due_k(before, 0),
        "ruined": lambda: not after.alive & 1,
        "money_k": lambda: after.money_k[0],
        "games": lambda: len(games_of(after, 0)),
    }


def _stacks() -> list[list[str]]:
    """Two games of different ideas and names."""
    return [some([["role", "cards"], ["puzzle", "cards"]]), some([["family", "cards"], ["combat", "cards"]])]


def _marker_stays(value_k: int) -> Found:
    """A game is published for this value, its designer poached, a month of other symbols turned up: then its income."""
    contract = CONTRACTS[0]
    ideas = some([["role", "combat"], ["family", "role"]])
    state = position(
        [ideas],
        company={0: ("role", "family")},
        trend=("family", "role"),
        staff=[(contract, 0, 30)],
        money_k=[100, 100, 100],
    )
    state = published(state, 0, *ideas)
    assert [term.amount_k for term in state.games[0].terms if term.kind == "designer"] == [10, 10]
    assert state.games[0].value_k == value_k
    state = do(all_ready(state), f"1 call {contract}", "0 pass", "2 pass")
    before = do(all_ready(state), f"chance trend {ideas_of('cards', 'puzzle')[0]}")
    assert [designer.employer for designer in before.staff] == [1]
    after = all_ready(before)
    return {"income_k": lambda: after.money_k[0] - before.money_k[0]}


# -- in a month


def _brainstorm(given: Case) -> Found:
    staff = [(CONTRACTS[1], 0, 30)] * given["designers"]
    state = position([[CONTRACTS[0]]], staff=staff)
    for _ in range(given["plays_contract"]):
        state = do(state, f"0 hire {CONTRACTS[0]}")
    return {"draw": lambda: do(state, "0 brainstorm").draws}


def _resolve(given: Case) -> Found:
    """Every claimant has the ideas for the name it claims."""
    claims = sorted(given["claims"], key=lambda claim: claim["ms"])
    state, hands = _claimants(given["existing"], claims)
    allowed, refused = [], []
    for claim in claims:
        seat = claim["seat"] - 1
        state = do(state, *(f"{seat} tap {card}" for card in hands[seat]))
        if may(state, f"{seat} publish"):
            state = do(state, f"{seat} publish")
            allowed.append(claim["seat"])
        else:
            refused.append(claim["seat"])
    order = [claim["seat"] for claim in given["claims"]]
    return {"allowed": lambda: sorted(allowed, key=order.index), "refused": lambda: sorted(refused, key=order.index)}


def _claimants(existing: Sequence[str], claims: Sequence[Case]) -> tuple[State, dict[int, list[str]]]:
    """Copies of the titles for all: of an existing game and of every claim."""
    left = {"The": 0, "Game": 0, "Quest": 0}

    def cards(name: str) -> list[str]:
        found = []
        for title in name.split():
            title = title.capitalize()
            left[title] += 1
            found.append(f"{title} {left[title]}")
        return found

    games = [(4, cards(name), 0) for name in existing]
    hands = {claim["seat"] - 1: cards(claim["name"]) for claim in claims}
    return position([hands.get(seat, []) for seat in range(5)], seats=5, games=games), hands


def _claim(given: Case) -> Found:
    """The owner of the game cannot pay; then the name is free."""
    ((name, owner),) = given["existing"].items()
    ruined = int(owner.removeprefix("seat ")) - 1
    assert ruined == given["ruined"] - 1 and name == "The Game"
    games = [(ruined, ["The 1", "Game 1"], 10)]
    before = position([["The 2", "Game 2"]], seats=4, games=games, staff=[(CONTRACTS[0], ruined, 200)])
    after = do(all_ready(all_ready(before)), f"chance trend {ideas_of('cards', 'cards')[0]}")
    tapped = do(after, "0 tap The 2", "0 tap Game 2")
    return {"allowed": lambda: [1] if may(tapped, "0 publish") else []}


# -- designers


def _close(given: Case) -> Found:
    contract = CONTRACTS[0]
    staff = [(contract, seat_of(given["employer"]), given["wage_k"])]
    state = position(phase=Phase.OFFERS, staff=staff, money_k=[100, 100, 100])
    for number, (who, bid_k) in enumerate(given["bids_k"]):
        state = do(state, f"{seat_of(who)} raise" if number else f"{seat_of(who)} call {contract}")
        assert state.bid_k == bid_k
    while state.phase is Phase.AUCTION:
        state = do(state, f"{rules.to_act(state)[0]} pass")
    (designer,) = state.staff
    return {
        "employer": lambda: "ABC"[designer.employer],
        "wage_k": lambda: designer.wage_k,
        "first_due": lambda: "end of next month" if due_k(state, designer.employer) and not designer.paid else "now",
    }


def _offers(given: Case) -> Found:
    contract = CONTRACTS[0]
    state = position(phase=Phase.OFFERS, staff=[(contract, seat_of(given["fired_by"]), given["wage_k"])])
    state = do(state, f"{seat_of(given['fired_by'])} fire {contract}")
    refused = []
    for who in given["claims"]:
        if may(state, f"{seat_of(who)} claim {contract}"):
            state = do(state, f"{seat_of(who)} claim {contract}")
        else:
            refused.append(who)
    (designer,) = state.staff
    return {
        "employer": lambda: "ABC"[designer.employer] if designer.employer != NOBODY else None,
        "wage_k": lambda: designer.wage_k,
        "refused": lambda: refused,
    }


def _fire(given: Case) -> Found:
    assert given["now"] == f"month {given['played_in_month']} before wages"
    state = do(position([[CONTRACTS[0]]], month=given["played_in_month"]), f"0 hire {CONTRACTS[0]}")
    offers = state._replace(phase=Phase.OFFERS)  # even there, as long as nothing is paid
    return {"allowed": lambda: may(state, f"0 fire {CONTRACTS[0]}") or may(offers, f"0 fire {CONTRACTS[0]}")}


# -- the ceremony


def _ceremony(given: Case) -> Found:
    games = {each[0]: each for each in given["games"]}
    owners = {name: seat_of(each[3]) if len(each) > 3 else at for at, (name, each) in enumerate(games.items())}
    used: list[str] = []
    lying = []
    for name, each in games.items():
        cards = _showing(each[2], used)
        used += cards
        lying.append((owners[name], cards, each[1]))
    money_k = [given.get("money_k", {}).get(letter, 100) for letter in "ABC"]
    state = position(phase=Phase.CARD, games=lying, money_k=money_k, trades="off", month=12)
    months = [_month(pair, used) for pair in given["cards"]]
    state = state._replace(months=tuple(months), contenders=tuple(range(len(games))))
    after = []
    for card in months:
        if state.phase is Phase.CARD:
            state = rules.apply(state, next(each for each, _ in rules.chance(state) if each.args == (card,)))
            after.append([list(games)[game.number] for game in contending(state)])
    ended = outcome(state)
    winners = ended.winners if ended else ()
    return {
        "winner": lambda: after[-1][0] if len(after[-1]) == 1 else None,
        "winner_player": lambda: "".join("ABC"[seat] for seat in winners),
        "cards_drawn": lambda: len(after),
        **{f"after_card_{n}": lambda names=names: names for n, names in enumerate(after, 1)},
    }


def _showing(symbols: Sequence[str], used: Sequence[str]) -> list[str]:
    """Ideas whose visible symbols are just these, in whatever number."""
    want = symbols if len(symbols) > 2 else [symbols[0], symbols[0], symbols[-1]]
    lower = next(name for other in SYMBOLS for name in ideas_of(want[0], other, but=used))
    return [lower, ideas_of(want[1], want[2], but=[*used, lower])[0]]


def _month(pair: Sequence[str], used: list[str]) -> int:
    from glowtable.games.spiel_des_jahres.cards import NUMBER

    found = next(name for name in ideas_of(*pair) + ideas_of(*reversed(pair)) if name not in used)
    used.append(found)
    return NUMBER[found]


def _count(given: Case) -> Found:
    return {
        "total_k": lambda: bank.worth_k(COINS),
        "coins": lambda: sum(COINS),
        "marker_70k": lambda: _coins(bank.at_most(COINS, 70)),
    }


def _coins(coins: Sequence[int]) -> list[int]:
    return [coin for coin, count in zip((100, 50, 20, 10), reversed(coins), strict=True) for _ in range(count)]


FORMS: Mapping[str, Callable[[Case], Found]] = {
    "publish": _publish,
    "end of month": _end_of_month,
    "brainstorm": _brainstorm,
    "resolve": _resolve,
    "claim The Game by": _claim,
    "close": _close,
    "offers": _offers,
    "fire": _fire,
    "ceremony": _ceremony,
    "count": _count,
}
