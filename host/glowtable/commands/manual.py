"""The manual page, made of the command line as data: `python -m glowtable.commands.manual` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.command_line import ABOUT, CODES, COMMANDS, LANGUAGE, Argument

FILES = {
    "config.toml": "in the folder for a person's settings, or at $GLOWTABLE_CONFIG: language, port, game, seats, sound",
    "journal.sqlite": "in the folder for a program's data, or in $GLOWTABLE_DATA: every match, from its first move on",
}


def manual_page() -> str:
    """The page for man, in English; the same for the same program."""
    return "\n".join((*_title_lines(), *_command_lines(), *_end_lines(), ""))


def _title_lines() -> Iterator[str]:
    yield from ('.TH GLOWTABLE 1 "" "glowtable" "User commands"', ".SH NAME")
    yield _escape_roff("glowtable - a table of lights for board games, and the same table without hardware")
    yield from (".SH SYNOPSIS", ".B glowtable", ".I COMMAND", "[...]", ".SH DESCRIPTION", _escape_roff(ABOUT.text))
    yield _escape_roff("glowtable COMMAND --help says the same of one command, in English, German and Italian.")


def _command_lines() -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, command in COMMANDS.items():
        places = (_place_text(argument) for argument in command.arguments if not argument[0].startswith("-"))
        synopsis = " ".join(("glowtable", name, "[options]", *places))
        yield from (f".SS {_escape_roff(synopsis)}", _escape_roff(command.help.text + "."))
        for argument in (*command.arguments, LANGUAGE):
            yield from _argument_lines(argument)


def _place_text(argument: Argument) -> str:
    flag, named = argument
    word = named.get("metavar") or "|".join(named.get("choices", (flag,)))
    return {"?": f"[{word}]", "*": f"[{word} ...]"}.get(named.get("nargs", ""), word)


def _argument_lines(argument: Argument) -> Iterator[str]:
    flag, named = argument
    help_text = named["help"].text.format(**dict(named["help"].fill))
    takes_value = named.get("action") != "store_true" and flag.startswith("-")
    shown = f"{flag} {_place_text(('', {'metavar': flag[2:].upper(), **named}))}" if takes_value else flag
    yield from (
        ".TP",
        f".B {_escape_roff(shown if flag.startswith('-') else _place_text(argument))}",
        _escape_roff(help_text),
    )


def _end_lines() -> Iterator[str]:
    yield ".SH FILES"
    for name, meaning in FILES.items():
        yield from (".TP", f".I {_escape_roff(name)}", _escape_roff(meaning))
    yield from (".SH EXIT STATUS", _escape_roff(CODES.text))


def _escape_roff(text: str) -> str:
    """Text as roff prints it unchanged."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


if __name__ == "__main__":
    print(manual_page(), end="")
