"""A match of the journal as text: JSON lines (everything, reads back), CSV (the points), a game's own notation.

A match that is still running is redacted: no hidden card, and not the seed that deals them.
Knows the journal's rows and a game's contract; no file, no port.
"""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import Any

from glowtable.game import HIDDEN, Action, Game, parse_action
from glowtable.gate import parse_json, printable
from glowtable.match.copies import Copies
from glowtable.match.header import Header, read_header
from glowtable.match.match_record import NOT_WHOLE, MatchRecord, new_match_state
from glowtable.match.match_state import ACTION_ROWS, MatchState
from glowtable.match.players import Player, players_of
from glowtable.match.seat_changes import Seating, is_change, seat_row, seatings
from glowtable.match.times import times_of_moves
from glowtable.messages import Message, UserError, say
from glowtable.table import Row, event_text

FORMAT = "glowtable-match"
VERSION = 1
LATE = "late: "  # a note: the event that follows answered no question
NAMELESS = ("press ", "key ", "untag ", "audited ", "unknown ")  # events that name no card
NAME = "player"  # in a game's notation the last lines say who sat where at the beginning, and who took over when
TAKEN_OVER = rf"{NAME} (\d{{1,2}}) after (\d{{1,9}}) actions: (\S.*)"
NO_ROW = Row("", "")
Tell = Callable[[Message], str]


# -- while it is running


def redact_record(game: Game, record: MatchRecord, may_go_on: bool = False) -> MatchRecord:
    """The record as anybody may read it: whole when the match is over, else without what is hidden.

    A match that is over `may_go_on` as long as an undo can open it again.

    Who saw what follows from the match so far: from a row that is impossible on, only the kinds of rows are given.
    UserError if the match could not even begin.
    """
    match_state = new_match_state(game, record.header)
    match_state.later = _last_state(game, record)
    rows: list[Row] = []
    for row, following in zip(record.rows, (*record.rows[1:], NO_ROW), strict=False):  # there may be no row
        try:
            seen = _redact_row(row, following, match_state)
            match_state.replay_rows([row])
        except ValueError:
            return _without_seed(match_state, record, [*rows, *map(_hide_row, record.rows[len(rows) :])])
        rows.append(seen)
    return record if match_state.outcome and not may_go_on else _without_seed(match_state, record, rows)


def _last_state(game: Game, record: MatchRecord) -> Any:
    """The state to which the rows lead, or those before the first that is impossible; None if nobody needs it."""
    if not game.rules.is_forgetting:
        return None
    match_state = new_match_state(game, record.header)
    with suppress(ValueError):
        match_state.replay_rows(record.rows)
    return match_state.state


def _without_seed(match_state: MatchState, record: MatchRecord, rows: Sequence[Row]) -> MatchRecord:
    """Copies are named by kind where hands are hidden: which of them came may follow from what these hold."""
    hidden = match_state.game.hidden_information
    lines = tuple(map(partial(_by_kind, match_state.copies), rows)) if hidden else tuple(rows)
    return MatchRecord(record.header._replace(seed=0), lines)


def _by_kind(copies: Copies, row: Row) -> Row:
    if row.text == HIDDEN or is_change(row):  # a name is no card
        return row
    if row.kind in ACTION_ROWS:
        return row._replace(text=str(copies.action_by_kind(parse_action(row.text))))
    return row._replace(text=copies.text_by_kind(row.text))


def _hide_row(row: Row) -> Row:
    """The row without whatever may name a card."""
    event = _event_in(row)
    if row.kind in ACTION_ROWS:
        return row._replace(text=HIDDEN)
    return row._replace(text=row.text.removesuffix(event) + _hide_fields(event)) if event else row


def _redact_row(row: Row, following: Row, match_state: MatchState) -> Row:
    if row.kind in ACTION_ROWS:
        return row._replace(text=str(match_state.texts.public_action(match_state.played_by(row.kind, row.text))))
    event = _event_in(row)
    if not event:
        return row
    all_saw = _all_saw(event, following, match_state)
    if all_saw:
        return row
    seen = _without_card(event) if all_saw is None else _hide_fields(event)  # a press or a key would show it, too
    return row._replace(text=row.text.removesuffix(event) + seen)


def _event_in(row: Row) -> str:
    """The event of a row, one that came late, too; '' if it has none."""
    late = row.kind == "note" and row.text.startswith(LATE)
    return row.text.removeprefix(LATE) if late else row.text if row.kind == "event" else ""


def _all_saw(event: str, following: Row, match_state: MatchState) -> bool | None:
    """Did everybody see the action that follows from this event? None if none does: it may have been refused unseen."""
    if following.kind not in ACTION_ROWS:
        return None
    played = match_state.played_by(following.kind, following.text)
    if event != event_text(match_state.game.surface.gesture(played.action, played.before)):
        return None
    return match_state.texts.public_action(played) == played.action


def _without_card(text: str) -> str:
    """An event's text; its last field is hidden unless it is a cell or a key."""
    names_nothing = text.startswith(NAMELESS) or " " not in text
    return text if names_nothing else _hide_fields(text)


def _hide_fields(text: str) -> str:
    """An event's text with its kind alone."""
    return f"{text.partition(' ')[0]} {HIDDEN}"


def to_jsonl(record: MatchRecord) -> str:
    """A header line, then a line per row. Tag uids are not in it: rows name cards."""
    head = {"format": FORMAT, "version": VERSION, **record.header._asdict()}
    return "".join(json.dumps(line) + "\n" for line in (head, *(row._asdict() for row in record.rows)))


def from_jsonl(text: str) -> MatchRecord:
    """Inverse of to_jsonl; UserError names the line and what was expected."""
    lines = [_read_object(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or lines[0].get("format") != FORMAT:
        raise UserError(
            say("This isn't an exported match. Its first line must be a header with format {format}.", format=FORMAT)
        )
    theirs = lines[0].get("version")
    if type(theirs) is not int or theirs < 1:
        raise UserError(say("Line 1: {name} must be a {kind}.", name="version", kind="int from 1"))
    if theirs > VERSION:
        raise UserError(
            say("This match is from a newer glowtable (format {theirs}, this one reads up to {ours}). Update this "
                "program.", theirs=theirs, ours=VERSION))  # fmt: skip
    return MatchRecord(read_header(lines[0]), tuple(_read_row(n, line) for n, line in enumerate(lines[1:], 2)))


def to_csv(match_state: MatchState, translate: Tell) -> str:
    """The points of a finished match, a line each: who gets how many, why, by which rule. Actions have their own."""
    rows: list[Sequence[str | int]] = [("players", "points", "why", "rule")]
    for point in match_state.outcome.ledger if match_state.outcome else ():
        who = " + ".join(translate(say("{seat}", seat=seat)) for seat in point.seats)
        rows.append((who, point.amount, translate(point.message), point.rule))
    return _as_csv(rows)


def actions_to_csv(
    match: int, record: MatchRecord, match_state: MatchState, tellers: Callable[[Sequence[Player]], Tell]
) -> str:
    """A line for each action that was not taken back: when, who in which seat, and what all people read of it.

    Nothing hidden is in it while the match is running. `tellers` speak with the names of those who sat there then.
    """
    sat, times = seatings(record.header.players, record.rows), times_of_moves(record.rows)
    rows: list[Sequence[str | int]] = [("match", "number", "time", "seat", "name", "action")]
    history = match_state.history
    for number, played in enumerate(history, 1):
        after = history[number].before if number < len(history) else match_state.state
        seat, players = played.action.seat, players_of(sat[number - 1])
        is_player = 0 <= seat < len(players)
        sentences = map(tellers(players), match_state.texts.description_texts(played, after))
        who = (seat + 1, printable(players[seat].name)) if is_player else ("", "")
        rows.append((match, number, times[number - 1], *who, " ".join(text.strip() for text in sentences)))
    return _as_csv(rows)


def _as_csv(rows: Iterable[Sequence[str | int]]) -> str:
    import csv

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def to_text(match_state: MatchState, may_go_on: bool = False, sat: Sequence[Seating] = ()) -> str:
    """The game's own notation of the actions that were not taken back, redacted while the match may go on.

    Below it stands who plays: with `sat` who began, and after which action somebody else took over which seat.
    """
    game = match_state.game
    actions = [played.action for played in match_state.history]
    if match_state.outcome is None or may_go_on:
        actions = list(map(match_state.texts.public_action, match_state.history))
        actions = list(map(match_state.copies.action_by_kind, actions)) if game.hidden_information else actions
    sat = sat or (tuple(f"bot:{player.bot}" if player.bot else player.name for player in match_state.players),)
    lines = (*(f"{NAME} {printable(player)}\n" for player in sat[0]), *_change_lines(sat))
    return game.notation.write(len(match_state.players), match_state.options, actions) + "".join(lines)


def _change_lines(sat: Sequence[Seating]) -> Iterator[str]:
    for done, (before, after) in enumerate(pairwise(sat), 1):
        for seat, player in enumerate(after):
            if player != before[seat]:
                yield f"{NAME} {seat} after {done} actions: {printable(player)}\n"


def from_text(game: Game, text: str) -> MatchRecord:
    """A match read from the game's notation; UserError names the line."""
    lines = text.rstrip().splitlines()
    named = [line for line in lines if line.startswith(f"{NAME} ")]
    if any(line.endswith(f" {HIDDEN}") for line in lines[: len(lines) - len(named)]):
        raise UserError(NOT_WHOLE)
    try:
        nameless = (line for line in text.splitlines(keepends=True) if not line.startswith(f"{NAME} "))
        seats, options, actions = game.notation.read("".join(nameless))
    except ValueError as error:
        raise UserError(say("This isn't a match of {game}: {cause}.", game=game.title, cause=str(error))) from None
    begun, later = named[:seats], named[seats:]
    changes = [change for text in later if (change := re.fullmatch(TAKEN_OVER, text))]
    are_known = len(begun) == seats and len(changes) == len(later)
    players = [line.removeprefix(NAME).strip() for line in begun if are_known]
    players = players or [f"Player {n}" for n in range(1, seats + 1)]
    header = Header(game.name, tuple(players), dict(options), 0, "")
    return MatchRecord(header, tuple(_rows_of(actions, changes if are_known else ())))


def _rows_of(actions: Sequence[Action], changes: Sequence[re.Match[str]]) -> Iterator[Row]:
    """The actions, and each change of a seat where it was."""
    for done in range(len(actions) + 1):
        yield from (seat_row(int(change[1]), change[3]) for change in changes if int(change[2]) == done)
        yield from (Row("action", str(action)) for action in actions[done : done + 1])


def _read_object(n: int, line: str) -> dict[str, Any]:
    try:
        data = parse_json(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise UserError(say("Line {n} must be a JSON object.", n=n))
    return data


def _read_row(n: int, data: Mapping[str, Any]) -> Row:
    if not (isinstance(data.get("kind"), str) and isinstance(data.get("text"), str)):
        raise UserError(say("Line {n} must have kind and text.", n=n))
    return Row(data["kind"], data["text"])
