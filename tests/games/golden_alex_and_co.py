"""How worked cases of ALEX & CO are checked: a function per form. A case that has no form here is an error.

`self` and `p1` are seat 0; `seat 2` is a seat's number, `p2` the second player.
"""

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.games.alex_and_co.cards import ESG, MAJORITY, NAMES, SAZ, SETS, SIZE
from glowtable.games.alex_and_co.ledger import points, winners
from glowtable.games.alex_and_co.revealing import pair
from glowtable.games.alex_and_co.sets import sets_of
from glowtable.games.alex_and_co.state import GAP, Phase, State

from tests.games.alex_positions import about, dealt, do, hand, may, of_size, place_name, position

Case = Mapping[str, Any]
Found = dict[str, Callable[[], Any]]
PLACES = [place_name(place) for place in range(36)]


def check(case: Case) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that its form is unknown."""
    asked = case["action"]
    form = next(iter(asked)) if isinstance(asked, dict) else asked
    if form not in FORMS:
        raise ValueError(f"case {case['id']}: action must be one of {', '.join(FORMS)}, got {form!r}")
    found = FORMS[form](case["given"], asked)
    missing = [name for name in case["expect"] if name not in found]
    if missing:
        raise ValueError(f"case {case['id']}: nothing here finds {', '.join(missing)}")
    for name, value in case["expect"].items():
        assert found[name]() == value, f"{case['id']}: {name}"


def seat_of(text: str) -> int:
    if text == "self":
        return 0
    return int(text.removeprefix("seat ")) if text.startswith("seat ") else int(text.removeprefix("p")) - 1


# -- setup


def _setup(given: Case, asked: Any) -> Found:
    layout = "36" if "players" in given and given["players"] == 4 else "36+9"
    found: Found = {
        str(seats): lambda seats=seats: {
            "cards": 99 - (state := dealt(seats, layout="36+9")).gone.bit_count(),
            "draw": state.pile,
        }
        for seats in (3, 4, 5, 6)
    }
    state = dealt(given.get("players", 4), layout=layout)
    out = [size for whole, size in zip(SETS, SIZE, strict=True) if state.gone & whole == whole]
    return found | {
        "sets_out": lambda: out,
        "esg_out": lambda: (state.gone & ESG).bit_count(),
        "saz_out": lambda: (state.gone & SAZ).bit_count(),
        "out": lambda: state.gone.bit_count(),
        "sets_left": lambda: len(SIZE) - len(out),
        "cells": lambda: len(state.faces),
        "draw": lambda: state.pile,
        "face_down_total": lambda: len(state.faces) + state.pile,
    }


# -- call


def _call(given: Case, asked: Case) -> Found:
    shown = {
        seat_of(who): [card for cards in sets.values() for card in cards] for who, sets in given["displays"].items()
    }

    def naming(**options: str) -> State:
        return do(position(given["hand"], ["Goa"], shown=shown, **options), "call", "ask 1")

    def named() -> State:
        return do(naming(), f"name {asked['call']}")

    return {
        "legal": lambda: may(naming(), f"name {asked['call']}"),
        "legal_with_call_from_own_display": lambda: may(naming(call_from_own_display="yes"), f"name {asked['call']}"),
        "shown": lambda: next(iter(about(named(), "prove"))),
        "points_to": lambda: f"seat {next(iter(about(named(), 'point')))}",
    }


def _turn(given: Case, asked: Any) -> Found:
    """Calls of one set, of which the next player holds as many cards as are right."""
    active, cards = given["active"], of_size(6)
    right = given["calls"].count("right")
    hands: list[list[str]] = [[] for _ in range(given["players"])]
    hands[active], other = [cards[0]], (active + 1) % given["players"]
    hands[other] = [*cards[1 : 1 + right], "Goa"]
    state = position(*hands, seats=given["players"], turn=active)
    for number, answer in enumerate(given["calls"]):
        card = cards[1 + number] if answer == "right" else cards[-1]
        state = do(state, "call", f"ask {other}", f"name {card}", f"prove {cards[0]}")
    return {"cards_won": lambda: len(hand(state, active)) - 1, "next": lambda: state.active}


# -- swap


def _asking(given: Case, **options: str) -> State:
    seats, active, asked = given.get("players", 4), given.get("active", 0), given.get("asked", 1)
    hands: list[list[str]] = [[] for _ in range(seats)]
    hands[active] = ["Ra", "Goa"]
    hands[asked] = given.get("asked_games", given.get("asked_hand", ["Catan"]))
    designer = given.get("designer", given.get("question", "a game by Uwe Rosenberg").removeprefix("a game by "))
    state = position(*hands, seats=seats, turn=active, **options)
    return do(state, "swap", f"ask {asked}", f"name {designer}")


def _then(state: State) -> int:
    """Who follows after a turn of the seat whose turn it is."""
    return do(state, "reveal", "at a1", *_turned(state), "stop", "end").active


def _turned(state: State) -> list[str]:
    return ["turn Jambo"] if state.faces[0] < 0 else []


def _swap(given: Case, asked: Any) -> Found:
    state = _asking(given)
    yes = state.phase is Phase.DECIDE

    def swapped() -> State:
        giving = do(state, "accept")
        return do(giving, f"give {min(about(giving, 'give'))}", "give Ra")

    return {
        "answer": lambda: "yes" if yes else "no",
        "given_is_chosen_by": lambda: do(state, "accept").seat,
        "next": lambda: swapped().active if yes else state.active,
        "then": lambda: _then(swapped()),
    }


def _declined(given: Case, asked: Any) -> Found:
    before = _asking(given)
    after = do(before, "decline")
    return {
        "legal": lambda: may(before, "decline"),
        "cards_moved": lambda: sum(old != new for old, new in zip(before.hands, after.hands, strict=True)),
        "next": lambda: after.active,
        "then": lambda: _then(after),
        "legal_with_swap_optional_no": lambda: may(_asking(given, swap_optional="no"), "decline"),
    }


# -- reveal


def _reveal(given: Case, asked: Any) -> Found:
    if "played" in given:
        state = position([f"{card} 1" for card in given["played"]], ["Ra"])
        after = do(state, "esg ESG 1", "ask 1", "draw Ra", "return")
        return {"legal": lambda: may(after, "reveal")}
    counts: dict[str, int] = {}
    cards = []
    for card in given["revealed"]:
        counts[card] = counts.get(card, 0) + 1
        cards.append(card if card in NAMES else f"{card} {counts[card]}")
    state = do(position([], faces=dict(zip(PLACES, cards, strict=False))), "reveal")
    for place in PLACES[: len(cards)]:
        if state.phase is Phase.REVEAL:
            state = do(state, f"at {place}")
    found = pair(state)
    return {
        "pair": lambda: list(found),
        "turned_back": lambda: [place for place in state.turned if place not in found],
        "revealed_count": lambda: len(state.turned),
    }


def _pair_taken(given: Case, asked: Any) -> Found:
    layout = "36+9" if given["display"] == 45 else "36"
    state = position([], faces={"a1": "Catan", "a2": "Barbarossa"}, pile=given["draw"], layout=layout)
    after = do(state, "reveal", "at a1", "at a2", "take")
    return {
        "display": lambda: sum(face != GAP for face in after.faces),
        "draw": lambda: after.pile,
        "gap": lambda: after.faces.count(GAP),
    }


# -- ESG and SAZ


def _esg(given: Case, asked: Any) -> Found:
    def kept(card: str) -> bool:
        name = card if card in NAMES else f"{card} 2"
        drawn = do(position(["ESG 1"], [name]), "esg ESG 1", "ask 1", f"draw {name}")
        return may(drawn, "keep")

    return {"kept": lambda: [kept(card) for card in given["draws"]]}


def _saz(given: Case, asked: Any) -> Found:
    return {"legal": lambda: [_legal_asks(asks) for asks in given["asks"]]}


def _legal_asks(asks: list[list[str]]) -> bool:
    """Each question in turn, as far as it goes; a second player is asked for the same designer of itself."""
    state = do(position(["SAZ 1"], ["Ra"], ["Goa"], ["Jambo"]), "saz SAZ 1")
    for who, card in asks:
        if state.phase is not Phase.WHOM or not may(state, f"ask {seat_of(who)}"):
            return False
        before, state = state, do(state, f"ask {seat_of(who)}")
        if state.phase is Phase.NAME:
            if not may(state, f"name {card}"):
                return False
            state = do(state, f"name {card}")
        elif NAMES[before.card] != card:
            return False
    return state.phase is Phase.TURN


# -- display and score


def _minimum(given: Case, asked: Any) -> Found:
    need = dict(zip(SIZE, MAJORITY, strict=True))
    return {"minimum": lambda: [need[size] if need[size] < size else None for size in given["sizes"]]}


def _singles(given: Case, asked: Any) -> Found:
    ((who, lying),) = given["displays"].items()
    cards = of_size(lying["size"])
    mine = cards[lying["cards"] : lying["cards"] + given["hand_of_set"]]
    state = position(mine, shown={seat_of(who): cards[: lying["cards"]]})
    return {
        "legal_for_p1": lambda: len(about(state, "lay")),
        "points": lambda: points(do(state, *(f"lay {card}" for card in mine)), 0),
    }


def _score(given: Case, asked: Any) -> Found:
    if "displayed" in given:
        cards, count = of_size(given["displayed"]["size"]), given["displayed"]["cards"]
        more = cards[count : count + given["adds"]]
        state = position(more, shown={0: cards[:count]})
        return {
            "before": lambda: points(state, 0),
            "after": lambda: points(do(state, *(f"lay {card}" for card in more)), 0),
        }
    shown = [card for size in given["complete"] for card in of_size(size)]
    shown += [card for count, size in given["incomplete"] for card in of_size(size, 1)[:count]]
    shown += [of_size(4, number)[0] for number in range(given["singles"])]
    held = [card if card in NAMES else f"{card} 1" for card in given["hand"]]
    return {"points": lambda: points(position(held, shown={0: shown}), 0)}


def _sixth(given: Case, asked: Any) -> Found:
    sets = [card for number in range(given["sets_displayed"]) for card in of_size(2, number)]
    singles = [of_size(4, number)[0] for number in range(given["singles"])]
    others = [card for number in range(given["singles"]) for card in of_size(4, number)[1:]]
    new = of_size(3)[:2]
    state = position(new, shown={0: sets + singles, 1: others})
    after = do(state, *(f"lay {card}" for card in new), "done")
    return {"ends": lambda: after.phase is Phase.FINAL, "sets": lambda: sets_of(after, 0)}


def _winner(given: Case, asked: Any) -> Found:
    """Points and sizes as given, be there such sets in our deck or not."""
    names = list(given["points"])
    ranks = [(given["points"][who], tuple(sorted(given["set_sizes"][who], reverse=True))) for who in names]
    best = [names[at] for at in winners(ranks)]
    return {"winner": lambda: best if len(best) > 1 else best[0]}


FORMS: Mapping[str, Callable[[Case, Any], Found]] = {
    "setup": _setup,
    "call": _call,
    "turn": _turn,
    "swap": _swap,
    "swap refused": _swap,
    "swap declined": _declined,
    "reveal": _reveal,
    "a pair is taken": _pair_taken,
    "esg": _esg,
    "saz": _saz,
    "minimum for an incomplete set": _minimum,
    "display singles": _singles,
    "score": _score,
    "display an incomplete set": _sixth,
    "winner": _winner,
}
