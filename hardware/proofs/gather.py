"""All proofs by their names: a proof is a file of this folder with a function `claims`. Knows none of them.

One that cannot be computed, as things are, refuses that in its function `check`, before any is.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from hardware.proofs.claims import Claim
from hardware.proofs.measured import trial_claims


def having(function: str) -> list[str]:
    """The files of this folder that have such a function."""
    begin = re.compile(rf"^def {function}\(", re.MULTILINE)
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if begin.search(path.read_text("utf-8")))


def tables() -> dict[str, list[tuple[str, ...]]]:
    """What is shown beside the claims: a head, and lines."""
    return {name: import_module(f"hardware.proofs.{name}").compared() for name in having("compared")}


def all_claims() -> dict[str, list[Claim]]:
    """The claims of each proof, and of the trial as far as it was measured.

    UserError if measured.toml is wrong, or a supply too small.
    """
    trial = list(trial_claims())
    for name in having("check"):
        import_module(f"hardware.proofs.{name}").check()
    found = {name: list(import_module(f"hardware.proofs.{name}").claims()) for name in having("claims")}
    return found | ({"trial": trial} if trial else {})
