"""Which tag a table with NFC cells looks for, and where."""

from __future__ import annotations

from typing import NamedTuple

from glowtable.device.link import Link
from glowtable.device.tag_registry import TagRegistry
from glowtable.match.session import Session


class Search(NamedTuple):
    """The uid of the tag of the card to be laid, and where: bit n for cell n."""

    uid: str = "0" * 8
    cells: int = 0


class CellSearch:
    """Asks the cells to look for a tag whenever that changes, and for their inventory in a dispute."""

    def __init__(self, registry: TagRegistry) -> None:
        self.registry = registry
        self.shown_uid = ""  # of the tag shown last at a reader
        self._sent = Search()  # after the table was away a dispute comes first, so this cannot be outdated

    def wanted(self, session: Session) -> Search:
        """What is to be looked for now."""
        card, cells = session.card_to_place or ("", ())
        uids = self.registry.tags_of(session.game.name, card)
        if not uids:
            return Search()
        return Search(self.shown_uid if self.shown_uid in uids else uids[0], sum(1 << cell for cell in cells))

    def step(self, session: Session, link: Link) -> None:
        search = self.wanted(session)
        if search != self._sent:
            self._sent = search
            link.queue_latest("seek", search.uid, f"{search.cells:09x}")
        if session.dispute.audit_due:
            session.dispute.audit_due = False
            link.queue_latest("audit")
