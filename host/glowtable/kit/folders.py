"""What a game's folder holds, and the game put together from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from glowtable.game import BotFactory, Choose, Game, Kind, Option, Rules, Surface
from glowtable.kit.text_notation import Heading, line_notation


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file beside the modules of this package."""
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def read_sheet(package: str) -> dict[str, Any]:
    """The words of a game's sheet by rule and language; none if it has no sheet.toml."""
    return read_toml(package, "sheet.toml") if files(package).joinpath("sheet.toml").is_file() else {}


def game_in(
    package: str,
    title: str,
    seats: tuple[int, ...],
    options: tuple[Option, ...],
    deck: tuple[str, ...],
    kinds: Mapping[str, Kind],
    rules: Rules[Any, Any],
    surface: Surface[Any, Any],
    bots: Mapping[str, Choose | BotFactory],
    **facts: Any,
) -> Game:
    """The GAME of a folder: it has the folder's name and sheet.toml; unless said its notation is a line per action."""
    facts.setdefault("notation", line_notation(Heading(title, seats, options, rules), kinds))
    return Game(
        name=package.rpartition(".")[2],
        title=title,
        seats=seats,
        options=options,
        deck=deck,
        kinds=kinds,
        rules=rules,
        surface=surface,
        bots=bots,
        sheet=read_sheet(package),
        **facts,
    )
