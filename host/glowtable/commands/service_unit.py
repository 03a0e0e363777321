"""`glowtable serve --install`: a systemd unit that starts the service with the computer."""

from __future__ import annotations

import argparse
import getpass
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from glowtable.commands import translator_for
from glowtable.messages import USAGE, UserError, cause_of, say

NAME = "glowtable.service"
FOR_ALL = Path("/etc/systemd/system")
CARRIED = ("GLOWTABLE_DATA", "GLOWTABLE_CONFIG", "PYTHONPATH")  # what the service is to have of this terminal
UNIT = """\
# Written by: glowtable serve --install
[Unit]
Description=Glowtable, a table for board games
# Neither network nor table nor clock need be there: it waits for them.
After=network.target
{mounts}
[Service]
ExecStart={command}
{environment}Restart=on-failure
RestartSec=5
# A mistake in the command or the settings does not go away by itself.
RestartPreventExitStatus=2
NoNewPrivileges=yes
{owner}
[Install]
WantedBy={target}
"""


def install_unit(args: argparse.Namespace) -> int:
    """Write the unit for all, or without the rights for it for this person, and say what to type next."""
    if not shutil.which("systemctl"):
        raise UserError(say("This computer has no systemd. Let what it has instead start: glowtable serve"), USAGE)
    is_root = os.geteuid() == 0
    path = (FOR_ALL if is_root else _own_folder()) / NAME
    text = unit_text(_command(args), dict(os.environ), os.environ.get("SUDO_USER", "") if is_root else None)
    _write(path, text)
    tell = translator_for(args).text
    print(tell(say("{path} is written. It starts with the computer once you type:", path=str(path))))
    for line in _next_lines(is_root):
        print(f"    {line}")
    return 0


def unit_text(command: Sequence[str], environment: dict[str, str], owner: str | None) -> str:
    """The unit; `owner` runs it if it is one for all ('' is root); None makes one of a person's own."""
    folder = environment.get("GLOWTABLE_DATA", "")
    carried = (f"{name}={environment[name]}" for name in CARRIED if environment.get(name))
    return UNIT.format(
        command=" ".join(map(quoted, command)),
        environment="".join(f"Environment={quoted(each)}\n" for each in carried),
        mounts=f"RequiresMountsFor={quoted(folder)}\n" if folder else "",
        owner="" if owner is None else f"User={owner or 'root'}\nSupplementaryGroups=dialout\nProtectSystem=full\n",
        target="default.target" if owner is None else "multi-user.target",
    )


def quoted(word: str) -> str:
    """A word of a command as systemd reads it: signs that mean something to it stand twice.

    Source: systemd.service, "Command lines"; systemd.unit, "Specifiers"
    """
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if not word or set(word) & set(" \t'\"\\;") else word


def _command(args: argparse.Namespace) -> list[str]:
    """This program, and what was typed but for what is done once."""
    return [sys.executable, "-m", "glowtable", *(word for word in args.typed if word not in ("--install", "--open"))]


def _own_folder() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.environ.get("HOME", ""), ".config")
    return Path(home) / "systemd" / "user"


def _write(path: Path, text: str) -> None:
    """UserError if that is impossible, or somebody has written another there."""
    try:
        before = path.read_text("utf-8") if path.exists() else text
        if before != text and not before.startswith(UNIT.partition("\n")[0]):
            raise UserError(say("{path} was written by somebody else: move it away first.", path=str(path)), USAGE)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        cause = cause_of(error) if isinstance(error, OSError) else str(error)
        raise UserError(say("{path} cannot be written ({cause})", path=str(path), cause=cause)) from None


def _next_lines(is_root: bool) -> tuple[str, ...]:
    if is_root:
        return "systemctl daemon-reload", f"systemctl enable --now {NAME}", f"journalctl -u {NAME}"
    return (
        "systemctl --user daemon-reload",
        f"systemctl --user enable --now {NAME}",
        f"loginctl enable-linger {getpass.getuser()}",
        f"journalctl --user -u {NAME}",
    )
