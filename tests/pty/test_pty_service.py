"""What looks after a table, at the emulated one."""

import json
from shutil import rmtree

import pytest
from glowtable.device.build import shipped_build
from glowtable.device.link import key_code
from glowtable.grid import TABLE_SEAT
from glowtable.table import Key

from tests.pty.match import Match, lay, lay_tags
from tests.support.service import HOST, OPTIONS, STREAMS, Device, Service, is_lobby, led, names

pytestmark = pytest.mark.pty
LIT_S, FINGER_S = 5, 0.5  # of the table's time: until the lobby shines, and between two presses
LAID = 3  # cards of the match that changes its place


@pytest.fixture(autouse=True)
def nothing_kept(workbench):
    """Neither people in the lobby nor a match of the test before."""
    rmtree(workbench.folder / "data", ignore_errors=True)


def test_a_whole_table_passes_its_selftest(workbench):
    done = workbench.glowtable("selftest", "--no-hands", "--json")
    assert done.returncode == 0, done.stdout
    verdicts = {finding["part"]: finding["verdict"] for finding in json.loads(done.stdout)}
    assert "FAIL" not in verdicts.values() and "pass" in verdicts.values()


def test_a_table_without_its_supply_fails_it(workbench):
    workbench.table.do("supply 0")
    try:
        done = workbench.glowtable("selftest", "--no-hands", "--json")
    finally:
        workbench.table.do("supply 5000")
    assert done.returncode == 1
    assert "FAIL" in {finding["verdict"] for finding in json.loads(done.stdout)}


def test_the_doctor_tells_figures(workbench):
    done = workbench.glowtable("doctor")
    assert done.returncode == 0, done.stdout
    assert f"build={shipped_build()}" in done.stdout
    assert "free memory: " in done.stdout


def test_the_table_is_looked_after_on_the_page(workbench):
    """Its firmware is compared and its parts are tested over the port that the lobby leaves free."""
    command = ("glowtable", "serve", "--port", workbench.port, "--port-http", "0", *OPTIONS)
    service = Service(workbench.begin(*command, **STREAMS))
    try:
        host = Device(service, HOST)
        assert host.open().hear(is_lobby)["public"]["jobs"] == ["selftest", "calibrate", "enrol", "update"]
        reports = []
        for job in ("update", "selftest"):
            host.tap("care", id=job)
            maker = led(host)
            if job == "selftest":
                maker.hear(
                    lambda device: "simulated" not in str(device.moment) and device.moment["maker"].get("wizard")
                )
                maker.tap("say", id="q")
            said = maker.hear(lambda device: "build" in report_of(device) or "left" in report_of(device))
            reports.append(said["maker"]["report"][-1]["text"])
            maker.socket.close()
            host.hear(lambda device: not device.moment["public"]["job"])
        assert reports == [f"The table at {workbench.port} runs build {shipped_build()}.", "You left before the end."]
    finally:
        service.stop()


def option_of(device, name: str) -> str:
    return next(str(option["value"]) for option in device.moment["public"]["options"] if option["name"] == name)


def head_of(device) -> str:
    return device.moment["own"]["moment"]["head"]


def report_of(maker) -> str:
    return str(maker.moment["maker"].get("report"))


def test_a_match_is_begun_by_keys_of_the_table_alone(workbench):
    command = ("glowtable", "serve", "--port", workbench.port, "--port-http", "0", *OPTIONS)
    service = Service(workbench.begin(*command, **STREAMS))
    try:
        host = Device(service, HOST)
        host.open().hear(is_lobby)
        workbench.until(lambda: lit(workbench) == len(host.moment["public"]["games"]), LIT_S)
        confirm, bot = Key(0, "confirm"), Key(0, "pass")
        for key, sat in ((confirm, []), (confirm, ["Player 1"]), (bot, ["Player 1", "medium"])):
            workbench.table.do(f"key {key_code(key)}")
            host.hear(lambda device, sat=sat: names(device) == sat)
            workbench.passes(FINGER_S)
        workbench.table.do(f"key {key_code(Key(TABLE_SEAT, 'next'))}")
        begun = host.hear(lambda device: device.page == "table")["public"]
        assert begun["players"][0]["name"] == "Player 1" and begun["game"] == "Punto"
    finally:
        service.stop()


def test_a_match_is_begun_on_phones_continued_at_the_table_and_ended_in_the_terminal(workbench):
    lay_tags(workbench)
    command = ("glowtable", "serve", "--port", workbench.port, "--port-http", "0", *OPTIONS)
    service = Service(workbench.begin(*command, **STREAMS))
    try:
        ann, _ = phones = Device(service), Device(service)
        for phone, name in zip(phones, ("Ann", "Ben"), strict=True):
            phone.open().hear(is_lobby)
            phone.tap("sit", id=name)
            phone.hear(lambda device, name=name: name in names(device))
        ann.hear(lambda device: names(device) == ["Ann", "Ben"])
        ann.tap("option", id="rounds_to_win=1")
        ann.hear(lambda device: option_of(device, "rounds_to_win") == "1")
        ann.tap("start")
        ann.hear(lambda device: device.page == "seat" and head_of(device).startswith("Set up"))
        ann.tap("key", key="confirm", seat=0)
        youngest = ann.hear(lambda device: head_of(device).startswith("Who is youngest"))["own"]["choices"]
        ann.tap("choose", id=next(choice["id"] for choice in youngest if choice["text"] == "Ann"))
        for turn in range(LAID):
            said = lay(workbench, turn)
            ann.hear(lambda device, said=said: said in str(device.moment["public"]["news"]))
    finally:
        service.stop()
    match = Match(workbench, "--resume", laid=LAID)
    match.come_back()
    match.play_to_end()


def lit(workbench) -> int:
    """How many of the cells shine."""
    cells = bytes.fromhex(workbench.table.do("cells"))
    return sum(any(cells[at : at + 3]) for at in range(0, len(cells), 3))
