"""Pages of Markdown as data: their code, links and headings, and what they say of the project's own code."""

import ast
import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOUSE = Path(__file__).parents[2]
ROOTS = ("host/glowtable", "firmware/glowpico", "firmware", "")  # where a short name of a file begins
FOLDERS = ("host", "firmware", "hardware", "tests")

STUDY = ("docs/SIMULATE.md", "docs/BOTS.md", "docs/LEARN.md")  # the pages for those who study games
FENCED = re.compile(r"^```.*?\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:\A|(?<=\n\n))((?: {4}.*\n|\n(?= {4}))+)")
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)`(?:\]\(([^)]*)\))?(?: \|)? `([A-Za-z_][\w.]*)`")


class Named(NamedTuple):
    """A file and something in it, as a page writes them: `match/session.py` `Session.handle_event`, linked or not."""

    file: str
    link: str
    name: str


def pages() -> dict[str, str]:
    """Every page about the project by its path; the numbered rules have a test of their own."""
    beside = (HOUSE / name for name in ("README.md", "CHANGELOG.md", "hardware/BUILD.md", "tests/golden/README.md"))
    paths = [*beside, *sorted((HOUSE / "docs").rglob("*.md"))]
    return {path.relative_to(HOUSE).as_posix(): path.read_text("utf-8") for path in paths}


def programs(text: str) -> list[str]:
    """The examples of a page as programs: its doctests, which are one, and each block of Python."""
    tried = "".join(each.source for each in doctest.DocTestParser().get_examples(text))
    return [*([tried] if tried else ()), *PYTHON.findall(text)]


def block_with(module: str) -> str:
    """The one block of Python that imports this in the pages for those who study games."""
    blocks = [block for page in STUDY for block in PYTHON.findall(pages()[page])]
    (block,) = [block for block in blocks if f"{module} import" in block or f"import {module}" in block]
    return block


def code(text: str) -> list[str]:
    """The lines of its code blocks."""
    blocks = [*FENCED.findall(text), *INDENTED.findall(FENCED.sub("", text))]
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def prose(text: str) -> str:
    """The page without its code blocks."""
    return INDENTED.sub("", FENCED.sub("", text))


def spans(text: str) -> list[str]:
    """What stands in backquotes."""
    return SPAN.findall(prose(text))


def links(text: str) -> list[str]:
    """Where its links and pictures lead, those to other sites aside."""
    return [target for target in LINK.findall(prose(text)) if "://" not in target]


def anchors(text: str) -> set[str]:
    """The headings as links name them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(prose(text))}


def named(text: str) -> list[Named]:
    """Every file with something of it that the page names, in order."""
    return [Named(*found) for found in NAMED.findall(prose(text))]


# -- the code that pages speak of


def file_of(found: Named, page: str) -> Path | None:
    """The file that is meant on this page: where its link leads, or what its short name stands for; None for none."""
    links = [(HOUSE / page).parent / found.link] if found.link else [HOUSE / root / found.file for root in ROOTS]
    return next((path.resolve() for path in links if path.is_file() and path.name == Path(found.file).name), None)


@cache
def sources() -> tuple[str, ...]:
    """The Python files of the project."""
    paths = (path for folder in FOLDERS for path in (HOUSE / folder).rglob("*.py"))
    return tuple(path.relative_to(HOUSE).as_posix() for path in paths)


@cache
def names_in(path: Path) -> frozenset[str]:
    """Functions, classes, methods, fields and constants of a file: `Session.handle_event`, `NEXT`."""
    return frozenset(_names(ast.parse(path.read_text("utf-8")).body, ""))


def _names(body: list[ast.stmt], before: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield before + node.name
        if isinstance(node, ast.ClassDef):
            yield from _names(node.body, f"{before}{node.name}.")
            yield from (f"{before}{node.name}.{name}" for name in _attributes(node))
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (
                before + name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
            )


def _attributes(node: ast.ClassDef) -> Iterator[str]:
    """What its methods set on self."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and ast.unparse(inner.value) == "self":
            yield inner.attr


@cache
def all_names() -> frozenset[str]:
    """The names of every file, tests aside."""
    files = (HOUSE / source for source in sources() if not source.startswith("tests/"))
    return frozenset(name for path in files for name in names_in(path))
