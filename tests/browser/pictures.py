"""The pictures of the companion page in docs/page: `python -m tests.browser.pictures`. Needs the system's Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from glowtable import games

from tests.browser.hosted import PHONE, Browser, Hosted, play_by_taps

FOLDER = Path(__file__).parents[2] / "docs" / "page"
DARK = {"color_scheme": "dark", "locale": "en"}


@contextmanager
def match(name: str, *seats: str, **options) -> Iterator[Hosted]:
    with TemporaryDirectory() as folder:
        hosted = Hosted(Path(folder), seats, game=games.find(name), **options)
        yield hosted
        hosted.stop()


def keep(page, name: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.png")


def record(browser: Browser) -> None:
    with match("punto", "Ann", "Ben", "Cal", seed=4, first_player="youngest") as hosted:
        table = browser.table(hosted, **DARK)
        play_by_taps(hosted, table, browser.phones(hosted, table), seed=7, most=22)
        table.wait_for_selector(".cell.lit")
        keep(table, "punto")
        board = browser.page(f"{hosted.url}board", (1920, 1080), **DARK)
        board.wait_for_selector("#cell-35")
        keep(board, "board")
        maker = browser.page(f"{hosted.url}maker", **DARK)
        maker.wait_for_selector("#frames code")
        for _ in range(8):
            play_by_taps(hosted, table, (), seed=7, most=4)
            maker.wait_for_timeout(300)
        keep(maker, "maker")
    with match("alex_and_co", "Ann", "Ben", "Cal", seed=4, knowledge="full") as hosted:
        table = browser.table(hosted, color_scheme="light", locale="en")
        phones = browser.phones(hosted, table, (PHONE, PHONE, PHONE))
        keep(phones[0], "covered")
        play_by_taps(hosted, table, phones, seed=2, most=9)
        mine = next((phone for phone in phones if phone.query_selector(".turn.yours")), phones[0])
        mine.evaluate("scrollTo(0, 0)")
        keep(mine, "hand")
        table.click("#seats-open")
        keep(table, "seats")
    with match("alter_ego", "Ann", "Ben", seed=4, knowledge="full") as hosted:
        table = browser.table(hosted, **DARK)
        play_by_taps(hosted, table, browser.phones(hosted, table), seed=3, most=60)
        keep(table, "table")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    people = Browser()
    record(people)
    people.close()
