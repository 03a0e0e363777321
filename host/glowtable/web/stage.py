"""What the pages of a server show for now: a match, or the lobby before it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stage:
    """By its name a page that was loaded before is told to load itself again."""

    is_lobby: bool = False
    name: str = field(default_factory=lambda: secrets.token_hex(4))
