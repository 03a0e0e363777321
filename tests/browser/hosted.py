"""A match with its real server in a thread of its own, in rushed time; and people at browsers who play it."""

import json
import os
import shutil
import threading
import time
from importlib.resources import files
from pathlib import Path

import pytest
from glowtable.commands.past_matches import PastMatches, ShownCards, TaughtGames
from glowtable.device.line_watch import LineWatch
from glowtable.match.dealer import random_stream
from glowtable.messages import LANGUAGES
from glowtable.terminal.translator import Translator
from glowtable.web.companion import Companion
from glowtable.web.faces import sprite
from glowtable.web.seats import Seats
from glowtable.web.server import Server

from tests.support.matches import Match
from tests.support.patience import HANG_S
from tests.tiers import PROGRAMS

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
FONTS = Path(__file__).with_name("fonts.conf")
DESKTOP, PHONE, SMALL_PHONE = (1280, 800), (390, 844), (360, 640)
# What leads on from a seat's own page, and what does where nothing else is left
ON = (
    "#open, #main :not(.in)[data-pick], #main [data-step]:not(.in, #draft *), "
    "#foot [data-choice], #foot .primary[data-key]:not(#key-next)"
)
CHOSEN = "#foot:has([data-drop]) [data-choice]"  # what is chosen, or put together, and can be done
BACK = "#foot [data-drop]"
SHOTS = os.environ.get("GLOWTABLE_SCREENSHOTS", "")  # a folder: pictures of every page are kept there
FINGER_MS = 100  # a slow computer's simulated finger is off a key before the page shows what came of it
DONE_SHARE = 0.5  # of what is chosen is done before something else is tapped
QUIET = 400  # looks at a page on which nothing can be done


class Hosted:
    """The match runs until `stop`; only its own thread touches it."""

    def __init__(self, folder: Path, seats, port: int = 0, networks=None, **match) -> None:
        """`networks` are the addresses of this computer, which a test may change; None: it is on none."""
        self.folder, self.seats, self.port, self.match, self.networks = folder, seats, port, match, networks
        self.began = "today"
        self.is_over = threading.Event()
        self._ready, self._leave, self._has_left = threading.Event(), threading.Event(), False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30), "the match does not begin"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        self._leave.set()
        self._thread.join(30)
        assert self._has_left, "the match broke off: pytest shows why"

    def _run(self) -> None:
        match = Match(self.folder, self.seats, **self.match)
        names = [player.name for player in match.players]
        told = {language: Translator(language, names, game=match.game.name).text for language in LANGUAGES}
        seats = Seats(sorted(match.session.people), names)
        past = PastMatches(match.journal.path, lambda: match.pump.recorder.match)
        self.server = Server(
            seats, told, sprite(match.game), past, began=lambda: self.began, lan=self.networks is not None,
            list_addresses=lambda: tuple(self.networks or ()), taught=TaughtGames(), cards=ShownCards(),
        )  # fmt: skip
        self.history = match.session.match_state.history
        companion = Companion(match.pump, self.server)
        match.pump.connection.look_on(LineWatch(lambda: time.perf_counter_ns() // 1000))
        self.server.start(self.port)
        self.port = self.server.port
        self._ready.set()
        while not self._leave.is_set():
            match.step()
            made = len(match.simulated_players.made)
            companion.sync_followers()
            if len(match.simulated_players.made) > made:
                match.wait(FINGER_MS)
            if match.session.outcome:
                self.is_over.set()
            time.sleep(0.0005)
        self.server.stop()
        self._has_left = True


def chromium():
    """The system's Chromium; without one the test did not run, which is said."""
    program = next(filter(None, map(shutil.which, PROGRAMS["chromium"])), None)
    return program or pytest.skip("no Chromium on PATH: install the package chromium")


class Browser:
    """One Chromium with as many people at it as are wanted, each with a device of its own."""

    def __init__(self, program: str = "") -> None:
        """`program` is this Chromium instead of the system's."""
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self.chromium = self._playwright.chromium.launch(
            executable_path=program or chromium(), args=FLAGS, env={**os.environ, "FONTCONFIG_FILE": str(FONTS)}
        )
        self.complaints: list[str] = []

    def close(self) -> None:
        self.chromium.close()
        self._playwright.stop()

    def leave(self) -> None:
        """All people put their devices away."""
        for context in self.chromium.contexts:
            context.close()
        self.complaints.clear()

    def page(self, address: str, size=DESKTOP, reduced_motion="reduce", with_clock=False, **named):
        """A new device at this address; nothing blinks on it unless it is asked to: many pages share a few cores.

        With a clock of its own, a test may stop its time and turn it on.
        """
        viewport = dict(zip(("width", "height"), size, strict=True))
        context = self.chromium.new_context(viewport=viewport, reduced_motion=reduced_motion, **named)
        page = context.new_page()
        page.set_default_timeout(HANG_S * 1000)
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self._give_up(page, error))
        if with_clock:
            page.clock.install()
        page.goto(address)
        return page

    def _give_up(self, page, error) -> None:
        """A script broke off: what waits for the page fails at once, not when it hangs."""
        self.complaints.append(str(error))
        page.close()

    def table(self, hosted: Hosted, size=DESKTOP, **named):
        page = self.page(hosted.url, size, **named)
        page.wait_for_selector("#cell-35")
        return page

    def phones(self, hosted: Hosted, table, sizes=(PHONE, SMALL_PHONE, PHONE, SMALL_PHONE), **named):
        """A phone for each person, claimed by the codes that the table shows."""
        found = []
        for code, size in zip(codes_shown(table), sizes, strict=False):
            phone = self.page(f"{hosted.url}seat", size, has_touch=True, **named)
            claim(phone, code)
            found.append(phone)
        return found


def violations_on(page, *rules: str) -> list[tuple[str, list[str]]]:
    """What axe-core finds, with the first elements of each: by all of its rules, or by these."""
    axe = pytest.importorskip("axe_playwright_python", reason="needs the package axe-playwright-python")
    script = files(axe).joinpath("axe.min.js").read_text("utf-8")
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate(f"{script}; axe.run({json.dumps(options)})")["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found]


def keep_picture(page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


SEATED = "#foot #more-open"  # on the page of a seat that this device has


def codes_shown(table) -> list[str]:
    table.click("#seats-open")
    table.wait_for_selector("#sheet li")
    codes = [each.inner_text() for each in table.query_selector_all(".code")]
    table.click("#close")
    return codes


def claim(phone, code: str) -> None:
    phone.wait_for_selector("#code")
    phone.fill("#code", code)
    phone.click("#claim button")
    phone.wait_for_selector(SEATED)


def open_more(phone) -> None:
    """The sheet with all that is not needed now."""
    phone.click("#more-open")
    phone.wait_for_selector("#sheet[open] #sound")


def drawn_on(page) -> int:
    """How often the page was drawn."""
    return page.evaluate("document.drawn")


def tapped(page, selector: str, rng) -> bool:
    """Tap one of these if there is any; what came of it is awaited."""
    before = drawn_on(page)
    done = page.evaluate(
        """([selector, chance]) => {
            const found = [...document.querySelectorAll(selector)].filter((each) => !each.disabled);
            if (!found.length) return false;
            const one = found[Math.floor(chance * found.length)];
            one.scrollIntoView({ block: "center" });
            const box = one.getBoundingClientRect();
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            (at && one.contains(at) ? at : one).dispatchEvent(new MouseEvent("click", { bubbles: true }));
            return true;
        }""",
        [selector, rng.random()],
    )
    if done:
        for _ in range(60):
            if drawn_on(page) != before:
                return True
            page.wait_for_timeout(10)
    return done


def play_by_taps(hosted: Hosted, table, phones, seed: int, most: int, until=lambda: False) -> int:
    """Everybody taps what the own page offers, cells at the table; how many taps until the end, `until`, or `most`."""
    rng, taps, quiet = random_stream(seed, "taps"), 0, 0
    while taps < most and not hosted.is_over.is_set() and not until():
        devices = [(phone, ON) for phone in phones]
        rng.shuffle(devices)
        devices = [*((phone, CHOSEN) for phone in phones if rng.random() < DONE_SHARE), *devices]
        devices += [
            (table, ".cell.lit, #ask .choices button:not(#again, [data-lobby]), #sheet[open] .choices button"),
            *((phone, BACK) for phone in phones),
        ]
        if any(tapped(page, selector, rng) for page, selector in devices):
            taps, quiet = taps + 1, 0
        else:
            quiet += 1
            assert quiet < QUIET, table.inner_text("#ask")
            table.wait_for_timeout(150)
    return taps
