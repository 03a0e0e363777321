"""What a game says of itself, its files included, as checks: each raises a Breach."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from glowtable.game import Game
from glowtable.lab.breaches import Breach, breach_unless
from glowtable.lab.contract_rules import copies_are_what_their_kind_says
from glowtable.lab.contract_words import must_be_filled
from glowtable.messages import LANGUAGES, Message, say

SHORT_RULES = "short_rules.toml"


def checks_of_game(game: Game, folder: Path) -> Iterator[Callable[[], Any]]:
    """All that is promised of a game before a match begins."""
    for check in (
        copies_are_what_their_kind_says, options_have_rules, words_of_the_game_are_sentences,
        files_of_words_can_be_read,
    ):  # fmt: skip
        yield partial(check, game)
    yield partial(short_rules_have_sentences, game, folder)
    yield partial(translations_have_the_same_fields, folder)


def options_have_rules(game: Game) -> None:
    for option in game.options:
        breach_unless(
            bool(option.rule and option.help),
            say("Option {option} has no rule or no help. Name the rule that it answers, such as {example}, and say "
                "what it is for.",
                option=option.name, example="G-01"),
        )  # fmt: skip


def words_of_the_game_are_sentences(game: Game) -> None:
    said = [("help", game.help), ("legend", game.legend)]
    said += [("endings", each) for each in game.endings.values()] + [("words", each) for each in game.words.values()]
    said += [("levels", level.about) for level in game.levels] + [("assets", asset.about) for asset in game.assets]
    for name, message in said:
        breach_unless(
            isinstance(message, Message),
            say("{fact} of the game has {given}. Write a sentence there: say(...).", fact=name, given=repr(message)),
        )
        must_be_filled(message)


def files_of_words_can_be_read(game: Game) -> None:
    """UserError for a lesson or pictures that can't be read; what can't be read of rules stands in their place."""
    for read in (game.read_lesson, game.read_teaching):
        if read:
            read()
    for words in (*game.sheet.values(), *game.short_rules):
        if isinstance(words, Message):
            raise Breach(words)


def short_rules_have_sentences(game: Game, folder: Path) -> None:
    breach_unless(
        bool(game.short_rules) or not (folder / SHORT_RULES).is_file(),
        say("{file} has no sentence. Write {example} above each.", file=SHORT_RULES, example="[[sentence]]"),
    )


def translations_have_the_same_fields(folder: Path) -> None:
    """A sentence in another language is filled with the same names."""
    for language in LANGUAGES:
        catalogue = gettext.translation("messages", folder / "locale", [language], fallback=True)
        for key, text in vars(catalogue).get("_catalog", {}).items():
            english, count = (key[0], {"n"}) if isinstance(key, tuple) else (key, set())
            strange = {*Message(text).field_names} - {*Message(english).field_names} - count if english else ()
            breach_unless(
                not strange,
                say('"{sentence}" ({language}) has {fields}, but its English has {known}. Keep the names in braces.',
                    sentence=text, language=language, fields=", ".join(f"{{{each}}}" for each in sorted(strange)),
                    known=", ".join(f"{{{each}}}" for each in Message(english).field_names) or "-"),
            )  # fmt: skip
