"""A generator of hostile files: what people, other programs, older versions and broken disks leave in the way.

Each is made by a function of a path. Knows no command: `ROLES` says for what a file is taken.
"""

import io
import json
import os
import random
import socket
import sqlite3
import struct
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from glowtable import games
from glowtable.device.boards import HERE
from glowtable.device.link import Board
from glowtable.game import full_options

Make = Callable[[Path], object]

DATA_FILES = {  # what a file is taken for -> where it lies in the home of a run
    "config": "config.toml",
    "tags": "data/tags.csv",
    "link": "data/link.json",
    "seats": "data/seats.json",
    "journal": "data/journal.sqlite",
    "lock": "data/playing.lock",
    "data": "data",
}
NAMED_FILES = {  # by who types
    "match": "given.jsonl",
    "bundle": "given.zip",
    "backup": "given.sqlite",
    "records": "given.records",
    "guest": "given.py",
    "board": "given.toml",
}
ROLES = {**DATA_FILES, **NAMED_FILES}

DEEP = 200_000
HUGE = 5_000_000  # bytes: more than any file of ours that is read whole, but matches, may have
ESC = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\u200f"


class Hostile(NamedTuple):
    """One file, and for what it is taken."""

    role: str
    name: str
    make: Make


def corpus() -> Iterator[Hostile]:
    """Every hostile file, the same in each run."""
    for role in ROLES:
        for name, make in {**IN_PLACE_OF_A_FILE, **{name: holding(data) for name, data in RUBBISH.items()}}.items():
            yield Hostile(role, name, make)
    for role, special in SPECIAL.items():
        for name, make in special().items():
            yield Hostile(role, name, make)


def holding(data: bytes) -> Make:
    return partial(_write, data)


def _write(data: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


# -- what may stand where a file is expected, and what any file may hold


def _socket(path: Path) -> None:
    place, here = os.getcwd(), socket.socket(socket.AF_UNIX)
    os.chdir(path.parent)  # the name of a socket may be a hundred bytes long
    try:
        here.bind(path.name)
    finally:
        os.chdir(place)
        here.close()


def _forbidden(path: Path, mode: int) -> None:
    _write(b"", path)
    path.chmod(mode)


IN_PLACE_OF_A_FILE: dict[str, Make] = {
    "a folder": lambda path: path.mkdir(parents=True),
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a file that nobody may read": lambda path: _forbidden(path, 0),
    "a file that nobody may write": lambda path: _forbidden(path, 0o400),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nowhere/at all"),
    "a link to /dev/zero": lambda path: path.symlink_to("/dev/zero"),
    "a link to /dev/full": lambda path: path.symlink_to("/dev/full"),
    "a link to /dev/null": lambda path: path.symlink_to("/dev/null"),
}
RUBBISH = {
    "nothing": b"",
    "zeros": b"\0" * 8192,
    "noise": random.Random(1).randbytes(8192),
    "half of a letter": b"\xff\xfe\xc3",
    "one long line": b"a" * HUGE,
    "escape sequences": ESC.encode(),
    "null": b"null",
    "a list": b"[]",
    "an empty object": b"{}",
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"format":' * DEEP,
    "deep toml": b"game = " + b"[" * DEEP,
    "deep tables of toml": b"[" + b"a." * DEEP + b"a]",
    "a huge number": b'{"format": 1' + b"0" * 10_000 + b"}",
    "no number": b'{"format": NaN}',
    "half of a pair": b'{"format": "\\ud800"}',
    "a database of others": b"SQLite format 3\0" + b"\0" * 84 + random.Random(2).randbytes(4000),
    "a zip of nothing": b"PK\x05\x06" + b"\0" * 18,
}

WRONG: dict[str, Any] = {
    "null": None,
    "true": True,
    "a number": 7,
    "minus one": -1,
    "a huge number": 10**30,
    "a text": ESC,
    "a list": [[], {}, None],
    "an object": {"": {}},
    "many": ["Ann"] * 1000,
}


def _each_wrong(whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """This object with each of its fields wrong in every way, and with each left out."""
    for field in whole:
        yield f"no {field}", {name: value for name, value in whole.items() if name != field}
        for what, wrong in WRONG.items():
            yield f"{field} is {what}", {**whole, field: wrong}


# -- an exported match

HEADER: dict[str, Any] = {
    "format": "glowtable-match", "version": 1, "game": "punto", "players": ["Ann", "Ben"],
    "options": {"frame": "fixed"}, "seed": 7, "started": "2026-11-21 20:00:00", "cards": "dealt",
}  # fmt: skip
OPTIONS: dict[str, Any] = {
    "no such option": {"colour of the sky": "blue"},
    "an option of another game": {"bank": "unlimited"},
    "an option with no such value": {"frame": "broken"},
    "an option with an object": {"frame": {}},
    "an option named by escapes": {ESC: ESC},
    "ten thousand options": {f"option {n}": n for n in range(10_000)},
}
SAID: dict[str, tuple[str, str]] = {  # kind and text of a row
    "an action that is none": ("action", ESC),
    "an empty action": ("action", ""),
    "an action of nobody": ("action", "99 place 0"),
    "an action with a huge number": ("action", "0 place " + "9" * 10_000),
    "an undo of nothing": ("undo", "1"),
    "an undo of a word": ("undo", "all"),
    "an undo of a huge number": ("undo", "9" * 10_000),
    "a swap of nothing": ("swap", "-1 draw R1a"),
    "an event that is none": ("event", "card x y z"),
    "a very long text": ("note", "x" * 1_000_000),
    "an unknown kind": (ESC, ESC),
}
ROWS: dict[str, Any] = {
    "a row that is a list": [],
    "a row without text": {"kind": "action"},
    "a row of numbers": {"kind": 1, "text": 2},
    "a half of a pair": {"kind": "action", "text": "\ud800"},
    **{name: {"kind": kind, "text": text} for name, (kind, text) in SAID.items()},
}


def _matches() -> dict[str, Make]:
    heads = dict(_each_wrong(HEADER))
    heads |= {name: {**HEADER, "options": options} for name, options in OPTIONS.items()}
    heads |= {
        f"game is {name}": {**HEADER, "game": name} for name in ("", "..", "../../etc", "rules", "a.b", "__init__")
    }
    files = {name: holding(json.dumps(head).encode()) for name, head in heads.items()}
    for name, row in ROWS.items():
        files[name] = holding(f"{json.dumps(HEADER)}\n{json.dumps(row)}\n".encode())
    texts = {
        "a notation of one word": "Punto",
        "a notation with rubbish": "Punto\n" + ESC * 100,
        "a notation for a million": "Punto 1000000 players\n",
        "a huge file": json.dumps(HEADER) + "\n" + "\n" * (40 << 20),
    }
    return {**files, **{name: holding(text.encode()) for name, text in texts.items()}}


# -- a bundle

END_OF_ZIP = 22


def _zipped(data: bytes, name: str = "match.jsonl", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def _patched(data: bytes, local: int, central: int, value: int) -> bytes:
    """A field of two bytes changed in the local header and in the directory."""
    raw, begin = bytearray(data), data.index(b"PK\x01\x02")
    struct.pack_into("<H", raw, local, value)
    struct.pack_into("<H", raw, begin + central, value)
    return bytes(raw)


def _bundles() -> dict[str, Make]:
    good = _zipped(json.dumps(HEADER).encode())
    bomb = _zipped(b"\n" * (300 << 20))  # 300 KB that would be 300 MB
    files = {
        "a bomb": bomb,
        "a bomb that hides its size": _patched(bomb, 22, 24, 100),
        "a bundle of nothing": _zipped(b"", "nothing.txt"),
        "a bundle with a way out": _zipped(b"", "../../match.jsonl"),
        "an encrypted bundle": _patched(good, 6, 8, 1),
        "a bundle packed in no known way": _patched(good, 8, 10, 99),
        "a bundle packed as what it is not": _patched(good, 8, 10, 14),
        "a bundle of noise": _zipped(random.Random(3).randbytes(10_000)),
        "a bundle of deep lists": _zipped(b"[" * DEEP),
        "a bundle of a bundle": _zipped(good),
        "a bundle twice": good + good,
        "a bundle packed by lzma": _zipped(b"{}", method=zipfile.ZIP_LZMA),
        "a bundle packed by lzma, its end cut off": _zipped(b"{}", method=zipfile.ZIP_LZMA)[:-END_OF_ZIP],
        "a bundle packed by bzip2": _zipped(b"{}", method=zipfile.ZIP_BZIP2),
    }
    cuts = range(10, len(good), 40)
    files |= {f"a bundle cut after {at} bytes": good[:at] for at in cuts}
    files |= {f"a bundle with byte {at} changed": good[:at] + b"\xff" + good[at + 1 :] for at in cuts}
    return {name: holding(data) for name, data in files.items()}


# -- matches of bots, and a person's own bots

PUNTO = games.find("punto")
RECORD: dict[str, Any] = {
    "format": "glowtable-bots", "version": 1, "game": "punto", "players": 2,
    "options": full_options(PUNTO, {**PUNTO.test_options, "rounds_to_win": 1, "max_rounds": 1}), "seed": 1, "number": 0,
    "bots": ["greedy", "greedy"], "starter": 0, "reason": "enough rounds won", "winners": [0], "scores": [1, 0],
    "round_ends": ["line"], "actions": 60, "rounds": 1, "decisions": 30, "choices": 300, "ms_per_decision": [0.1, 0.1],
    "digest": "00" * 8,
}  # fmt: skip
STRANGE: dict[str, dict[str, Any]] = {
    "a game of escapes": {"game": ESC},
    "a game that is a way out": {"game": "../../etc"},
    "another game": {"game": "alter_ego"},
    "bots of escapes": {"bots": [ESC, ESC]},
    "half of a pair as a bot": {"bots": ["\ud800", "greedy"]},
    "a hundred thousand players": {"players": 100_000, "bots": ["greedy"] * 100_000, "ms_per_decision": [1] * 100_000},
    "an option of escapes": {"options": {ESC: ESC}},
    "thirty thousand options": {"options": {f"option {n}": n for n in range(30_000)}},
    "a reason of escapes": {"reason": ESC},
    "a reason of half a million letters": {"reason": "x" * 500_000},
    "the same winner three times": {"winners": [0, 0, 0]},
    "no scores": {"scores": []},
    "scores for fifty": {"scores": [1] * 50},
    "times before the beginning": {"ms_per_decision": [-5, -9e18]},
    "the largest numbers": dict.fromkeys(("number", "actions", "rounds", "decisions", "choices"), (1 << 63) - 1),
    "nothing done": dict.fromkeys(("actions", "rounds", "decisions", "choices"), 0),
}


def _records() -> dict[str, Make]:
    rows = dict(_each_wrong(RECORD)) | {name: {**RECORD, **fields} for name, fields in STRANGE.items()}
    lines = {name: json.dumps(row) + "\n" for name, row in rows.items()}
    good = json.dumps(RECORD) + "\n"
    lines |= {
        "a second line that is none": good + "null\n",
        "a line cut short in the middle": good + good[:100] + "\n" + good,
        "a last line cut short": good + good[:100],
        "two runs": good + good.replace('"seed": 1', '"seed": 2'),
        "ten thousand times the same match": good * 10_000,
    }
    files = {name: holding(text.encode()) for name, text in lines.items()}
    return {**files, "a file that never ends": lambda path: (_write(good.encode(), path), os.truncate(path, 1 << 40))}


SCRIPTS = {
    "what is no Python": b"def",
    "an error of escapes": f"raise ValueError({ESC!r})".encode(),
    "an error a million letters long": b"raise ValueError('x' * 1_000_000)",
    "an error in another language": b"# coding: nonsense\n",
    "an end of the program": b"raise SystemExit(0)",
    "a call of itself": b"def f(): f()\nf()",
    "no end of memory": b"x = [0] * 10**12",
    "a bot that is none": b"import glowtable as gt\ngt.bot('punto')(None)",
    "a game that is none": b"import glowtable as gt\ngt.register(None)",
}


def _guests() -> dict[str, Make]:
    return {name: holding(script) for name, script in SCRIPTS.items()}


# -- tags, the report of the link, claimed seats, settings of a person


def _tags() -> dict[str, Make]:
    head = "uid,game,card\n"
    rows = {
        "a huge field": f'04a1b2c3,punto,"{"R" * 200_000}"',
        "a quote that never ends": '04a1b2c3,punto,"R1a\n' * 1000,
        "a card named by escapes": f"04a1b2c3,punto,{ESC}",
        "a game named by escapes": f"04a1b2c3,{ESC},R1a",
        "a uid that is too short": "04,punto,R1a",
        "a uid in words": "zzzzzzzz,punto,R1a",
        "a uid of other digits": "٠٤١٢٣٤٥٦,punto,R1a",
        "a tag twice": "04a1b2c3,punto,R1a\n04A1B2C3,punto,R1b",
        "zeros in a row": "04a1b2c3,pun\0to,R1a",
        "a row too short": "04a1b2c3,punto",
        "a row too long": "04a1b2c3,punto,R1a,more",
        "a card that is not there": "04a1b2c3,punto,R99",
        "a million tags": "\n".join(f"{n:08x},punto,R1a" for n in range(300_000)),
        "lines of old computers": "04a1b2c3,punto,R1a\r04a1b2c4,punto,R1b\r",
        "semicolons": "04a1b2c3;punto;R1a",
    }
    return {name: holding((head + text).encode()) for name, text in rows.items()}


REPORT: dict[str, Any] = {
    "board": Board()._asdict(), "counts": {"noise": 3},
    "hello": None, "snapshot": None, "stats": None, "sent": ["beef 1 hi"], "received": [],
}  # fmt: skip


def _reports() -> dict[str, Make]:
    wrong = dict(_each_wrong(REPORT))
    wrong["frames that are escapes"] = {**REPORT, "received": [ESC, ESC]}
    wrong["a count named by escapes"] = {**REPORT, "counts": {ESC: 1}}
    wrong["a hello of nothing"] = {**REPORT, "hello": {}}
    wrong["frames by the million"] = {**REPORT, "sent": ["beef 1 hi"] * 100_000}
    return {name: holding(json.dumps(report).encode()) for name, report in wrong.items()}


def _claims() -> dict[str, Make]:
    whole = {"company": ["Ann", "Ben"], "seats": {"0": "00"}}
    return {name: holding(json.dumps(claims).encode()) for name, claims in _each_wrong(whole)}


def _configs() -> dict[str, Make]:
    lines = {
        "an unknown key": "colour = 'blue'",
        "a key of escapes": '"\\u001b]0;x\\u0007" = 1',
        "a wrong language": "language = 'xx'",
        "a language of escapes": 'language = "\\u001b[2J"',
        "a port of escapes": 'port = "\\u001b[2J"',
        "a port of zeros": 'port = "\\u0000"',
        "a game that is a way out": "game = '../../etc'",
        "a game of escapes": 'game = "\\u001b]0;x\\u0007"',
        "seats of numbers": "seats = [1, 2]",
        "seats of nothing": "seats = ['', '']",
        "seats of escapes": 'seats = ["\\u001b]0;x\\u0007", "Ben"]',
        "seats by the thousand": f"seats = {['Ann'] * 1000}",
        "the same seat twice": "seats = ['Ann', 'ann']",
        "a seat that is a command": "seats = ['undo', 'Ben']",
        "a seat that is a cell": "seats = ['c3', 'Ben']",
        "a long seat": f"seats = ['{'A' * 10_000}', 'Ben']",
        "sound in words": "sound = 'loud'",
        "a negative time": "auction_s = -5",
        "a huge time": "auction_s = 1" + "0" * 30,
        "a date": "auction_s = 2026-11-22",
        "not a number": "auction_s = nan",
        "a table": "[game]\nname = 'punto'",
        "a key twice": "game = 'punto'\ngame = 'punto'",
    }
    return {name: holding(text.encode()) for name, text in lines.items()}


# -- the journal

TABLE = (
    "CREATE TABLE rows (match INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, "
    "crc INTEGER NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID"
)
HEAD = json.dumps({name: value for name, value in HEADER.items() if name not in ("format", "version")})


def _database(version: int, *statements: str, values: tuple[Any, ...] = (), text: str = "?") -> Make:
    def make(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, isolation_level=None)
        for statement in statements:
            db.execute(statement)
        db.execute("BEGIN")
        for row in values:
            db.execute(f"INSERT INTO rows VALUES (?, ?, ?, {text}, ?)", row)
        db.execute("COMMIT")
        db.execute(f"PRAGMA user_version={version}")
        db.close()

    return make


def _cut(make: Make, at: float) -> Make:
    """The file as `make` makes it, its end torn off."""

    def make_cut(path: Path) -> None:
        make(path)
        os.truncate(path, int(path.stat().st_size * at))

    return make_cut


def _journals() -> dict[str, Make]:
    loose = "CREATE TABLE rows (match BLOB, n BLOB, kind BLOB, text BLOB, crc BLOB)"
    good = _database(1, TABLE, values=((1, 1, "begin", HEAD, 1),))
    files = {
        "no table": _database(1),
        "a table of others": _database(1, "CREATE TABLE rows (a, b)"),
        "a table of others, no version": _database(0, "CREATE TABLE rows (a, b)"),
        "a view": _database(1, "CREATE VIEW rows AS SELECT 1 AS match, 1 AS n, 'begin' AS kind, '' AS text, 0 AS crc"),
        "a newer version": _database(99, TABLE),
        "a negative version": _database(-1, TABLE),
        "a trigger that fails": _database(
            1, TABLE, "CREATE TRIGGER t BEFORE INSERT ON rows BEGIN SELECT RAISE(ABORT, 'no'); END"
        ),
        "a trigger that forgets": _database(
            1, TABLE, "CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows WHERE n > 9; END"
        ),
        "a table that leaves rows out": _database(
            1, TABLE.replace("(match, n)", "(match, n), UNIQUE (kind) ON CONFLICT IGNORE")
        ),
        "a view without end": _database(
            1,
            TABLE.replace("rows", "before"),
            "CREATE VIEW rows AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) "
            "SELECT n AS match, 1 AS n, 'begin' AS kind, '' AS text, 0 AS crc FROM more",
        ),
        "a match with words for numbers": _database(1, loose, values=(("one", "two", "begin", HEAD, "three"),)),
        "a match of bytes": _database(
            1, loose, values=((1, 1, b"\xff", b"\xff\xfe", 1), (1, 2, b"\xff", b"\xfe", b""))
        ),
        "a match of nothing": _database(1, loose, values=((None, None, None, None, None),)),
        "a header of numbers": _database(1, loose, values=((1, 1, "begin", 7, 1), (1, 2, 3, 4, 5))),
        "a match with a huge number": _database(1, TABLE, values=(((1 << 63) - 1, 1, "begin", HEAD, 1),)),
        "a match with a negative number": _database(1, TABLE, values=((-5, 1, "begin", HEAD, 1),)),
        "a wrong chain": good,
        "rows without a header": _database(1, TABLE, values=((1, 2, "action", "0 place 0", 5),)),
        "deep lists as header": _database(1, TABLE, values=((1, 1, "begin", "[" * DEEP, 1),)),
        "half of it": _cut(good, 0.5),
        "a byte short": _cut(good, 0.999),
        "its first hundred bytes": _cut(good, 100 / 8192),
    }
    for name, head in _each_wrong(json.loads(HEAD)):
        files[f"header: {name}"] = _database(1, TABLE, values=((1, 1, "begin", json.dumps(head), 1),))
    return {**files, **{f"sealed: {name}": make for name, make in _sealed_journals()}}


# Journals whose hashes are right: only what their rows say is hostile

Said = tuple[str, str | bytes]  # kind and text of a row; bytes that are no text are read with signs for what is wrong

PLAYED: tuple[Said, ...] = (("action", "0 begin"), ("action", "chance turn 16"), ("action", "0 place 15"))
OVER = ("over", "Punto: Ann wins\nAnn: 1\nBen: 0")
MEGABYTE = "x" * 1_000_000
NAMES: dict[str, Any] = {
    "names of escapes": [ESC, "Ben" + ESC],
    "names a million letters long": [MEGABYTE, "Ben"],
    "names of nothing": ["", ""],
    "names that are spaces": [" ", "\t\n"],
    "a name of two lines": ["Ann\nBen", "Ben\r\nAnn"],
    "a name with a zero": ["A\0nn", "Ben"],
    "the same name twice": ["Ann", "ann"],
    "names that are commands": ["undo", "c3"],
    "names that are sentences to fill in": ["{seat}", "%s {0!r:>99999999}"],
    "a bot that is none": ["bot:nobody", "bot:"],
    "a bot named by escapes": [f"bot:{ESC}", "Ben"],
    "a hundred players": ["Ann"] * 100,
}
HEADS: dict[str, dict[str, Any]] = {
    **{name: {"players": players} for name, players in NAMES.items()},
    **{what: {"options": options} for what, options in OPTIONS.items()},
    "an option a million letters long": {"options": {MEGABYTE: MEGABYTE}},
    "a hundred options of escapes": {"options": {f"{ESC}{n}": ESC for n in range(100)}},
    "a game of escapes": {"game": ESC},
    "a game that is a way out": {"game": "../../etc"},
    "a game a million letters long": {"game": MEGABYTE},
    "begun at an escape": {"started": ESC},
    "begun in a million letters": {"started": MEGABYTE},
    "a seed of four thousand digits": {"seed": 10**4000},
    "cards of escapes": {"cards": ESC},
}
ENDS: dict[str, Said] = {
    "over with escapes": ("over", f"{ESC}\n{ESC}: {ESC}\n  {ESC}"),
    "over in a million letters": ("over", MEGABYTE),
    "over in a million lines": ("over", "Ann: 1\n" * 1_000_000),
    "over with nothing": ("over", ""),
    "over before its end": OVER,
    "running with escapes": ("running", ESC),
    "begun again": ("begin", "{}"),
}
RAW: dict[str, Said] = {
    "a header that is no text": ("begin", b'{"game": "\xff\xfe"}'),
    "a header nested without end": ("begin", b"[" * DEEP),
    "a header of nothing": ("begin", ""),
    "a header with a number of ten thousand digits": ("begin", '{"seed": 1' + "0" * 10_000 + "}"),
    "a header of another kind": ("action", "0 place 0"),
}


def _sealed_journals() -> Iterator[tuple[str, Make]]:
    whole = json.loads(HEAD)
    for name, wrong in HEADS.items():
        head: Said = ("begin", json.dumps({**whole, **wrong}))
        yield name, _sealed(head, *PLAYED)
        yield f"{name}, over", _sealed(head, *PLAYED, OVER)
    for name, fields in _each_wrong(whole):
        yield f"header: {name}", _sealed(("begin", json.dumps(fields)), *PLAYED)
    for name, first in RAW.items():
        yield name, _sealed(first, *PLAYED)
    played: tuple[Said, ...] = (("begin", HEAD), *PLAYED)
    for name, last in {**SAID, **ENDS, "a text that is no text": ("action", b"\xff\xfe")}.items():
        yield name, _sealed(*played, last)
        yield f"{name}, over", _sealed(*played, last, OVER)
    yield "rows by the hundred thousand", _sealed(*played, *[("note", "late: press 1")] * 100_000)
    yield "the last number", _sealed(*played, match=(1 << 31) - 1)


def _sealed(*said: Said, match: int = 1) -> Make:
    """A journal of one match whose hashes are right."""

    def make(path: Path) -> None:
        rows, crc = [], 0
        for n, (kind, text) in enumerate(said, 1):
            raw = text if isinstance(text, bytes) else text.encode()
            crc = crc32(f"{kind}\n{raw.decode('utf-8', 'replace')}\n".encode(), crc)
            rows.append((match, n, kind, raw, crc))
        _database(1, TABLE, values=tuple(rows), text="CAST(? AS TEXT)")(path)  # whatever its bytes

    return make


# -- the folder of all data


def _folder(mode: int, path: Path) -> None:
    path.mkdir(parents=True)
    path.chmod(mode)


def _folders() -> dict[str, Make]:
    return {
        "a folder that nobody may enter": partial(_folder, 0),
        "a folder in which nobody may write": partial(_folder, 0o500),
    }


# -- a board of one's own

IN_TOML = ("true", "a number", "minus one", "a huge number", "a text", "many")


def _boards() -> dict[str, Make]:
    starter = tomllib.loads((HERE / "starter.toml").read_text(encoding="utf-8"))
    settings = starter.pop("settings")
    files = {}
    for name, board in _each_wrong(starter):
        if name.startswith("no ") or name.partition(" is ")[2] in IN_TOML:
            files[name] = holding(_in_toml(board, settings))
    for name, value in {"pins of another": 60, "a huge number": 10**30, "a text": ESC}.items():
        files[f"its settings are {name}"] = holding(_in_toml(starter, dict.fromkeys(settings, value)))
    return files | {"a board with no settings": holding(_in_toml(starter, {}))}


def _in_toml(board: dict[str, Any], settings: dict[str, Any]) -> bytes:
    """Its numbers, texts and lists are written as in JSON."""
    tables = (("", board), ("[settings]\n", settings))
    return "".join(
        head + "".join(f"{name} = {json.dumps(value)}\n" for name, value in table.items()) for head, table in tables
    ).encode()


SPECIAL: dict[str, Callable[[], dict[str, Make]]] = {
    "board": _boards,
    "match": _matches,
    "bundle": _bundles,
    "tags": _tags,
    "link": _reports,
    "seats": _claims,
    "config": _configs,
    "journal": _journals,
    "backup": _journals,
    "records": _records,
    "guest": _guests,
    "data": _folders,
}
