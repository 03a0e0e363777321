"""What looks after a table, at the emulated one."""

import json

import pytest
from glowtable.device.build import shipped_build

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
