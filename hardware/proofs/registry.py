"""All proofs by their names: modules of this folder that have `claims`, `compared`, or both."""

from __future__ import annotations

from importlib import import_module

from hardware.proofs.claims import Claim
from hardware.proofs.measured import trial_claims

CLAIMED = (
    "answer", "bar", "collision", "effort", "folds", "ground", "light", "palette", "pod", "power", "press", "prints",
    "protection", "signal", "thermal", "whole",
)  # fmt: skip
COMPARED = ("answer", "effort", "folds", "palette", "signal")  # what is shown beside the claims: a head, and lines
CHECKED = ("power",)  # `check` refuses, before anything is computed, what cannot be


def tables() -> dict[str, list[tuple[str, ...]]]:
    return {name: import_module(f"hardware.proofs.{name}").compared() for name in COMPARED}


def all_claims() -> dict[str, list[Claim]]:
    """The claims of each proof, and of the trial as far as it was measured.

    UserError if measured.toml is wrong, or a supply too small.
    """
    trial = list(trial_claims())
    for name in CHECKED:
        import_module(f"hardware.proofs.{name}").check()
    found = {name: list(import_module(f"hardware.proofs.{name}").claims()) for name in CLAIMED}
    return found | ({"trial": trial} if trial else {})
