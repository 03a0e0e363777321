"""The mutants of a file: each changes one thing, and has a name that stays when lines move."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.operators.operator import Operator
from parso.tree import Leaf, NodeOrLeaf

from .operators import operators

COMMENT = re.compile(r"\s+# .*$")
Span = tuple[tuple[int, int], tuple[int, int]]


class Key(NamedTuple):
    """What names a mutant, whatever stands above it: the function, what it said, what it says, and the how manieth."""

    file: str
    scope: str
    was: str
    now: str
    nth: int


class Mutant(NamedTuple):
    key: Key
    path: Path
    lines: tuple[int, int]  # the first and the last that it touches
    source: str  # the whole file, mutated


class Scope(NamedTuple):
    name: str
    first: int  # of its body: what stands above is run by the scope around it
    last: int
    is_function: bool


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines; those that read alike come once."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    known, found = {text}, []
    for place, source in mutated_sources(text, annotations(tree)):
        if source not in known and compiles(source):
            known.add(source)
            found.append((place[0][0], place[1][0], source))
    scopes = scopes_of(tree)
    count: Counter[tuple[str, ...]] = Counter()
    mutants = []
    for first, last, source in sorted(found):
        name = (path.name, innermost(scopes, first), *difference(text, source))
        count[name] += 1
        mutants.append(Mutant(Key(*name, count[name]), path, (first, last), source))
    return mutants


def mutated_sources(text: str, untouched: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    """Each place and the whole text with the mutation made there."""
    module = parso.parse(text)
    nodes = list(ast_nodes(module))
    for operator in operators():
        for node in nodes:
            for index, place in enumerate(list(operator.mutation_positions(node))):
                typed = any(start <= place[0] <= end for start, end in untouched)
                if not typed and not (isinstance(node, Leaf) and left_out(node, index)):
                    yield place, mutated(module, node, operator, index)
    assert module.get_code() == text


def compiles(source: str) -> bool:
    """Whether it is Python at all: the bare star of a signature is no operator, for example."""
    try:
        compile(source, "", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def left_out(leaf: Leaf, index: int) -> bool:
    """Two changes that say nothing of rules: `strict` is an assertion, and the first of one thing is its last, too."""
    before = leaf.get_previous_leaf()
    if leaf.value == "True" and leaf.parent.type == "argument":
        return bool(leaf.parent.children[0].value == "strict")
    return leaf.value == "0" and index == 1 and before is not None and before.value == "["


def mutated(module: NodeOrLeaf, node: NodeOrLeaf, operator: Operator, index: int) -> str:
    """The text with one mutation, made in the tree and taken back."""
    values = [(leaf, leaf.value) for leaf in ast_nodes(node) if hasattr(leaf, "value")]
    children = list(getattr(node, "children", ()))
    around = node.parent.children if node.parent else [node]
    place = next(place for place, other in enumerate(around) if other is node)
    around[place] = operator.mutate(node, index)
    try:
        return str(module.get_code())
    finally:
        around[place] = node
        if children:
            node.children = children
        for leaf, value in values:
            leaf.value = value


def annotations(tree: ast.Module) -> list[Span]:
    """Where types stand: nothing is mutated there, they are judged by mypy."""
    found = []
    for node in ast.walk(tree):
        typed = (getattr(node, "annotation", None), getattr(node, "returns", None))
        found += [at for at in typed if isinstance(at, ast.expr)]
    return [((at.lineno, at.col_offset), (at.end_lineno or at.lineno, at.end_col_offset or 0)) for at in found]


def scopes_of(tree: ast.Module) -> list[Scope]:
    """Every function and class with its body's lines, outer ones first."""
    return list(scopes_in(tree, ""))


def scopes_in(node: ast.AST, prefix: str) -> Iterator[Scope]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef):
            name = f"{prefix}{inner.name}"
            first = inner.body[0].lineno
            yield Scope(name, first, inner.end_lineno or first, isinstance(inner, ast.FunctionDef))
            yield from scopes_in(inner, f"{name}.")
        else:
            yield from scopes_in(inner, prefix)


def innermost(scopes: Iterable[Scope], line: int) -> str:
    """The name of the function or class whose body has the line; empty outside all."""
    return next((scope.name for scope in reversed(list(scopes)) if scope.first <= line <= scope.last), "")


def outer_function(scopes: Iterable[Scope], line: int) -> Scope | None:
    """The outermost function whose body has the line."""
    return next((scope for scope in scopes if scope.is_function and scope.first <= line <= scope.last), None)


def difference(text: str, source: str) -> tuple[str, str]:
    """The lines that differ, as they were and as they are, each as one line with single spaces."""
    was, now = text.splitlines(), source.splitlines()
    while was and now and was[0] == now[0]:
        del was[0], now[0]
    while was and now and was[-1] == now[-1]:
        del was[-1], now[-1]
    return one_line(was), one_line(now)


def one_line(lines: Iterable[str]) -> str:
    """Without indents, comments and doubled spaces."""
    return " ".join(" ".join(COMMENT.sub("", line) for line in lines).split())
