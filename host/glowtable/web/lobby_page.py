"""The lobby, in the thread of the table: what is tapped, or pressed at the table, changes it, and all show the same.

At the table itself keys walk through game and players, and lights show what is chosen. First `next` goes from game to
game and any `confirm` takes it. Then `confirm` seats a person more, `pass` a bot, `undo` takes the last one away, or
leads back to the games, and `next` starts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import NamedTuple

from glowtable.game import STRENGTHS, Game, Option, strengths_of
from glowtable.gate import printable
from glowtable.match.lobby import PREFERENCES, Lobby, Offer
from glowtable.match.players import BOT, fold_name
from glowtable.match.signals import ACCEPTED, REFUSED, SILENCE, TICK
from glowtable.messages import Message, UserError, say, say_count
from glowtable.table import BLUE, BREATHE, DIM, GREEN, OFF, STEADY, WHITE, Light, Picture
from glowtable.web.followers import ReceivedTap, Snapshot, Tap
from glowtable.web.outgoing import Page, option_quote, standing_json
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.server import Server

OF_GUESTS = ("sit", "take", "learn")  # what a device without a seat may do
OF_HOST = ("care", "prefer")  # and what only this computer may
OTHERS_HERE = say("Others are here. Play your first match when you're alone.")
MOST_OPTIONS = 20  # choices of one option that are shown
MOST_NAMES = 20  # that are tried for who sits down by a key


class Learner(NamedTuple):
    """Who wants to play a led first match: their device ('' for the host's), and their name ('' if it is unknown)."""

    device: str
    name: str


class LobbyPage:
    """One lobby and its server. `sync_followers` does what was tapped; then a match may be decided, or a job wanted."""

    def __init__(
        self, lobby: Lobby, server: Server, *, is_simulated: bool, people: Sequence[str] = (), jobs: Sequence[str] = (),
        prefer: Callable[[str, str], None] | None = None, preferences: Callable[[], Mapping[str, str]] = dict,
    ) -> None:  # fmt: skip
        """`people` are names that are offered, `jobs` what the host's page can do for the table.

        `preferences` says how the table is set now, and `prefer` sets it; UserError if it cannot.
        """
        self.lobby, self.server, self.is_simulated, self.people = lobby, server, is_simulated, tuple(people)
        self.jobs: Sequence[str] = tuple(jobs)
        self.prefer, self.preferences = prefer, preferences
        self.is_started, self.resumed, self.job = False, 0, ""
        self.learner: Learner | None = None
        self.number = 0
        self._shown: Page = {}
        self._starter: ReceivedTap | None = None

    def sync_followers(self) -> None:
        self.server.wakeup.clear_wakeup()
        self._publish_changes()
        while not (self.server.taps.empty() or self.is_done):
            event = self.server.taps.get()
            refusal = self._take_tap(event)
            self._publish_changes()
            if refusal:
                event.refuse(refusal)
            elif not self.is_decided:
                event.confirm()
            else:
                self._starter = event

    @property
    def is_decided(self) -> bool:
        """A match was started or resumed, or a first match is wanted."""
        return self.is_started or self.resumed != 0 or self.learner is not None

    @property
    def is_done(self) -> bool:
        """Something was agreed on that is not done in the lobby: a match, or a job."""
        return self.is_decided or self.job != ""

    def refuse_start(self, why: Message) -> None:
        """The match that was started is not possible: who started it hears why."""
        if self._starter:
            self._starter.refuse(why)
        self.is_started, self.resumed, self.learner, self._starter = False, 0, None, None

    def confirm_start(self) -> None:
        if self._starter:
            self._starter.confirm()

    def _publish_changes(self) -> None:
        agreed = lobby_page(self.lobby, self._seats_held(), is_simulated=self.is_simulated, people=self.people)
        page = {**agreed, **care_page(self.jobs, self.job, self.preferences())}
        if page != self._shown:
            self._shown = page
            self.number += 1
            self.server.publish_snapshot(Snapshot(self.number, page, {}))

    def _take_tap(self, event: ReceivedTap) -> Message | None:
        """Do it, or say why not."""
        tap, is_host = event.tap, not event.device
        if event.is_late():
            return PAGE_WORDS["late"]
        if tap.does not in DOES or (not is_host and tap.does in OF_HOST):
            return PAGE_WORDS["stale"]
        if not is_host and tap.does not in OF_GUESTS and self.server.seats.seat_of_device(event.device) is None:
            return PAGE_WORDS["sit_first"]
        return self._do_tap(tap, event.device)

    def do_at_table(self, tap: Tap) -> Message | None:
        """Do what a key of the table means, as the host's page may; or say why not. Once it `is_done` no key counts."""
        if self.is_done:
            return PAGE_WORDS["stale"]
        refusal = self._do_tap(tap._replace(at=self.number), "")
        self._publish_changes()
        return refusal

    def _do_tap(self, tap: Tap, device: str) -> Message | None:
        is_no_seat = tap.does in OF_SEAT and not 0 <= tap.seat < len(self.lobby.players)
        if is_no_seat or (tap.does in OF_NOW and tap.at != self.number):
            return PAGE_WORDS["stale"]
        try:
            DOES[tap.does](self, tap, device)
        except UserError as error:
            return error.message
        return None

    # -- what can be tapped

    def _sit_down(self, tap: Tap, device: str) -> None:
        """A person more; a phone whose person has no seat yet sits down itself."""
        seat = self.lobby.add_person(tap.id)
        self._arrange_seats({seat: seat for seat in range(seat)})
        self._give_seat(seat, device)

    def _take_over(self, tap: Tap, device: str) -> None:
        """This phone is that of a person who is there already, without one, or whose phone has been away for long."""
        seats = self.server.seats
        is_free = tap.seat in self.lobby.people_of(self.lobby.players) and tap.seat not in self._seats_held()
        if not device or not is_free or seats.seat_of_device(device) is not None:
            raise UserError(PAGE_WORDS["stale"])
        self._give_seat(tap.seat, device)

    def _seats_held(self) -> Set[int]:
        """The seats whose devices are here."""
        return {seat for seat, device in self.server.seats.devices.items() if not self.server.is_away(device)}

    def _give_seat(self, seat: int, device: str) -> None:
        if device and self.server.seats.seat_of_device(device) is None:
            self.server.seats.give_seat(seat, device)

    def _add_bot(self, tap: Tap, device: str) -> None:
        seat = self.lobby.add_bot(tap.id)
        self._arrange_seats({seat: seat for seat in range(seat)})

    def _leave_seat(self, tap: Tap, device: str) -> None:
        self._arrange_seats(self.lobby.leave(tap.seat))

    def _arrange_seats(self, came_from: Mapping[int, int]) -> None:
        players = self.lobby.players
        self.server.seats.rearrange(players, self.lobby.people_of(players), came_from)

    def _choose_option(self, tap: Tap, device: str) -> None:
        name, _, value = tap.id.partition("=")
        self.lobby.choose_option(name, value)

    def _start_match(self, tap: Tap, device: str) -> None:
        self.lobby.header()
        self.is_started = True

    def _learn_game(self, tap: Tap, device: str) -> None:
        """A led first match for whoever taps, if no other device has a seat and is here."""
        own = self.server.seats.seat_of_device(device)
        if self._seats_held() - {own}:
            raise UserError(OTHERS_HERE)
        name = tap.id if own is None else self.lobby.players[own]
        self.learner = Learner(device, " ".join(name.split()))

    def _resume_match(self, tap: Tap, device: str) -> None:
        matches = {str(offer.match): offer.match for offer in self.lobby.offers}
        if tap.id not in matches:
            raise UserError(PAGE_WORDS["stale"])
        self.resumed = matches[tap.id]

    def _care_for_table(self, tap: Tap, device: str) -> None:
        if tap.id not in self.jobs:
            raise UserError(PAGE_WORDS["stale"])
        self.job = tap.id

    def _set_preference(self, tap: Tap, device: str) -> None:
        name, _, value = tap.id.partition("=")
        if not self.prefer or value not in PREFERENCES.get(name, ()):
            raise UserError(PAGE_WORDS["stale"])
        self.prefer(name, value)


DOES: Mapping[str, Callable[[LobbyPage, Tap, str], None]] = {
    "game": lambda page, tap, device: page.lobby.choose_game(tap.id),
    "sit": LobbyPage._sit_down,
    "take": LobbyPage._take_over,
    "bot": LobbyPage._add_bot,
    "leave": LobbyPage._leave_seat,
    "option": LobbyPage._choose_option,
    "start": LobbyPage._start_match,
    "learn": LobbyPage._learn_game,
    "resume": LobbyPage._resume_match,
    "care": LobbyPage._care_for_table,
    "prefer": LobbyPage._set_preference,
}
OF_SEAT = ("take", "leave")
OF_NOW = (*OF_SEAT, "start", "learn")  # what these mean is what the page shows


def lobby_page(lobby: Lobby, held: Collection[int], *, is_simulated: bool, people: Sequence[str]) -> Page:
    """What is agreed on so far, for everybody; the devices of the seats that are `held` are here."""
    there = set(map(fold_name, lobby.players))
    return {
        "games": tuple(_game_json(game) for game in lobby.games.values()),
        "game": lobby.game.name,
        "players": tuple(_player_json(player, seat in held) for seat, player in enumerate(lobby.players)),
        "most": lobby.most,
        "bots": tuple(strengths_of(lobby.game)) or ("medium",),
        "people": tuple(name for name in people if fold_name(name) not in there),
        "options": tuple(
            _option_json(lobby.game, option, choices, lobby.wishes.get(option.name, option.default))
            for option, choices in lobby.options(is_simulated).items()
            if len(choices) > 1
        ),
        "as_printed": all(
            value == option.default
            for option in lobby.game.options
            if (value := lobby.wishes.get(option.name)) is not None
        ),
        "obstacle": lobby.obstacle(),
        "won": tuple(map(standing_json, lobby.won)),
        "offers": tuple(map(_offer_json, lobby.offers)),
    }


def care_page(jobs: Sequence[str], job: str, preferences: Mapping[str, str]) -> Page:
    """What can be done for the table, what is being done ('' if nothing), and how it is set."""
    return {
        "jobs": tuple(jobs),
        "job": job,
        "preferences": tuple(
            {"name": name, "choices": PREFERENCES[name], "value": value} for name, value in preferences.items()
        ),
    }


def _game_json(game: Game) -> Page:
    return {
        "name": game.name,
        "title": game.title,
        "least": min(game.seats),
        "most": max(game.seats),
        "cooperative": game.cooperative,
        "age": game.box.age,
        "minutes": game.box.minutes.replace("-", "–"),
        "has_lesson": game.read_lesson is not None,
    }


def _offer_json(offer: Offer) -> Page:
    """An unfinished match, so that two of one game look different."""
    moves = say_count("{n} move", "{n} moves", n=offer.moves)
    return {**offer._asdict(), "players": tuple(map(printable, offer.players)), "moves": moves}


def _player_json(player: str, has_device: bool) -> Page:
    is_bot = player.startswith(BOT)
    return {"name": "" if is_bot else player, "bot": player.removeprefix(BOT) if is_bot else "", "device": has_device}


def _option_json(game: Game, option: Option, choices: Sequence[str | int], value: str | int) -> Page:
    return {
        "name": option.name,
        "help": Message(option.help) if option.help else "",
        "words": option_quote(game, option),
        "rule": option.rule,
        "choices": tuple(map(str, choices[:MOST_OPTIONS])),
        "texts": tuple(map(option.choice_text, choices[:MOST_OPTIONS])),
        "value": str(value),
    }


# -- keys of the table

Do = Callable[[Tap], Message | None]  # do what is tapped, or say why not


class LobbyKeys:
    """What keys mean in one lobby: taps of the host's page."""

    def __init__(self, lobby: Lobby, people: Sequence[str], name_of: Callable[[int], str]) -> None:
        """Who sits down has the next of the names of `people`, then `name_of` a number."""
        self.lobby, self.people, self.name_of = lobby, tuple(people), name_of
        self.is_game_chosen = False

    def press_key(self, key: str, do: Do) -> int:
        """Do what this key means now; the number of its sound."""
        players = self.lobby.players
        if not self.is_game_chosen:
            if key == "next":
                return TICK if do(Tap("game", id=self._next_game())) is None else REFUSED
            self.is_game_chosen = key == "confirm"
            return ACCEPTED if self.is_game_chosen else SILENCE
        if key == "undo" and not players:
            self.is_game_chosen = False
            return ACCEPTED
        taps = {
            "confirm": Tap("sit", id=self._next_name()),
            "pass": Tap("bot", id=self._usual_strength()),
            "undo": Tap("leave", seat=len(players) - 1),
            "next": Tap("start"),
        }
        if key not in taps:
            return SILENCE
        return ACCEPTED if do(taps[key]) is None else REFUSED

    def picture(self, brightness_pct: int) -> Picture:
        """A cell for each game, a seat's light for each player: a bot's is dim, and the next free one breathes."""
        lobby, chosen = self.lobby, Light(WHITE, STEADY if self.is_game_chosen else BREATHE)
        others = OFF if self.is_game_chosen else Light(WHITE, DIM)
        cells = {cell: chosen if name == lobby.game.name else others for cell, name in enumerate(lobby.games)}
        seats = {
            seat: Light(BLUE, DIM) if player.startswith(BOT) else Light(GREEN, STEADY)
            for seat, player in enumerate(lobby.players)
        }
        if self.is_game_chosen and len(lobby.players) < lobby.most:
            seats[len(lobby.players)] = Light(WHITE, BREATHE)
        return Picture.of(cells, seats)._replace(brightness_pct=brightness_pct)

    def _next_game(self) -> str:
        names = list(self.lobby.games)
        return names[(names.index(self.lobby.game.name) + 1) % len(names)]

    def _next_name(self) -> str:
        """The first that can sit down; any if none can, and the lobby says why."""
        names = [*self.people, *map(self.name_of, range(1, MOST_NAMES))]
        return next(filter(self.lobby.may_sit, names), names[-1])

    def _usual_strength(self) -> str:
        strengths = tuple(strengths_of(self.lobby.game)) or STRENGTHS
        return strengths[len(strengths) // 2]
