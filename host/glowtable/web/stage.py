"""What the pages of a server show for now: a match, or the lobby before it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field


@dataclass
class Stage:
    """A page that was loaded in another stage is told so by the name, and loads itself again."""

    is_lobby: bool = False
    name: str = field(default_factory=lambda: secrets.token_hex(4))

    def change(self, *, is_lobby: bool) -> None:
        self.is_lobby, self.name = is_lobby, secrets.token_hex(4)
