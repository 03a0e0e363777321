"""Prompts are easy to read: Flesch and Kincaid's grade, and how many words people read before they can act.

`python -m tests.match.test_readability` lists the 20 hardest.
"""

import re
from collections.abc import Iterator
from functools import cache
from statistics import median

import pytest
from glowtable import games
from glowtable.match.presenter import current_prompts
from glowtable.messages import BOARD, PHONE, TERMINAL, Message
from glowtable.terminal.translator import Translator

from tests.games.shipped import SHIPPED
from tests.match.test_choices import sessions

NAME = "Name"  # stands for a player, a card or a list of them: one word, and as hard as the reader finds it
GRADE = 5  # of school
WORDS = 12  # in a sentence
HARDEST = 20
SUM = " earns "  # what a game is worth, item by item: read like a bill, and as long as that


def syllables(word: str) -> int:
    """How many vowels are heard: groups of them, but for a silent e."""
    letters = re.sub(r"[^a-z]", "", word.lower())
    heard = len(re.findall(r"[aeiouy]+", letters))
    return max(1, heard - bool(re.search(r"[^aeiouyl]e$|[^aeiouytd]ed$", letters) and heard > 1))


def sentences_of(text: str) -> list[list[str]]:
    """The words of each sentence; a label with its colon is none of its own."""
    parted = re.split(r"(?<=[.?!…])\s+", text)
    return [words for words in (re.findall(r"[\w$€'-]+", part) for part in parted) if words]


def grade(text: str) -> float:
    """The year of school in which this is read with ease."""
    sentences = sentences_of(text)
    words = [word for sentence in sentences for word in sentence]
    heard = sum(map(syllables, words))
    return 0.39 * len(words) / len(sentences) + 11.8 * heard / len(words) - 15.59


def with_names_as_words(message: Message) -> Message:
    """The same with one word for each name that fills it; numbers and the sentences inside it stay."""
    return message._replace(fill=tuple((name, as_word(value)) for name, value in message.fill))


def as_word(value: object) -> object:
    if isinstance(value, Message):
        return with_names_as_words(value)
    if isinstance(value, tuple) and any(isinstance(each, Message) for each in value):
        return tuple(map(as_word, value))
    return NAME if isinstance(value, str | tuple) else value


@cache
def prompts(name: str) -> frozenset[tuple[str, str]]:
    """Each prompt of seeded matches as a device says it."""
    return frozenset(asked_on_devices(name))


def asked_on_devices(name: str) -> Iterator[tuple[str, str]]:
    translators = {
        device: Translator("en", [NAME] * 6, game=name, device=device) for device in (TERMINAL, PHONE, BOARD)
    }
    for session in sessions(games.find(name), seeds=6):
        for prompt in current_prompts(session):
            for device, translator in translators.items():
                if text := translator.text(with_names_as_words(prompt.message)):
                    yield device, text


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("device", [TERMINAL, PHONE, BOARD])
def test_half_of_the_prompts_are_for_the_fifth_year_of_school_or_less(name, device):
    texts = [text for on, text in prompts(name) if on == device]
    assert len(texts) > 5
    assert median(map(grade, texts)) <= GRADE


@pytest.mark.parametrize("name", SHIPPED)
def test_no_sentence_of_a_prompt_is_longer_than_it_may_be(name):
    texts = [text for _, text in prompts(name) if SUM not in text]
    long = {text for text in texts for words in sentences_of(text) if len(words) > WORDS}
    assert long == set()


@pytest.mark.parametrize(
    ("text", "most"),
    [("Tap a lit cell.", 1), ("Fill it: tap cards. Or tap Done.", 2), ("Where does Name go? Type a lit cell.", 2)],
)
def test_control_what_is_plain_is_found_so(text, most):
    assert grade(text) <= most


def test_control_what_is_hard_is_found_so():
    hard = "Confirmation by everybody is necessary before additional negotiations about compensation can be initiated."
    assert grade(hard) > 15 and len(sentences_of(hard)[0]) > WORDS


@pytest.mark.parametrize(
    ("word", "count"), [("tap", 1), ("type", 1), ("card", 1), ("display", 2), ("choose", 1), ("table", 2), ("idea", 2)]
)
def test_syllables_are_counted_as_they_are_heard(word, count):
    assert syllables(word) == count


def main() -> None:
    """Print the hardest prompts of all games, and their grade."""
    found = {(round(grade(text), 1), name, device, text) for name in SHIPPED for device, text in prompts(name)}
    for year, name, device, text in sorted(found, reverse=True)[:HARDEST]:
        print(f"{year:5}  {name:17} {device:9} {text}")


if __name__ == "__main__":
    main()
