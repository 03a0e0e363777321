"""Which mutants are made: cosmic-ray's operators that fit rules, and five that it has not."""

from collections.abc import Iterable, Iterator, Sequence

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import Name
from parso.tree import NodeOrLeaf

Place = tuple[tuple[int, int], tuple[int, int]]  # first line and column, last line and column

# Each operator is replaced by its opposite and, where it compares sizes, by its neighbour: all of cosmic-ray's pairs
# would give eleven mutants for each +, which one test kills together. Left out: removed decorators (a cache changes
# nothing, a property crashes) and variables exchanged for numbers.
CHOSEN = {
    "ReplaceBinaryOperator": (
        "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Mod_FloorDiv RShift_LShift LShift_RShift BitOr_BitAnd BitAnd_BitOr "
        "BitXor_BitOr"
    ),
    "ReplaceComparisonOperator": (
        "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is"
    ),
    "ReplaceUnaryOperator": "Delete_USub Delete_Invert Delete_Not",
    "": (
        "AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd ReplaceBreakWithContinue "
        "ReplaceContinueWithBreak ExceptionReplacer NumberReplacer ZeroIterationForLoop"
    ),
}
OTHER_NAME = {"any": "all", "all": "any", "min": "max", "max": "min"}
PLAYERS = (
    "active asked asker bidder buyer employer giver helper member other owner partner payer seat source taker target "
    "whom winner"
)
SEATS = frozenset(PLAYERS.split())


class ExchangeBuiltin(Operator):
    """any for all, min for max, and back."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        if isinstance(node, Name) and node.value in OTHER_NAME and called_alone(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Name, index: int) -> Name:
        node.value = OTHER_NAME[node.value]
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        return tuple(Example(f"{was}(x)", f"{now}(x)") for was, now in OTHER_NAME.items())


class NegateFilter(Operator):
    """The condition of a comprehension, negated; cosmic-ray's AddNot has those of statements only."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        if node.type == "comp_if":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        node.children[1] = parso.parse(f" not ({node.children[1].get_code().strip()})")
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        return (Example("[x for x in y if x or z]", "[x for x in y if not (x or z)]"),)


class NegateIn(Operator):
    """`in` for `not in`, and back; the `in` of a loop stays."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        for place in contains(node):
            yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        place = contains(node)[index]
        node.children[place] = parso.parse(" not in" if operator_text(node, place) == "in" else " in")
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        return Example("x in y", "x not in y"), Example("x not in y", "x in y")


class DropCondition(Operator):
    """One of the conditions that `and` or `or` joins is not asked."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        if node.type in ("and_test", "or_test"):
            for condition in node.children[::2]:
                yield condition.start_pos, condition.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        asked_always = " True" if node.type == "and_test" else " False"
        node.children[2 * index] = parso.parse(asked_always)
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        return Example("x and y", " True and y"), Example("x or y", "x or False", 1)


class SwapSeats(Operator):
    """One player for another one of the same function."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        if isinstance(node, Name) and node.value in SEATS and is_read(node) and other_seat(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Name, index: int) -> Name:
        node.value = other_seat(node)
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        return (Example("def pay(seat, other): take(seat)", "def pay(seat, other): take(other)"),)


OURS = (ExchangeBuiltin, NegateFilter, NegateIn, DropCondition, SwapSeats)


def operators() -> Iterable[Operator]:
    """One of each."""
    for family, names in CHOSEN.items():
        for name in names.split():
            yield get_operator("core/" + (f"{family}_{name}" if family else name))()
    for operator in OURS:
        yield operator()


def called_alone(name: Name) -> bool:
    """Whether it is the built-in function, called."""
    after, before = name.get_next_leaf(), name.get_previous_leaf()
    return after is not None and after.value == "(" and not (before is not None and before.value in (".", "def"))


def is_read(name: Name) -> bool:
    """Whether it is a value: no attribute, no keyword of a call, nothing that is bound here."""
    before, after = name.get_previous_leaf(), name.get_next_leaf()
    if name.is_definition() or (before is not None and before.value in (".", "def")):
        return False
    keyword = name.parent.type == "argument" and name.parent.children[0] is name
    return not keyword or after is None or after.value != "="


def other_seat(name: Name) -> str:
    """The first other player that the function around it binds; empty if there is none."""
    around = name.search_ancestor("funcdef")
    names = (each for each in ast_nodes(around) if isinstance(each, Name)) if around else ()
    return next((each.value for each in names if each.value in SEATS - {name.value} and each.is_definition()), "")


def contains(node: NodeOrLeaf) -> list[int]:
    """Where among the children of a comparison is an `in` or `not in`."""
    if node.type != "comparison":
        return []
    return [place for place in range(1, len(node.children), 2) if operator_text(node, place) in ("in", "not in")]


def operator_text(comparison: NodeOrLeaf, place: int) -> str:
    return " ".join(comparison.children[place].get_code().split())
