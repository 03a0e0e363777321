"""Benches: `make bench B=idle` is `python -m tests.bench idle`; more words are the bench's own, `list` names all."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from tests.tiers import COMPILED


class Bench(NamedTuple):
    """Modules of this folder that are run one after another, the last with the words that are given."""

    about: str
    modules: Sequence[str]


BENCHES = {
    "press": Bench("a press to its light, and the engine beside others: the usual one", ("press_to_light", "bench")),
    "batch": Bench("a batch of Punto beside turns one by one, and beside Pgx with --pgx PYTHON", ("batch",)),
    "cluster": Bench("two workers of a cluster beside two processes that share the same matches", ("cluster",)),
    "idle": Bench("a match in which nobody does anything, beside an earlier program's", ("idle",)),
    "journal": Bench("commands on 5, 500 and 5,000 matches; memory in a long evening", ("journal", "evening")),
    "kernel": Bench("the compiled kernel of Punto beside C, and beside rollouts wholly in C++", ("kernel",)),
    "levels": Bench("how much better each level plays than the one below, the table of BOTS.md", ("levels",)),
    "matches": Bench("matches of bots for a second of CPU time, beside an earlier program's", ("matches",)),
    "page": Bench("the page: click to light, first load, blinking, at rest; nothing else may run", ("page",)),
    "moments": Bench("bytes of a moment for a page: whole pages beside differences", ("moments",)),
    "pico": Bench("latency, load and memory of the firmware in the emulated Pico's own time", ("pico",)),
    "probes": Bench("what plain one-track plans score against each game's bot, with a bound for each", ("probes",)),
    "start": Bench("from `glowtable play` to its first table; `import glowtable`", ("start",)),
    "thinking": Bench("how long each level thinks, and on a busy machine: --busy 4", ("thinking",)),
    "turns": Bench("turns in PettingZoo beside its connect_four_v3, in OpenSpiel beside the contract", ("turns",)),
    "workers": Bench("two processes that play matches beside one, in CPU time", ("workers",)),
    "wins": Bench("how often each bot of Alter Ego wins, the table of its rules: it takes long", ("wins",)),
}


def main(words: Sequence[str]) -> int:
    """Run a bench: 0 if all its goals are kept; `list` names them all."""
    if words[0] not in BENCHES:
        print("\n".join(f"make bench B={name:10} {bench.about}" for name, bench in BENCHES.items()))
        return 0 if words[0] == "list" else 2
    name, *given = words
    environment = dict(os.environ)
    if name == "pico":
        environment["GLOWTABLE_CAMPAIGN"] = "full"
        subprocess.run(COMPILED, check=True)
    *before, last = ([sys.executable, "-m", f"tests.bench.{module}"] for module in BENCHES[name].modules)
    return max(subprocess.run(command, env=environment).returncode for command in (*before, [*last, *given]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["list"]))
