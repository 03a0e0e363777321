"""Runs `glowtable play` for test_kill.py and writes a line for every acknowledgement, to be killed at any moment.

python kill_child.py play|early ARGUMENTS... ; `early` is the control: it acknowledges before it commits.
"""

import os
import sys

from glowtable.__main__ import main
from glowtable.journal import Journal
from glowtable.link import Link

commit = Link.commit
append = Journal.append


def commit_and_tell(link, number):
    commit(link, number)
    os.write(1, b"%d\n" % number)


def append_late(journal, match, rows):
    """Keep these rows back until the next ones come."""
    waiting = getattr(journal, "waiting", ())
    journal.waiting = tuple(rows)
    append(journal, match, waiting)


Link.commit = commit_and_tell  # type: ignore[method-assign]
if sys.argv[1] == "early":
    Journal.append = append_late  # type: ignore[method-assign]
if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
