"""A real table while its lobby is open: its keys choose, its lights and sounds tell."""

from __future__ import annotations

from glowtable.device.connection import Connection, check_hello
from glowtable.device.link import Edge, Hello, Snapshot
from glowtable.match.preferences import Preferences
from glowtable.match.sounds import SILENCE
from glowtable.table import Key, Picture
from glowtable.web.lobby_keys import Do, LobbyKeys


class LobbyTable:
    """`step` takes what was pressed and shows what is chosen; it never waits."""

    def __init__(self, connection: Connection, keys: LobbyKeys, preferences: Preferences) -> None:
        self.connection, self.keys, self.preferences = connection, keys, preferences
        self._shown: Picture | None = None
        self._fresh_from = 0  # edges below this number happened while the table had no connection

    def step(self, now_ms: int, do: Do) -> None:
        """UserError if what answers now is no table of this program."""
        link, sound = self.connection.link, SILENCE
        for item in self.connection.exchange_bytes(now_ms):
            match item:
                case Edge(number, event):
                    link.acknowledge_through(number)
                    if isinstance(event, Key) and number >= self._fresh_from:
                        sound = self.keys.press_key(event.key, do)
                case Snapshot(next_edge=next_edge):
                    self._fresh_from = next_edge
                case Hello():
                    check_hello(link, self.connection.name)
                    self._shown = None  # it may have been off
        picture = self.keys.picture(self.preferences.brightness_pct)
        if picture != self._shown:
            self._shown = picture
            link.show_picture(picture)
        if sound and self.preferences.has_sound:
            link.queue_command("sound", sound)
        self.connection.write_due(now_ms)

    @property
    def is_there(self) -> bool:
        """Whether its port is open."""
        return self.connection.is_open

    @property
    def files(self) -> list[int]:
        """What can be waited for until a key is pressed."""
        return self.connection.files

    def close(self) -> None:
        self.connection.close()
