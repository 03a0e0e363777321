"""`glowtable serve --install`: a unit that systemd understands, which starts this program as it was asked for."""

import configparser
import errno
import grp
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

import httpx
import pytest
from glowtable.__main__ import main
from glowtable.commands import service_unit
from glowtable.commands.service_unit import NAME, SERIAL_GROUPS, quoted, unit_text
from glowtable.match.journal import Journal
from glowtable.messages import USAGE

from tests.support.patience import HANG_S

ENVIRONMENT = {"GLOWTABLE_DATA": "/srv/my matches/100% $HOME"}

WHERE = os.pathsep.join(map(os.path.abspath, sys.path))  # the program that is tested, wherever it is installed


def read(text: str) -> configparser.ConfigParser:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str
    unit.read_string(text)
    return unit


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where units of this person lie; there is a systemd."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(service_unit.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(service_unit, "BOOTED", tmp_path)
    return tmp_path / "systemd" / "user"


def install(*more: str) -> int:
    return main(["serve", "--install", *more, "--language", "en"])


def written_command(folder) -> list[str]:
    """As systemd runs it: the colon only says that a $ is not looked at."""
    return shlex.split(read((folder / NAME).read_text())["Service"]["ExecStart"].removeprefix(":"))


def test_a_unit_for_all_runs_as_who_asked_and_may_open_the_table():
    unit = read(unit_text(["/opt/p", "-m", "glowtable", "serve"], ENVIRONMENT, "ann", "dialout"))
    assert unit["Service"]["ExecStart"] == ":/opt/p -m glowtable serve"
    assert unit["Service"]["User"] == "ann" and unit["Service"]["SupplementaryGroups"] == "dialout"
    assert unit["Service"]["Environment"] == '"GLOWTABLE_DATA=/srv/my matches/100%% $HOME"'
    assert unit["Unit"]["RequiresMountsFor"] == '"/srv/my matches/100%% $HOME"'
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def test_a_unit_of_ones_own_asks_for_no_rights():
    unit = read(unit_text(["/opt/p"], {}, None))
    assert unit["Install"]["WantedBy"] == "default.target" and "User" not in unit["Service"]
    assert "RequiresMountsFor" not in unit["Unit"] and "Environment" not in unit["Service"]


@pytest.mark.parametrize("kind", ["ann", None])
def test_it_starts_again_after_a_crash_and_not_after_a_mistake(kind):
    service = read(unit_text(["/opt/p"], ENVIRONMENT, kind))["Service"]
    assert service["Restart"] == "on-failure" and service["RestartPreventExitStatus"] == str(USAGE)


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("a b", '"a b"'),
        ("100%", "100%%"),
        ("$HOME", "$HOME"),
        ("a\nb", '"a\\nb"'),
        ('a"b', '"a\\"b"'),
        ("a\\b", '"a\\\\b"'),
        ("", '""'),
    ],
)
def test_signs_that_mean_something_to_systemd_are_taken_as_they_are(word, written):
    assert quoted(word) == written


def test_what_was_typed_is_carried_over_and_the_next_steps_are_said(folder, capsys):
    assert install("--lan", "--port-http", "8480", "--host-name", "table.local") == 0
    assert written_command(folder)[1:] == [
        *("-P", "-m", "glowtable", "serve", "--lan", "--port-http", "8480", "--host-name", "table.local"),
        *("--language", "en"),
    ]
    out = capsys.readouterr().out
    assert str(folder / NAME) in out and "systemctl --user enable --now glowtable.service" in out
    assert "enable-linger" in out
    assert install() == 0, "it may be written again"
    assert "8480" not in (folder / NAME).read_text()


def test_nothing_is_written_that_runs_as_root(folder, monkeypatch, capsys):
    monkeypatch.setattr(service_unit.os, "geteuid", lambda: 0)
    monkeypatch.setattr(service_unit, "FOR_ALL", folder)
    monkeypatch.delenv("SUDO_USER", raising=False)
    assert install() == USAGE and "with sudo" in capsys.readouterr().err and not folder.exists()


@pytest.mark.parametrize("word", ["--inst", "--install"])
def test_the_service_serves_and_installs_nothing_however_that_was_typed(folder, word):
    assert main(["serve", "--lan", word, "--op", "--pace", "0"]) == 0
    assert written_command(folder)[1:] == ["-P", "-m", "glowtable", "serve", "--lan", "--pace", "0"]


def test_folders_named_from_here_are_found_from_anywhere(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLOWTABLE_DATA", "my matches")
    assert install() == 0
    unit = read((folder / NAME).read_text())
    assert unit["Service"]["Environment"] == f'"GLOWTABLE_DATA={tmp_path / "my matches"}"'
    assert unit["Unit"]["RequiresMountsFor"] == f'"{tmp_path / "my matches"}"'


@pytest.mark.parametrize(("groups", "named"), [([*SERIAL_GROUPS], "dialout"), (["uucp"], "uucp"), (["users"], None)])
def test_with_sudo_it_is_for_all_runs_as_who_typed_it_and_names_no_group_that_is_not_there(
    folder, tmp_path, monkeypatch, capsys, groups, named
):
    monkeypatch.setattr(service_unit.os, "geteuid", lambda: 0)
    monkeypatch.setattr(service_unit, "FOR_ALL", tmp_path / "etc")
    monkeypatch.setattr(grp, "getgrall", lambda: [grp.struct_group((name, "x", 1, [])) for name in groups])
    monkeypatch.setenv("SUDO_USER", "ann")
    assert install() == 0
    service = read((tmp_path / "etc" / NAME).read_text())["Service"]
    assert service["User"] == "ann" and service.get("SupplementaryGroups") == named
    assert f"    sudo systemctl enable --now {NAME}\n" in capsys.readouterr().out
    assert (tmp_path / "etc" / NAME).stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_unit_that_somebody_wrote_or_changed_stays(folder, capsys, is_ours):
    folder.mkdir(parents=True)
    changed = "[Service]\nExecStart=/bin/true\n"
    if is_ours:
        assert install() == 0
        changed = (folder / NAME).read_text() + "# mine\n"
    (folder / NAME).write_text(changed)
    assert install("--lan") == USAGE and "written or changed by somebody else" in capsys.readouterr().err
    assert (folder / NAME).read_text() == changed


def test_a_unit_that_was_switched_off_for_good_stays_so(folder, capsys):
    """`systemctl mask` makes it a link to nothing."""
    folder.mkdir(parents=True)
    (folder / NAME).symlink_to(os.devnull)
    assert install() == USAGE and "Move it away first" in capsys.readouterr().err
    assert (folder / NAME).is_symlink()


def test_where_a_new_unit_has_no_room_the_one_before_stays(folder, monkeypatch, capsys):
    assert install() == 0
    before = (folder / NAME).read_text()
    capsys.readouterr()

    def refuse(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)
    assert install("--lan") == 1 and "glowtable.service (No space left on device)." in capsys.readouterr().err
    assert (folder / NAME).read_text() == before and len(list(folder.iterdir())) == 1


def test_where_it_cannot_be_written_that_is_said(folder, capsys):
    folder.parent.parent.mkdir(exist_ok=True)
    (folder.parent).write_text("a file in the way")
    assert install() == 1 and "Can't write " in capsys.readouterr().err


def test_without_systemd_there_is_another_way(folder, monkeypatch, capsys):
    monkeypatch.setattr(service_unit, "BOOTED", folder / "nothing")
    assert install() == USAGE and "no systemd" in capsys.readouterr().err


def test_the_written_command_opens_the_lobby_and_ends_as_systemd_ends_it(folder, tmp_path):
    assert install("--port", "twin:", "--port-http", "0") == 0
    unit = read((folder / NAME).read_text())["Service"]
    named = dict(word.split("=", 1) for word in shlex.split(unit["Environment"]))
    running = subprocess.Popen(
        written_command(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd="/",
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": WHERE, **named},
    )  # fmt: skip
    port = next(int(found[1]) for line in running.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)/", line)))
    assert "lobby.js" in httpx.get(f"http://127.0.0.1:{port}/", timeout=HANG_S, trust_env=False).text
    running.send_signal(signal.SIGTERM)
    assert running.wait(HANG_S) == -signal.SIGTERM, "systemd counts this as an end"
    running.stdout.close()
    journal = Journal(tmp_path / "data" / "journal.sqlite")
    assert not journal.list_matches()
    journal.close()


def test_systemd_itself_finds_nothing_wrong(tmp_path):
    verify = shutil.which("systemd-analyze")
    if not verify:
        return  # the tests above read the unit as it does
    path = tmp_path / NAME
    path.write_text(unit_text([shutil.which("true"), "a b", "100%"], ENVIRONMENT, "root"))
    ran = subprocess.run([verify, "verify", "--man=no", str(path)], capture_output=True, text=True)
    assert NAME not in ran.stderr, ran.stderr


def test_control_systemd_finds_what_is_wrong(tmp_path):
    verify = shutil.which("systemd-analyze")
    if not verify:
        return
    path = tmp_path / NAME
    path.write_text("[Service]\nExecStart=relative\nNonsense=1\n")
    ran = subprocess.run([verify, "verify", "--man=no", str(path)], capture_output=True, text=True)
    assert NAME in ran.stderr
