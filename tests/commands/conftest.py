"""The service as a process, for tests of what people do at its pages."""

import signal

import pytest

from tests.support.service import start_service


@pytest.fixture
def service(tmp_path):
    """In a list: a test that kills it puts the next one there. What it keeps is in tmp_path."""
    running = [start_service(tmp_path)]
    yield running
    if running[0].process.poll() is None:
        running[0].stop(signal.SIGKILL)  # what it does when it is asked to end, tests ask
