"""How large and how plain the project is, in one table: `python -m tests.house --figures`. `.ci/run` refuses more.

Lines are those of Python files, blank ones included. An import is an arrow to another file of ours. An attribute is
one that a class declares or sets on `self`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[1]
BRANCHES = (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.IfExp, ast.comprehension, ast.match_case)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


# No figure may grow beyond these. Lines of the firmware are those that people write: plain.py is made of swift.py
LIMITS = {
    "lines of host": 51_600, "lines of firmware": 4_100, "lines of hardware": 12_500,
    "lines of tests without bench": 83_200,
    "imports of ours per file of host": 6.5, "names of functions of one word, %": 25, "lines of the Makefile": 130,
    "targets that `make` lists": 16, "kB of docs/decisions": 41,
}  # fmt: skip


def main() -> int:
    """Print the table, a figure a line; 1 if one is above its limit."""
    found = figures()
    width = max(map(len, found))
    for name, figure in found.items():
        print(f"{name:{width}}  {figure:>9,}" + (f"  of {LIMITS[name]:,}" if name in LIMITS else ""))
    return int(any(found[name] > limit for name, limit in LIMITS.items()))


def figures() -> dict[str, float]:
    """Each with its name."""
    parts = {
        "host": sources("host"),
        "firmware": [path for path in sources("firmware", but="firmware/uf2") if path.name != "plain.py"],
        "tests without bench": sources("tests", but="tests/bench"),
        "hardware": sources("hardware"),
    }
    rows: dict[str, float] = {f"lines of {name}": sum(map(lines_of, files)) for name, files in parts.items()}
    program = {path: ast.parse(path.read_text("utf-8")) for name in list(parts)[:2] for path in parts[name]}
    host = [tree for path, tree in program.items() if path.is_relative_to(HOUSE / "host")]
    rows["imports of ours per file of host"] = round(sum(len(set(arrows(tree))) for tree in host) / len(host), 1)
    names = [node.name for tree in program.values() for node in functions(tree)]
    plain = [name for name in names if "_" not in name.strip("_")]
    rows["names of functions of one word, %"] = round(100 * len(plain) / len(names))
    makefile = (HOUSE / "Makefile").read_text("utf-8")
    rows["lines of the Makefile"] = makefile.count("\n")
    rows["targets that `make` lists"] = makefile.count(" ## ")
    rows["kB of docs/decisions"] = round(sum(len(p.read_bytes()) for p in HOUSE.glob("docs/decisions/*.md")) / 1e3)
    return rows


def sources(folder: str, but: str = "-") -> list[Path]:
    """The Python files of this folder, without those of another one."""
    return [path for path in sorted((HOUSE / folder).rglob("*.py")) if not path.is_relative_to(HOUSE / but)]


def lines_of(path: Path) -> int:
    return path.read_text("utf-8").count("\n")


def arrows(tree: ast.AST) -> Iterator[str]:
    """The modules of ours that a file names, those of its own package by their dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (
            node.level or (node.module or "").startswith(("glowtable", "glowpico"))
        ):
            yield from [node.module] if node.module not in (None, "glowtable") else (name.name for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith(("glowtable", "glowpico")))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS) and not node.name.startswith("__"))


def methods(node: ast.ClassDef) -> list[str]:
    return [each.name for each in node.body if isinstance(each, FUNCTIONS)]


def attributes(node: ast.ClassDef) -> set[str]:
    """What an object of this class holds."""
    declared = {
        each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    return declared | {each.attr for each in ast.walk(node) if is_set_on_self(each)}


def is_tuple(node: ast.ClassDef) -> bool:
    """Whether it only holds values, which stay as they are."""
    return "NamedTuple" in map(ast.unparse, node.bases)


def is_set_on_self(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def complexity(node: ast.AST) -> int:
    """One, and one more for each way that a function parts (McCabe)."""
    return 1 + sum(ways(each) for each in ast.walk(node))


def ways(node: ast.AST) -> int:
    return len(node.values) - 1 if isinstance(node, ast.BoolOp) else int(isinstance(node, BRANCHES))
