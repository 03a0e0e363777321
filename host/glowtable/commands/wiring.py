"""What is wired where: the boards this program knows, one of them wire by wire, or a maker's own checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from glowtable.commands import translator_for
from glowtable.device import boards
from glowtable.gate import save_file
from glowtable.maker.wiring import HEADER, Wire, wires
from glowtable.maker.wiring_picture import wiring_picture
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.translator import Translator

ABOUT = {
    "table": say("the table of BUILD.md"),
    "starter": say("36 keys, a row of six keys, 36 LEDs, a card reader: one evening (STARTER.md)"),
    "breadboard": say("a Pico and a strip of 36 LEDs"),
}


def wiring(args: argparse.Namespace) -> int:
    """Print the boards there are, or the wires of one; draw them if a file is named."""
    translator = translator_for(args)
    if args.picture and (not args.board or Path(args.picture).suffix != ".svg"):
        raise UserError(
            say("Name a board and a file that ends in .svg: glowtable wiring starter --picture my.svg"), USAGE
        )
    if not args.board:
        print("\n".join(f"{name:11} {translator.text(ABOUT[name])}" for name in boards.NAMES))
        return 0
    described = boards.read_board(args.board)
    print("\n".join(_line(wire, translator) for wire in sorted(wires(described), key=lambda wire: wire.pin)))
    if args.picture:
        save_file(Path(args.picture), wiring_picture(described, translator.text).encode())
        print(translator.text(say("The picture is in {path}.", path=args.picture)))
    return 0


def _line(wire: Wire, translator: Translator) -> str:
    """Such as: pin 20 GP15  LEDs: data in (DIN), through 330 ohm."""
    at = f"{wire.pin:2} {HEADER[wire.pin - 1]}" if wire.pin else ""
    words = [translator.text(wire.end), *([translator.text(wire.through)] if wire.through else [])]
    return f"{at:9} {translator.text(wire.part)}: {', '.join(words)}"
