"""The service as people start it, and browsers at it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.patience import HANG_S

HOUSE = Path(__file__).parents[2]
ELSEWHERE = "phone.localhost"  # browsers know that this is loopback; the program takes it for another device


class Evening:
    """It goes on from its folder when it is started again; `taps` counts what people touched."""

    def __init__(self, browser, folder: Path) -> None:
        self.browser, self.folder, self.port, self.taps = browser, folder, 0, 0
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "GLOWTABLE_DATA": str(self.folder), "GLOWTABLE_CONFIG": "/nonexistent"}
        command = [sys.executable, "-m", "glowtable", "serve", "--port", "twin:", "--language", "en", "--pace", "0"]
        self.running = subprocess.Popen(
            [*command, "--port-http", str(self.port), "--host-name", ELSEWHERE],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
            cwd=HOUSE,
        )  # fmt: skip
        found = (re.search(r"http://127\.0\.0\.1:(\d+)/", line) for line in self.running.stdout)
        self.port = int(next(filter(None, found))[1])

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.running.send_signal(how)
        self.running.wait(HANG_S)
        self.running.stdout.close()

    def page(self, host: str, path: str, size, **named):
        page = self.browser.page(f"http://{host}:{self.port}/{path}", size, **named)
        page.wait_for_selector("#games button")
        return page

    def tap(self, page, selector: str) -> None:
        self.taps += 1
        page.click(selector)

    def sit(self, phone, name: str) -> None:
        self.tap(phone, "#name")
        phone.keyboard.type(name)
        self.tap(phone, "#sit-do")
        phone.wait_for_selector(".players .me")
