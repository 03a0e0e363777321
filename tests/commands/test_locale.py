"""Every sentence is said in every language: the catalogues beside the code, and a match that is listened to."""

import ast
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as CatalogMessage
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from glowtable import games
from glowtable.grid import cell_name
from glowtable.match.result import result_lines
from glowtable.match.session import Phase
from glowtable.messages import LANGUAGES, Message, say
from glowtable.terminal.translator import Translator

from tests.games.shipped import SHIPPED
from tests.support.campaign import IN_CAMPAIGN
from tests.support.matches import Match

HOUSE = Path(__file__).parents[2] / "host" / "glowtable"
TEMPLATE = "commands/game_template/host/glowtable/"  # where new games are copied from
GAMES = [folder.parent for root in ("", TEMPLATE) for folder in sorted(HOUSE.glob(f"{root}games/*/__init__.py"))]
# a game's folder keeps its own sentences, once it has a locale folder; all others are the house's
HOMES = [HOUSE, *(game for game in GAMES if game.name in SHIPPED or (game / "locale").is_dir())]
TRANSLATED = [language for language in LANGUAGES if language != "en"]  # English is the template itself
ENGLISH = Translator("en")
SAID = {"say": 1, "say_count": 2}  # how many templates each takes
SPOKEN_ELSEWHERE = {"outcome.reason", "_quote_braces(text)", "counted"}  # literals where games name reasons and faces


def files_of(home: Path) -> list[Path]:
    files = sorted(home.rglob("*.py"))
    return [file for file in files if home != HOUSE or not any(game in file.parents for game in GAMES)]


@cache
def said_in(source: str) -> list[list[ast.expr]]:
    """The template of each say(...) in a file, and both of each say_count(...)."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call.args[: SAID[name_of(call)]] for call in calls if name_of(call) in SAID]


def name_of(call: ast.Call) -> str:
    """What is called: `say`, of whatever module."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def literals(source: str) -> set[str | tuple[str, ...]]:
    """The ids that a catalogue needs: a sentence, or the two templates of one that depends on a number."""
    found = [tuple(node.value for node in nodes if isinstance(node, ast.Constant)) for nodes in said_in(source)]
    return {texts if texts[1:] else texts[0] for texts in found if texts}


def not_literal(source: str) -> list[str]:
    return [ast.unparse(node) for nodes in said_in(source) for node in nodes if not isinstance(node, ast.Constant)]


def sentences(home: Path) -> set[str | tuple[str, ...]]:
    return set().union(*(literals(file.read_text("utf-8")) for file in files_of(home)))


def catalogue_file(home: Path, language: str) -> Path:
    return home / "locale" / language / "LC_MESSAGES" / "messages.po"


def catalogue(text: str) -> Catalog:
    return read_po(io.BytesIO(text.encode()), charset="utf-8", abort_invalid=True)


def written_in(homes: Sequence[Path]) -> list[tuple[Path, str]]:
    """Each home in each language; of a new game only those in which it has a sentence."""
    wanted = (HOUSE.name, *SHIPPED)
    each = [(home, language) for home in homes for language in TRANSLATED]
    return [(home, language) for home, language in each if home.name in wanted or is_begun(home, language)]


def is_begun(home: Path, language: str) -> bool:
    file = catalogue_file(home, language)
    return file.is_file() and any(each.id and any(each.string) for each in catalogue(file.read_text("utf-8")))


WRITTEN = written_in(HOMES)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def complaints(wanted: set[str | tuple[str, ...]], found: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue of these sentences."""
    entries = {entry.id: entry for entry in found if entry.id}
    yield from (f"missing: {text}" for text in wanted - entries.keys())
    yield from (f"not said any more: {text}" for text in entries.keys() - wanted)
    yield from (f"obsolete: {text}" for text in found.obsolete)
    for text, entry in entries.items():
        yield from (f"{what}: {text}" for what in faults(entry))


def faults(entry: CatalogMessage) -> Iterator[str]:
    """What is wrong with one translation; a form that is said of one thing need not say the number."""
    numbers = {"n"} if entry.pluralizable else set()
    templates, forms = (entry.id, entry.string) if entry.pluralizable else ((entry.id,), (entry.string,))
    if not all(forms):
        yield "empty"
    elif any(fields(form) | numbers != fields(templates[-1]) | numbers for form in (*templates, *forms)):
        yield "other fields"
    if entry.fuzzy:
        yield "fuzzy"


def compiled(found: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, found)
    return out.getvalue()


@pytest.mark.slow
def test_the_house_and_every_game_have_sentences():
    assert "games/punto" in {home.relative_to(HOUSE).as_posix() for home in GAMES} and TRANSLATED == ["de", "it"]
    assert len(sentences(HOUSE)) > 50 and all(map(sentences, HOMES))


def test_german_has_one_word_for_a_set():
    text = catalogue_file(HOUSE / "games" / "alex_and_co", "de").read_text("utf-8")
    assert "Satz" in text and not re.findall(r"msgstr .*\bSets?\b.*", text)


@pytest.mark.parametrize(("home", "language"), WRITTEN, ids=lambda part: getattr(part, "name", part))
def test_every_sentence_is_translated(home, language):
    file = catalogue_file(home, language)
    assert list(complaints(sentences(home), catalogue(file.read_text("utf-8")))) == [], (
        f"{file}: missing, not said any more and obsolete: make renew; empty: translate it; other fields: keep the "
        "names in braces; fuzzy: take the mark away"
    )


def test_a_new_game_need_not_be_translated_into_each_language(tmp_path):
    """`make renew` begins both; who writes German alone leaves Italian as it is."""
    for language, text in (("de", "Dr\u00fccke."), ("it", "")):
        file = catalogue_file(tmp_path, language)
        file.parent.mkdir(parents=True)
        file.write_text(f'msgid ""\nmsgstr ""\n\nmsgid "Press."\nmsgstr "{text}"\n', "utf-8")
    assert written_in([tmp_path]) == [(tmp_path, "de")]
    assert written_in([HOUSE / "games" / name for name in SHIPPED]) == [
        (HOUSE / "games" / name, language) for name in SHIPPED for language in TRANSLATED
    ]


@pytest.mark.parametrize(("home", "language"), WRITTEN, ids=lambda part: getattr(part, "name", part))
def test_what_is_shipped_is_what_was_written(home, language):
    file = catalogue_file(home, language)
    assert file.with_suffix(".mo").read_bytes() == compiled(catalogue(file.read_text("utf-8"))), "run: make renew"


def test_every_sentence_is_a_literal():
    built = [
        text for home in {*HOMES, *GAMES} for file in files_of(home) for text in not_literal(file.read_text("utf-8"))
    ]
    assert set(built) == SPOKEN_ELSEWHERE


# -- controls

GOOD = 'msgid "lay {card}"\nmsgstr "lege {card}"\n'


def test_a_good_catalogue_is_let_pass():
    assert list(complaints({"lay {card}"}, catalogue(GOOD))) == []


@pytest.mark.parametrize(
    ("complaint", "text"),
    [
        ("missing", ""),
        ("not said any more", GOOD + '\nmsgid "rubbish"\nmsgstr "Unsinn"\n'),
        ("obsolete", GOOD + '\n#~ msgid "old"\n#~ msgstr "alt"\n'),
        ("empty", 'msgid "lay {card}"\nmsgstr ""\n'),
        ("other fields", 'msgid "lay {card}"\nmsgstr "lege {karte}"\n'),
        ("fuzzy", "#, fuzzy\n" + GOOD),
    ],
)
def test_a_bad_catalogue_is_caught(complaint, text):
    assert [found.split(":")[0] for found in complaints({"lay {card}"}, catalogue(text))] == [complaint]


COUNTED = ("one card of {seat}", "{n} cards of {seat}")
COUNTED_ID = 'msgid "one card of {seat}"\nmsgid_plural "{n} cards of {seat}"\n'


def test_a_sentence_in_two_forms_is_let_pass():
    text = COUNTED_ID + 'msgstr[0] "eine Karte von {seat}"\nmsgstr[1] "{n} Karten von {seat}"\n'
    assert list(complaints({COUNTED}, catalogue(text))) == []


@pytest.mark.parametrize(
    ("complaint", "forms"),
    [
        ("empty", ("eine Karte von {seat}", "")),
        ("other fields", ("eine Karte von {seat}", "{n} Karten")),
        ("other fields", ("eine Karte", "{n} Karten von {seat}")),
        ("empty", ("eine Karte von {seat}",)),
    ],
)
def test_a_bad_plural_form_is_caught(complaint, forms):
    text = COUNTED_ID + "".join(f'msgstr[{n}] "{form}"\n' for n, form in enumerate(forms))
    assert [found.split(":")[0] for found in complaints({COUNTED}, catalogue(text))] == [complaint]


def test_a_sentence_in_one_form_where_two_are_wanted_is_caught():
    text = 'msgid "one card of {seat}"\nmsgstr "eine Karte von {seat}"\n'
    found = {complaint.split(":")[0] for complaint in complaints({COUNTED}, catalogue(text))}
    assert found == {"missing", "not said any more"}


def test_a_stale_compilation_is_caught():
    assert compiled(catalogue(GOOD)) != compiled(catalogue(GOOD.replace("lege", "leg")))


def test_a_sentence_that_is_no_literal_is_caught():
    source = 'say("fine {n}", n=say_count("one", "{n}"))\ngame.say(f"no {n}")\nsay(why)\nsay_count("one", some)'
    assert literals(source) == {"fine {n}", ("one", "{n}"), "one"}
    assert not_literal(source) == ["f'no {n}'", "why", "some"]


# -- a match that is listened to


class Listening(Translator):
    """Speaks the first of these languages; remembers every sentence said, and which of them has none in each.

    A letter by itself may be the same everywhere.
    """

    def __init__(self, languages: Sequence[str], names: Sequence[str], game: str) -> None:
        super().__init__(languages[0], names, game=game)
        self.translators = {language: Translator(language, names, game=game) for language in languages}
        self.heard: set[str] = set()
        self.untranslated: dict[str, set[str]] = {language: set() for language in languages}

    def text(self, message: Message) -> str:
        if message.text not in self.heard:
            self.heard.add(message.text)
            self.look_up(message)
        return super().text(message)

    def look_up(self, message: Message) -> None:
        bare = message._replace(fill=tuple((name, 2 if name == "n" else "") for name, _ in message.fill))
        english = ENGLISH.text(bare)
        for language, translator in self.translators.items():
            translator.text(message)
            if len(english) > 1 and any(map(str.isalpha, english)) and translator.text(bare) == english:
                self.untranslated[language].add(message.text)


def listened(folder: Path, languages: Sequence[str], seats=("bot:greedy", "bot:greedy"), seed=1, **named) -> Listening:
    """A whole match, a page drawn for every state of it, and its result; what is said is looked up in each language."""
    match = Match(folder, seats, seed, **named)
    names = [player.name for player in match.players]
    translator = match.console.translator = Listening(languages, names, match.game.name)
    while match.session.phase is not Phase.OVER:
        match.console.page_lines("")
        shown = stage_of(match)
        type_for_people(match)
        match.until(lambda shown=shown: stage_of(match) != shown)
    match.console.page_lines("")
    [translator.text(line) for line in result_lines(match.game, match.session.outcome)]
    return translator


def stage_of(match: Match) -> tuple:
    return match.session.phase, match.session.state


def type_for_people(match: Match) -> None:
    """Where people decide: ask why not, then press the first lit cell, or confirm."""
    session = match.session
    open_to_people = session.phase in (Phase.SETTING, Phase.PLAYING) and not session.match_state.chance.is_awaited
    if (
        session.people
        and open_to_people
        and (session.match_state.bots.awaiting_confirm or not session.match_state.bots.wanted_action)
    ):
        match.wait(100)  # what was pressed before is released by now
        match.console.handle_line("why a1")
        match.console.handle_line(cell_name(session.lit_cells[0]) if session.lit_cells else "ok")


MATCHES = [
    {"first_player": "random"},
    {"seats": ("bot:greedy",) * 3},
    {"seats": ("bot:random",) * 4, "teams": "yes", "max_rounds": 2, "no_rows": "step_down"},
    {"seats": ("Ann", "bot:greedy"), "rounds_to_win": 1, "max_rounds": 1},
    {"game": games.find("alex_and_co"), "seats": ("bot:memory", "bot:random", "bot:memory"), "stall": "end"},
    {"game": games.find("alex_and_co"), "seats": ("bot:memory",) * 4, "layout": "36+9", "stall": "end"},
    {"game": games.find("spiel_des_jahres"), "seats": ("bot:publisher", "bot:random", "bot:publisher")},
    {"game": games.find("spiel_des_jahres"), "seats": ("bot:random",) * 3, "actions": "secret", "trades": "off"},
    {"game": games.find("alter_ego"), "seats": ("bot:vigilante",) * 3, "nemesis": "personal"},
    {"game": games.find("alter_ego"), "seats": ("bot:random", "bot:vigilante"), "level": "rookie", "knowledge": "full"},
]


@pytest.mark.campaign
@pytest.mark.parametrize("match", MATCHES if IN_CAMPAIGN else MATCHES[3:9:3])
def test_a_match_shows_no_english_sentence(tmp_path, match):
    translator = listened(tmp_path, TRANSLATED, **match)
    assert translator.untranslated == {language: set() for language in TRANSLATED} and len(translator.heard) > 25


def test_a_language_without_a_catalogue_is_caught(tmp_path):
    untranslated = listened(tmp_path, ["fr"], rounds_to_win=1, max_rounds=1).untranslated["fr"]
    assert {"Put {card} on {cell} and press down.", "Starting the table …"} <= untranslated
    assert "{seat}: {score}" not in untranslated


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_game_is_understood_before_it_is_known_which(language):
    refused = say("teams=yes needs 4 players, not {n} (P-06).", n=3)
    assert Translator(language).text(refused) != Translator("en").text(refused)
