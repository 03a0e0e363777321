"""All proofs by their names: a proof is a file of this folder with a function `claims`. Knows none of them."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from hardware.proofs.claims import Claim
from hardware.proofs.measured import trial_claims

CLAIMS = re.compile(r"^def claims\(", re.MULTILINE)


def proofs() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if CLAIMS.search(path.read_text("utf-8")))


def tables() -> dict[str, list[tuple[str, ...]]]:
    """The table of each proof that has one to show beside its claims: a head, and lines."""
    modules = {name: import_module(f"hardware.proofs.{name}") for name in proofs()}
    return {name: module.compared() for name, module in modules.items() if hasattr(module, "compared")}


def all_claims() -> dict[str, list[Claim]]:
    """The claims of each proof, and of the trial as far as it was measured; UserError if measured.toml is wrong."""
    trial = list(trial_claims())
    found = {name: list(import_module(f"hardware.proofs.{name}").claims()) for name in proofs()}
    return found | ({"trial": trial} if trial else {})
