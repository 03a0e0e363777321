"""Records the golden traces again: the digests of their lights or, with --play, the whole matches.

`make renew R=traces` keeps every match and renews its digest: enough after a change of a light. With
`ARGS="--play punto_2p"` it plays the match again with the players, options and seed of its first line; that line alone,
in a file of its own, begins a new trace. Bots play it at the simulated table; with `"cards": "real"` people with cards
do, who may keep their hands unread (physical_deck.py).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from glowtable import games
from glowtable.game import full_options, parse_action
from glowtable.grid import SEATS
from glowtable.match.export import from_jsonl, to_jsonl
from glowtable.match.header import REAL, Header
from glowtable.match.journal import OVER
from glowtable.match.match_record import MatchRecord
from glowtable.match.match_state import MatchState
from glowtable.match.outcome_rows import read_outcome
from glowtable.match.players import Player, players_of
from glowtable.match.presenter import current_picture
from glowtable.match.result import result_lines
from glowtable.match.session import Phase, Session
from glowtable.match.times import time_in
from glowtable.table import Key, Picture, Row, parse_event
from glowtable.terminal.translator import Translator

from tests.support.physical_deck import RealTable

TRACES = Path(__file__).parents[1] / "traces"
LONGEST = 2000  # things done in a match
NEVER = -1  # breaks a reader: a trace cannot tell of it


def played(header: Header) -> MatchRecord:
    """The match that is made of this header; the same one each time."""
    return played_with_cards(header) if header.cards == REAL else played_by_bots(header)


def played_with_cards(header: Header) -> MatchRecord:
    """People with cards, at a table that reads some of their hands; they also type cards, and undo now and then."""
    game = games.find(header.game)
    table = RealTable(game, len(header.players), full_options(game, header.options), Random(header.seed))
    table.dies_at = NEVER
    table.host.phase = Phase.SETTING
    table.tell(Key(0, "confirm"))
    table.play(LONGEST)
    outcome = table.host.outcome
    assert outcome and not table.wrong, "it is not over, or a true card was refused"
    text = Translator("en", header.players, game=game.name).text
    over = Row(OVER, "\n".join(map(text, result_lines(game, outcome))))
    return MatchRecord(header, (*table.rows, over))


def played_by_bots(header: Header) -> MatchRecord:
    """The match that `glowtable play` makes of it at the simulated table; in people's seats are bots, called so."""
    best = next(iter(games.find(header.game).bots))
    players = [player if player.startswith("bot:") else f"bot:{best}" for player in header.players]
    options = [word for name, choice in header.options.items() for word in ("--option", f"{name}={choice}")]
    seats, seed = ",".join(players), str(header.seed)
    with TemporaryDirectory() as folder:
        typed(folder, "play", header.game, "--port", "twin:", "--seats", seats, "--seed", seed, *options)
        record = from_jsonl(typed(folder, "export", "1"))
    return record._replace(rows=tuple(row for row in record.rows if not tells_time(row)))


def tells_time(row: Row) -> bool:
    """Does it tell when somebody played, or how many minutes? That is another thing each time."""
    return bool(time_in(row) or read_outcome(*row, seats=SEATS))


def typed(folder: str, *words: str) -> str:
    """What `glowtable` prints without a terminal, its journal in this folder."""
    environment = {**os.environ, "GLOWTABLE_DATA": folder, "GLOWTABLE_CONFIG": f"{folder}/config.toml"}
    command = (sys.executable, "-m", "glowtable", *words)
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def replayed_by_events(trace: MatchRecord) -> tuple[Session, list[Picture]]:
    """The match as its events alone bring it about, every seat a person, the dealer's rows given; and every picture."""
    game, bots = games.find(trace.header.game), players_of(trace.header.players)
    names = [f"Player {seat}" for seat, _ in enumerate(trace.header.players)]
    session = Session(
        MatchState(game, tuple(map(Player, names)), full_options(game, trace.header.options)), Phase.SETTING
    )
    pictures = []
    for row in trace.rows:
        if row.kind == "event":
            session.handle_event(parse_event(row.text))
            asked = session.question
            if asked and asked.actions and bots[asked.seat].bot:  # a bot is not asked what it gives up
                session.handle_event(Key(asked.seat, "confirm"))
        elif row.kind == "action" and session.wants_dealer:
            session.apply_action(parse_action(row.text))
        pictures.append(current_picture(session))
    return session, pictures


def digest_of(pictures: Sequence[Picture]) -> str:
    """What stands in a trace's .pictures: it changes with any light of the match."""
    return blake2b(repr([tuple(picture) for picture in pictures]).encode(), digest_size=8).hexdigest()


def record(path: Path, play: bool = False) -> None:
    """Write the digest of this trace's pictures beside it; before, `play` its match again."""
    trace = from_jsonl(path.read_text("utf-8"))
    if play:
        again = played(trace.header)
        trace = again._replace(header=again.header._replace(started=trace.header.started))
        path.write_text(to_jsonl(trace), "utf-8")
    path.with_suffix(".pictures").write_text(digest_of(replayed_by_events(trace)[1]) + "\n")


def main(arguments: Sequence[str], folder: Path = TRACES) -> int:
    known = {path.stem: path for path in sorted(folder.glob("*.jsonl"))}
    parser = argparse.ArgumentParser("record_traces", description=__doc__)
    parser.add_argument("traces", nargs="*", metavar="TRACE", help=f"default: all of {', '.join(known)}")
    parser.add_argument("--play", action="store_true", help="play the matches again, too")
    args = parser.parse_args(arguments)
    unknown = [name for name in args.traces if name not in known]
    if unknown:
        parser.error(f"there is no trace {', '.join(unknown)} in {folder}")
    for name in args.traces or known:
        try:
            record(known[name], args.play)
        except subprocess.CalledProcessError as error:
            return int(error.returncode)  # the program has said why
        print(known[name])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
