"""What the maker's page shows of a table: its link, its last frames, what is pressed and shines, how long it takes.

While a match is played no frame tells which card a tag is. Where something is hidden none tells what was pressed: a
secret choice is a press.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from glowtable.device.line_watch import Frame, LineWatch
from glowtable.device.link import Link
from glowtable.game import Game
from glowtable.grid import CELLS, TABLE_SEAT, cell_name
from glowtable.messages import Message
from glowtable.web.outgoing import Page

BARS_MS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)  # up to so many; the last bar is for all above
HIDDEN_FIELDS = "········"
CARD_WORDS = ("tag", "found", "seek")
CHOICE_WORDS = ("press", "release", "key", "snapshot")


def hidden_words(game: Game) -> tuple[str, ...]:
    """The words of frames that may tell a secret while a match of this game is on."""
    return CARD_WORDS + CHOICE_WORDS * game.hidden_information


def maker_page(watch: LineWatch, link: Link, port: str, hidden: Collection[str] = ()) -> Page:
    """The table as the line shows it; what frames with these words carry stays hidden."""
    colours, patterns, brightness = watch.lights
    hello = link.hello
    return {
        "port": port,
        "link": link.state,
        "hello": hello._asdict() if hello else None,
        "counts": {
            **watch.counts,
            **{
                name: link.counts[name]
                for name in ("resent", "noise", "bad crc", "edges again", "restarts", "reopened")
            },
        },
        "table_counts": link.stats._asdict() if link.stats else None,
        "frames": tuple(_frame_line(frame, hidden) for frame in reversed(watch.frames)),
        "lights": tuple(map("".join, zip(colours, patterns, strict=True))),
        "brightness": brightness,
        "names": tuple(map(cell_name, range(CELLS))),
        "down": () if "press" in hidden else tuple(sorted(watch.down)),
        "readers": tuple(sorted(watch.readers)),
        "key": {"seat": watch.last_key.seat, "key": watch.last_key.key}
        if watch.last_key and "key" not in hidden
        else None,
        "table_seat": TABLE_SEAT,
        "touched": _time_histogram(watch.lines_us),
        "sent": _time_histogram([stages.sent_us for stages in watch.times]),
        "taken": _time_histogram([stages.taken_us for stages in watch.times]),
    }


def wizard_page(message: Message, said: Message | None, title: Message, is_question: bool, is_twin: bool) -> Page:
    """The one instruction of calibrate or selftest, and how it can be answered."""
    return {"message": message, "said": said, "title": title, "is_question": is_question, "is_twin": is_twin}


def _frame_line(frame: Frame, hidden: Collection[str]) -> Page:
    text = frame.text
    if frame.word in hidden:  # its checksum would tell as much as its fields
        text = f"{text.partition(' ')[0]} {frame.word} {HIDDEN_FIELDS}"
    return {"at_ms": frame.at_us // 1000, "out": frame.is_sent, "text": text}


def _time_histogram(times_us: Sequence[int]) -> Page:
    """How often it took how long, with the median and the 95th percentile in ms."""
    bars = [0] * (len(BARS_MS) + 1)
    for each in times_us:
        bars[next((n for n, most in enumerate(BARS_MS) if each <= most * 1000), len(BARS_MS))] += 1
    ordered = sorted(times_us)
    return {
        "bars": tuple(bars),
        "up_to": BARS_MS,
        "median": _value_at_percent(ordered, 50),
        "p95": _value_at_percent(ordered, 95),
    }


def _value_at_percent(ordered: Sequence[int], percent: int) -> float | None:
    return round(ordered[(len(ordered) - 1) * percent // 100] / 1000, 1) if ordered else None
