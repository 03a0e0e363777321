"""What a game's folder holds, and the game put together from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, overload

from glowtable.game import BotFactory, Choose, Game, Kind, Lesson, LessonStep, Option, Rules, Surface
from glowtable.gate import parse_toml, read_file
from glowtable.kit.text_notation import Heading, line_notation
from glowtable.messages import UserError, say


def path_beside(package: str, name: str) -> Path:
    """A file beside the modules of this package, which is being imported."""
    (folder,) = sys.modules[package].__path__
    return Path(folder) / name


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file beside the modules of this package."""
    return _read_toml(path_beside(package, name))


def _read_toml(path: Path) -> dict[str, Any]:
    """UserError if it is not there, or damaged."""
    try:
        return parse_toml(read_file(path).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(say("{path} cannot be read ({cause})", path=str(path), cause=str(error))) from None


class Sheet(Mapping[str, Mapping[str, str]]):
    """The words of a game's sheet by rule and language, read when somebody first asks; none without a sheet.toml."""

    def __init__(self, package: str) -> None:
        self._path = path_beside(package, "sheet.toml")

    @cached_property
    def _words(self) -> dict[str, dict[str, str]]:
        return _read_toml(self._path) if self._path.is_file() else {}

    def __getitem__(self, rule: str) -> Mapping[str, str]:
        return self._words[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


class ShortRules(Sequence[Mapping[str, str]]):
    """The game in a few sentences, each by language, read when somebody first asks; none without a short_rules.toml."""

    def __init__(self, package: str) -> None:
        self._path = path_beside(package, "short_rules.toml")

    @cached_property
    def _sentences(self) -> list[dict[str, str]]:
        return _read_toml(self._path)["sentence"] if self._path.is_file() else []

    @overload
    def __getitem__(self, at: int) -> Mapping[str, str]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Mapping[str, str]]: ...
    def __getitem__(self, at: int | slice) -> Mapping[str, str] | Sequence[Mapping[str, str]]:
        return self._sentences[at]

    def __len__(self) -> int:
        return len(self._sentences)


def _lesson_reader(package: str) -> Callable[[], Lesson] | None:
    """Reads the first match that `glowtable learn` leads; none if the game has no lesson.toml."""
    path = path_beside(package, "lesson.toml")
    return partial(_read_lesson, path) if path.is_file() else None


def _read_lesson(path: Path) -> Lesson:
    told = _read_toml(path)
    steps = tuple(LessonStep(step.pop("wants"), step) for step in told["step"])
    return Lesson(told["bot"], told["seed"], told.get("options", {}), steps)


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
    """The GAME of a folder: it has the folder's name and TOML files; unless said its notation is a line per action."""
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
        sheet=Sheet(package),
        short_rules=ShortRules(package),
        read_lesson=_lesson_reader(package),
        **facts,
    )
