"""The extra `hardware`: what printed parts and card sheets need and a table does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from glowtable.messages import FAILED, UserError, say

OURS = ("glowtable", "glowpico", "hardware")


@contextmanager
def extra() -> Iterator[None]:
    """Around an import; UserError (exit code 1) names the missing module of another project. One of ours is a bug."""
    try:
        yield
    except ModuleNotFoundError as missing:
        module = str(missing.name)
        if module.split(".")[0] in OURS:
            raise
        raise UserError(
            say("the Python module {module} is missing: make hardware installs it and makes everything", module=module),
            FAILED,
        ) from missing
