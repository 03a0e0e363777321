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
    assert micropython.run("-c", code) == f"{'machine-code' in micropython.can}\n"


@pytest.mark.parametrize("name", ["strip_bytes", "loop_day"])
def test_where_there_is_no_machine_code_a_script_prints_the_same(name, cpython, micropython):
    script = Path(__file__).parent / "scripts" / f"{name}.py"
    without = "import sys; sys.modules['glowpico.swift'] = type('', (), {})()\n"
    assert micropython.run("-c", without + script.read_text(encoding="utf-8")) == cpython.run(str(script))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_firmware_file_compiles_on_a_pico_sized_heap(source, micropython):
    """But for machine code where there is none: that is refused when it is imported, and plain.py is taken."""
    code = f"try:\n compile(open({str(source)!r}).read(), {source.name!r}, 'exec')\nexcept SyntaxError as e:\n print(e)"
    is_plain = "machine-code" in micropython.can or "@micropython." not in source.read_text(encoding="utf-8")
    assert micropython.run("-c", code) == ("" if is_plain else "invalid micropython decorator\n")


def test_control_a_newer_dialect_does_not_compile(micropython):
    with pytest.raises(AssertionError, match="SyntaxError"):
        micropython.run("-c", "match 1:\n    case 1: pass")
