"""Tables booted once for many tests: one that takes a table, or a match at one, runs in a fork and changes nothing.

Where no image of MicroPython can be had, these tests did not run and say why.
"""

import pytest

from tests.emulated import image
from tests.emulated.apart import apart
from tests.emulated.figures import BLINKING, GREEN, SMALL, lit
from tests.emulated.match import PicoMatch
from tests.emulated.table import Table


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    if not any(isinstance(value, Table | PicoMatch) for value in given.values()):
        return None
    failure, recorded = apart(played, pyfuncitem, given)
    pyfuncitem.user_properties += recorded
    if failure:
        pytest.fail(failure, pytrace=False)
    return True


def played(item: pytest.Function, given: dict[str, object]) -> tuple[str, list[tuple[str, object]]]:
    """Run the test: pytest's text of its failure, and what it recorded."""
    before = len(item.user_properties)
    call = pytest.CallInfo.from_call(lambda: item.obj(**given), "call")
    failure = str(item.repr_failure(call.excinfo)) if call.excinfo else ""
    return failure, item.user_properties[before:]


@pytest.fixture(scope="session")
def image_here() -> None:
    try:
        image.fetch()
    except image.Missing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def small(image_here: None) -> Table:
    """36 + 6 LEDs, all green; no readers."""
    return lit(GREEN, SMALL, readers=0)


@pytest.fixture(scope="session")
def large(image_here: None) -> Table:
    """168 LEDs, all blinking; seven readers."""
    return lit(BLINKING, {}, readers=7)
