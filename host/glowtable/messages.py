"""What is said to people: sentences not yet translated, and what goes wrong outside, with an exit code."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("en", "de", "it")
TERMINAL, PHONE = "terminal", "phone"  # devices on which a sentence may be worded differently than at a real table
BOARD = "board"  # a screen that only watches: it says what somebody does, and never how
IN_CLONE = Path(__file__).parents[2].joinpath("pyproject.toml").is_file()  # else a package manager put it where it is
FAILED, USAGE, NO_TABLE, NO_ACCESS, MISMATCH, INTERRUPTED = 1, 2, 3, 4, 5, 130


class Message(NamedTuple):
    """A sentence for people, untranslated: an English template and what fills its {names}.

    A filling may itself be a Message (translated in turn), a str or an int. Where the wording depends on a number,
    `text` is said of one, `many` of several, and the filling `n` decides. Only the translator turns it into text.
    """

    text: str
    fill: tuple[tuple[str, Any], ...] = ()
    many: str = ""
    variants: tuple[tuple[str, str], ...] = ()  # device -> the text there

    def on(
        self, *, terminal: "Message | None" = None, phone: "Message | None" = None, board: "Message | None" = None
    ) -> "Message":
        """The same, with other texts where people type, tap and only watch; all are filled as this message is."""
        given = ((TERMINAL, terminal), (PHONE, phone), (BOARD, board))
        return self._replace(variants=tuple((device, message.text) for device, message in given if message))

    def on_screens(self, message: "Message") -> "Message":
        """The same, with another text wherever no table can be pressed and no reader is."""
        return self.on(terminal=message, phone=message, board=message)

    def for_device(self, device: str) -> "Message":
        """The message, and those that fill it, as said on a device; without a text of its own as at a real table.

        Whoever watches beside that device still reads the text for a board.
        """
        fill = tuple((name, _for_device(value, device)) for name, value in self.fill)
        watched = tuple(each for each in self.variants if each[0] == BOARD != device)
        return Message(dict(self.variants).get(device, self.text), fill, self.many, watched)

    @property
    def field_names(self) -> Iterator[str]:
        """The fillings it asks for."""
        from string import Formatter  # few sentences are asked

        templates = (self.text, self.many and "{n}", self.many, *(text for _, text in self.variants))
        return (name for template in templates for _, name, _, _ in Formatter().parse(template) if name)


def _for_device(value: Any, device: str) -> Any:
    if isinstance(value, Message):
        return value.for_device(device)
    return tuple(_for_device(each, device) for each in value) if type(value) is tuple else value


SILENT = Message("")  # on a board: nothing to watch


def say(text: str, **fill: Any) -> Message:
    """A Message; `text` must be a literal, so that the catalogues can be checked against the code."""
    return Message(text, tuple(fill.items()))


def say_install(extra: str) -> Message:
    """How to get an extra of pyproject.toml, for the way this program was installed: a sentence of its own."""
    if IN_CLONE:
        return say("In Glowtable's folder: .venv/bin/pip install -e '.[{extra}]'", extra=extra)
    from importlib.metadata import version  # its import takes its time

    wheel = f"glowtable-{version('glowtable')}-py3-none-any.whl[{extra}]"
    return say("In the wheel's folder: .venv/bin/pip install '{wheel}'", wheel=wheel)


def say_install_sources(folder: str) -> Message:
    """What makes games found that were written into these sources."""
    return say("Next: in {folder}, pip install -e . Then glowtable there finds the game.", folder=folder)


def say_count(one: str, many: str, **fill: Any) -> Message:
    """A Message whose wording depends on its filling `n`, an int; each language has as many forms as it needs.

    Both must be literals. A sentence with two numbers is made of two: one of them fills the other.
    """
    return Message(one, tuple(fill.items()), many)


def filled(message: Message, facts: Mapping[str, Any]) -> Message:
    """The sentence filled with those of the facts that it names."""
    named = set(message.field_names)
    return message._replace(fill=tuple((name, fact) for name, fact in facts.items() if name in named))


# What systems and SQLite say of files, as they say it
CAUSES = {
    cause.text: cause
    for cause in (
        say("No such file or directory"), say("Permission denied"), say("Is a directory"), say("Not a directory"),
        say("File exists"), say("File name too long"), say("Too many levels of symbolic links"),
        say("No space left on device"), say("Disk quota exceeded"), say("File too large"),
        say("Read-only file system"), say("Input/output error"),
        say("Operation not permitted"), say("Device or resource busy"), say("No such device or address"),
        say("database disk image is malformed"), say("database or disk is full"), say("database is locked"),
        say("disk I/O error"), say("file is not a database"), say("unable to open database file"),
        say("attempt to write a readonly database"),
    )
}  # fmt: skip


def cause_of(error: Exception) -> Message | str:
    """What the system says of it: a Message if it is one of those that are translated."""
    said = getattr(error, "strerror", None) or str(error)
    return CAUSES.get(said, said)


class UserError(Exception):
    """Carries the sentence (cause and next step) and the exit code; caught once, in `__main__`."""

    def __init__(self, message: Message, exit_code: int = FAILED) -> None:
        super().__init__(message, exit_code)
        self.message = message
        self.exit_code = exit_code

    def __str__(self) -> str:
        """The sentence in English, for programs that call this one."""
        return _in_english(self.message)


def no_peers() -> UserError:
    """Why a module of ours can't be imported that needs the extra `peers`."""
    return UserError(say("Environments and batches need more packages. {install}", install=say_install("peers")))


def _in_english(message: Message) -> str:
    fill = {name: _filling_in_english(name, value) for name, value in message.fill}
    return (message.many if message.many and fill["n"] != 1 else message.text).format(**fill)


def _filling_in_english(name: str, value: Any) -> Any:
    """People count seats from one."""
    if isinstance(value, Message):
        return _in_english(value)
    return f"seat {value + 1}" if name.startswith("seat") and type(value) is int else value
