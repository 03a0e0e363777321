"""`glowtable serve` as a process, and devices at its pages: what they get, and what they tap."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from time import monotonic

import httpx
from glowtable.device.clock import boot_ms
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.patience import HANG_S

HOUSE = Path(__file__).parents[2]
PHONE = "phone.localhost"  # by this name nobody calls who is at this computer itself
HOST = "127.0.0.1"
OPTIONS = ("--language", "en", "--pace", "0", "--host-name", PHONE)
STREAMS = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}


class Service:
    """The running program; `process` is one with STREAMS that has just been started."""

    def __init__(self, process: subprocess.Popen) -> None:
        self.process, self.said = process, []
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError(f"it has ended: {self.said}")

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        ended = self.process.wait(HANG_S)
        self.process.stdout.close()
        return ended


def start_service(folder: Path, port: int = 0) -> Service:
    """At a simulated table; what it keeps is in this folder."""
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    command = [sys.executable, "-m", "glowtable", "serve", "--port", "twin:", "--port-http", str(port), *OPTIONS]
    return Service(subprocess.Popen(command, env=environment, cwd=HOUSE, **STREAMS))


class Device:
    """A browser: its cookies, and the page that it has open."""

    def __init__(self, service: Service, host: str = PHONE) -> None:
        self.service, self.host, self.cookies = service, host, {}
        self.numbers, self.pages = count(1), ExitStack()

    def get(self, path: str) -> httpx.Response:
        name = f"{self.host}:{self.service.port}"
        sent = "; ".join(f"{cookie}={value}" for cookie, value in self.cookies.items())
        url = f"http://127.0.0.1:{self.service.port}{path}"
        answer = httpx.get(url, headers={"Host": name, "Cookie": sent}, timeout=HANG_S, trust_env=False, verify=False)
        with suppress(KeyError):
            cookie, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[cookie] = value
        return answer

    def open(self) -> "Device":
        """The page as browsers load it: which one there is now, and what it follows."""
        answer = self.get("/")
        while answer.status_code == 303:
            answer = self.get(answer.headers["location"])
        self.page = re.search(r'data-page="(\w+)"', answer.text)[1]
        stage = self.get("/words?lang=en").json()["stage"]
        name = f"{self.host}:{self.service.port}"
        self.socket = self.pages.enter_context(connect(
            f"ws://{name}/follow/{self.page}?stage={stage}", origin=f"http://{name}", open_timeout=HANG_S, proxy=None,
            ping_interval=None,  # at the emulated table's pace nobody answers in time
            additional_headers={"Cookie": "; ".join(f"{cookie}={value}" for cookie, value in self.cookies.items())},
            sock=socket.create_connection((HOST, self.service.port), HANG_S),
        ))  # fmt: skip
        self.moment = {}
        return self

    def hear(self, wanted) -> dict:
        """The first moment that is as wanted; after another stage began the page is loaded again."""
        until = monotonic() + HANG_S  # beats come for ever
        while not (self.moment and wanted(self)):
            assert monotonic() < until, self.moment
            try:
                heard = json.loads(self.socket.recv(HANG_S))
            except ConnectionClosed as closed:
                assert closed.rcvd.code == 4410, closed
                self.open()
                continue
            assert "note" not in heard, heard
            if "n" in heard:
                self.moment = heard
        return self.moment

    def refusal(self) -> str:
        """Why the last tap is not done; '' if it is."""
        while (heard := json.loads(self.socket.recv(HANG_S))).get("tap") != self.tapped:
            if "n" in heard:
                self.moment = heard
        return heard.get("note", "")

    def tap(self, does: str, **fields) -> None:
        self.tapped = next(self.numbers)
        tap = {"does": does, "at": self.moment["n"], "beat": boot_ms(), "tap": self.tapped, **fields}
        self.socket.send(json.dumps(tap))


def names(device) -> list[str]:
    return [player["name"] or player["bot"] for player in device.moment["public"]["players"]]


def is_lobby(device) -> bool:
    return device.page == "lobby" and "games" in device.moment["public"]


def led(host: Device) -> Device:
    """The maker's page, which leads through a job."""
    maker = Device(host.service, HOST)
    maker.page, name = "maker", f"{HOST}:{host.service.port}"
    page = connect(f"ws://{name}/follow/maker", origin=f"http://{name}", open_timeout=HANG_S, proxy=None)
    maker.socket = maker.pages.enter_context(page)
    maker.moment = {}
    return maker
