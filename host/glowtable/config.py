"""What a person likes: language, port, game, seats. One TOML file; never executed, never written by the program."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from glowtable.gate import TINY, parse_toml, read_file
from glowtable.messages import LANGUAGES, USAGE, UserError, say


class Config(NamedTuple):
    """Defaults of the command line; an option typed there wins."""

    language: str = ""
    port: str = "auto"
    game: str = "punto"
    seats: tuple[str, ...] = ()
    sound: bool = True
    auction_s: int = 0  # seconds without a press after which an auction closes; 0: it waits


KINDS = {tuple: say("a list of strings"), str: say("a string"), bool: say("true or false"), int: say("a whole number")}


def config_path() -> Path:
    """$GLOWTABLE_CONFIG, or config.toml where the system keeps such files."""
    import platformdirs

    named = os.environ.get("GLOWTABLE_CONFIG")
    return Path(named) if named else Path(platformdirs.user_config_dir("glowtable")) / "config.toml"


def data_path() -> Path:
    """$GLOWTABLE_DATA, or where the system keeps a program's data: journal, tags, last frames."""
    import platformdirs

    named = os.environ.get("GLOWTABLE_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("glowtable"))


def load_config(path: Path) -> Config:
    """What the file says; defaults if there is none. UserError names a wrong key or type and lists the right ones."""
    try:
        data = parse_toml(read_file(path, TINY, USAGE).decode("utf-8"))
    except FileNotFoundError:
        return Config()
    except ValueError as error:
        raise UserError(say("{path} cannot be read ({cause})", path=str(path), cause=str(error)), USAGE) from None
    return Config(**{key: _check_value(path, key, value) for key, value in data.items()})


def choose_language(wanted: str) -> str:
    """The language wanted, else the environment's, else English."""
    asked = wanted or os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return asked[:2] if asked[:2] in LANGUAGES else "en"


def _check_value(path: Path, key: str, value: Any) -> Any:
    default = Config._field_defaults.get(key)
    if key == "language" and value not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UserError(say("{path}: language must be one of {known}", path=str(path), known=known), USAGE)
    if default is None:
        keys = ", ".join(Config._fields)
        raise UserError(
            say("{path}: there is no key {key}; known are: {keys}", path=str(path), key=key, keys=keys), USAGE
        )
    if isinstance(default, tuple) and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if type(value) is not type(default):
        raise UserError(say("{path}: {key} must be {kind}", path=str(path), key=key, kind=KINDS[type(default)]), USAGE)
    return value
