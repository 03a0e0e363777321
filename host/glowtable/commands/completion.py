"""What a shell completes commands with: the files that were made when the program was installed."""

from __future__ import annotations

import argparse
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from glowtable.gate import read_file
from glowtable.messages import UserError, say

PLACES = {  # as they are installed
    "bash": "share/bash-completion/completions/glowtable",
    "zsh": "share/zsh/site-functions/_glowtable",
    "fish": "share/fish/vendor_completions.d/glowtable.fish",
}


def completion(args: argparse.Namespace) -> int:
    """Print it for this shell."""
    try:
        text = read_file(installed_file(PLACES[args.shell])).decode("utf-8")
    except FileNotFoundError:
        raise UserError(say("The completions aren't installed. Install Glowtable again, with make or pip.")) from None
    print(text, end="")
    return 0


def installed_file(place: str) -> Path:
    """Where the file is that was installed as this; FileNotFoundError if none was."""
    try:
        names = files("glowtable") or ()
    except PackageNotFoundError:
        names = ()
    for name in names:
        if name.as_posix().endswith(place):
            return Path(str(name.locate()))
    raise FileNotFoundError(place)
