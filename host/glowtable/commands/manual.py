"""The manual page, made of the command line as data: `python -m glowtable.commands.manual` prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from glowtable.__main__ import ABOUT, CODES, COMMANDS, LANGUAGE, Argument, Command

FILES = (
    (
        "config.toml",
        "in the folder for a person's settings, or at $GLOWTABLE_CONFIG: language, port, game, seats, sound",
    ),
    (
        "journal.sqlite",
        "in the folder for a program's data, or in $GLOWTABLE_DATA: every match, from its first move on",
    ),
)


def manual_page() -> str:
    """The page for man, in English; the same for the same program."""
    return "\n".join((*_beginning(), *_commands(), *_end(), ""))


def _beginning() -> Iterator[str]:
    yield from ('.TH GLOWTABLE 1 "" "glowtable" "User commands"', ".SH NAME")
    yield _plain("glowtable - a table of lights for board games, and the same table without hardware")
    yield from (".SH SYNOPSIS", ".B glowtable", ".I COMMAND", "[...]", ".SH DESCRIPTION", _plain(ABOUT.text))
    yield _plain("glowtable COMMAND --help says the same of one command, in English, German and Italian.")


def _commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, command in COMMANDS.items():
        yield from (f".SS {_plain(_synopsis(name, command))}", _plain(command.help.text + "."))
        for argument in (*command.arguments, LANGUAGE):
            yield from _argument(argument)


def _synopsis(name: str, command: Command) -> str:
    places = (_place(argument) for argument in command.arguments if not argument[0].startswith("-"))
    return " ".join(("glowtable", name, "[options]", *places))


def _place(argument: Argument) -> str:
    flag, named = argument
    word = named.get("metavar") or "|".join(named.get("choices", (flag,)))
    return {"?": f"[{word}]", "*": f"[{word} ...]"}.get(named.get("nargs", ""), word)


def _argument(argument: Argument) -> Iterator[str]:
    flag, named = argument
    help_text = named["help"].text.format(**dict(named["help"].fill))
    takes_value = named.get("action") != "store_true" and flag.startswith("-")
    shown = f"{flag} {_place(('', {'metavar': flag[2:].upper(), **named}))}" if takes_value else flag
    yield from (".TP", f".B {_plain(shown if flag.startswith('-') else _place(argument))}", _plain(help_text))


def _end() -> Iterator[str]:
    yield from (".SH FILES", *_pairs(FILES), ".SH EXIT STATUS", _plain(CODES.text))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, meaning in pairs:
        yield from (".TP", f".I {_plain(name)}", _plain(meaning))


def _plain(text: str) -> str:
    """Text as roff prints it unchanged."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


if __name__ == "__main__":
    print(manual_page(), end="")
