"""`glowtable serve --install`: a systemd unit that starts the service with the computer."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

from glowtable.commands import translator_for
from glowtable.gate import make_folder, read_file, unwritable_error, write_private
from glowtable.messages import USAGE, UserError, say

NAME = "glowtable.service"
FOR_ALL = Path("/etc/systemd/system")
BOOTED = Path("/run/systemd/system")  # is there where systemd runs, not only lies on the disk. Source: sd_booted(3)
CARRIED = ("GLOWTABLE_DATA", "GLOWTABLE_CONFIG")  # paths that the service is to have of this terminal
ONCE = ("--install", "--open")
SERIAL_GROUPS = ("dialout", "uucp")  # who may open serial ports: Debian's, Arch's
UNIT = """\
[Unit]
Description=Glowtable, a table for board games
# Neither network nor table nor clock need be there: it waits for them.
After=network.target
{mounts}
[Service]
Type=exec
ExecStart=:{command}
{environment}SyslogIdentifier=glowtable
KillSignal=SIGTERM
TimeoutStopSec=20
Restart=on-failure
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
    if not BOOTED.is_dir():
        raise UserError(say("This computer has no systemd. Let what it has instead start: glowtable serve"), USAGE)
    is_root = os.geteuid() == 0
    if is_root and not os.environ.get("SUDO_USER"):
        raise UserError(say("A service for everybody's phones shouldn't be root. Type this as yourself, or with sudo."),
                        USAGE)  # fmt: skip
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    path = (FOR_ALL if is_root else Path(home) / "systemd" / "user") / NAME
    owner, group = (os.environ["SUDO_USER"], _serial_group()) if is_root else (None, "")
    carried = {name: os.path.abspath(os.environ[name]) for name in CARRIED if os.environ.get(name)}
    _write_unit(path, unit_text(_start_command(args), carried, owner, group))
    written = say("{path} is written. It starts with the computer once you type:", path=str(path))
    print(translator_for(args).text(written), *_next_lines(is_root), sep="\n    ")
    return 0


def unit_text(command: Sequence[str], environment: Mapping[str, str], owner: str | None, group: str = "") -> str:
    """The unit, signed; `owner` runs it if it is one for all; None makes one of a person's own."""
    folder = environment.get("GLOWTABLE_DATA", "")
    groups = f"SupplementaryGroups={group}\n" if group else ""  # it opens the table's port
    return _signature_line(UNIT.format(
        command=" ".join(map(quoted, command)),
        environment="".join(f"Environment={quoted(f'{name}={value}')}\n" for name, value in environment.items()),
        mounts=f"RequiresMountsFor={quoted(folder)}\n" if folder else "",
        owner="" if owner is None else f"User={owner}\n{groups}ProtectSystem=full\n",
        target="default.target" if owner is None else "multi-user.target",
    ))  # fmt: skip


def quoted(word: str) -> str:
    """A word as systemd reads it; in a command $ is an ordinary sign because of the colon.

    Source: systemd.service, "Command lines"; systemd.unit, "Specifiers"
    """
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("\n", "\\n")
    return f'"{word}"' if not word or set(word) & set(" \t'\"\\;") else word


def _start_command(args: argparse.Namespace) -> list[str]:
    """This program, from whatever folder, and what was typed but for what is done once, which may be shortened."""
    once = {word for word in args.typed if word.startswith("--") and any(each.startswith(word) for each in ONCE)}
    return [sys.executable, "-P", "-m", "glowtable", *(word for word in args.typed if word not in once)]


def _serial_group() -> str:
    """A group that there is: with another one systemd would not start the service."""
    import grp  # not on Windows

    return next((name for name in SERIAL_GROUPS if name in {group.gr_name for group in grp.getgrall()}), "")


def _signature_line(unit: str) -> str:
    return f"# Written by: glowtable serve --install ({crc32(os.fsencode(unit)):08x})\n{unit}"


def _write_unit(path: Path, text: str) -> None:
    """UserError if that is impossible, or somebody has written another there, or changed ours."""
    try:
        before = os.fsdecode(read_file(path)) if path.exists() else text
        if before != _signature_line(before.partition("\n")[2]):
            raise UserError(say("{path} was written or changed by somebody else. Move it away first.",
                                path=str(path)), USAGE)  # fmt: skip
        make_folder(path.parent)
        write_private(path, os.fsencode(text))
        path.chmod(0o644)  # everybody may look at it: systemctl cat
    except OSError as error:
        raise unwritable_error(path, error) from None


def _next_lines(is_root: bool) -> tuple[str, ...]:
    before, after = ("sudo " * ("SUDO_USER" in os.environ), "") if is_root else ("", " --user")
    systemctl = f"{before}systemctl{after}"
    lines = (f"{systemctl} daemon-reload", f"{systemctl} enable --now {NAME}", f"{before}journalctl{after} -u {NAME}")
    return lines if is_root else (*lines, f"loginctl enable-linger {getpass.getuser()}")
