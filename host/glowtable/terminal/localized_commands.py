"""The words with which a typed line begins, in a person's language: `zurück` is `undo`. The English ones stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import combining, normalize

from glowtable.game import Letter
from glowtable.grid import SEATS, seat_name
from glowtable.match.players import fold_name
from glowtable.messages import Message, say
from glowtable.terminal.translator import Translator

# Word -> what may be typed instead of it; several are parted by commas
COMMAND_MESSAGES: Mapping[str, Message] = {
    "ok": say("ok (typed)"),
    "pass": say("pass (typed)"),
    "undo": say("undo (typed)"),
    "wrong": say("wrong (typed)"),
    "pause": say("pause (typed)"),
    "night": say("night (typed)"),
    "next": say("next (typed)"),
    "help": say("help (typed)"),
    "hint": say("hint (typed)"),
    "why": say("why (typed)"),
    "show": say("show (typed)"),
    "status": say("status (typed)"),
    "history": say("history (typed)"),
    "lights": say("lights (typed)"),
    "rules": say("rules (typed)"),
    "howto": say("howto (typed)"),
    "hand": say("hand (typed)"),
    "mend": say("mend (typed)"),
    "quit": say("quit (typed)"),
    "card": say("card (typed)"),
}
ALL = say("all (typed)")  # behind `rules`
SEAT_NAMES = tuple(map(seat_name, range(SEATS)))
Words = Mapping[str, Message]


def parse_localized_command(
    line: str, translator: Translator, names: tuple[str, ...] = (), words: Words = COMMAND_MESSAGES
) -> str:
    """The line with the program's word for a person's own at its beginning, or after a player's name or seat."""
    before, rest = _without_player(line, names)
    first, gap, others = rest.partition(" ")
    meant = None if fold_name(line) in map(fold_name, names) else localized_commands(translator, words).get(bare(first))
    return f"{before}{meant}{gap}{others}" if meant else line


def localize_command(line: str, translator: Translator, words: Words = COMMAND_MESSAGES) -> str:
    """A line, or several parted by commas, each with a person's own word at its beginning, or after a seat."""
    localized = []
    for each in line.split(", "):
        before, rest = _without_player(each)
        first, gap, others = rest.partition(" ")
        own = translator.words(words[first])[0] if first in words else first
        localized.append(f"{before}{own}{gap}{others}")
    return ", ".join(localized)


def _without_player(line: str, names: tuple[str, ...] = ()) -> tuple[str, str]:
    """The name or seat of a player before what is typed for that player, and that."""
    rests = (rest for name in (*names, *SEAT_NAMES) if (rest := after_name(line, name)) is not None)
    rest = next(rests, line)
    return line[: len(line) - len(rest)], rest


def after_name(line: str, name: str) -> str | None:
    """What is typed behind this name and a space; None if the line does not begin so."""
    words = name.count(" ") + 1
    typed = line.split(" ", words)
    return typed[words] if len(typed) > words and fold_name(" ".join(typed[:words])) == fold_name(name) else None


def localized_commands(translator: Translator, words: Words = COMMAND_MESSAGES) -> dict[str, str]:
    """A person's word without capitals and accents -> the program's."""
    return {bare(own): word for word, message in words.items() for own in translator.words(message)}


def other_words(translator: Translator, words: Words = COMMAND_MESSAGES) -> list[str]:
    """What may be typed instead of the program's words, as it is written."""
    return [own for word, message in words.items() for own in translator.words(message) if own != word]


def bare(word: str) -> str:
    """Without capitals and accents: `Zurück` and `zuruck` are one word."""
    return "".join(sign for sign in normalize("NFKD", word.casefold()) if not combining(sign))


# -- the letters on cards


def key_line(letters: Sequence[Letter], translator: Translator) -> str:
    """What each letter means: `R red   G green`."""
    return "   ".join(f"{translator.text(letter.short)} {translator.text(letter.word)}" for letter in letters)


def in_signs(line: str, letters: Sequence[Letter], translator: Translator) -> str:
    """The line with the signs of the game for the player's own letters or words beside a number: `rot 5` is `R5`.

    Letter and number may be swapped: `5R`.
    """
    if not letters:
        return line
    shorts = {translator.text(letter.short).casefold(): letter.sign for letter in letters}
    words = {
        text.casefold(): letter.sign for letter in letters for text in (translator.text(letter.word), letter.word.text)
    }
    signs = {letter.sign.casefold(): letter.sign for letter in letters} | words | shorts
    own = [short for short, sign in shorts.items() if short != sign.casefold()]  # `b5` may be a cell
    shorter = f"|({_any_of(own)})" if own else ""
    before = rf"(?<!\w)(?:({_any_of(words)})\s*{shorter})(?=\d)"
    line = re.sub(before, lambda letter: signs[letter[letter.lastindex or 0].casefold()], line, flags=re.IGNORECASE)
    behind = rf"(?<![\w@])(\d)\s*({_any_of(signs)})(?!\w)"
    return re.sub(behind, lambda letter: signs[letter[2].casefold()] + letter[1], line, flags=re.IGNORECASE)


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
