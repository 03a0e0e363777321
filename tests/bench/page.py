"""The companion page: from a click to the light it brings, its first load, and what it costs while nothing happens.

    python -m tests.bench.page [--clicks 40]

Needs the extra `web` and the system's Chromium. The program runs as people run it, in real time, with eight phones
and two boards connected, which draw elsewhere; then with ten more pages that this computer draws itself. Wall time:
figures of a busy machine say nothing, so each stands beside its goal and beside a control of the same run: a click that
is only painted, a page that stands still.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import httpx
from glowtable.match.pump import SCAN_MS
from glowtable.messages import LANGUAGES
from glowtable.terminal.translator import Translator
from glowtable.web.companion import Companion
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.hosted import Browser, codes_shown
from tests.support.matches import Match

PHONES, BOARDS = 8, 2
IDLE_S, BLINK_S = 8.0, 5.0
CONNECTIONS, TURNS, ROUNDS, CHANGES = 200, 5, 150, 50  # each turn has so many rounds; all pages change every so many
GOALS = {
    "click to light in the page, p95, ms": 50.0,
    "click to light painted, p95, ms": 100.0,
    "first load, kB sent": 60.0,
    "first load, requests": 12.0,
    "main thread while 36 cells blink, %": 25.0,
    "a frame while 36 cells blink, median, ms": 17.0,  # 60 a second
    "a frame while a card travels, median, ms": 17.0,
    "program and simulated table at rest, % of a core": 3.0,
    "a round of the pump beside 200 connections / alone, p95": 1.25,
}
CLICK = """() => new Promise((done) => {
    const table = document.getElementById("table"), before = document.documentElement.dataset.moment;
    const lit = table.querySelector(".cell.lit");
    if (!lit) return done(null);
    const began = performance.now();
    new MutationObserver((_, watching) => {
        if (document.documentElement.dataset.moment === before) return;
        watching.disconnect();
        const ms = performance.now() - began;
        requestAnimationFrame(() => requestAnimationFrame(() => done([ms, performance.now() - began])));
    }).observe(table, { childList: true, subtree: true });
    lit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
PAINT = """() => new Promise((done) => {
    const began = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
})"""
FRAMES = """() => new Promise((done) => {
    const took = [];
    let last = null;
    const next = (now) => {
        if (last !== null) took.push(now - last);
        last = now;
        if (took.length < 240) requestAnimationFrame(next); else done(took);
    };
    requestAnimationFrame(next);
})"""
FLIGHT = """() => new Promise((done) => {
    const took = [], lit = document.querySelector(".cell.lit");
    if (!lit) return done(null);
    let last = null;
    const until = performance.now() + 3000;
    const next = (now) => {
        const flies = document.querySelector(".flight");
        if (flies && last !== null) took.push(now - last);
        last = flies ? now : null;
        if ((took.length && !flies) || now > until) done(took); else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    lit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
BLINK_ALL = """() => {
    const cells = [...document.querySelectorAll(".cell")];
    for (const cell of cells) {
        cell.querySelector(".light")?.remove();
        const ring = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        for (const [name, value] of Object.entries({ x: -30, y: -30, width: 60, height: 60, class: "light pattern-k",
            fill: "none", stroke: "#fff", "stroke-width": 5 })) ring.setAttribute(name, value);
        cell.append(ring);
    }
    return cells.length;
}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=40)
    clicks = parser.parse_args().clicks
    with TemporaryDirectory() as folder:
        beside = beside_connections(Path(folder))
        program, port = begin_program(Path(folder))
        try:
            found = measure(program, port, clicks) | beside
        finally:
            program.kill()
    for name, figure in found.items():
        goal = GOALS.get(name)
        verdict = "" if goal is None else f"   goal {goal:g}: {'met' if figure <= goal else 'MISSED'}"
        print(f"{name}: {figure:.1f}{verdict}")
    return int(any(found[name] > goal for name, goal in GOALS.items()))


def begin_program(folder: Path) -> tuple[subprocess.Popen[str], int]:
    environment = {**os.environ, "GLOWTABLE_DATA": str(folder), "GLOWTABLE_CONFIG": str(folder / "none.toml")}
    command = "-m glowtable play punto --web --port twin: --language en --seats Ann,Ben,Cal,Dot --port-http 0"
    options = ["--option", "first_player=youngest", "--option", "max_rounds=20"]
    program = subprocess.Popen(
        [sys.executable, *command.split(), *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        env=environment,
    )  # fmt: skip
    assert program.stdout is not None
    line = next(line for line in program.stdout if "http://127.0.0.1" in line)
    return program, int(line.rsplit(":", 1)[1].strip("/\n"))


def measure(program: subprocess.Popen[str], port: int, clicks: int) -> dict[str, float]:
    browser = Browser()
    try:
        url = f"http://127.0.0.1:{port}/"
        table = browser.page(url, reduced_motion="no-preference")  # it blinks
        table.wait_for_selector("#cell-35")
        found = first_load(table)
        codes = codes_shown(table)
        others = [*follow_seats(port, codes), *(drained(follow(port, "board")) for _ in range(BOARDS))]
        begin_round(table)
        found |= click_to_light(table, clicks)
        found |= travelling(table, clicks // 2)
        found |= blinking(table)
        for each in others:
            each.close()
        draw_others(browser, url)
        drawn = click_to_light(table, clicks // 2)
        found["with ten more pages drawn by this computer, p95, ms"] = drawn["click to light in the page, p95, ms"]
    finally:
        browser.close()
    return found | at_rest(program)


def first_load(table) -> dict[str, float]:
    sent = table.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map((each) => each.transferSize)"""
    )
    return {"first load, kB sent": sum(sent) / 1000, "first load, requests": float(len(sent))}


def follow_seats(port: int, codes: Sequence[str]) -> Iterator[ClientConnection]:
    """Phones that take each moment of their seats: what they draw is drawn by their own processors, not by this one."""
    for seat, code in enumerate(codes):
        origin = {"Origin": f"http://127.0.0.1:{port}"}
        claimed = httpx.post(f"http://127.0.0.1:{port}/claim", content=code, headers=origin)
        cookie = "; ".join(f"{name}={value}" for name, value in claimed.cookies.items())
        for _ in range(PHONES // len(codes)):
            yield drained(follow(port, f"seat?seat={seat}", additional_headers={"Cookie": cookie}))


def drained(socket: ClientConnection) -> ClientConnection:
    """All that comes is taken by a thread; the first moment is there."""
    assert socket.recv(30)
    Thread(target=_take_all, args=(socket,), daemon=True).start()
    return socket


def _take_all(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        for _ in socket:
            continue


def draw_others(browser: Browser, url: str) -> None:
    """As many pages, all in one browser on this computer: what is measured then is how fast it paints."""
    for _ in range(PHONES + BOARDS):
        browser.page(f"{url}board").wait_for_selector("#cell-35")


def begin_round(table) -> None:
    table.click("#answer-0")
    table.click("#ask .choices button")


def click_to_light(table, clicks: int) -> dict[str, float]:
    took, painted, frames = [], [], []
    while len(took) < clicks:
        figures = table.evaluate(CLICK)
        if figures is None:
            go_on(table)
        else:
            took.append(figures[0])
            painted.append(figures[1])
            frames.append(table.evaluate(PAINT))
        table.wait_for_timeout(700)
    return {
        "click to light in the page, median, ms": statistics.median(took),
        "click to light in the page, p95, ms": p95(took),
        "click to light painted, p95, ms": p95(painted),
        "control: two frames painted, p95, ms": p95(frames),
    }


def go_on(table) -> None:
    """After a round somebody begins the next one; after the match another one begins."""
    table.evaluate(
        """() => {
            if (document.querySelector(".cell.lit")) return;
            (document.querySelector("#ask .choices button") || document.getElementById("key-next"))?.click();
        }"""
    )


def p95(figures: list[float]) -> float:
    return statistics.quantiles(figures, n=20)[-1] if len(figures) > 1 else figures[0]


def travelling(table, moves: int) -> dict[str, float]:
    """How long a frame is while a card travels."""
    frames: list[float] = []
    seen = 0
    while seen < moves:
        flight = table.evaluate(FLIGHT)
        if flight is None:
            go_on(table)
        elif flight:
            frames += flight
            seen += 1
        table.wait_for_timeout(700)
    return {
        "a frame while a card travels, median, ms": statistics.median(frames),
        "frames of travel longer than two, %": 100 * sum(frame_ms > 34 for frame_ms in frames) / len(frames),
    }


def blinking(table) -> dict[str, float]:
    """Of the time of the table's main thread, while every cell blinks; and while none does. And how long a frame is."""
    still = busy_pct(table)
    assert table.evaluate(BLINK_ALL) == 36
    assert table.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") >= 36
    busy = busy_pct(table)
    frame_ms = statistics.median(table.evaluate(FRAMES))
    return {
        "main thread while 36 cells blink, %": busy,
        "control: main thread as it was, %": still,
        "a frame while 36 cells blink, median, ms": frame_ms,
    }


def busy_pct(table) -> float:
    session = table.context.new_cdp_session(table)
    session.send("Performance.enable")

    def task_s() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    before, began = task_s(), time.monotonic()
    table.wait_for_timeout(BLINK_S * 1000)
    return 100 * (task_s() - before) / (time.monotonic() - began)


def beside_connections(folder: Path) -> dict[str, float]:
    """A round of the pump beside 200 pages that follow, half of which never read: all of them are connected.

    The same rounds without any page are measured twice, in turns with these: so far apart are two measurements of one
    thing. The control that must show has a thread that works.
    """
    alone, again, beside, busy = everyone = [Rounds(folder / name) for name in ("alone", "again", "beside", "busy")]
    try:
        with crowd(beside.server.port, CONNECTIONS):
            for _ in range(TURNS):
                for each in (alone, beside, again):
                    each.run()
                with thread_that_works():
                    busy.run()
            connected = len(beside.server.broadcast.followers)
    finally:
        for each in everyone:
            each.server.stop()
    return {
        "connections beside the pump at the end": float(connected),
        "a round of the pump alone, p95, ms": p95(alone.took),
        "a round of the pump beside 200 connections / alone, p95": p95(beside.took) / p95(alone.took),
        "control: alone / alone, p95": p95(again.took) / p95(alone.took),
        "control: beside a thread that works / alone, p95": p95(busy.took) / p95(alone.took),
    }


class Rounds:
    """A match with its page, and how long each round of its pump took, in ms of real time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.match = Match(folder, ("Ann", "Ben"))
        told = {language: Translator(language, ("Ann", "Ben"), game="punto").text for language in LANGUAGES}
        self.server = Server(Seats((0, 1), ("Ann", "Ben")), told, b"<svg/>")
        self.companion = Companion(self.match.pump, self.server)
        self.server.start(0)
        self.took: list[float] = []

    def run(self) -> None:
        """As many rounds as a turn has, as far apart as those of a match that moves; now and then all pages change."""
        for number in range(ROUNDS):
            if number % CHANGES == 0:
                self.match.console.handle_line("night")
            began = time.perf_counter()
            self.match.step()
            self.companion.sync_followers()
            self.took.append(1000 * (time.perf_counter() - began))
            time.sleep(SCAN_MS / 1000)


@contextmanager
def crowd(port: int, count: int) -> Iterator[None]:
    """So many pages follow, in a process of their own: what they do with what they get is not this program's time."""
    command = [sys.executable, "-m", "tests.bench.crowd", str(port), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as people:
        assert people.stdout is not None and people.stdout.readline() == "here\n"
        yield


@contextmanager
def thread_that_works() -> Iterator[None]:
    over = Event()
    worker = Thread(target=lambda: all(not over.is_set() for _ in count()))
    worker.start()
    yield
    over.set()
    worker.join()


def follow(port: int, what: str, **named: Any) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{port}/follow/{what}", origin=Origin(f"http://127.0.0.1:{port}"), proxy=None, **named
    )


def at_rest(program: subprocess.Popen[str]) -> dict[str, float]:
    """CPU time of the program while nobody is there and nothing happens."""
    time.sleep(2)
    before = cpu_s(program.pid)
    time.sleep(IDLE_S)
    return {"program and simulated table at rest, % of a core": 100 * (cpu_s(program.pid) - before) / IDLE_S}


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
