"""A phone on the network of the table: plain HTTP, no name that browsers trust, another kernel's network."""

import re
import shutil
import sys
from threading import Timer

import pytest

from tests.browser.hosted import PHONE, SEATED, Browser, chromium, keep_picture, violations_on
from tests.support.patience import HANG_S
from tests.web.network_namespaces import PROBE, NetworkedComputer

pytestmark = [pytest.mark.web, pytest.mark.kernel(*PROBE)]
TABLE, OTHER = "192.168.4.1", "192.168.4.2"
SERVE = ["serve", "--lan", "--port", "twin:", "--port-http", "0", "--language", "en", "--pace", "0"]

OF_HOST = ("maker", "backup", "matches", "matches/all", "matches/statistics")


@pytest.fixture
def network():
    """The table's computer and a phone, by one cable."""
    if not shutil.which("ip"):
        pytest.skip("no `ip` on PATH: install the package iproute2")
    table = NetworkedComputer()
    phone = NetworkedComputer(beside=table)
    table.join(phone, "wlan0", f"{TABLE}/24", f"{OTHER}/24")
    yield table, phone
    phone.close()
    table.close()


@pytest.fixture
def address(network, tmp_path):
    """Where phones find the service."""
    own = {"GLOWTABLE_DATA": str(tmp_path / "data"), "GLOWTABLE_CONFIG": str(tmp_path / "none.toml")}
    program = network[0].start(sys.executable, "-u", "-m", "glowtable", *SERVE, environment=own)
    hang = Timer(HANG_S, program.kill)
    hang.start()
    yield next(found[0] for line in program.stdout if (found := re.search(rf"http://{TABLE}:\d+/", line)))
    program.terminate()
    program.communicate()
    hang.cancel()


@pytest.fixture
def phone(network, tmp_path):
    """A Chromium on the phone."""
    program = tmp_path / "chromium"
    program.write_text(f'#!/bin/sh\nexec {" ".join(network[1].enter)} {chromium()} "$@"\n')
    program.chmod(0o700)
    browser = Browser(str(program))
    yield browser
    browser.close()


def test_a_phone_sits_down_plays_and_looks_after_nothing(address, phone):
    page = phone.page(address, PHONE, has_touch=True)
    page.wait_for_selector("#games button")
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    assert page.is_hidden("#care") and page.is_hidden("#start")
    page.fill("#name", "Ann")
    page.tap("#sit-do")
    page.wait_for_selector(".players .me")
    page.tap("#bot-easy")
    page.wait_for_selector("#start:enabled")
    assert violations_on(page) == []
    keep_picture(page, "another-computer")
    page.tap("#start")
    page.wait_for_selector(SEATED)
    assert page.inner_text("#name") == "Ann" and page.url.startswith(address)
    page.tap("#more-open")
    page.wait_for_selector("#banner:has-text('Your screen may turn off')")
    assert [said for said in phone.complaints if "Cross-Origin-Opener-Policy" not in said] == []  # it needs HTTPS
    statuses = [page.evaluate("path => fetch(path).then((answer) => answer.status)", f"/{path}") for path in OF_HOST]
    assert statuses == [404] * len(OF_HOST)
