"""What people set for their table on its page: kept for all matches, and no part of a match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from glowtable.gate import parse_json

# Each preference with its values; the first is meant where nothing was set
CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"brightness": ("100", "75", "50", "25"), "sound": ("on", "off")}
)


class Preferences:
    """A value for each of CHOICES: the brightness in percent of what the table's settings allow, and sound."""

    def __init__(self, values: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Ignore what is no value of CHOICES."""
        self.values = {
            name: values[name] if values.get(name) in choices else choices[0] for name, choices in CHOICES.items()
        }

    def set_value(self, name: str, value: str) -> None:
        """Set one to a value of CHOICES."""
        if value not in CHOICES[name]:
            raise ValueError(f"{name} can be {', '.join(CHOICES[name])}, not {value}")
        self.values[name] = value

    @property
    def has_sound(self) -> bool:
        return self.values["sound"] == "on"

    @property
    def brightness_pct(self) -> int:
        return int(self.values["brightness"])

    def as_bytes(self) -> bytes:
        """The content of their file."""
        return json.dumps(self.values).encode()


def read_preferences(raw: bytes) -> Preferences:
    """What this file says; whatever it does not say, or not as it should, is as if never set."""
    try:
        values = parse_json(raw)
    except ValueError:
        values = {}
    return Preferences(values if isinstance(values, dict) else {})
