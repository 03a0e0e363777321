"""`glowtable serve` as a process: a lobby, a match, kill -9 in the middle of it, the same match again, home."""

import argparse
import signal
import time
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands import serve, service_table
from glowtable.commands.care import ANYWHERE
from glowtable.commands.serve import OPTIONS_OF_PLAY
from glowtable.commands.service_table import AWAY, ServiceTable
from glowtable.config import Config
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.discovery import simulated_table
from glowtable.game import Outcome, full_options
from glowtable.match.header import REAL, Header
from glowtable.match.journal import Journal
from glowtable.match.outcome_rows import outcome_row
from glowtable.messages import UserError
from glowtable.table import Row
from glowtable.terminal.translator import Translator
from websockets.exceptions import ConnectionClosed

from tests.support.patience import HANG_S
from tests.support.service import HOST, PHONE, Device, is_lobby, led, names, start_service

HASTY_S = 0.05  # between two taps of hasty hands


def is_playing(device) -> bool:
    return device.page in ("seat", "table", "board")


def begin(ann: Device, ben: Device) -> None:
    """Two phones sit down and begin Punto."""
    for device, name in ((ann, "Ann"), (ben, "Ben")):
        device.open().hear(is_lobby)
        device.tap("sit", id=name)
        device.hear(lambda device, name=name: name in names(device))
    ann.hear(lambda device: names(device) == ["Ann", "Ben"])
    assert ann.moment["you"] == 0 and ann.moment["public"]["obstacle"] is None
    ann.tap("start")


def lay_out(ann: Device) -> None:
    """The program deals, so nobody is asked whether the cards lie there: the match has a row."""
    ann.hear(is_playing)
    ann.hear(lambda device: device.moment["public"]["may_undo"] or device.moment["public"]["choices"])


@pytest.fixture
def playing(service):
    """The table's page and two phones, in a match of Punto that Ann and Ben have begun."""
    table, ann, ben = (Device(service[0], host) for host in (HOST, PHONE, PHONE))
    begin(ann, ben)
    lay_out(ann)
    table.open().hear(is_playing)
    return table, ann, ben


def rows_of(folder: Path) -> list[list[str]]:
    """What the journal has of each match."""
    with closing(Journal(folder / "journal.sqlite", beside=True)) as journal:
        return [[f"{row.kind} {row.text}" for row in journal.good_rows(match.id)] for match in journal.list_matches()]


def test_an_evening_by_phones_alone_survives_kill_9_and_leads_home_again(service, tmp_path):
    table, ann, ben = Device(service[0], HOST), Device(service[0]), Device(service[0])
    begin(ann, ben)
    seats = [device.hear(is_playing)["own"]["seat"] for device in (ann, ben)]
    assert seats == [0, 1] and table.open().page == "table"
    table.hear(is_playing)
    lay_out(ann)
    before = rows_of(tmp_path)
    assert len(before) == 1 and before[0][0] == "note served"
    service[0].stop(signal.SIGKILL)

    service[0] = again = start_service(tmp_path, service[0].port)
    for device in (table, ann, ben):
        device.service = again
        device.open().hear(is_playing)
    assert [device.moment["own"]["seat"] for device in (ann, ben)] == [0, 1]
    assert rows_of(tmp_path)[0][: len(before[0])] == before[0]
    ann.hear(lambda device: device.moment["public"]["choices"])  # nothing is compared

    table.tap("lobby")
    for device in (table, ann, ben):
        device.hear(is_lobby)
    assert names(ann) == ["Ann", "Ben"] and (ann.moment["you"], ben.moment["you"]) == (0, 1)
    offer = ann.moment["public"]["offers"][0]
    assert offer["title"] == "Punto" and rows_of(tmp_path)[0][-1] == "note left"
    ben.tap("resume", id=str(offer["match"]))
    assert [device.hear(is_playing)["own"]["seat"] for device in (ann, ben)] == [0, 1]
    assert service[0].stop() == -signal.SIGTERM

    service[0] = start_service(tmp_path, service[0].port)  # it was being played: it goes on at once
    ann.service = service[0]
    assert ann.open().page == "seat"


@pytest.mark.parametrize(("mark", "there"), [((), []), ((Row("note", "served"),), ["Player", "medium"])])
def test_who_played_at_a_terminal_does_not_sit_in_the_lobby(service, tmp_path, mark, there):
    service[0].stop()
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        header = Header("punto", ("Player", "bot:medium"), full_options(games.find("punto"), {}), 1, "2026-11-30T20:00")
        match = journal.begin_match(header)
        journal.append_rows(match, [*mark, Row("note", "left")] if mark else [Row("note", "ready")])
    service[0] = start_service(tmp_path, service[0].port)
    device = Device(service[0]).open()
    device.hear(is_lobby)
    assert names(device) == there


def test_a_match_that_was_left_is_offered_and_not_resumed_unasked(service, playing, tmp_path):
    table, ann, _ = playing
    table.tap("lobby")
    table.hear(is_lobby)
    service[0].stop()
    service[0] = start_service(tmp_path, service[0].port)
    ann.service = service[0]
    ann.open().hear(is_lobby)
    assert len(ann.moment["public"]["offers"]) == 1 and names(ann) == ["Ann", "Ben"] and ann.moment["you"] == 0


def test_a_match_with_cards_on_a_real_table_does_not_go_on_at_a_simulated_one(service, tmp_path):
    """When the computer is quicker than the table after a power cut, only the simulated one is there."""
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        options = full_options(games.find("punto"), {})
        match = journal.begin_match(Header("punto", ("Ann", "Ben"), options, 1, "2026-01-01 20:00:00", REAL))
        journal.append_rows(match, [Row("note", "served"), Row("event", "confirm")])
    service[0].stop()
    service[0] = start_service(tmp_path)
    ann = Device(service[0], HOST)
    offer = ann.open().hear(is_lobby)["public"]["offers"][0]
    ann.tap("resume", id=str(offer["match"]))
    assert ann.refusal() == "The table is away. Plug it in, then start again." and ann.hear(is_lobby)


def test_who_has_a_seat_may_stop_the_match_which_can_be_resumed(playing):
    """The wrong game was started, and nobody is at the computer."""
    _, ann, ben = playing
    ben.hear(is_playing)
    ben.tap("lobby")
    assert ann.hear(is_lobby)["public"]["offers"] and ben.hear(is_lobby)["public"]["offers"]


def test_a_stranger_to_an_earlier_match_gets_no_hand_by_the_name_of_another(service, playing):
    """Ben's phone is there: who sits down under his name does not get his seat, and reads how to get it."""
    (table, _, ben), stranger = playing, Device(service[0])
    table.tap("lobby")
    table.hear(is_lobby)
    ben.open().hear(is_lobby)
    table.tap("leave", seat=1)
    table.hear(lambda device: names(device) == ["Ann"])
    stranger.open().hear(is_lobby)
    stranger.tap("sit", id="Ben")
    stranger.hear(lambda device: device.moment["you"] == 1)
    stranger.tap("resume", id=str(stranger.moment["public"]["offers"][0]["match"]))
    stranger.socket.close()
    assert table.hear(is_playing) and stranger.open().page == "board"
    assert "Seats and phones, Ben, Free this seat." in stranger.hear(is_playing)["missed"]
    assert ben.hear(is_playing)["own"]["seat"] == 1


def seated_anew(service, table, *names_of):
    """Phones without a memory sit down in the lobby under these names, and resume the latest match."""
    table.tap("lobby")
    table.hear(is_lobby)
    phones = [Device(service[0]).open() for _ in names_of]
    for seat, phone in enumerate(phones):
        phone.hear(is_lobby)
        table.tap("leave", seat=0)
        table.hear(lambda device, seat=seat: is_lobby(device) and len(names(device)) == 1)
        phone.tap("sit", id=names_of[seat])
        phone.hear(lambda device: device.moment["you"] == 1)
        table.hear(lambda device: len(names(device)) == 2)
    phones[0].tap("resume", id=str(phones[0].moment["public"]["offers"][0]["match"]))
    table.hear(is_playing)
    return phones


def test_who_sits_in_the_lobby_under_a_name_has_its_seat_of_a_resumed_match_also_after_a_restart(
    service, playing, tmp_path
):
    table, *old = playing
    for phone in old:
        phone.socket.close()
    phones = seated_anew(service, table, "Ann", "Ben")
    assert [phone.hear(is_playing)["own"]["seat"] for phone in phones] == [0, 1]
    service[0].stop(signal.SIGKILL)
    service[0] = start_service(tmp_path, service[0].port)
    for phone in (*phones, *old):
        phone.service = service[0]
    assert [phone.open().page for phone in (*phones, *old)] == ["seat"] * 2 + ["board"] * 2


def test_a_hand_is_never_had_by_a_name(service):
    """ALEX & CO hides hands: the phone reads how to get its seat, and the table's computer alone can free it."""
    table, ann, stranger = (Device(service[0], host) for host in (HOST, PHONE, PHONE))
    for device in (table, ann, stranger):
        device.open().hear(is_lobby)
    table.tap("game", id="alex_and_co")
    ann.tap("sit", id="Ann")
    for count in (1, 2, 3):
        table.hear(lambda device, count=count: len(names(device)) == count)
        if count < 3:
            table.tap("bot", id="easy")
    table.tap("start")
    ann.hear(lambda device: is_playing(device) and device.moment["own"]["choices"])
    choice = ann.moment["own"]["choices"][0]["id"]
    ann.tap("choose", id=choice)
    ann.hear(lambda device: device.moment["public"]["may_undo"])
    table.hear(is_playing)
    table.tap("lobby")
    ann.socket.close()
    table.hear(is_lobby)
    table.tap("leave", seat=0)
    stranger.open().hear(lambda device: is_lobby(device) and len(names(device)) == 2)
    stranger.tap("sit", id="Ann")
    stranger.hear(lambda device: device.moment["you"] == 2)
    stranger.tap("resume", id=str(stranger.moment["public"]["offers"][0]["match"]))
    missed = stranger.hear(is_playing)["missed"]
    assert stranger.page == "board" and "Free your seat at the table." in missed
    table.hear(is_playing)
    table.tap("free", seat=0)
    stranger.hear(lambda device: device.moment["missed"].startswith("Take your seat."))


@pytest.mark.slow
def test_nor_by_having_started_another_match_under_it(service, playing):
    (table, _, ben), stranger = playing, Device(service[0])
    table.tap("lobby")
    table.hear(is_lobby)
    table.tap("leave", seat=1)
    stranger.open().hear(lambda device: is_lobby(device) and names(device) == ["Ann"])
    stranger.tap("sit", id="Ben")
    stranger.hear(lambda device: device.moment["you"] == 1)
    stranger.tap("start")
    assert stranger.hear(is_playing)["own"]["seat"] == 1
    table.hear(is_playing)
    table.tap("lobby")
    table.hear(is_lobby)
    ben.open().hear(is_lobby)
    table.tap("resume", id=str(table.moment["public"]["offers"][-1]["match"]))
    table.hear(is_playing)
    stranger.socket.close()
    assert stranger.open().page == "board" and ben.open().page == "seat" and not table.moment["claims"]


def test_a_phone_has_its_hand_again_in_its_match_though_others_began_one_and_the_service_began_anew(
    service, playing, tmp_path
):
    table, ann, ben = playing
    table.tap("lobby")
    table.hear(is_lobby)
    for left in (1, 0):
        table.tap("leave", seat=0)
        table.hear(lambda device, left=left: len(names(device)) == left)
    stranger = Device(service[0])
    begin(stranger, Device(service[0]))
    lay_out(stranger)
    service[0].stop()
    service[0] = again = start_service(tmp_path, service[0].port)
    for device in (table, ann, ben, stranger):
        device.service = again
    assert stranger.open().page == "seat" and ann.open().page == "board"
    table.open().hear(is_playing)
    table.tap("lobby")
    table.hear(is_lobby)
    for device in (ann, ben):
        device.open().hear(is_lobby)
    assert ann.moment["you"] is None
    table.tap("resume", id=str(table.moment["public"]["offers"][-1]["match"]))
    assert [device.hear(is_playing)["own"]["seat"] for device in (ann, ben)] == [0, 1]
    stranger.socket.close()
    assert stranger.open().page == "board"


def test_a_bot_takes_over_and_a_person_comes_back(service, playing, tmp_path):
    table, ann, ben = playing
    ann.tap("bot", id="easy", seat=1)  # of somebody else
    assert "the table has changed" in ann.refusal()
    ben.hear(is_playing)
    ben.tap("bot", id="easy", seat=1)
    while ben.page != "board":  # who has handed over looks on
        with suppress(ConnectionClosed):
            ben.socket.recv(HANG_S)
            continue
        ben.open()
    ann.hear(lambda device: [player["bot"] for player in device.moment["public"]["players"]] == [False, True])
    ann.hear(lambda device: device.moment["public"]["phase"] == "playing")  # nothing is compared
    assert ann.moment["own"]["seat"] == 0 and "own" not in ben.hear(is_playing)
    for device in (table, ann, ben):
        device.hear(lambda device: is_playing(device) and "Moth plays for Ben now." in device.moment["public"]["news"])
    table.hear(lambda device: [player["bot"] for player in device.moment["public"]["players"]] == [False, True])
    for wrong in ("Ann", "", "undo"):
        table.tap("person", id=wrong, seat=1)
        assert table.refusal()
    table.tap("person", id="Cleo", seat=1)
    table.hear(lambda device: [player["name"] for player in device.moment["public"]["players"]] == ["Ann", "Cleo"])
    assert "Cleo plays for Moth now." in table.moment["public"]["news"]
    assert set(table.moment["claims"]) == {"1"}, "Ben has no seat any more: whoever plays claims it"
    changes = [row for row in rows_of(tmp_path)[0] if row.startswith("note seat")]
    assert changes == ["note seat 1 bot:easy", "note seat 1 Cleo"]
    service[0].stop(signal.SIGKILL)
    service[0] = start_service(tmp_path, service[0].port)
    ann.service = service[0]
    assert [player["name"] for player in ann.open().hear(is_playing)["public"]["players"]] == ["Ann", "Cleo"]


@pytest.mark.slow
def test_the_table_is_tested_on_the_page_and_the_lobby_waits_for_it(service):
    host, ann = Device(service[0], HOST), Device(service[0])
    for device in (host, ann):
        device.open().hear(is_lobby)
    assert host.moment["public"]["jobs"] == ["selftest", "calibrate"], "no firmware is put on a simulated table"
    host.tap("care", id="selftest")
    maker = led(host)
    asked = maker.hear(lambda device: device.moment["maker"].get("wizard"))["maker"]["wizard"]
    assert asked["title"] == "Test every part" and asked["is_twin"]
    assert ann.hear(lambda device: device.moment["public"]["job"]) and ann.socket
    ann.tap("sit", id="Ann")
    assert ann.refusal() == "Somebody is looking after the table. Try again in a minute."
    while not maker.hear(lambda device: device.moment)["maker"].get("report"):
        maker.tap("say", id="yes" if (maker.moment["maker"].get("wizard") or {}).get("is_question") else "")
        maker.moment = {}
        maker.refusal()  # or none: the last one may come when the job is over
        time.sleep(HASTY_S)
    report = maker.moment["maker"]["report"]
    assert {"firmware", "cells", "keys", "cards"} <= {line["part"] for line in report}
    assert {line["verdict"] for line in report} <= {"pass", "skipped"} and maker.moment["maker"]["has_lobby"]
    ann.hear(lambda device: not device.moment["public"]["job"])
    ann.tap("sit", id="Ann")
    ann.hear(lambda device: names(device) == ["Ann"])


def test_a_job_that_is_left_changes_nothing_and_the_lobby_is_open_again(service):
    host, ann = Device(service[0], HOST), Device(service[0])
    for device in (host, ann):
        device.open().hear(is_lobby)
    for job, left in (("calibrate", "The table's settings are unchanged."), ("selftest", "You left before the end.")):
        host.tap("care", id=job)
        maker = led(host)
        maker.hear(lambda device: device.moment["maker"].get("wizard"))
        ann.hear(lambda device: device.moment["public"]["job"])
        ann.tap("sit", id="Ann")
        assert ann.refusal() == "Somebody is looking after the table. Try again in a minute."
        maker.tap("say", id="q")
        report = maker.hear(lambda device: device.moment["maker"].get("report"))["maker"]["report"]
        assert [line["text"] for line in report] == [left]
        maker.socket.close()
        for device in (host, ann):
            device.hear(lambda device: not device.moment["public"]["job"])


def test_a_job_at_which_nobody_looks_is_left(tmp_path, monkeypatch):
    """Else a closed page would keep the lobby closed for ever."""
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    args = argparse.Namespace(language="en", lan=False, host_names=(), port="twin:", **OPTIONS_OF_PLAY)
    started, said = serve.Service(args, Config(), Journal(tmp_path / "journal.sqlite")), []
    monkeypatch.setattr(serve, "ALONE_US", 0)
    monkeypatch.setattr(started.server, "publish_maker", lambda page: said.append(page))
    started._look_after_table("selftest")
    assert Translator("en").text(said[-1]["report"][0]["text"]) == "You left before the end."


def test_matches_are_played_as_the_table_is_set(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    args = argparse.Namespace(language="en", lan=False, host_names=(), port="twin:", pace=0, **OPTIONS_OF_PLAY)
    started = serve.Service(args, Config(sound=False), Journal(tmp_path / "journal.sqlite"))
    header = Header("punto", ("Ann", "Ben"), full_options(games.find("punto"), {}), 1, "2026-01-01 20:00:00", "")
    assert not started.matches._make_setup(header, started.table.find_table(), None).options.has_sound, (
        "as config.toml says"
    )
    started._save_preference("sound", "on")
    started._save_preference("brightness", "25")
    options = started.matches._make_setup(header, started.table.find_table(), None).options
    assert options.has_sound and options.brightness_pct == 25
    assert options.holds  # what people should look at waits for one of their phones


@pytest.mark.parametrize(
    ("is_over", "said"),
    [
        (False, "Match 7 is saved. It continues when you start glowtable serve again."),
        (True, "Your matches are saved. Play on: glowtable serve"),
    ],
)
def test_who_stops_it_reads_what_is_saved(tmp_path, monkeypatch, capsys, is_over, said):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    args = argparse.Namespace(
        language="en", lan=False, host_names=(), port="twin:", port_http=0, open=False, **OPTIONS_OF_PLAY
    )
    started = serve.Service(args, Config(), Journal(tmp_path / "journal.sqlite"))

    def stop():
        recorder = SimpleNamespace(journal=started.journal, match=7, has_rows=True, over=is_over)
        started.pump = SimpleNamespace(recorder=recorder)
        raise KeyboardInterrupt

    monkeypatch.setattr(started, "_play_from_lobby", stop)
    with pytest.raises(KeyboardInterrupt):
        started.run()
    assert capsys.readouterr().out.splitlines()[-1] == said


def test_how_the_table_is_set_is_kept(service, tmp_path):
    host = Device(service[0], HOST)
    host.open().hear(is_lobby)
    host.tap("prefer", id="brightness=25")
    host.hear(lambda device: device.moment["public"]["preferences"][0]["value"] == "25")
    service[0].stop()
    service[0] = start_service(tmp_path)
    again = Device(service[0], HOST)
    assert again.open().hear(is_lobby)["public"]["preferences"][0]["value"] == "25"
    assert oct((tmp_path / "preferences.json").stat().st_mode)[-3:] == "600"


def test_a_backup_is_downloaded_in_the_lobby_and_never_of_a_running_match(service, tmp_path):
    """A copy of the journal tells what every hand holds."""
    host, ann, ben = Device(service[0], HOST), Device(service[0]), Device(service[0])
    copy = host.get("/backup")
    (tmp_path / "copy.sqlite").write_bytes(copy.content)
    with closing(Journal(tmp_path / "copy.sqlite", beside=True)) as journal:
        assert copy.status_code == 200 and journal.list_matches() == []
    assert ann.get("/backup").status_code == 404, "it is the host's"
    begin(ann, ben)
    lay_out(ann)
    assert host.get("/backup").status_code == 404


def bots(device) -> list[bool]:
    return [player["bot"] for player in device.moment["public"]["players"]]


def hands(*devices) -> list[int | None]:
    """The seat whose hand each of them shows; None for one that looks on."""
    return [device.moment["own"]["seat"] if device.page == "seat" else None for device in devices]


def back(device) -> list[tuple[int, str, str]]:
    return [(each["seat"], each["id"], each["text"]) for each in device.moment["public"]["backs"]]


def change(table: Device, *devices: Device, does: str, who: str, by: Device, bot: bool) -> None:
    """Another sits in seat 1 then, on every page."""
    by.tap(does, id=who, seat=1)
    for device in (table, *devices):
        device.hear(lambda device: is_playing(device) and bots(device) == [False, bot])


def test_a_change_of_a_seat_is_undone_and_only_its_device_has_the_hand_again(service, playing, tmp_path):
    (table, ann, ben), stranger = playing, Device(service[0])
    ben.hear(is_playing), stranger.open().hear(is_playing)
    everybody = (table, ann, ben, stranger)
    assert not any(back(device) for device in everybody)
    change(*everybody, does="bot", who="easy", by=ben, bot=True)
    assert [back(device) for device in everybody] == [[(1, "Ben", "Undo: Ben plays again")]] * 4
    assert hands(*everybody) == [None, 0, None, None]
    assert [device.moment.get("left") for device in everybody] == [None, None, 1, None]
    stranger.tap("back", id="Ben", seat=1)
    with pytest.raises(ConnectionClosed) as closed:
        stranger.refusal()
    assert closed.value.rcvd.code == 1008
    ann.tap("back", id="Ben", seat=1)  # of somebody else
    assert "the table has changed" in ann.refusal()

    service[0].stop(signal.SIGKILL)
    service[0] = start_service(tmp_path, service[0].port)
    for device in everybody:
        device.service = service[0]
        device.open().hear(is_playing)
    assert [device.moment.get("left") for device in everybody] == [None, None, 1, None], "after a restart, too"
    change(*everybody, does="back", who="Ben", by=ben, bot=False)
    assert hands(*everybody) == [None, 0, 1, None] and table.moment["claims"] == {}
    assert back(ben) == [(1, "bot:easy", "Undo: a bot plays again (easy)")]
    change(*everybody, does="back", who="bot:easy", by=ben, bot=True)
    change(*everybody, does="back", who="Ben", by=table, bot=False)
    assert hands(*everybody) == [None, 0, 1, None] and names(ann) == ["Ann", "Ben"]
    changes = [row for row in rows_of(tmp_path)[0] if row.startswith("note seat")]
    assert changes == ["note seat 1 bot:easy", "note seat 1 Ben"] * 2
    ann.tap("back", id="Ben", seat=1)
    ann.refusal()  # taps are answered in turn: all that was done before is written down
    service[0].stop(signal.SIGKILL)
    service[0] = again = start_service(tmp_path, service[0].port)
    ben.service = stranger.service = again
    assert (ben.open().page, stranger.open().page) == ("seat", "board"), "whose seat it is was written down"


def test_a_device_gets_no_hand_by_an_undo_that_it_did_not_have(playing):
    """Ben's seat was freed before a bot took over: whoever plays claims it, as every free seat."""
    table, ann, ben = playing
    ben.hear(is_playing)
    table.tap("free", seat=1)
    table.hear(lambda device: "1" in device.moment["claims"])
    change(table, ann, does="bot", who="easy", by=table, bot=True)
    ben.socket.close()
    assert ben.open().page == "board" and "left" not in ben.hear(is_playing)
    change(table, ann, ben, does="back", who="Ben", by=table, bot=False)
    assert set(table.moment["claims"]) == {"1"} and hands(ann, ben) == [0, None]


def test_who_is_called_by_name_claims_the_seat_though_the_name_is_the_same(playing):
    table, ann, ben = playing
    ben.hear(is_playing)
    change(table, ann, ben, does="bot", who="easy", by=ben, bot=True)
    change(table, ann, ben, does="person", who="Ben", by=table, bot=False)
    assert set(table.moment["claims"]) == {"1"} and hands(ann, ben) == [0, None]
    ben.tap("back", id="bot:easy", seat=1)
    assert "the table has changed" in ben.refusal(), "another Ben may sit there now"


def test_the_lobby_counts_who_won_this_evening(service, tmp_path):
    now, options = datetime.now(), full_options(games.find("punto"), {})
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        for hours, winner in ((30, 0), (3, 1), (2, 1), (1, 0)):
            started = (now - timedelta(hours=hours)).isoformat(" ", "seconds")
            match = journal.begin_match(Header("punto", ("Ann", "Ben"), options, 1, started))
            journal.append_rows(match, [Row("over", "..."), outcome_row(Outcome("rounds", (winner,), (0, 0), ()), 9)])
    service[0].stop()
    service[0] = start_service(tmp_path)
    shown = Device(service[0], HOST).open().hear(is_lobby)["public"]
    assert shown["won"] == [
        {"name": "Ben", "won": 2, "played": 3, "text": "Ben 2 of 3"},
        {"name": "Ann", "won": 1, "played": 3, "text": "Ann 1 of 3"},
    ]


def test_once_a_real_table_was_found_no_simulated_one_takes_its_place(monkeypatch):
    clock = RushedClock()
    tables = [simulated_table(clock), simulated_table(clock)._replace(twin=None), simulated_table(clock)]
    monkeypatch.setattr(discovery, "find_table", lambda *given: tables.pop(0))
    table = ServiceTable("auto", clock)
    table.find_table()
    assert table.is_simulated
    table.find_table()
    assert not table.is_simulated
    with pytest.raises(UserError) as away:
        table.find_table()
    assert away.value.message == AWAY


def test_a_pico_that_does_not_answer_as_a_table_can_be_updated(monkeypatch):
    """As after an update that was cut short, and a restart of the service."""
    ports, clock = [], RushedClock()
    monkeypatch.setattr(service_table, "pico_ports", lambda: ports)
    monkeypatch.setattr(discovery, "find_table", lambda *given: simulated_table(clock))
    table = ServiceTable("auto", clock)
    table.find_table().connection.close()
    assert table.jobs == ANYWHERE
    ports.append("/dev/ttyACM0")
    assert table.jobs == (*ANYWHERE, "update")
    assert [table.port_for(job) for job in ("selftest", "update")] == ["twin:", "auto"]


def test_where_nothing_can_be_kept_that_is_said_without_an_option_of_another_command(tmp_path, capsys, monkeypatch):
    (tmp_path / "data").write_text("a file in the way")
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "none.toml"))
    assert main(["serve", "--port", "twin:", "--language", "en"]) == 1
    said = capsys.readouterr().err
    assert "No match can be recorded" in said and "--unrecorded" not in said
