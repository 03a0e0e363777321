"""What a game's folder holds, and the game put together from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, overload

from glowtable.game import (
    BotFactory,
    Choose,
    Game,
    Kind,
    Lesson,
    LessonStep,
    Option,
    Rules,
    Surface,
    Teaching,
    TeachingStep,
    Words,
)
from glowtable.gate import parse_toml, read_file
from glowtable.kit.text_notation import Heading, line_notation
from glowtable.messages import Message, UserError, cause_of, say

T = TypeVar("T")
NO_RULE = "-"  # what a sheet that cannot be read tells of


def path_beside(package: str, name: str) -> Path:
    """A file beside the modules of this package, which is being imported."""
    (folder,) = sys.modules[package].__path__
    return Path(folder) / name


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file beside the modules of this package."""
    return _read_toml(path_beside(package, name))


def _read_toml(path: Path) -> dict[str, Any]:
    """UserError if there is none any more, or it is damaged."""
    try:
        return parse_toml(read_file(path).decode("utf-8"))
    except FileNotFoundError as error:
        cause: Message | str = cause_of(error)
    except ValueError as error:
        cause = str(error)
    raise _unreadable_error(path, cause)


def _unreadable_error(path: Path, cause: str | Message) -> UserError:
    return UserError(say("Can't read {path} ({cause}).", path=str(path), cause=cause))


NO_WORDS = say("words are missing")


class _WordsFile:
    """A file of words by language, read when somebody first asks.

    What cannot be read is reported in the place of its words: a match goes on without them.
    """

    def __init__(self, package: str, name: str) -> None:
        self._path = path_beside(package, name)
        self._is_there = self._path.is_file()

    def _read(self) -> dict[str, Any]:
        return _read_toml(self._path) if self._is_there else {}

    def _check_words(self, words: Any) -> Mapping[str, str]:
        """Words by language; UserError if they are something else."""
        if isinstance(words, dict) and words and all(isinstance(each, str) for each in words.values()):
            return words
        raise _unreadable_error(self._path, NO_WORDS)


class Sheet(_WordsFile, Mapping[str, Words]):
    """The words of a game's sheet by rule and language; none without a sheet.toml."""

    def __init__(self, package: str) -> None:
        super().__init__(package, "sheet.toml")

    @cached_property
    def _words(self) -> Mapping[str, Words]:
        try:
            return {rule: self._check_words(words) for rule, words in self._read().items()}
        except UserError as error:
            return {NO_RULE: error.message}

    def __getitem__(self, rule: str) -> Words:
        return self._words[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


class ShortRules(_WordsFile, Sequence[Words]):
    """The game in a few sentences, each by language; none without a short_rules.toml."""

    def __init__(self, package: str) -> None:
        super().__init__(package, "short_rules.toml")

    @cached_property
    def _read_sentences(self) -> Sequence[Words]:
        try:
            return [self._check_words(words) for words in self._read().get("sentence", ())]
        except TypeError:  # it is no list
            return [_unreadable_error(self._path, NO_WORDS).message]
        except UserError as error:
            return [error.message]

    @overload
    def __getitem__(self, at: int) -> Words: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Words]: ...
    def __getitem__(self, at: int | slice) -> Words | Sequence[Words]:
        return self._read_sentences[at]

    def __len__(self) -> int:
        return len(self._read_sentences)


def _file_reader(package: str, name: str, read: Callable[[Path], T]) -> Callable[[], T] | None:
    """Reads this file of the folder; none if it has no such."""
    path = path_beside(package, name)
    return partial(read, path) if path.is_file() else None


def _read_lesson(path: Path) -> Lesson:
    """The first match that `glowtable learn` leads. UserError if there is none any more, or it is damaged."""
    content = _read_toml(path)
    try:
        steps = tuple(map(_lesson_step, content["step"]))
        return Lesson(content["bot"], content["seed"], content.get("options", {}), steps)
    except (KeyError, AttributeError, TypeError):
        raise _unreadable_error(path, NO_WORDS) from None


def _lesson_step(said: dict[str, Any]) -> LessonStep:
    """What is no other field of a step is its words in a language."""
    facts = {name: said.pop(name) for name in LessonStep._fields if name in said}
    return LessonStep(words=said, **facts)


def _read_teaching(path: Path) -> Teaching:
    """How to play in pictures. UserError if there is none any more, or it is damaged."""
    content = _read_toml(path)
    try:
        steps = tuple(TeachingStep(**{**step, "shows": tuple(step["shows"])}) for step in content["step"])
        return Teaching(content["demo"], steps)
    except (KeyError, TypeError):
        raise _unreadable_error(path, NO_WORDS) from None


def _observation_of(package: str, *seats_and_options: Any) -> Any:
    """What a seat sees as numbers; imported when a program asks."""
    return import_module(f"{package}.observation").GameObservation(*seats_and_options)


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
    """The GAME of a folder, with its name, TOML files and observation; its notation is usually a line per action."""
    facts.setdefault("notation", line_notation(Heading(title, seats, options, rules), kinds))
    facts.setdefault("glancing", tuple(bots.values()))
    if path_beside(package, "observation.py").is_file():
        facts.setdefault("observation", partial(_observation_of, package))
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
        read_lesson=_file_reader(package, "lesson.toml", _read_lesson),
        read_teaching=_file_reader(package, "teaching.toml", _read_teaching),
        **facts,
    )
