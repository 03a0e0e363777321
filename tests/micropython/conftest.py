"""The two interpreters of this tier, and the versions of MicroPython it runs on; where one cannot be had, its tests
did not run and say why.

`make test` takes the MicroPython that is here, `make test T=versions` each that a registry gives. Tests that need
what one cannot do, as it showed when it was asked, are not among those run on it: `test_runtime.py` notes that.
"""

from typing import Any

import pytest

from tests.micropython import interpreter, runtime
from tests.support.campaign import slow


def marked(release: runtime.Release) -> Any:
    """A later Debian may have another version tomorrow: what comes from there is left to a long campaign."""
    lasts = release not in runtime.UNIX[1:]
    return slow(release) if lasts else pytest.param(release, marks=pytest.mark.long)


@pytest.fixture(scope="session", params=[None, *map(marked, runtime.RELEASES)], ids=lambda found: str(found or "here"))
def release(request: pytest.FixtureRequest) -> runtime.Release | None:
    found: runtime.Release | None = request.param
    return found


@pytest.fixture(scope="session")
def found(release: runtime.Release | None) -> runtime.Runtime:
    found = runtime.taken(release)
    if isinstance(found, runtime.Missing):
        pytest.skip(str(found))
    return found


@pytest.fixture(scope="session")
def micropython(found: runtime.Runtime) -> interpreter.Interpreter:
    return interpreter.micropython(found)


@pytest.fixture(scope="session")
def unix_port(micropython: interpreter.Interpreter) -> interpreter.Interpreter:
    assert micropython.can >= runtime.WHOLE
    return micropython


@pytest.fixture(scope="session")
def cpython() -> interpreter.Interpreter:
    return interpreter.cpython()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs all that a Unix port can where it can less, as the WebAssembly port does."""
    left_out = [item for item in items if "unix_port" in getattr(item, "fixturenames", ()) and not can_run(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def can_run(item: pytest.Item) -> bool:
    found = runtime.taken(item.callspec.params["release"])  # type: ignore[attr-defined]
    return isinstance(found, runtime.Missing) or found.can >= runtime.WHOLE
