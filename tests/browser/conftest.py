"""One Chromium for all tests of pages: each test gets devices of its own, and puts them away."""

import pytest

from tests.browser.evening import Evening
from tests.browser.hosted import Browser, Hosted


@pytest.fixture(scope="session")
def running_browser():
    found = Browser()
    yield found
    found.close()


@pytest.fixture
def browser(running_browser):
    yield running_browser
    running_browser.leave()


@pytest.fixture
def hosted(tmp_path):
    """Makes matches, and stops them."""
    made = []

    def host(*seats, **match):
        made.append(Hosted(tmp_path, seats, **match))
        return made[-1]

    yield host
    for each in made:
        each.stop()


@pytest.fixture
def evening(browser, tmp_path):
    made = Evening(browser, tmp_path)
    yield made
    if made.running.poll() is None:
        made.stop()
