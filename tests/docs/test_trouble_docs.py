"""docs/TROUBLE*.md have every sentence that says what is wrong, and no other."""

import ast
from collections.abc import Iterator
from itertools import chain, islice

import pytest
from glowtable.device.troubles import TROUBLES

from tests.docs.pages import HOUSE, spans

HOST = HOUSE / "host/glowtable"
PAGE = "\n".join(path.read_text("utf-8") for path in sorted((HOUSE / "docs").glob("TROUBLE*.md")))
RAISED = ("UserError",)
SAYING = ("say", "say_count")
GAP = "..."  # stands for what changes in a sentence


def quotes(page: str) -> list[str]:
    """The sentences of the first column of its tables, in backquotes."""
    firsts = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
    return [quote for first in firsts for quote in spans(first)]


def fits(quote: str, sentence: str) -> bool:
    """Whether all parts of a quote are in a sentence, in their order."""
    at = 0
    for part in filter(None, (part.strip() for part in quote.split(GAP))):
        at = sentence.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def said(call: ast.Call) -> Iterator[str]:
    """The sentences that are literals inside a call, the outermost first."""
    for node in ast.walk(call):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in SAYING:
            yield from (str(literal.value) for literal in node.args if isinstance(literal, ast.Constant))


@pytest.fixture(scope="module")
def calls() -> list[ast.Call]:
    """All that the program at the computer calls."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(HOST.rglob("*.py"))]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def missing(page: str, sentences: set[str]) -> list[str]:
    """The sentences that no quote of the page fits."""
    shown = quotes(page)
    return sorted(sentence for sentence in sentences if not any(fits(quote, sentence) for quote in shown))


def unsaid(page: str, sentences: set[str]) -> list[str]:
    """The quotes of the page that fit no sentence."""
    return [quote for quote in quotes(page) if not any(fits(quote, sentence) for sentence in sentences)]


def test_every_sentence_that_says_what_is_wrong_is_on_the_page(calls):
    trouble = {
        *chain.from_iterable(islice(said(call), 1) for call in calls if ast.unparse(call.func) in RAISED),
        *(message.text for message in TROUBLES.values()),
    }
    assert len(trouble) > 80
    assert missing(PAGE, trouble) == []


def test_every_sentence_on_the_page_is_said(calls):
    assert len(quotes(PAGE)) > 100
    assert unsaid(PAGE, {sentence for call in calls for sentence in said(call)}) == []


@pytest.mark.parametrize(
    ("quote", "sentence", "does"),
    [
        ("there is no port ...", "there is no port {port}: plug the table in", True),
        ("... is full", "the Pico at {port} is full: take files from it", True),
        ("a ... b ... c", "a b c", True),
        ("a ... b ... c", "a c b", False),
        ("there is no port ...", "there is no match {match}", False),
    ],
)
def test_a_quote_fits_a_sentence_by_its_parts(quote, sentence, does):
    assert fits(quote, sentence) is does


def test_a_page_that_lacks_a_sentence_or_makes_one_up_is_caught():
    page = "| it says | do |\n|---|---|\n| `the moon is away`, `... is full` | wait |\n"
    assert missing(page, {"the Pico is full", "the disk is empty"}) == ["the disk is empty"]
    assert unsaid(page, {"the Pico is full"}) == ["the moon is away"]
