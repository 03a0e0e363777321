"""The two interpreters of this tier; where no MicroPython can be had, its tests did not run and say why."""

import pytest

from tests.micropython import interpreter, runtime


@pytest.fixture(scope="session")
def micropython() -> interpreter.Interpreter:
    try:
        return interpreter.micropython(runtime.fetch())
    except runtime.Missing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def unix_port(micropython: interpreter.Interpreter) -> interpreter.Interpreter:
    if micropython.is_wasm:
        pytest.skip("the WebAssembly port has no stdin and collects nothing while Python runs")
    return micropython


@pytest.fixture(scope="session")
def cpython() -> interpreter.Interpreter:
    return interpreter.cpython()
