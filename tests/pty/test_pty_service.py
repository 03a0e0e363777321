"""What looks after a table, at the emulated one."""

import json

import pytest
from glowtable.device.build import shipped_build

from tests.support.service import HOST, OPTIONS, STREAMS, Device, Service, is_lobby, led

pytestmark = pytest.mark.pty


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
    assert "bytes of memory are free" in done.stdout


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
        assert reports == [f"the table at {workbench.port} runs build {shipped_build()}", "You left before the end."]
    finally:
        service.stop()


def report_of(maker) -> str:
    return str(maker.moment["maker"].get("report"))
