"""Runs `glowtable play` for test_kill.py, to be killed at any moment; writes every acknowledged event to stdout.

python kill_child.py play|early ARGUMENTS... ; `early` is the control: it acknowledges before it commits.
"""

import os
import sys

from glowtable.__main__ import main
from glowtable.device.link import Link
from glowtable.match.journal import Journal
from glowtable.match.session import Session
from glowtable.table import event_text

heard: list[str] = []
hear = Session.handle_event
acknowledge = Link.acknowledge_through
append = Journal.append_rows


def hear_and_note(session, event):
    """Remember the event until it is acknowledged."""
    heard.append(event_text(event))
    return hear(session, event)


def acknowledge_and_tell(link, number):
    acknowledge(link, number)
    told = "".join(f"ack {text}\n" for text in heard)
    heard.clear()
    os.write(1, told.encode())


def append_late(journal, match, rows):
    """Keep these rows back until the next ones come."""
    waiting = getattr(journal, "waiting", ())
    journal.waiting = tuple(rows)
    append(journal, match, waiting)


Session.handle_event = hear_and_note  # type: ignore[method-assign]
Link.acknowledge_through = acknowledge_and_tell  # type: ignore[method-assign]
if sys.argv[1] == "early":
    Journal.append_rows = append_late  # type: ignore[method-assign]
if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
