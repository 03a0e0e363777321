"""Tries every part of a table once: what the table can measure itself, then what a person must touch or look at.

Steps for the wizard that return a finding for each part. No I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from glowpico.pn532 import PN532
from glowpico.trouble import FED_MV
from glowtable.device import troubles
from glowtable.device.link import Board, Hello, Measured, Stats
from glowtable.grid import CELLS, SEATS, TABLE_SEAT
from glowtable.maker import diagnosis
from glowtable.maker.wizard import SKIP, Incoming, Steps, Wait, WaitTimeout, await_quiet, show_frames
from glowtable.messages import Message, filled, say, say_count
from glowtable.table import (
    BLUE,
    GREEN,
    OFF,
    RED,
    SEAT_KEYS,
    TABLE_KEYS,
    WHITE,
    Event,
    Key,
    Light,
    Picture,
    Press,
    Said,
    Tag,
)

PASS, FAIL, SKIPPED = say("pass"), say("FAIL"), say("skipped")

ANSWER_MS = 5000  # a table that has not measured within this time cannot
QUIET_MS = 3000
LOAD = 20  # so many questions and answers load the line
WALK_MS = 150
RISING, SOUND_MS = 5, 2000  # the sound of a match that is over; from one to the next
READERS, SEATED = 8, diagnosis.SEATED
NOTHING = {0x00: "miso-low", 0xFF: "miso-high"}  # what a reader without a chip gives, and what it means if all give it
MUTE = say("The table doesn't answer. Unplug it and plug it back in.")
SUPPLY_MV = range(4500, 5600)
FREE_BYTES = 50_000
TICK_US = 100_000  # with a longer tick people notice that presses arrive late
KNOWN = ("dead.", "not-done.")  # words of trouble that are no failure of a part
ANY_UID = "04a1b2c3"
NOTHING_ELSE: Mapping[Event, Message] = {}
BUILT_KEYS = [key for key in TABLE_KEYS if not key.startswith("spare")]


class Finding(NamedTuple):
    """The result for one part."""

    part: Message
    verdict: Message  # PASS, FAIL or SKIPPED
    said: Message


class Facts(NamedTuple):
    """What is known before the test."""

    shipped: str  # the build of this program's firmware
    kept: bytes | None  # the settings.json this computer keeps for the table
    counts: Counter[str]  # the link's
    by_hand: bool  # is a person there?
    board: Board = Board()
    only: Collection[str] = ()  # these of PARTS alone; all of them if none is named


Findings = Steps[list[Finding]]
Answer = TypeVar("Answer", Hello, Measured, Stats)


def try_all_parts(facts: Facts) -> Findings:
    """Try all parts; last those that need a person."""
    hello = yield from await_greeting()
    if hello is None:
        return [Finding(say("line"), FAIL, MUTE)]
    wanted = [part for name, part in PARTS.items() if name in (facts.only or PARTS)]
    findings: list[Finding] = []
    for part in wanted:
        nobody = [Finding(BY_HAND[part], SKIPPED, say("needs a person at a terminal"))] if part in BY_HAND else []
        findings += nobody if nobody and not facts.by_hand else (yield from part(hello, facts))
    return findings


def await_greeting() -> Steps[Hello | None]:
    """The table's greeting; None if it does not come."""
    return (yield from await_answer(Wait(say("greeting the table"), for_ms=ANSWER_MS), Hello))


def await_answer(
    wait: Wait, kind: type[Answer], is_wanted: Callable[[Answer], bool] = lambda came: True
) -> Steps[Answer | None]:
    """The first of this kind that is wanted; None if none comes in the time of the wait."""
    while not isinstance(came := (yield wait), WaitTimeout):
        if isinstance(came, kind) and is_wanted(came):
            return came
    return None


# -- what the greeting says


def report_greeting(hello: Hello, facts: Facts) -> Findings:
    """Firmware, settings, start, troubles. Nothing is waited for."""
    yield from ()
    build = diagnosis.wrong_build(hello, facts.shipped)
    settings = list(diagnosis.wrong_settings(hello, facts.kept))
    return [
        Finding(say("firmware"), FAIL if build else PASS, build or say("build {build}", build=hello.build)),
        *_part_findings(
            say("settings"),
            settings,
            say_count("{n} LED, settings {crc}", "{n} LEDs, settings {crc}", n=hello.pixels, crc=hello.settings),
        ),
        Finding(say("last start"), PASS, diagnosis.start_cause(hello)),
        *_report_troubles(hello),
    ]


def _report_troubles(hello: Hello) -> list[Finding]:
    """The words of trouble; a cell left out on purpose, or a command it cannot do, is no failure of a part."""
    part = say("troubles")
    words = troubles.trouble_words(hello.trouble)
    findings = [
        Finding(part, SKIPPED if word.startswith(KNOWN) else FAIL, troubles.explain_trouble(word)) for word in words
    ]
    return findings or [Finding(part, PASS, say("none"))]


def _part_findings(part: Message, wrong: Iterable[Message], well: Message) -> list[Finding]:
    """A failure for each of the sentences, or one pass."""
    return [Finding(part, FAIL, sentence) for sentence in wrong] or [Finding(part, PASS, well)]


# -- what the table measures


def measure_part(part: str, value: int) -> Steps[int | None]:
    """The answer to `test part value`; None if the table gives none."""
    wait = Wait(say("measuring: {part} {n}", part=part, n=value), for_ms=ANSWER_MS, ask=(("test", part, value),))
    came = yield from await_answer(wait, Measured, lambda came: (came.part, came.number) == (part, value))
    return came.value if came else None


NO_ANSWER = say("No answer. Unplug the table and plug it back in. Still none? Install the firmware: glowtable flash")


def try_supply(hello: Hello, facts: Facts) -> Findings:
    part = say("5 V supply")
    if not facts.board.supply_sense:
        return [Finding(part, SKIPPED, say("this board can't measure it"))]
    mv = yield from measure_part("supply", 0)
    if mv is None:
        return [Finding(part, FAIL, NO_ANSWER)]
    if mv < FED_MV[0]:
        off = say("{mv} mV: off. USB alone is enough for few lights or none. Plug the supply in.", mv=mv)
        return [Finding(part, FAIL, off)]
    if mv not in SUPPLY_MV:
        odd = say("{mv} mV instead of 4500 to 5600. Try another supply or a thicker cable.", mv=mv)
        return [Finding(part, FAIL, odd)]
    return [Finding(part, PASS, say("{mv} mV", mv=mv))]


def try_readers(hello: Hello, facts: Facts) -> Findings:
    """The chips of the readers: seats, dealer and the spare place."""
    versions: dict[int, int] = {}
    for n in filter(facts.board.has_reader, range(READERS)):
        version = yield from measure_part("chip", n)
        if version is None:
            return [Finding(say("readers"), FAIL, NO_ANSWER)]
        versions[n] = version
    for nothing, word in NOTHING.items():
        if len(versions) > 1 and set(versions.values()) == {nothing}:
            return [Finding(say("readers"), FAIL, troubles.explain_trouble(word))]
    return [
        Finding(troubles.name_part(Tag(n, ANY_UID)), *_judge_chip(hello, n, version)) for n, version in versions.items()
    ]


def _judge_chip(hello: Hello, reader: int, version: int) -> tuple[Message, Message]:
    """A chip is judged by what it does: copies report versions of their own."""
    if version in NOTHING:
        spare = SKIPPED, say("the spare place is empty")
        return spare if reader >= SEATED else (FAIL, diagnosis.no_reader(reader))
    if not int(hello.readers, 16) >> reader & 1:
        return FAIL, troubles.explain_trouble(f"reader.{reader}")
    return PASS, say("PN532 chip") if version == PN532 else say("chip of version {version}", version=f"{version:02x}")


def try_cell_readers(hello: Hello, facts: Facts) -> Findings:
    """The chips under the cells of an NFC table."""
    if hello.cells != "nfc":
        return []
    wrong = []
    for cell in range(CELLS):
        version = yield from measure_part("chip", READERS + cell)
        if version is None or version in NOTHING or f"cell.{cell}" in troubles.trouble_words(hello.trouble):
            wrong.append(troubles.explain_trouble(f"cell.{cell}"))
    return _part_findings(say("NFC cells"), wrong, say_count("it answers", "all {n} answer", n=CELLS))


def try_quiet(hello: Hello, facts: Facts) -> Findings:
    """Cells and keys that move without being touched."""
    moved = yield from await_quiet(Wait(say("Hands off the table for 3 seconds."), for_ms=QUIET_MS))
    if moved is None:
        return [Finding(say("quiet"), FAIL, MUTE)]
    wrong = [say("Stuck or held down: {what}. Check its switch and wires.", what=troubles.name_part(event))
             for event in sorted(moved)]  # fmt: skip
    return _part_findings(say("quiet"), wrong, say("nothing moves by itself"))


def try_line(hello: Hello, facts: Facts) -> Findings:
    """The connection under load, and whether the firmware is fast enough."""
    for _ in range(LOAD):
        yield from _ask_stats()
    stats = yield from _ask_stats()
    if stats is None:
        return [Finding(say("line"), FAIL, MUTE)]
    damaged = stats.bad_crc + facts.counts["bad crc"]
    resent = stats.resent + facts.counts["resent"]
    figures = say(
        "{damaged}, {resent}",
        damaged=say_count("{n} damaged line", "{n} damaged lines", n=damaged),
        resent=say_count("{n} line sent again", "{n} lines sent again", n=resent),
    )
    bad = say("{figures}. Try another USB cable, without a hub.", figures=figures)
    return [
        Finding(say("line"), FAIL if damaged else PASS, bad if damaged else figures),
        *_judge_stats(stats),
    ]


def _ask_stats() -> Steps[Stats | None]:
    return (
        yield from await_answer(Wait(say("testing the line"), for_ms=ANSWER_MS, ask=(("test", "stats", 0),)), Stats)
    )


def _judge_stats(stats: Stats) -> list[Finding]:
    memory, ticks = say("memory"), say("ticks")
    free = say("{free} bytes free", free=stats.free)
    longest = say("the longest took {us} us", us=stats.tick_us)
    full = say(
        "Not enough memory ({free}, {n} needed). Remove some of your programs from the Pico.", free=free, n=FREE_BYTES
    )
    slow = say("Presses arrive late ({longest}). Remove some of your programs from the Pico.", longest=longest)
    uncounted = Finding(memory, SKIPPED, say("not counted by this table"))
    return [
        *(_part_findings(memory, [full] if stats.free < FREE_BYTES else [], free) if stats.free else [uncounted]),
        *_part_findings(ticks, [slow] if stats.tick_us > TICK_US else [], longest),
    ]


# -- what a person must touch or look at


def try_lights(hello: Hello, facts: Facts) -> Findings:
    """One light at a time, in four colours; until calibrate has learned order and colours, any will do."""
    lights = CELLS + SEATS * facts.board.seat_lights
    frames = [light_one(light, colour) for colour in (WHITE, RED, GREEN, BLUE) for light in range(lights)]
    with_seats = say("Do lights run a1 to f6, then seats 1 to 6? White, red, green, blue? Type yes, no or skip.")
    cells_alone = say("Do lights run a1 to f6? White, red, green, blue? Type yes, no or skip.")
    message = with_seats if facts.board.seat_lights else cells_alone
    if "no-settings" in troubles.trouble_words(hello.trouble):
        message = say("Do all lights come on one by one, in four colours? Type yes, no or skip.")
    answer = yield from show_frames(message, frames, WALK_MS, (SKIP,))
    wrong = say("A light is dark: check its data wire and supply. Several, or wrong order? Run glowtable calibrate.")
    return [_judge_answer(say("lights"), answer, wrong)]


def _judge_answer(part: Message, answer: bool | str, wrong: Message) -> Finding:
    """The finding of a question that a person answered: True, False or SKIP."""
    if answer == SKIP:
        return Finding(part, SKIPPED, say("not tried"))
    return Finding(part, PASS if answer else FAIL, say("as it should be") if answer else wrong)


def try_sound(hello: Hello, facts: Facts) -> Findings:
    """The same notes again and again."""
    if not facts.board.buzzer:
        return []
    message = say("Do you hear four rising notes? Type yes, no or skip.")
    answer = yield from show_frames(message, [Picture()], SOUND_MS, (SKIP,), ask=(("sound", RISING),))
    wrong = say("The buzzer is silent. Check its two wires; it must be a passive one, without electronics of its own.")
    return [_judge_answer(say("sound"), answer, wrong)]


def light_one(light: int, colour: str) -> Picture:
    """Only this cell (0..35) or seat (36..41)."""
    lights = [Light(colour) if n == light else OFF for n in range(CELLS + SEATS)]
    return Picture(tuple(lights[:CELLS]), tuple(lights[CELLS:]))


def try_cells(hello: Hello, facts: Facts) -> Findings:
    """Each cell shines until it is pressed."""
    wanted = [cell for cell in range(CELLS) if f"dead.c{cell}" not in hello.trouble.split(",")]
    if hello.cells != "buttons":
        return []
    lit = say("Press {what}, it is lit ({n} of {all}). No reaction? Type skip.")
    return (yield from await_touches(say("cells"), lit, {Press(cell): cell for cell in wanted}))


def try_keys(hello: Hello, facts: Facts) -> Findings:
    """Each key, asked for by its name; its seat shines, and nothing for the keys of the table."""
    wanted = [Key(seat, key) for seat in range(SEATS) for key in SEAT_KEYS]
    wanted += [Key(TABLE_SEAT, key) for key in BUILT_KEYS]
    wanted = [key for key in wanted if facts.board.has_key(key)]
    lights: dict[Event, int] = {key: CELLS + key.seat if key.seat != TABLE_SEAT else -1 for key in wanted}
    named = say("Press {what} ({n} of {all}). No reaction? Type skip.")
    whose: dict[Event, Message] = {key: say("key {key}", key=key.key) for key in wanted if facts.board.is_shared}
    return (yield from await_touches(say("keys"), named, lights, whose))


def try_cards(hello: Hello, facts: Facts) -> Findings:
    """Any card, shown at every reader that answers."""
    present = [n for n in range(READERS) if int(hello.readers, 16) >> n & 1]
    shown = say("Put a card on {what} ({n} of {all}). No reaction? Type skip.")
    return (yield from await_touches(say("cards"), shown, {Tag(n, ANY_UID): CELLS + n for n in present}))


def await_touches(
    part: Message, asked: Message, lights: Mapping[Event, int], names: Mapping[Event, Message] = NOTHING_ELSE
) -> Findings:
    """One finding for all these parts, each asked for while its light shines; it names those that did not answer.

    `names` are those that are not as everywhere.
    """
    missing = []
    for n, (wanted, light) in enumerate(lights.items(), 1):
        what = names.get(wanted) or troubles.name_part(wanted)
        message = filled(asked, {"what": what, "n": n, "all": len(lights)})
        if not (yield from await_touch(Wait(message, light_one(light, BLUE), wanted=wanted))):
            missing.append(what)
    wrong = say("No reaction from {what}. Check switch or module, wires and plug.", what=tuple(missing))
    return _part_findings(part, [wrong] if missing else [], say_count("it answers", "all {n} answer", n=len(lights)))


def await_touch(wait: Wait) -> Steps[bool]:
    """Was the wanted part touched? False for `skip`; if another one is touched, the person hears which."""
    while True:
        came = yield wait
        if _is_wanted(came, wait.wanted):
            return True
        if isinstance(came, Said) and came.text.strip().lower() == SKIP:
            return False
        if isinstance(came, Said):
            wait = wait._replace(said=say("Do it at the table, or type skip or q."))
        elif isinstance(came, Press | Key | Tag):
            wait = wait._replace(said=say("That was {what}. If you touched the right one, run glowtable calibrate.",
                                          what=troubles.name_part(came)))  # fmt: skip


def _is_wanted(came: Incoming, wanted: Event | None) -> bool:
    """Is it the wanted event? Any card will do."""
    if isinstance(came, Tag) and isinstance(wanted, Tag):
        return came.reader == wanted.reader
    return came == wanted


PARTS: Mapping[str, Callable[[Hello, Facts], Findings]] = {
    "firmware": report_greeting, "supply": try_supply, "readers": try_readers, "nfc": try_cell_readers,
    "quiet": try_quiet, "line": try_line, "leds": try_lights, "sound": try_sound, "cells": try_cells, "keys": try_keys,
    "cards": try_cards,
}  # fmt: skip
# What needs a person
BY_HAND = {
    try_lights: say("lights"), try_sound: say("sound"), try_cells: say("cells"), try_keys: say("keys"),
    try_cards: say("cards"),
}  # fmt: skip
