"""A question that is answered with yes or no, before the page is drawn."""

from __future__ import annotations

YES, NO = ("y", "yes", "j", "ja", "s", "si", "sì"), ("n", "no", "nein")


def is_agreed(question: str, if_empty: bool) -> bool:
    """The answer of the person at the terminal. KeyboardInterrupt at the end of input: the person leaves."""
    try:
        answer = input(question).strip().lower()
    except EOFError:
        raise KeyboardInterrupt from None
    return answer in YES if answer else if_empty
