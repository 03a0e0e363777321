"""What a person likes: language, port, game, seats. One TOML file; never executed, never written by the program."""

import os
import sys
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
    bot_pace_ms: int = 1500  # a bot rests so long after each move, while a person watches: its sentence is read


KINDS = {tuple: say("a list of strings"), str: say("a string"), bool: say("true or false"), int: say("a whole number")}


def config_path() -> Path | None:
    """$GLOWTABLE_CONFIG, or config.toml where the system keeps such files; None without a home."""
    named = os.environ.get("GLOWTABLE_CONFIG")
    if named:
        return Path(named)
    folder = _own_folder("config")
    return folder / "config.toml" if folder else None


def data_path() -> Path | None:
    """$GLOWTABLE_DATA, or where the system keeps a program's data: journal, tags, last frames; None without a home."""
    named = os.environ.get("GLOWTABLE_DATA")
    return Path(named) if named else _own_folder("data")


ON_LINUX = {"config": ("XDG_CONFIG_HOME", ".config"), "data": ("XDG_DATA_HOME", ".local/share")}


def _own_folder(kind: str) -> Path | None:
    """Where the system keeps a program's files of this kind; on Linux without the library, whose import takes its time.

    None where nobody has a home: in a container or a service, for a user whom the system does not know.

    Source: XDG Base Directory Specification, "Environment variables"
    """
    variable, usual = ON_LINUX[kind]
    home = Path(os.environ.get("HOME", ""))
    if sys.platform == "linux" and home.is_absolute():
        named = Path(os.environ.get(variable, ""))
        return (named if named.is_absolute() else home / usual) / "glowtable"
    import platformdirs

    folders = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir}
    try:
        folder = Path(folders[kind]("glowtable"))
    except RuntimeError:  # the library finds no home
        return None
    return folder if folder.is_absolute() else None  # an older one finds a folder called ~


def load_config(path: Path | None) -> Config:
    """What the file says; defaults if there is none. UserError names a wrong key or type and lists the right ones."""
    if path is None:
        return Config()
    try:
        data = parse_toml(read_file(path, TINY, USAGE).decode("utf-8"))
    except FileNotFoundError:
        return Config()
    except ValueError as error:
        raise UserError(say("Can't read {path} ({cause}).", path=str(path), cause=str(error)), USAGE) from None
    return Config(**{key: _check_value(path, key, value) for key, value in data.items()})


def configured_language() -> str:
    """The language of the config; empty if it says none, or is broken: that sentence needs a language, too."""
    try:
        return load_config(config_path()).language
    except UserError:
        return ""


def choose_language(wanted: str) -> str:
    """The language wanted, else the environment's, else that of Windows, else English."""
    said = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    asked = wanted or next(filter(None, said), "") or _windows_language()
    return asked[:2] if asked[:2] in LANGUAGES else "en"


# Source: Microsoft, "[MS-LCID]: Windows Language Code Identifier Reference", 2.2: the lowest ten bits say the language
OF_WINDOWS = {0x07: "de", 0x09: "en", 0x10: "it"}


def _windows_language() -> str:
    """That of its menus, because Windows sets none of these variables; empty elsewhere, and for other languages."""
    if sys.platform != "win32":
        return ""
    import ctypes

    return OF_WINDOWS.get(ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF, "")


def _check_value(path: Path, key: str, value: Any) -> Any:
    default = Config._field_defaults.get(key)
    if key == "language" and value not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UserError(say("{path}: language can be {known}.", path=str(path), known=known), USAGE)
    if default is None:
        keys = ", ".join(Config._fields)
        raise UserError(
            say("{path}: Glowtable doesn't know {key}. It knows {keys}.", path=str(path), key=key, keys=keys), USAGE
        )
    if isinstance(default, tuple) and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if type(value) is not type(default):
        raise UserError(say("{path}: {key} must be {kind}.", path=str(path), key=key, kind=KINDS[type(default)]), USAGE)
    return value
