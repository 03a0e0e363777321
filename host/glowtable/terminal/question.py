"""A question to the person at the terminal that is answered before the page is drawn."""

from __future__ import annotations

from glowtable.messages import Message, say
from glowtable.terminal.ending_signals import taken_at_once
from glowtable.terminal.translator import Translator

YES, NO = ("y", "yes", "j", "ja", "s", "si", "sì"), ("n", "no", "nein")
NEITHER = say("Type y for yes or n for no.")


def is_agreed(translator: Translator, question: Message, if_empty: bool) -> bool:
    """The answer of the person at the terminal; what is neither yes nor no is asked again.

    KeyboardInterrupt at the end of input: the person leaves.
    """
    while (answer := read_line(translator.text(question)).lower()) not in ("", *YES, *NO):
        print(translator.text(NEITHER))
    return answer in YES if answer else if_empty


def read_line(question: str) -> str:
    """What the person at the terminal answers. KeyboardInterrupt at the end of input: the person leaves."""
    try:
        with taken_at_once():
            return input(question).strip()
    except EOFError:
        print()
        raise KeyboardInterrupt from None
