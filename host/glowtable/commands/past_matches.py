"""What pages ask for as text: the journal's matches and their exports, how a game is played, cards in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from glowtable import games
from glowtable.commands import strength_of
from glowtable.gate import printable
from glowtable.match import export as formats
from glowtable.match.copies import kinds_of
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.match.match_state import MatchState
from glowtable.match.moments import changes_at, description_at, doers_at, round_ends, session_at
from glowtable.match.players import Player, players_of
from glowtable.match.seat_changes import Seating, seatings
from glowtable.match.statistics import Statistics, ended_matches, statistics_of, with_latest_players
from glowtable.match.teaching import demo_players, taught_steps
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.printed_words import face_in
from glowtable.terminal.translator import Translator
from glowtable.web.faces import sprite, sprite_of
from glowtable.web.learn import card_page, cards_shown, learn_page
from glowtable.web.outgoing import Page, public_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.translated import Tell, as_text, translated

NO_MATCH = 0  # is at the table


class _Replay(NamedTuple):
    """A match that was read, of so many rows, and the actions that ended its rounds."""

    match: int
    rows: int
    match_state: MatchState
    round_ends: tuple[int, ...]


class PastMatches:
    """Reads the journal each time it is asked; the last match asked for is kept as long as nothing was added to it.

    `playing` says which match is at the table now: also when it is over, an undo may open it again.
    """

    def __init__(self, path: Path, playing: Callable[[], int]) -> None:
        self.path, self.playing = path, playing
        self._kept: _Replay | None = None

    def list_all(self, language: str) -> str:
        """All matches as JSON, the latest first."""
        with closing(Journal(self.path, beside=True)) as journal:
            listed = with_latest_players(journal, journal.list_matches())
            entries = [_list_entry(saved) for saved in reversed(listed)]
        return as_text(entries, Translator(language).text)

    def show_statistics(self, language: str) -> str:
        """The figures of all finished matches as JSON; who won those of older versions is unknown here."""
        with closing(Journal(self.path, beside=True)) as journal:
            statistics = statistics_of(ended_matches(journal), strength_of)
        return as_text(_statistics_page(statistics), Translator(language).text)

    def show_moment(self, match: int, at: int, language: str) -> str:
        """A moment of a match as JSON; UserError if there is no such match, or it cannot be replayed."""
        record = self._read_record(match)
        replay = self._replay_record(record, match)
        sat = seatings(record.header.players, record.rows)
        page, game = moment_page(replay.match_state, at, sat, replay.round_ends), record.header.game
        said = translated(page["said"], _make_teller(doers_at(sat, page["at"]), language, game))
        return as_text({**page, "said": said}, _make_teller(players_of(sat[page["at"]]), language, game))

    def show_decided(self, language: str) -> str:
        """How the match at the table was decided, as JSON: each moment at which a round ended.

        UserError while the match goes on: nobody needs to be reminded of it then.
        """
        match = self.playing()
        record = self._read_record(match)
        replay = self._replay_record(record, match)
        if replay.match_state.outcome is None:
            raise UserError(PAGE_WORDS["stale"])
        sat, game = seatings(record.header.players, record.rows), record.header.game
        moments = [
            translated(_decided_moment(replay.match_state, at, sat), _make_teller(doers_at(sat, at), language, game))
            for at in replay.round_ends
        ]
        return as_text(moments, Translator(language).text)

    def export_match(self, match: int, form: str, language: str) -> str:
        """A match as text, as `glowtable export` writes it; of the one at the table only what all may know."""
        record, may_go_on = self._read_record(match), match == self.playing()
        match_state = self._replay_record(record, match).match_state
        teller = _make_teller(match_state.players, language, match_state.game.name)
        writers: dict[str, Callable[[], str]] = {
            "jsonl": lambda: formats.to_jsonl(formats.redact_record(match_state.game, record, may_go_on)),
            "csv": lambda: formats.to_csv(match_state, teller),
            "actions": lambda: formats.actions_to_csv(
                match, record, match_state, lambda players: _make_teller(players, language, match_state.game.name)
            ),
            "text": lambda: formats.to_text(match_state, may_go_on, seatings(record.header.players, record.rows)),
        }
        return writers[form]()

    def back_up(self) -> bytes:
        """A copy of the journal, as a file. UserError while a match is played: the copy would tell what is hidden."""
        if self.playing() != NO_MATCH:
            raise UserError(PAGE_WORDS["stale"])
        try:
            with TemporaryDirectory() as folder, closing(Journal(self.path, beside=True)) as journal:
                copy = Path(folder, self.path.name)
                journal.copy_to(copy)
                return copy.read_bytes()
        except OSError:  # no room for it
            raise UserError(PAGE_WORDS["stale"]) from None

    def faces_of(self, match: int) -> bytes:
        """The cards of the game of a match."""
        return sprite(games.find(self._read_record(match).header.game))

    def _read_record(self, match: int) -> MatchRecord:
        with closing(Journal(self.path, beside=True)) as journal:
            return MatchRecord(journal.find_match(match).header, tuple(journal.good_rows(match)))

    def _replay_record(self, record: MatchRecord, match: int) -> _Replay:
        kept = self._kept  # another request may set it at any time
        if kept is None or (kept.match, kept.rows) != (match, len(record.rows)):
            match_state = match_state_of(games.find(record.header.game), record)
            self._kept = kept = _Replay(match, len(record.rows), match_state, round_ends(match_state))
        return kept


def _make_teller(players: Sequence[Player], language: str, game: str) -> Tell:
    return Translator(language, [player.name for player in players], game=game).text


# -- how to play each game


# -- moments of a match: of a running one no more than of one that is over, only what is public ever leaves


def _list_entry(saved: SavedMatch) -> Page:
    """A match in the list of all."""
    return {
        "match": saved.id,
        "game": games.title_of(saved.header.game),
        "players": tuple(map(printable, saved.header.players)),
        "started": saved.header.started,
        "result": saved.result.splitlines(),
    }


def moment_page(match_state: MatchState, at: int, seatings: Sequence[Seating] = (), ends: Sequence[int] = ()) -> Page:
    """The match after its first `at` actions; at the end as it is now. `ends` are the actions that ended a round.

    `seatings` tell who sat there at each action; `said` is of those of the last one, all else of who sat there then.
    """
    last = len(match_state.history)
    at = max(0, min(at, last))
    players = players_of(seatings[at]) if seatings else match_state.players
    lines = (*description_at(match_state, at), *(changes_at(seatings, at) if seatings else ()))
    public = public_page(session_at(match_state, at, players))
    shown_players = zip(public["players"], players, strict=True)
    public["players"] = tuple({**shown, "bot": bool(player.bot)} for shown, player in shown_players)
    return {"at": at, "last": last, "ends": tuple(ends), "said": lines, "public": public}


def _decided_moment(match_state: MatchState, at: int, seatings: Sequence[Seating]) -> Page:
    """A moment that decided, for phones: what was said of its last action, and what lay on the cells then."""
    page = moment_page(match_state, at, seatings)
    cells = tuple({"name": cell["name"], "cards": cell["cards"]} for cell in page["public"]["cells"])
    return {"at": at, "said": page["said"], "cells": cells}


def _statistics_page(statistics: Statistics) -> Page:
    """The figures of all finished matches as plain data."""
    data = statistics.as_json()
    return {**data, "games": [{**game, "name": games.title_of(game["name"])} for game in data["games"]]}


# -- how a game is played, for everybody


class TaughtGames:
    """The games of the house that have pictures to learn from."""

    def show_steps(self, name: str, language: str) -> str:
        """The steps of a game as JSON; UserError if it has none."""
        return _steps_text(_taught_game(name), language)

    def faces_of(self, name: str) -> bytes:
        """The faces of the cards in its pictures."""
        return _card_faces(_taught_game(name))


def _taught_game(name: str) -> str:
    if name not in games.names() or games.find(name).read_teaching is None:
        raise UserError(PAGE_WORDS["no_pictures"], USAGE)
    return name


@lru_cache
def _steps_text(name: str, language: str) -> str:
    """The demonstration is played when somebody first asks."""
    game = games.find(name)
    tell = Translator(language, demo_players(game), game=name).text
    taught = tuple(each for each in games.load_games()[0] if each.read_teaching)
    return as_text(learn_page(game, taught_steps(game), taught), tell)


@lru_cache
def _card_faces(name: str) -> bytes:
    game = games.find(name)
    return sprite_of(game, cards_shown(taught_steps(game)))


# -- the cards of every game in words


class ShownCards:
    """They know the catalogues of games and nothing of any match."""

    def show_card(self, name: str, card: str, language: str) -> str:
        """What is on a card, as JSON; UserError if the game has none of this name."""
        game = games.find(name) if name in games.names() else None
        if game is None or card not in kinds_of(game):
            raise UserError(say("Glowtable doesn't know this card."), USAGE)
        face = face_in(game.card_face(kinds_of(game)[card]), game, language)
        return as_text(card_page(game, face), Translator(language, game=name).text)
