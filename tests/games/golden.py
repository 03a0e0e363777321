"""How a worked case is read and compared, for every game alike: its `action` names a form, its id means nothing.

Each game has a table of forms; tests/golden/README.md lists them all. Knows no game.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import eq
from typing import Any, NamedTuple

Case = Mapping[str, Any]
Found = Mapping[str, Callable[[], Any]]  # what may be expected -> how it is found
OPTIONS = ("options", "option")  # under either a case may say options


class Form(NamedTuple):
    """One kind of case: how its facts are found, and what its `given` may hold beside options of the game."""

    facts: Callable[[Case, Case], Found]  # of `given` and what the action says
    given: str = ""


Forms = Mapping[str, Form]  # as an action is written; words in capitals stand for any others


class Nested(dict[str, Callable[[], Any]]):
    """Facts of facts: those of the same case under another option. A bare value is compared with the first of them."""


class Some(dict[str, Any]):
    """Of this only what a case names is compared."""


def check(
    case: Case, forms: Forms, options: Sequence[Any], same: Callable[[str, Any, Any], bool] | None = None
) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that its form is unknown.

    `same(fact, found, expected)` says whether two values mean the same.
    """
    form, asked = form_of(case, forms)
    known = [*forms[form].given.split(), *(option.name for option in options), *OPTIONS]
    unknown = [name for name in case["given"] if name not in known]
    if unknown:
        raise ValueError(f"case {case['id']}: given of {form!r} may hold {', '.join(known)}, got {', '.join(unknown)}")
    if not case["expect"]:
        raise ValueError(f"case {case['id']}: it expects nothing")
    try:
        found = forms[form].facts(case["given"], asked)
    except KeyError as missing:
        raise ValueError(f"case {case['id']}: given of {form!r} needs {missing}") from missing
    except ValueError as wrong:
        raise ValueError(f"case {case['id']}: {wrong}") from wrong
    compare(case["id"], found, case["expect"], same or (lambda _, *two: eq(*two)))


def form_of(case: Case, forms: Forms) -> tuple[str, Case]:
    """The form of a case, and what its action says: `{"card": "R5"}` that card, `rescue kin` which CIV."""
    action = case["action"]
    if isinstance(action, dict):
        name = next(iter(action), "")
        if name in forms:
            return name, action
    for form in forms:
        words = " ".join(f"(?P<{word}>.+)" if word.isupper() else re.escape(word) for word in form.split())
        if isinstance(action, str) and (match := re.fullmatch(words, action)):
            return form, match.groupdict()
    got = next(iter(action), action) if isinstance(action, dict) else action
    raise ValueError(f"case {case['id']}: action must be one of {', '.join(forms)}, got {got!r}")


def compare(at: str, found: Found, expected: Case, same: Callable[[str, Any, Any], bool]) -> None:
    missing = [name for name in expected if name not in found]
    if missing:
        raise ValueError(f"case {at}: nothing here finds {', '.join(missing)}")
    for name, value in expected.items():
        fact = found[name]()
        if isinstance(fact, Nested):
            more = value if isinstance(value, Mapping) else {next(iter(fact)): value}
            compare(f"{at}: {name}", fact, more, same)
            continue
        if isinstance(fact, Some) and isinstance(value, Mapping):
            fact = {key: fact.get(key) for key in value}
        assert same(name, fact, value), f"{at}: {name}: expected {value}, found {fact}"


def chosen_options(given: Case, options: Sequence[Any]) -> dict[str, Any]:
    """What a case says of the options, each under its own name or under `options`."""
    found = {option.name: given[option.name] for option in options if option.name in given}
    for name in OPTIONS:
        found.update(given.get(name, {}))
    return found
