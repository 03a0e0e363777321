"""What a seat of Alter Ego sees as numbers, from its view alone. Cards count as a share of all copies of their kind."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

from glowtable.game import Arg
from glowtable.game.observation import (
    Fill,
    Observation,
    Part,
    amount_part,
    amounts_part,
    marks_part,
    one_seat,
    places_of,
    places_of_seats,
    seats_from,
    some_seats,
    word_part,
)

from .cards import TITLES
from .kinds import HOSTAGE_WORDS
from .state import ALL_MONEY, NO_ICONS, PENALTIES, TOKENS, Phase, Status
from .views import CHOSEN, COUNTED, STACKS, SeenHenchman, SeenVigilante, View

KINDS = places_of(TITLES)  # copies are alike
SHARE = {title: 1 / TITLES.count(title) for title in KINDS}
CARDS, COPIES = len(KINDS), len(TITLES)
VILLAINS = 3
CIVS = len(HOSTAGE_WORDS)
MOST_CIVS = int(TOKENS["civ_each"])
MOST_ICONS = 20  # of a seat, or a team; few have more
MOST_PLACES = 27  # of henchmen (cells.py)
MOST_ROUNDS = 30  # few matches have more
STATUSES = places_of(Status)
PERSON_CARDS = {
    "hand": "cards of the hand that this seat knows of",
    "unseen": "its other cards in hand or deck",
    "display": "the display",
    "discard": "the discards",
    "played": "events beside the board",
    "gear": "equipment",
    "trophies": "trophies",
    "drawn": "henchmen drawn, of the own seat",
}
PERSON_COUNTS = {  # and the most of it
    "hand_size": ("cards in hand", COPIES),
    "deck_size": ("cards in the deck", COPIES),
    "buried": ("discards that nobody has read", COPIES),
    "drawn_size": ("henchmen drawn", COPIES),
    "money": ("money", ALL_MONEY),
    "tokens": ("teamwork tokens", int(TOKENS["teamwork"])),
    "to_draw": ("cards in Support", MOST_ICONS),
    "to_hunt": ("henchmen on Patrol", MOST_ICONS),
    "display_size": ("cards that the display takes", MOST_ICONS),
    "blocked": ("icons of the team that cannot be spent", MOST_ICONS),
    "owes": ("a card is still to be taken in Recoup", 1),
}
SEATS = {
    "acting": "seats that may act",
    "ready": "seats that are done",
    "untracked": "seats whose hands are not read",
    "called": "seats that called the cops",
    "helped": "seats that took a teamwork token",
    "called_off": "seats that may not announce again yet",
}


class GameObservation(Observation):
    """People, villains, henchmen, the city."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(
            seats, options, (*_people_parts(seats), *_foe_parts(seats), *_city_parts(), *_table_parts(seats))
        )


# -- people


def _people_parts(seats: int) -> tuple[Part, ...]:
    return (
        _titles_by_seat("character", seats, "the character", lambda person: (person.character,)),
        _titles_by_seat("nemesis", seats, "the nemesis where this seat knows it", lambda person: (person.nemesis,)),
        _titles_by_seat("chosen", seats, "the henchman chosen, likewise", lambda person: (person.chosen,)),
        _by_seat("hidden", (seats, 2), "a nemesis, a choice that this seat does not know", 1,
                 lambda person, seat: (person.nemesis == CHOSEN, person.chosen == CHOSEN)),
        *(_titles_by_seat(name, seats, about, _field_of(name)) for name, about in PERSON_CARDS.items()),
        *(_by_seat(name, (seats, 1), about, most, _number_of(name)) for name, (about, most) in PERSON_COUNTS.items()),
        _by_seat("penalties", (seats, len(PENALTIES)), "penalty tokens: " + ", ".join(PENALTIES), COPIES,
                 lambda person, seat: person.penalties),
        _by_seat("forced", (seats, len(PENALTIES)), "phases whose card must be taken", 1,
                 lambda person, seat: [name in person.forced for name in PENALTIES]),
        _by_seat("icons", (seats, len(NO_ICONS)), "fight icons left this round, the last of any type", MOST_ICONS,
                 lambda person, seat: person.icons),
        _by_seat("team_icons", (seats, len(NO_ICONS)), "the same of the team", MOST_ICONS,
                 lambda person, seat: person.team_icons),
        _by_seat("counted", (seats, len(COUNTED)), "support icons that count: " + ", ".join(COUNTED), MOST_ICONS,
                 lambda person, seat: [count for _, count in person.counted]),
        _by_seat("team", (seats, seats), "seats of its team", 1, _seats_of("team", seats)),
        _by_seat("refused", (seats, seats), "seats that did not join it", 1, _seats_of("refused", seats)),
    )  # fmt: skip


def _field_of(name: str) -> Callable[[SeenVigilante], Iterable[str]]:
    return lambda person: getattr(person, name)


def _number_of(name: str) -> Callable[[SeenVigilante, int], Iterable[int]]:
    return lambda person, seat: (getattr(person, name),)


def _seats_of(name: str, seats: int) -> Callable[[SeenVigilante, int], Iterable[int]]:
    def look(person: SeenVigilante, seat: int) -> Iterable[int]:
        there = places_of_seats(getattr(person, name), seat, seats)
        return [place in there for place in range(seats)]

    return look


def _titles_by_seat(name: str, seats: int, about: str, look: Callable[[SeenVigilante], Iterable[str]]) -> Part:
    """The cards of each seat, the own one first."""

    def fill_part(out: array[float], start: int, view: View, seat: int) -> None:
        for row, person in enumerate(seats_from(view.people, seat)):
            _enter_titles(out, start + row * CARDS, look(person))

    return Part(name, (seats, CARDS), about, 1, fill_part)


def _enter_titles(out: array[float], start: int, titles: Iterable[str]) -> None:
    for title in titles:
        if title in KINDS:
            out[start + KINDS[title]] += SHARE[title]


def _by_seat(
    name: str, shape: tuple[int, int], about: str, most: int, look: Callable[[SeenVigilante, int], Iterable[int]]
) -> Part:
    """Numbers of each seat, the own one first."""
    return amounts_part(name, shape, about, most, lambda view, seat: [
        value for person in seats_from(view.people, seat) for value in look(person, seat)
    ])  # fmt: skip


# -- villains and henchmen


def _foe_parts(seats: int) -> tuple[Part, ...]:
    return (
        marks_part("villains", (VILLAINS, CARDS), "arch villains", lambda view, seat: [
            row * CARDS + KINDS[each.name] for row, each in enumerate(view.villains)
        ]),
        marks_part("status", (VILLAINS, len(STATUSES)), ", ".join(STATUSES), lambda view, seat: [
            row * len(STATUSES) + STATUSES[each.status] for row, each in enumerate(view.villains)
        ]),
        amounts_part("villain_tokens", (VILLAINS,), "their tokens", int(TOKENS["arch_villain_or_penalty"]),
                lambda view, seat: [each.tokens for each in view.villains]),
        amounts_part("villain_hostages", (VILLAINS, CIVS), "their hostages", MOST_CIVS,
                lambda view, seat: [count for each in view.villains for count in each.hostages]),
        marks_part("villain_engaged", (VILLAINS, seats), "who has engaged them", lambda view, seat: [
            row * seats + place
            for row, each in enumerate(view.villains) for place in places_of_seats(each.engaged, seat, seats)
        ]),
        _of_henchmen("henchmen", (CARDS, 1), "henchmen in play: which place", MOST_PLACES,
                     lambda each, seat: (each.place + 1,)),
        _of_henchmen("hostages", (CARDS, CIVS), "their hostages", MOST_CIVS, lambda each, seat: each.hostages),
        _of_henchmen("engaged", (CARDS, seats), "who has engaged them", 1, lambda each, seat: [
            place in places_of_seats(each.engaged, seat, seats) for place in range(seats)
        ]),
        _of_henchmen("brought", (CARDS, seats), "who brought them this round", 1, lambda each, seat: [
            place in places_of_seats((each.brought,), seat, seats) for place in range(seats)
        ]),
    )  # fmt: skip


def _of_henchmen(
    name: str, shape: tuple[int, int], about: str, most: int, look: Callable[[SeenHenchman, int], Sequence[int]]
) -> Part:
    """Numbers of each henchman in play, by its kind."""

    def fill_part(out: array[float], start: int, view: View, seat: int) -> None:
        for each in view.henchmen:
            for place, value in enumerate(look(each, seat), start + KINDS[each.name] * shape[1]):
                out[place] = min(1.0, value / most)

    return Part(name, shape, about, most, fill_part)


# -- the city, the supply, whose turn it is


def _city_parts() -> tuple[Part, ...]:
    return (
        amounts_part("pools", (CIVS,), "pools: " + ", ".join(HOSTAGE_WORDS), MOST_CIVS),
        amounts_part("lost", (CIVS,), "out of the game", MOST_CIVS),
        amounts_part("stacks", (len(STACKS),), "cards in the open stacks", COPIES,
                lambda view, seat: [count for _, count in view.stacks]),
        Part("row", (CARDS,), "cards offered", 1, _titles("row")),
        Part("activated", (CARDS,), "equipment used", 1, _titles("activated")),
        Part("gone", (CARDS,), "cards out of the game", 1, _titles("gone")),
        amount_part("deck", "henchmen that can be drawn", COPIES),
        amount_part("offers", "cards in the supply's deck", COPIES),
        amount_part("bank", "money in the bank", ALL_MONEY),
        amount_part("teamwork", "tokens in the pool", int(TOKENS["teamwork"])),
        amount_part("badges_needed", "badges that the cops need", MOST_ICONS),
        amount_part("token_is_icon", "a teamwork token gives an icon"),
    )  # fmt: skip


def _titles(field: str) -> Fill:
    return lambda out, start, view, seat: _enter_titles(out, start, getattr(view, field))


def _table_parts(seats: int) -> tuple[Part, ...]:
    return (
        word_part("phase", Phase),
        word_part("within", Phase),
        one_seat("seat", seats, "who is dealt to or asked"),
        one_seat("whom", seats, "who asks"),
        Part(
            "card",
            (CARDS,),
            "what it is about",
            1,
            lambda out, start, view, seat: _enter_titles(out, start, (view.card,)),
        ),
        amount_part("round", "the round", MOST_ROUNDS),
        *(some_seats(name, seats, about) for name, about in SEATS.items()),
    )
