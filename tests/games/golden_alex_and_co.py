"""The forms of worked cases of ALEX & CO; tests/golden/README.md lists them.

`self` and `p1` are seat 0; `seat 2` is a seat's number, `p2` the second player.
"""

from collections.abc import Sequence
from typing import Any

from glowtable.games.alex_and_co.cards import DECK, ESG, MAJORITY, NAMES, SAZ, SETS, SIZE
from glowtable.games.alex_and_co.ledger import points, winners
from glowtable.games.alex_and_co.options import OPTIONS
from glowtable.games.alex_and_co.revealing import pair
from glowtable.games.alex_and_co.sets import count_sets
from glowtable.games.alex_and_co.state import GAP, Phase, State

from tests.games.alex_positions import about, dealt, do, hand, may, of_size, place_name, position
from tests.games.golden import Case, Form, Forms, Found, chosen_options

PLACES = [place_name(place) for place in range(36)]


def options_of(given: Case) -> dict[str, Any]:
    return chosen_options(given, OPTIONS)


def seat_of(text: str) -> int:
    if text == "self":
        return 0
    return int(text.removeprefix("seat ")) if text.startswith("seat ") else int(text.removeprefix("p")) - 1


def other(card: str, held: Sequence[str]) -> str:
    """This card, or one of its set that lies in no such hand."""
    whole = next(cards for number in range(len(SETS)) if card in (cards := DECK.names_of(SETS[number])))
    return next(each for each in (card, *whole) if each not in held)


# -- setup


def _setup(given: Case, asked: Case) -> Found:
    """As printed, with 45 places, unless the case says four players or a layout."""
    players = given.get("players")
    options = {"layout": "36" if players == 4 else "36+9", **options_of(given)}

    def piles(seats: int) -> dict[str, int]:
        state = dealt(seats, **options)
        return {"cards": len(NAMES) - state.gone.bit_count(), "draw": state.pile}

    state = dealt(players or 4, **options)
    out = [size for whole, size in zip(SETS, SIZE, strict=True) if state.gone & whole == whole]
    return {
        **{str(seats): lambda seats=seats: piles(seats) for seats in (3, 4, 5, 6)},
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
        seat_of(who): [card for cards in sets.values() for card in cards]
        for who, sets in given.get("displays", {}).items()
    }

    def naming(**options: str) -> State:
        state = position(given["hand"], [other("Goa", given["hand"])], shown=shown, **{**options_of(given), **options})
        return do(state, "call", "ask 1")

    def named() -> State:
        return do(naming(), f"name {asked['call']}")

    return {
        "legal": lambda: may(naming(), f"name {asked['call']}"),
        "legal_with_call_from_own_display": lambda: may(naming(call_from_own_display="yes"), f"name {asked['call']}"),
        "shown": lambda: next(iter(about(named(), "prove"))),
        "points_to": lambda: f"seat {next(iter(about(named(), 'point')))}",
    }


def _turn(given: Case, asked: Case) -> Found:
    """Calls of one set, of which the next player holds as many cards as are right."""
    players, active, cards = given.get("players", 4), given.get("active", 0), of_size(6)
    right = given["calls"].count("right")
    hands: list[list[str]] = [[] for _ in range(players)]
    hands[active], whom = [cards[0]], (active + 1) % players
    hands[whom] = [*cards[1 : 1 + right], "Goa"]
    state = position(*hands, seats=players, turn=active, **options_of(given))
    for number, answer in enumerate(given["calls"]):
        card = cards[1 + number] if answer == "right" else cards[-1]
        state = do(state, "call", f"ask {whom}", f"name {card}", f"prove {cards[0]}")
    return {"cards_won": lambda: len(hand(state, active)) - 1, "next": lambda: state.active}


# -- swap


def _asking(given: Case, **options: str) -> State:
    seats, active, asked = given.get("players", 4), given.get("active", 0), given.get("asked", 1)
    hands: list[list[str]] = [[] for _ in range(seats)]
    hands[asked] = given.get("asked_games", given.get("asked_hand", ["Catan"]))
    hands[active] = [other("Ra", hands[asked]), other("Goa", hands[asked])]
    designer = given.get("designer", given.get("question", "a game by Uwe Rosenberg").removeprefix("a game by "))
    state = position(*hands, seats=seats, turn=active, **{**options_of(given), **options})
    return do(state, "swap", f"ask {asked}", f"name {designer}")


def _then(state: State) -> int:
    """Who follows after a turn of the seat whose turn it is."""
    return do(state, "reveal", "at a1", *_turned(state), "stop", "end").active


def _turned(state: State) -> list[str]:
    return ["turn Jambo"] if state.faces[0] < 0 else []


def _swap(given: Case, asked: Case) -> Found:
    state = _asking(given)
    yes, gives = state.phase is Phase.DECIDE, min(hand(state, given.get("active", 0)))

    def swapped() -> State:
        giving = do(state, "accept")
        return do(giving, f"give {min(about(giving, 'give'))}", f"give {gives}")

    return {
        "answer": lambda: "yes" if yes else "no",
        "given_is_chosen_by": lambda: do(state, "accept").seat,
        "next": lambda: swapped().active if yes else state.active,
        "then": lambda: _then(swapped()),
    }


def _declined(given: Case, asked: Case) -> Found:
    before = _asking(given)

    def after() -> State:
        return do(before, "decline")

    return {
        "legal": lambda: may(before, "decline"),
        "cards_moved": lambda: sum(old != new for old, new in zip(before.hands, after().hands, strict=True)),
        "next": lambda: after().active,
        "then": lambda: _then(after()),
        "legal_with_swap_optional_no": lambda: may(_asking(given, swap_optional="no"), "decline"),
    }


# -- reveal


def _reveal(given: Case, asked: Case) -> Found:
    if "played" in given:
        state = position([f"{card} 1" for card in given["played"]], ["Ra"], ["Goa"], **options_of(given))
        return {"legal": lambda: may(_played(state, given["played"]), "reveal")}
    counts: dict[str, int] = {}
    cards = []
    for card in given["revealed"]:
        counts[card] = counts.get(card, 0) + 1
        cards.append(card if card in NAMES else f"{card} {counts[card]}")
    state = do(position([], faces=dict(zip(PLACES, cards, strict=False)), **options_of(given)), "reveal")
    turned = []
    for place, name in enumerate(PLACES[: len(cards)]):
        if state.phase is Phase.REVEAL:
            state = do(state, f"at {name}")
            turned.append(place)
    found = pair(state) if state.turned else ()  # without a pair the action is over
    return {
        "pair": lambda: list(found),
        "turned_back": lambda: [place for place in turned if place not in found],
        "revealed_count": lambda: len(turned),
    }


def _played(state: State, names: Sequence[str]) -> State:
    """These cards played one after the other, each of the next player; an ESG draws a game that goes back."""
    for card in names:
        if card == "ESG":
            state = do(state, "esg ESG 1", "ask 1", "draw Ra", "return")
        else:
            state = do(state, "saz SAZ 1", "ask 1", "name Stefan Feld", "ask 1", "name Dirk Henn")
    return state


def _pair_taken(given: Case, asked: Case) -> Found:
    options = {**options_of(given), "layout": "36+9" if given["display"] == 45 else "36"}
    state = position([], faces={"a1": "Catan", "a2": "Barbarossa"}, pile=given["draw"], **options)
    after = do(state, "reveal", "at a1", "at a2", "take")
    return {
        "display": lambda: sum(face != GAP for face in after.faces),
        "draw": lambda: after.pile,
        "gap": lambda: after.faces.count(GAP),
    }


# -- ESG and SAZ


def _esg(given: Case, asked: Case) -> Found:
    def kept(card: str) -> bool:
        name = card if card in NAMES else f"{card} 2"
        drawn = do(position(["ESG 1"], [name], **options_of(given)), "esg ESG 1", "ask 1", f"draw {name}")
        return name in hand(do(drawn, "keep"), 0)

    return {"kept": lambda: [kept(card) for card in given["draws"]]}


def _saz(given: Case, asked: Case) -> Found:
    state = position(["SAZ 1"], ["Ra"], ["Goa"], ["Jambo"], **options_of(given))
    return {"legal": lambda: [_legal_asks(do(state, "saz SAZ 1"), asks) for asks in given["asks"]]}


def _legal_asks(state: State, asks: list[list[str]]) -> bool:
    """Each question in turn, as far as it goes; a second player is asked for the same designer of itself."""
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


def _minimum(given: Case, asked: Case) -> Found:
    need = dict(zip(SIZE, MAJORITY, strict=True))
    return {"minimum": lambda: [need[size] if need[size] < size else None for size in given["sizes"]]}


def _singles(given: Case, asked: Case) -> Found:
    ((who, lying),) = given["displays"].items()
    cards = of_size(lying["size"])
    mine = cards[lying["cards"] : lying["cards"] + given["hand_of_set"]]
    state = position(mine, shown={seat_of(who): cards[: lying["cards"]]}, **options_of(given))
    return {
        "legal_for_p1": lambda: len(about(state, "lay")),
        "points": lambda: points(do(state, *(f"lay {card}" for card in mine)), 0),
    }


def _score(given: Case, asked: Case) -> Found:
    if "displayed" in given:
        cards, count = of_size(given["displayed"]["size"]), given["displayed"]["cards"]
        more = cards[count : count + given["adds"]]
        state = position(more, shown={0: cards[:count]}, **options_of(given))
        return {
            "before": lambda: points(state, 0),
            "after": lambda: points(do(state, *(f"lay {card}" for card in more)), 0),
        }
    complete, incomplete = given.get("complete", []), given.get("incomplete", [])
    shown = [card for at, size in enumerate(complete) for card in of_size(size, complete[:at].count(size))]
    shown += [card for at, (count, size) in enumerate(incomplete) for card in _last_of(size, incomplete[:at])[:count]]
    shown += [of_size(4, number)[0] for number in range(given.get("singles", 0))]
    held = [card if card in NAMES else f"{card} 1" for card in given.get("hand", [])]
    return {"points": lambda: points(position(held, shown={0: shown}, **options_of(given)), 0)}


def _last_of(size: int, earlier: Sequence[Sequence[int]]) -> list[str]:
    """The last set of this size that is not among those earlier."""
    return of_size(size, -1 - sum(each == size for _, each in earlier))


def _sixth(given: Case, asked: Case) -> Found:
    sets = [card for number in range(given["sets_displayed"]) for card in of_size(2, number)]
    singles = [of_size(4, number)[0] for number in range(given["singles"])]
    others = [card for number in range(given["singles"]) for card in of_size(4, number)[1:]]
    new = of_size(3)[:2]
    state = position(new, shown={0: sets + singles, 1: others}, **options_of(given))
    after = do(state, *(f"lay {card}" for card in new), "done")
    return {"ends": lambda: after.phase is Phase.FINAL, "sets": lambda: count_sets(after.shown[0])}


def _winner(given: Case, asked: Case) -> Found:
    """Points and sizes as given, be there such sets in our deck or not."""
    names = list(given["points"])
    ranks = [(given["points"][who], tuple(sorted(given["set_sizes"][who], reverse=True))) for who in names]
    best = [names[at] for at in winners(ranks)]
    return {"winner": lambda: best if len(best) > 1 else best[0]}


FORMS: Forms = {
    "setup": Form(_setup, "players"),
    "call": Form(_call, "hand displays"),
    "turn": Form(_turn, "players active calls"),
    "swap": Form(_swap, "players active asked asked_games asked_hand designer question"),
    "swap refused": Form(_swap, "players active asked asked_games asked_hand designer question"),
    "swap declined": Form(_declined, "players active asked asked_games asked_hand designer question"),
    "reveal": Form(_reveal, "played revealed"),
    "a pair is taken": Form(_pair_taken, "draw display"),
    "esg": Form(_esg, "draws"),
    "saz": Form(_saz, "asks"),
    "minimum for an incomplete set": Form(_minimum, "sizes"),
    "display singles": Form(_singles, "displays hand_of_set"),
    "score": Form(_score, "complete incomplete singles hand displayed adds"),
    "display an incomplete set": Form(_sixth, "sets_displayed singles"),
    "winner": Form(_winner, "points set_sizes"),
}
