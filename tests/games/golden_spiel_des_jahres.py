"""The forms of worked cases of Spiel des Jahres; tests/golden/README.md lists them.

`publish` cases give symbols and are valued as such, so that others may write them for cards our deck has not.
Seats `A`, `B`, `C` are 0, 1, 2 and so on; a claim's `seat` counts from 1, its earliest press is applied first.
"""

from collections.abc import Sequence
from typing import Any

from glowtable.games.spiel_des_jahres import bank
from glowtable.games.spiel_des_jahres.award import contending_games
from glowtable.games.spiel_des_jahres.cards import IDEAS, NAMES, NUMBER, SYMBOLS
from glowtable.games.spiel_des_jahres.ledger import outcome
from glowtable.games.spiel_des_jahres.options import OPTIONS
from glowtable.games.spiel_des_jahres.payday import dues_k, earnings_k
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.state import COINS, NOBODY, Phase, State, games_of
from glowtable.games.spiel_des_jahres.worth import settled_terms, sum_k, value_terms, visible_symbols

from tests.games.golden import Case, Form, Forms, Found, chosen_options
from tests.games.spiel_positions import all_ready, contract_of, do, ideas_of, may, position, published, some

LETTERS = "ABCDEF"
DEFAULTS = {option.name: option.default for option in OPTIONS}
ANY = [["role", "puzzle"], ["family", "combat"]]
CONTRACTS = [contract_of("role", "family"), contract_of("role", "cards")]
CONTRACTS += [name for name in NAMES[IDEAS:] if name not in CONTRACTS]
POACHED = "the designer who added 20 is poached, next month has other symbols"


def seat_of(letter: str) -> int:
    return LETTERS.index(letter)


def options_of(given: Case) -> dict[str, Any]:
    return chosen_options(given, OPTIONS)


# -- values


def _publish(given: Case, asked: Case) -> Found:
    ideas, company, month = _pairs(given["ideas"]), *_pairs([given["company"], given["month"]])
    symbols = visible_symbols(ideas)
    designers = [(str(n), pair) for n, pair in enumerate(_pairs(given.get("designers", [])))]
    terms = value_terms(symbols, company, month, designers)
    raw_k = sum_k(terms)
    negative = {**DEFAULTS, **options_of(given)}["negative"]
    return {
        "symbols": lambda: [SYMBOLS[symbol] for symbol in symbols],
        "raw_k": lambda: raw_k,
        "value_k": lambda: sum_k(settled_terms(terms, negative)),
        **{
            f"value_k_{choice}": lambda choice=choice: sum_k(settled_terms(terms, choice)) for choice in ("zero", "pay")
        },
        "allowed": lambda: negative != "forbidden" or raw_k >= 0,
    }


def _pairs(pairs: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    return [(SYMBOLS.index(one), SYMBOLS.index(other)) for one, other in pairs]


# -- the end of a month


def _end_of_month(given: Case, asked: Case) -> Found:
    if "published_value_k" in given:
        return _marker_stays(given)
    games = [(0, pair, value_k) for pair, value_k in zip(_stacks(), given.get("games_k", []), strict=False)]
    staff = [(name, 0, wage_k) for name, wage_k in zip(CONTRACTS, given.get("wages_k", []), strict=False)]
    before = position(games=games, staff=staff, money_k=[given["money_k"]], **options_of(given))
    after = all_ready(before)
    return {
        "after_income_k": lambda: given["money_k"] + earnings_k(before)[0],
        "due_k": lambda: dues_k(before)[0],
        "ruined": lambda: not after.alive & 1,
        "money_k": lambda: after.money_k[0],
        "games": lambda: len(games_of(after, 0)),
    }


def _stacks() -> list[list[str]]:
    """Games of different ideas and names."""
    pairs = ("role", "puzzle"), ("family", "combat"), ("resource", "role"), ("puzzle", "family")
    used: list[str] = []
    for two in pairs:
        used += next([one, other] for one in _with(two[0], used) for other in _with(two[1], [*used, one]))
    return [used[at : at + 2] for at in range(0, len(used), 2)]


def _with(symbol: str, but: Sequence[str]) -> list[str]:
    """Ideas that show this symbol above cards."""
    return ideas_of(symbol, "cards", but=but)


def _marker_stays(given: Case) -> Found:
    """A game is published, its designer poached, a month of other symbols turned up: then its income.

    If another value is given than such a game has, it lies there with that one.
    """
    if given.get("then", POACHED) != POACHED:
        raise ValueError(f"then must be {POACHED!r}, got {given['then']!r}")
    contract, value_k = CONTRACTS[0], given["published_value_k"]
    ideas = some([["role", "combat"], ["family", "role"]])
    table: Any = {
        "company": {0: ("role", "family")},
        "trend": ("family", "role"),
        "staff": [(contract, 0, 30)],
        "money_k": [100, 100, 100],
        **options_of(given),
    }
    state = published(position([ideas], **table), 0, *ideas)
    assert [term.amount_k for term in state.games[0].terms if term.kind == "designer"] == [10, 10]
    if state.games[0].value_k != value_k:
        state = position(games=[(0, ideas, value_k)], **table)
    state = do(all_ready(state), f"1 call {contract}", "0 pass", "2 pass")
    before = do(all_ready(state), f"chance trend {ideas_of('cards', 'puzzle')[0]}")
    assert [designer.employer for designer in before.staff] == [1]
    after = all_ready(before)
    return {"income_k": lambda: after.money_k[0] - before.money_k[0]}


# -- in a month


def _brainstorm(given: Case, asked: Case) -> Found:
    plays = CONTRACTS[: given.get("plays_contract", 0)]
    staff = [(name, 0, 30) for name in CONTRACTS[len(plays) :][: given.get("designers", 0)]]
    state = position([plays], staff=staff, **options_of(given))
    state = do(state, *(f"0 hire {name}" for name in plays))
    return {"draw": lambda: do(state, "0 brainstorm").draws}


def _resolve(given: Case, asked: Case) -> Found:
    """Every claimant has the ideas for the name it claims."""
    claims = sorted(given["claims"], key=lambda claim: claim["ms"])
    state, hands = _claimants(given.get("existing", []), claims, options_of(given))
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


def _claimants(
    existing: Sequence[str], claims: Sequence[Case], options: dict[str, Any]
) -> tuple[State, dict[int, list[str]]]:
    """Copies of the titles for all: of existing games, which are of the last seat, and of every claim."""
    used: list[str] = []
    games = [(len(LETTERS) - 1, _titled(name, used), 0) for name in existing]
    hands = {claim["seat"] - 1: _titled(claim["name"], used) for claim in claims}
    held = [hands.get(seat, []) for seat in range(len(LETTERS))]
    return position(held, seats=len(LETTERS), games=games, **options), hands


def _titled(name: str, used: list[str]) -> list[str]:
    """Ideas whose titles are together this name, in whatever case."""
    cards: list[str] = []
    left = " ".join(name.casefold().split())
    while left:
        fits = [card for card in NAMES[:IDEAS] if card not in used and f"{left} ".startswith(f"{_title(card)} ")]
        if not fits:
            raise ValueError(f"no ideas left have the titles of {name!r}")
        cards.append(max(fits, key=lambda card: (len(_title(card)), -NUMBER[card])))
        used.append(cards[-1])
        left = left[len(_title(cards[-1])) :].strip()
    return cards


def _title(card: str) -> str:
    """What a card adds to a name: its own name without the number of its copy."""
    title, _, copy = card.rpartition(" ")
    return (title if copy.isdecimal() else card).casefold()


def _claim(given: Case, asked: Case) -> Found:
    """The owner of the game cannot pay; then the name is free."""
    ((name, owner),) = given["existing"].items()
    ruined, seat, used = int(owner.removeprefix("seat ")) - 1, int(asked["N"]) - 1, []
    paying = given.get("ruined") != ruined + 1
    games = [(ruined, _titled(name, used), 10)]
    hands: list[list[str]] = [[] for _ in LETTERS]
    hands[seat] = _titled(asked["NAME"], used)
    staff = [(CONTRACTS[0], ruined, 30 if paying else 200)]
    money_k = [100] * len(LETTERS)
    before = position(hands, seats=len(LETTERS), games=games, staff=staff, money_k=money_k, **options_of(given))
    after = do(all_ready(all_ready(before)), f"chance trend {ideas_of('cards', 'cards')[0]}")
    tapped = do(after, *(f"{seat} tap {card}" for card in hands[seat]))
    return {"allowed": lambda: [seat + 1] if may(tapped, f"{seat} publish") else []}


# -- designers


def _close(given: Case, asked: Case) -> Found:
    contract = CONTRACTS[0]
    staff = [(contract, seat_of(given["employer"]), given["wage_k"])]
    seats = max([3, *(seat_of(who) + 1 for who, _ in given["bids_k"])])
    state = position(phase=Phase.OFFERS, seats=seats, staff=staff, money_k=[100] * seats, **options_of(given))
    for number, (who, bid_k) in enumerate(given["bids_k"]):
        state = do(state, f"{seat_of(who)} raise" if number else f"{seat_of(who)} call {contract}")
        assert state.bid_k == bid_k
    while state.phase is Phase.AUCTION:
        state = do(state, f"{rules.to_act(state)[0]} pass")
    charged_now = state.money_k != (100,) * seats
    (designer,) = state.staff
    return {
        "employer": lambda: LETTERS[designer.employer],
        "wage_k": lambda: designer.wage_k,
        "first_due": lambda: "now" if charged_now else "end of next month",
    }


def _offers(given: Case, asked: Case) -> Found:
    contract = CONTRACTS[0]
    staff = [(contract, seat_of(given["fired_by"]), given["wage_k"])]
    state = position(phase=Phase.OFFERS, staff=staff, **options_of(given))
    state = do(state, f"{seat_of(given['fired_by'])} fire {contract}")
    refused = []
    for who in given["claims"]:
        if may(state, f"{seat_of(who)} claim {contract}"):
            state = do(state, f"{seat_of(who)} claim {contract}")
        else:
            refused.append(who)
    (designer,) = state.staff
    return {
        "employer": lambda: LETTERS[designer.employer] if designer.employer != NOBODY else None,
        "wage_k": lambda: designer.wage_k,
        "refused": lambda: refused,
    }


def _fire(given: Case, asked: Case) -> Found:
    """Now is `month N before wages` or `month N after wages`."""
    played, (month, when) = given["played_in_month"], given["now"].removeprefix("month ").split(" ", 1)
    state = position([[CONTRACTS[0]]], month=played, money_k=[500], **options_of(given))
    state = do(state, f"0 hire {CONTRACTS[0]}")
    while state.month < int(month):
        state = all_ready(all_ready(state))
        state = do(state, f"chance trend {next(name for name in NAMES[:IDEAS] if may(state, f'chance trend {name}'))}")
    if when == "after wages":
        state = all_ready(state)
    elif when != "before wages":
        raise ValueError(f"now must be `month N before wages` or `month N after wages`, got {given['now']!r}")
    asking = [state]
    if when == "before wages" and int(month) == played:
        asking.append(state._replace(phase=Phase.OFFERS))  # not even there, as long as nothing is paid
    return {"allowed": lambda: any(may(each, f"0 fire {CONTRACTS[0]}") for each in asking)}


# -- the ceremony


def _ceremony(given: Case, asked: Case) -> Found:
    games = {each[0]: each for each in given["games"]}
    owners = {name: seat_of(each[3]) if len(each) > 3 else at for at, (name, each) in enumerate(games.items())}
    used: list[str] = []
    lying = []
    for name, each in games.items():
        cards = _showing(each[2], used)
        used += cards
        lying.append((owners[name], cards, each[1]))
    seats = max([3, *(owner + 1 for owner in owners.values())])
    money_k = [given.get("money_k", {}).get(letter, 100) for letter in LETTERS[:seats]]
    options = {"trades": "off", **options_of(given)}
    state = position(phase=Phase.CARD, seats=seats, games=lying, money_k=money_k, month=12, **options)
    months = [_month(pair, used) for pair in given["cards"]]
    state = state._replace(months=tuple(months), contenders=tuple(range(len(games))))
    after = []
    for card in months:
        if state.phase is Phase.CARD:
            state = rules.apply(state, next(each for each, _ in rules.chance(state) if each.args == (card,)))
            after.append([list(games)[game.number] for game in contending_games(state)])
    ended = outcome(state)
    winners = ended.winners if ended else ()
    return {
        "winner": lambda: after[-1][0] if len(after[-1]) == 1 else None,
        "winner_player": lambda: "".join(LETTERS[seat] for seat in winners),
        "cards_drawn": lambda: len(after),
        **{f"after_card_{n}": lambda names=names: names for n, names in enumerate(after, 1)},
    }


def _showing(symbols: Sequence[str], used: Sequence[str]) -> list[str]:
    """Ideas whose visible symbols are just these, in whatever number."""
    want = symbols if len(symbols) > 2 else [symbols[0], symbols[0], symbols[-1]]
    lower = next(name for other in SYMBOLS for name in ideas_of(want[0], other, but=used))
    return [lower, ideas_of(want[1], want[2], but=[*used, lower])[0]]


def _month(pair: Sequence[str], used: list[str]) -> int:
    found = next(name for name in ideas_of(*pair) + ideas_of(*reversed(pair)) if name not in used)
    used.append(found)
    return NUMBER[found]


def _count(given: Case, asked: Case) -> Found:
    return {
        "total_k": lambda: bank.coins_k(COINS),
        "coins": lambda: sum(COINS),
        "marker_70k": lambda: _coins(bank.nearest_coins(COINS, 70)),
    }


def _coins(coins: Sequence[int]) -> list[int]:
    return [coin for coin, count in zip((100, 50, 20, 10), reversed(coins), strict=True) for _ in range(count)]


FORMS: Forms = {
    "publish": Form(_publish, "ideas company month designers"),
    "end of month": Form(_end_of_month, "money_k games_k wages_k published_value_k then"),
    "brainstorm": Form(_brainstorm, "designers plays_contract"),
    "resolve": Form(_resolve, "existing claims"),
    "claim NAME by seat N": Form(_claim, "existing ruined"),
    "close": Form(_close, "wage_k employer bids_k"),
    "offers": Form(_offers, "wage_k fired_by claims"),
    "fire": Form(_fire, "played_in_month now"),
    "ceremony": Form(_ceremony, "games cards money_k"),
    "count": Form(_count),
}
