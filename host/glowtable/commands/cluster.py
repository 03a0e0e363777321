"""Start a cluster on this machine, to try what is played on many."""

from __future__ import annotations

import argparse
from threading import Event

from glowtable.commands import translator_for
from glowtable.lab.cluster import local_cluster
from glowtable.messages import USAGE, UserError, say


def cluster(args: argparse.Namespace) -> int:
    """Say where it is, and wait until it is interrupted."""
    if args.workers < 1:
        raise UserError(say("Give --workers 1 or more."), USAGE)
    translator = translator_for(args)
    with local_cluster(args.workers) as address:
        print(translator.text(say(
            "{n} workers are ready. In another terminal: glowtable simulate punto --cluster {address}. Ctrl-C "
            "ends the cluster.",
            n=args.workers, address=address,
        )), flush=True)  # fmt: skip
        Event().wait()
    return 0
