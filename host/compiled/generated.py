"""What the build makes of the sources: compiled catalogues, the manual page, and what a shell offers at the Tab key.

`python host/compiled/generated.py` compiles catalogues; with a folder it writes the manual and completions there, too.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

HOST = Path(__file__).parents[1]
sys.path[:0] = [str(HOST), str(HOST.parent / "firmware")]  # nothing is installed yet where a wheel is built

import shtab  # noqa: E402
from babel.messages.mofile import write_mo  # noqa: E402
from babel.messages.pofile import read_po  # noqa: E402
from glowtable import games  # noqa: E402
from glowtable.command_line import make_parser  # noqa: E402
from glowtable.commands.manual import manual_page  # noqa: E402

MANUAL = "glowtable.1"
COMPLETIONS = {"bash": "glowtable", "zsh": "_glowtable", "fish": "glowtable.fish"}  # as the shells look for them
OF_FILES = ("FILE", "FILE.py", "FOLDER")


def compile_catalogues() -> None:
    """Beside each catalogue of sentences the form in which the program reads it; one that is fresh is left alone."""
    for path in HOST.rglob("*.po"):
        made, out = path.with_suffix(".mo"), io.BytesIO()
        with path.open("rb") as written:
            catalogue = read_po(written)
        write_mo(out, catalogue)
        missing = sum(bool(entry.id) and not any(entry.string) for entry in catalogue)
        if missing:
            print(f"{path.relative_to(HOST)}: {missing} sentences to translate")
        if not made.exists() or made.read_bytes() != out.getvalue():
            made.write_bytes(out.getvalue())


def write_pages(folder: Path) -> None:
    """The manual and the completions of each shell."""
    (folder / MANUAL).write_text(manual_page(), "utf-8")
    for shell, name in COMPLETIONS.items():
        (folder / name).write_text(completion(shell), "utf-8")


def completion(shell: str) -> str:
    """The file for this shell, in English; the same for the same program."""
    parser = make_parser()
    for action in _actions_of(parser):
        if action.dest == "game":
            action.choices = games.names()
        if action.metavar in OF_FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return shtab.complete(parser, shell=shell, root_prefix="glowtable").rstrip() + "\n"


def _actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions_of(command)


if __name__ == "__main__":
    compile_catalogues()
    for given in sys.argv[1:]:
        write_pages(Path(given))
