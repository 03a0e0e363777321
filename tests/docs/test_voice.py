"""How sentences for people are written: turns of phrase that were retired do not come back."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.games.shipped import SHIPPED

GLOWTABLE = Path(__file__).parents[2] / "host/glowtable"
KEYS = r"\b(?:[Cc]onfirm|[Pp]ass|[Uu]ndo)"
OWNED = (
    "hand|stack|deck|discards|display|reader|board|keys?|tokens?|cards?|games?|company|trophy|team|row|turn"  # of whom
)
RETIRED = {  # what it is called: the expression, and a sentence that it catches
    "clause-subject": (
        r"(?:^|[.:;] )(?:[Ww]ho|[Ww]hat|[Ww]hoever) "
        r"(?!(?:is|are|do|does|did|has|have|goes|takes|gets|will|can)\b[^.?]*\?)"
        r"[^?.:;]{2,60}? (?:is|are|was|wins|goes|confirms|pays)\b(?![^.;:]*\?)",
        "who begins wins {share} of the matches",
    ),
    "asked": (
        r"\b(?:is|are) (?:still )?asked\b|^asked\b|\b[Ss]till asked\b|\basks? (?:for the answer|again)\b",
        "{seat} is asked: {what}",
    ),
    "it-is-for": (r"\b(?:it|that) is (?:for|the turn of) \{", "it is the turn of {seat}"),
    "of-person": (rf"\b(?:{OWNED}) of (?:another hand|\{{(?:seat|seat2|seat_2|seats|who)\}})", "the hand of {seat}"),
    "key-as-subject": (
        KEYS + r" (?:is|keeps|gives|takes|asks|calls|fights|accepts|refuses|offers|brainstorms|publishes|returns|leaves"
        r"|goes|ends)\b",
        "confirm takes a teamwork token",
    ),
    "confirms-as-news": (
        r"\{seat2?\} (?:confirms|passes):|\{seat2?\} confirms\b|\b(?:player|one|you ask|displays one) confirms?\b",
        "{seat} confirms: the turn ends",
    ),
    "not-now": (r"^not now:|; pass: not yet", "not now: the round goes on"),
    "ready": (r"\b[Nn]ot ready\b|[:,] ready\b|\bis ready already\b", "Not ready: {seats}"),
    "as-agreed": (r"\bas was agreed\b", "no trades, as was agreed"),
    "leaves-the-game": (
        r"\bleaves? the (?:game|match)\b|\blies? before\b|\bcomes? back into the game\b",
        "{card} leaves the game",
    ),
    "old-grammar": (
        r"\bso many\b|\ball the same\b|\bshall\b|\bwhom\b|\bfor want of\b|\bfor ever\b|\bof which\b|\bsomebody's\b",
        "whom do you ask?",
    ),
    "own": (
        r"\bone's own\b|\bin one's\b|\bof one's\b|\bthe own\b"
        r"|\b(?:cards?|colour|files|programs|boot\.py|page|offers) of (?:yours|your own)\b",
        "no card of yours is known",
    ),
    "house-verbs": (
        r"(?<![Tt]ype )\b(?:ails?|ailing|mends?|mended|complains?|feels?|knocks?|dozes?|obeys?)\b(?! \(typed)"
        r"|\b(?:be|is|was|are) told\b",
        "what ails the table",
    ),
    "is-to-be": (
        r"\b(?:is|are) (?:still )?to be\b|\bto be (?:done|laid|typed|known)\b|\bcan be (?:told|done|typed|known)\b",
        "it is still to be laid",
    ),
    "is-no": (
        r"(?<!there )\b(?:is|are) no (?!longer\b|more\b)[a-z{]|\bthere (?:is|are) no such\b|\bis nothing that\b",
        "there is no such cell",
    ),
    "adverb-last": (r"\b(?:\w+|\}) already(?=$|[:;,.])", "match {match} is over already"),
    "shines": (r"\bshines?\b", "what shines now"),
    "lies": (
        r"\blies? (?:there|here|open|wrong|so|beside|elsewhere|where|behind)\b|\bcards? lies?\b",
        "{card} lies here",
    ),
    "goes-on": (r"\bgoes on\b|\bgo on with(?: it|:)|\bEnter goes\b", "the match goes on"),
    "put-in": (r"\bputs? (?:\{\w+\}|the game \{\w+\}|something) in\b|\bput in$", "{seat} puts {k} in"),
    "else-asked": (r"\buntil something else\b|: something else\b|\bnothing else is\b", "not now: something else"),
    "semicolon-verb": (
        r"; (?:pass|confirm|then|skip|if|or|show|press|tap|type|choose|wrong)\b",
        "name the card; pass if you have none",
    ),
    "at-your-reader": (r"\bat (?:your|the) reader\b", "show it at your reader"),
}  # fmt: skip
ALLOWED = {  # each with its reason
    "draw a card of another hand; a game stays yours": "is printed on a card",
    "Nobody obeys the badge: Calling the Cops needs 5 Badge icons instead of 3.": "is printed on a card",
    "End of each round: if 6 or more hostages lie on henchmen, remove 1 of them (the group chooses which) from "
    "the game. This is no rescue: a henchman that loses its last hostage so is not defeated.": "is printed on a card",
}


def catalogues(language: str) -> list[Path]:
    """The house's and those of the games that are shipped; how somebody's own game speaks is theirs to say."""
    found = sorted(GLOWTABLE.rglob(f"locale/{language}/LC_MESSAGES/*.po"))
    return [path for path in found if path.parents[4] != GLOWTABLE / "games" or path.parents[3].name in SHIPPED]


def sentences() -> list[str]:
    """Each English sentence of every catalogue, and both forms of those with a number."""
    found: dict[str, None] = {}
    for path in catalogues("de"):
        with path.open("rb") as catalogue:
            for message in read_po(catalogue):
                found.update(dict.fromkeys([message.id] if isinstance(message.id, str) else message.id))
    return list(filter(None, found))


@pytest.mark.parametrize("name", RETIRED)
def test_no_sentence_is_written_in_a_retired_way(name):
    expression = re.compile(RETIRED[name][0])
    assert [text for text in sentences() if expression.search(text) and text not in ALLOWED] == []


@pytest.mark.parametrize("name", RETIRED)
def test_control_the_expression_catches_its_example(name):
    expression, example = RETIRED[name]
    assert re.search(expression, example)


def test_a_sentence_ends_in_each_language_or_in_none():
    """A whole sentence, with its stop, or a label without one: the same in all languages."""
    stops, differing = (".", "!", "?", "…"), []
    for path in catalogues("*"):
        with path.open("rb") as catalogue:
            for message in read_po(catalogue):
                if isinstance(message.id, str) and message.id and message.string:
                    ends = [text.rstrip().endswith(stops) for text in (message.id, message.string)]
                    if ends[0] != ends[1]:
                        differing.append((path.parts[-3], message.id, message.string))
    assert differing == []
