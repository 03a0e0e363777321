"""What is said to people: sentences not yet translated, and what goes wrong outside, with an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LANGUAGES = ("en", "de", "it")
FAILED, USAGE, NO_TABLE, NO_ACCESS, MISMATCH, INTERRUPTED = 1, 2, 3, 4, 5, 130


class Message(NamedTuple):
    """A sentence for people, untranslated: an English template and what fills its {names}.

    A filling may itself be a Message (translated in turn), a str or an int. Only `screen` turns it into text.
    """

    text: str
    fill: tuple[tuple[str, Any], ...] = ()


def say(text: str, **fill: Any) -> Message:
    """A Message; `text` must be a literal, so that the catalogues can be checked against the code."""
    return Message(text, tuple(fill.items()))


def filled(message: Message, facts: Mapping[str, Any]) -> Message:
    """The sentence filled with those of the facts that it names."""
    return Message(message.text, tuple((name, fact) for name, fact in facts.items() if f"{{{name}}}" in message.text))


class UserError(Exception):
    """Carries the sentence (cause and next step) and the exit code; caught once, in `__main__`."""

    def __init__(self, message: Message, exit_code: int = FAILED) -> None:
        super().__init__(message, exit_code)
        self.message = message
        self.exit_code = exit_code
