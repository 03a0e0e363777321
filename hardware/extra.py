"""What commands of workshops share: how they refuse, and the extra `hardware`, which a table does not need."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

from glowtable.messages import FAILED, UserError, say
from glowtable.terminal.translator import Translator

OURS = ("glowtable", "glowpico", "hardware")
Given = ParamSpec("Given")


def command(name: str) -> Callable[[Callable[Given, int | None]], Callable[Given, int]]:
    """Around the main function of a module: a refusal is one sentence that begins with this name, and an exit code."""

    def around(main: Callable[Given, int | None]) -> Callable[Given, int]:
        @wraps(main)
        def run(*args: Given.args, **kwargs: Given.kwargs) -> int:
            try:
                return main(*args, **kwargs) or 0
            except UserError as error:
                sentence, code = Translator("en").text(error.message), error.exit_code
            except OSError as error:
                sentence, code = f"{error.filename}: {error.strerror}", FAILED
            print(f"{name}: {sentence}", file=sys.stderr)
            return code

        return run

    return around


@contextmanager
def extra() -> Iterator[None]:
    """Around an import; UserError (exit code 1) names the missing module of another project. One of ours is a bug."""
    try:
        yield
    except ModuleNotFoundError as missing:
        module = str(missing.name)
        if module.split(".")[0] in OURS:
            raise
        sentence = "the Python module {module} is missing: make hardware installs it and makes everything"
        raise UserError(say(sentence, module=module)) from missing
