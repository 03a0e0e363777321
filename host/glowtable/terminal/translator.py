"""Messages as sentences in a person's language. The only file that translates; it reads only the catalogues."""

from __future__ import annotations

import argparse
import gettext
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from glowtable.gate import printable
from glowtable.grid import seat_name
from glowtable.messages import Message, say

WRITTEN_IN = "en"  # has no catalogues
STOPS = (".", "!", "?", "…")  # at the end of a whole sentence
TYPED = " (typed)"  # at the end of what people type, to tell it from sentences with the same words
HOUSE = Path(__file__).parents[1]


class Translator:
    """Turns a Message of the house or of this game (of any game without a name) into a sentence; seats become names.

    `device` is where people read it, '' at a real table.
    """

    def __init__(self, language: str, names: Sequence[str] = (), *, game: str = "", device: str = "") -> None:
        self.language, self.device = language, device
        self.names = names
        self._catalogue = _load_catalogue(language, f"games/{game or '*'}")

    def text(self, message: Message) -> str:
        """The sentence; the messages inside it are translated, too."""
        if self.device:
            message = message.for_device(self.device)
        filled = {name: self._fill_in(name, value) for name, value in message.fill}
        return _without_second_stop(self._choose_form(message).format(**filled))

    def words(self, typed: Message) -> list[str]:
        """What people of this language type for a word of the program; the one that is shown comes first."""
        return self.text(typed).removesuffix(TYPED).split(", ")

    def name_seat(self, seat: int) -> str:
        """The name of a seat's player; `seat 3` for seat 2 if there is no name."""
        return (
            printable(self.names[seat])
            if 0 <= seat < len(self.names)
            else self.text(say("seat {n}", n=seat_name(seat)))
        )

    def _choose_form(self, message: Message) -> str:
        if message.many:
            return self._catalogue.ngettext(message.text, message.many, dict(message.fill)["n"])
        return self._catalogue.gettext(message.text) if message.text else ""  # the empty id is a catalogue's header

    def _is_sentence(self, value: Any) -> bool:
        """Whether it ends like a whole sentence; a name that ends so, as a card's `Ghosts!`, makes no sentence."""
        if not isinstance(value, Message):
            return type(value) is tuple and value[-1:] != () and self._is_sentence(value[-1])
        form = self._choose_form(value)
        if not form.endswith("}"):
            return form.endswith(STOPS)
        return self._is_sentence(dict(value.fill)[form[form.rindex("{") + 1 : -1]])

    def _fill_in(self, name: str, value: Any) -> str:
        if isinstance(value, Message):
            return self.words(value)[0] if value.text.endswith(TYPED) else self.text(value)
        if isinstance(value, Mapping):  # the same words in several languages
            return str(value.get(self.language) or value.get("en") or next(iter(value.values()), ""))
        if isinstance(value, tuple):
            return _join_texts([(self._fill_in(name, item), self._is_sentence(item)) for item in value])
        return self.name_seat(value) if name.startswith("seat") and isinstance(value, int) else printable(str(value))


def _without_second_stop(text: str) -> str:
    """A title may end in a sign of its own: `Ann plays Mamma Mia!`, not `Mamma Mia!.`."""
    return re.sub(r"([!?])\.(?=\s|$)", r"\1", text) if "!." in text or "?." in text else text


def _join_texts(texts: Sequence[tuple[str, bool]]) -> str:
    """One after the other: a comma parts labels, and whole sentences need none."""
    parted = (text if is_sentence else f"{text}," for text, is_sentence in texts[:-1])
    return " ".join((*parted, *(text for text, _ in texts[-1:])))


# -- what the library says that reads the command line

LIBRARY = (
    say("usage: "), say("options"), say("positional arguments"), say("show this help message and exit"),
    say("show program's version number and exit"), say("the following arguments are required: %s"),
    say("unrecognized arguments: %s"), say("invalid choice: %(value)r (choose from %(choices)s)"),
    say("invalid %(type)s value: %(value)r"), say("expected one argument"), say("expected at least one argument"),
    say("expected at most one argument"), say("argument %(argument_name)s: %(message)s"),
    say("%(prog)s: error: %(message)s\n"), say("ambiguous option: %(option)s could match %(matches)s"),
    say("ignored explicit argument %r"),
)  # fmt: skip


_library = gettext.NullTranslations()


def translate_library(language: str) -> None:
    """From now on argparse takes its own sentences from our catalogue; it asks for them under the name of `_`."""
    global _library
    _library = _load_catalogue(language)
    vars(argparse)["_"] = library_text


def library_text(text: str) -> str:
    """A sentence with %-signs to be filled in, as the library has them."""
    return _library.gettext(text)


def _load_catalogue(language: str, *folders: str) -> gettext.NullTranslations:
    """The sentences of the house and of the folders that these patterns mean; the later ones go before."""
    catalogue = gettext.NullTranslations()
    if language == WRITTEN_IN:
        return catalogue
    for folder in (HOUSE, *(folder for pattern in folders for folder in sorted(HOUSE.glob(pattern)))):
        before, catalogue = catalogue, gettext.translation("messages", folder / "locale", [language], fallback=True)
        catalogue.add_fallback(before)
    return catalogue
