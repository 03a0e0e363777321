"""Who plays, in words: a person's name, and a bot's with how well it plays."""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.match.export import players_of
from glowtable.match.players import Player
from glowtable.match.seat_changes import LEVELS
from glowtable.messages import Message, say


def player_label(player: Player) -> Message:
    """`Ann`, or `Moth (medium)`."""
    if not player.bot:
        return say("{name}", name=player.name)
    return say("{name} ({bot})", name=player.name, bot=LEVELS.get(player.bot, player.bot))


def player_labels(texts: Sequence[str]) -> tuple[Message, ...]:
    """All players of a header, one after the other."""
    return tuple(map(player_label, players_of(texts)))
