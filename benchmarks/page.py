"""The companion page: from a click to the light it brings, its first load, and what it costs while nothing happens.

    python -m benchmarks.page [--clicks 40]

Needs the extra `web` and the system's Chromium. The program runs as people run it, in real time, with eight phones
and two boards connected. Wall time: figures of a busy machine say nothing, so each stands beside its goal and beside
a control of the same run: a click that is only painted, a page that stands still.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.hosted import PHONE, Browser, claim, codes_shown

PHONES, BOARDS = 8, 2
IDLE_S, BLINK_S = 8.0, 5.0
GOALS = {
    "click to light in the page, p95, ms": 50.0,
    "first load, kB sent": 120.0,
    "first load, requests": 10.0,
    "main thread while 36 cells blink, %": 25.0,
    "program and simulated table at rest, % of a core": 3.0,
}
CLICK = """() => new Promise((done) => {
    const table = document.getElementById("table"), before = document.documentElement.dataset.moment;
    const lit = table.querySelector(".cell.lit");
    if (!lit) return done(null);
    const began = performance.now();
    new MutationObserver((_, watching) => {
        if (document.documentElement.dataset.moment === before) return;
        watching.disconnect();
        done(performance.now() - began);
    }).observe(table, { childList: true });
    lit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
PAINT = """() => new Promise((done) => {
    const began = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
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
        program, port = begin_program(Path(folder))
        try:
            found = measure(program, port, clicks)
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
        table = browser.page(url)
        table.wait_for_selector("#cell-35")
        found = first_load(table)
        connect_others(browser, url, table)
        found |= click_to_light(table, clicks)
        found |= blinking(table)
    finally:
        browser.close()
    return found | at_rest(program)


def first_load(table) -> dict[str, float]:
    sent = table.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .map((each) => each.transferSize)"""
    )
    return {"first load, kB sent": sum(sent) / 1000, "first load, requests": float(len(sent))}


def connect_others(browser: Browser, url: str, table) -> None:
    for code in codes_shown(table):
        phone = browser.page(f"{url}seat", PHONE)
        claim(phone, code)
        again = phone.context.new_page()  # a second page of the same device
        again.goto(f"{url}seat")
        again.wait_for_selector("#open")
    for _ in range(BOARDS):
        browser.page(f"{url}board").wait_for_selector("#cell-35")
    table.bring_to_front()


def click_to_light(table, clicks: int) -> dict[str, float]:
    table.click("#answer-0")
    table.click("#ask .choices button")
    took, painted = [], []
    while len(took) < clicks:
        ms = table.evaluate(CLICK)
        if ms is None:
            go_on(table)
        else:
            took.append(ms)
            painted.append(table.evaluate(PAINT))
        table.wait_for_timeout(700)
    return {
        "click to light in the page, median, ms": statistics.median(took),
        "click to light in the page, p95, ms": p95(took),
        "control: two frames painted, p95, ms": p95(painted),
    }


def go_on(table) -> None:
    """After a round somebody begins the next one; after the match another one begins."""
    button = table.query_selector("#ask .choices button") or table.query_selector("#key-next")
    if button and not table.query_selector(".cell.lit"):
        button.click()


def p95(figures: list[float]) -> float:
    return statistics.quantiles(figures, n=20)[-1] if len(figures) > 1 else figures[0]


def blinking(table) -> dict[str, float]:
    """Of the time of the table's main thread, while every cell blinks; and while none does."""
    still = busy_pct(table)
    assert table.evaluate(BLINK_ALL) == 36
    return {"main thread while 36 cells blink, %": busy_pct(table), "control: main thread as it was, %": still}


def busy_pct(table) -> float:
    session = table.context.new_cdp_session(table)
    session.send("Performance.enable")

    def task_s() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    before, began = task_s(), time.monotonic()
    table.wait_for_timeout(BLINK_S * 1000)
    return 100 * (task_s() - before) / (time.monotonic() - began)


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
