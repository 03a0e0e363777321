"""The kinds of parts: their pins, what carries current through them, their footprint, and what a maker asks for.

Read from kinds.toml. Knows no board. Pin types are those of schematics: an `output` must not meet another, an `input`
needs a driver.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

INPUT, OUTPUT, TRI_STATE, BOTH, PASSIVE = "input", "output", "tri_state", "bidirectional", "passive"
POWER_IN, POWER_OUT = "power_in", "power_out"
PIN = re.compile(
    r"(?P<number>\S+) (?P<name>\S+)(?: (?P<type>input|output|tri_state|power_in|power_out))?"
    r"(?: (?P<may_float>may_float))?(?: draws (?P<draws_ma>\S+))?(?: gives (?P<gives_ma>\S+))?"
    r"(?: wants (?P<wants>\S+))?"
)
RAIL_5V, RAIL_3V3, READERS_3V3, GROUND = "+5V", "+3V3", "+3V3R", "GND"


class Pin(NamedTuple):
    """One pin. It draws `draws_ma` from its net, or supplies up to `gives_ma`; its net's name begins with `wants`."""

    number: str
    name: str
    type: str = PASSIVE
    draws_ma: float = 0
    gives_ma: float = 0
    wants: str = ""
    may_float: bool = False  # an input with a pull of its own


@dataclass(frozen=True)
class Kind:
    """What a part is. `passes` names the pins by which current goes in and out; `shape` is for checks."""

    name: str
    letter: str
    footprint: str
    about: str
    pins: tuple[Pin, ...]
    shape: str = "box"
    passes: tuple[tuple[str, ...], ...] = ()
    rated_ma: float = 0
    needs_capacitor: bool = False  # 100 nF beside each of its supply pins

    @property
    def is_connector(self) -> bool:
        return self.letter == "J"

    def pin(self, name: str) -> Pin:
        """The first of this name."""
        return next(pin for pin in self.pins if pin.name == name)


def pins_in(text: str) -> tuple[Pin, ...]:
    """The pins of a kind as kinds.toml tells them; ValueError if one is not told so."""
    found = []
    for told in re.split(r";\s", text.strip()):
        match = PIN.fullmatch(told)
        if match is None:
            raise ValueError(told)
        fields: dict[str, Any] = {name: field for name, field in match.groupdict().items() if field}
        fields |= {name: float(Fraction(fields[name])) for name in ("draws_ma", "gives_ma") if name in fields}
        found.append(Pin(**fields | {"may_float": "may_float" in fields}))
    return tuple(found)


def kinds_in(text: str) -> dict[str, Kind]:
    """The kinds of a file, by name."""
    found: dict[str, Kind] = {}
    for name, fields in tomllib.loads(text).items():
        if "pins" in fields:
            fields["pins"] = pins_in(fields["pins"])
        if "passes" in fields:
            fields["passes"] = (tuple(fields["passes"].split(">")),)
        like = fields.pop("like", None)
        found[name] = replace(found[like], name=name, **fields) if like else Kind(name=name, **fields)
    return found


KINDS = kinds_in(Path(__file__).with_suffix(".toml").read_text("utf-8"))
KEY, TEST_POINT, WS2812B, INLET_FUSE = (KINDS[name] for name in ("KEY", "TEST_POINT", "WS2812B", "PTC_INLET"))
SWITCH, PFET, TVS, LVC244, QUARTER_POWER = (
    KINDS[name] for name in ("SWITCH", "PFET", "TVS", "74LVC244", "QUARTER_POWER")
)
PORTS = 7  # of readers at the hub
AWAKE_READER_MA = KINDS["RC522"].pin("3V3").draws_ma
FIELD_MA = KINDS["RC522_SOCKET"].pin("3V3").draws_ma - AWAKE_READER_MA
