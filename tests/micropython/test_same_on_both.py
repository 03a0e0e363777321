"""Each script of scripts/ prints the same in CPython and in a real MicroPython with a heap like a Pico's."""

from pathlib import Path

import pytest
from glowtable.device.build import source_files

from tests.micropython.interpreter import FIRMWARE

pytestmark = pytest.mark.micropython
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))
SHIPPED = [FIRMWARE / path for path in source_files(FIRMWARE)]
SOURCES = [path for path in SHIPPED if path.suffix == ".py" and path.stat().st_size]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_prints_the_same_in_both(script, cpython, micropython):
    expected = cpython.run(str(script))
    assert len(expected.splitlines()) > 5
    assert micropython.run(str(script)) == expected


def test_a_script_of_the_lights_compares_machine_code_with_what_stands_for_it_elsewhere(cpython, micropython):
    """Or the test above would compare a file with itself."""
    code = "import sys; from glowpico import strip; print('glowpico.swift' in sys.modules)"
    assert cpython.run("-c", code) == "False\n"
    assert micropython.run("-c", code) == f"{not micropython.is_wasm}\n"


@pytest.mark.parametrize("name", ["strip_bytes", "loop_day"])
def test_where_there_is_no_machine_code_a_script_prints_the_same(name, cpython, micropython):
    script = str(Path(__file__).parent / "scripts" / f"{name}.py")
    without = "import sys; sys.modules['glowpico.swift'] = type('', (), {})(); "
    assert micropython.run("-c", f"{without}exec(open({script!r}).read())") == cpython.run(script)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_firmware_file_compiles_on_a_pico_sized_heap(source, micropython):
    code = f"compile(open({str(source)!r}).read(), {source.name!r}, 'exec'); print('compiled')"
    assert micropython.run("-c", code) == "compiled\n"


def test_control_a_newer_dialect_does_not_compile(micropython):
    with pytest.raises(AssertionError, match="SyntaxError"):
        micropython.run("-c", "match 1:\n    case 1: pass")
