"""The faster extensions of the emulator: the same cycles as with its own, and no harm where they cannot be had."""

import os
import subprocess
import sys
import sysconfig

import pytest

from tests.emulated import compiled
from tests.emulated.emulator import native_loop
from tests.emulated.served import ROOT
from uf2.debian import Missing

pytestmark = pytest.mark.emulated
BOOT = """
from tests.emulated.figures import SMALL
from tests.emulated.table import Table
table = Table(SMALL, readers=range(1))
table.greet()
table.run_ms(50)
print(table.us, table.mcu.core.cycles, table.take())
"""


def test_the_compiled_loop_runs_if_it_is_here():
    assert native_loop.__file__.startswith(str(compiled.place())) == compiled.place().exists()


@pytest.mark.parametrize("linker", ["", "no-such-compiler -shared", "false"])
def test_without_a_compiler_the_wheel_s_own_run(linker, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    monkeypatch.setattr(sysconfig, "get_config_var", {"LDSHARED": linker, "SOABI": "any"}.get)
    with pytest.raises(Missing):
        compiled.build()
    assert compiled.main() == 0 and "slower than it could be" in capsys.readouterr().err
    assert not compiled.place().exists()


def test_where_a_later_compiler_cannot_begin_none_is_left_running(tmp_path, monkeypatch):
    begun, popen = [], subprocess.Popen

    def begin(command, **named):
        if begun:
            raise OSError("no more processes")
        begun.append(popen([sys.executable, "-c", ""], **named))
        return begun[0]

    monkeypatch.setattr(subprocess, "Popen", begin)
    with pytest.raises(Missing):
        compiled.compile_all(tmp_path)
    assert begun[0].returncode is not None


@pytest.mark.long
@pytest.mark.usefixtures("image_here")
def test_each_cycle_is_as_with_the_wheel_s_own():
    assert native_loop.__file__.startswith(str(compiled.place())), "a C compiler is needed for this"
    assert booted({}) == booted({compiled.AS_SHIPPED: "1"})


def booted(environment):
    path = ":".join(str(ROOT / folder) for folder in (".", "host", "firmware"))
    return subprocess.run(
        [sys.executable, "-c", BOOT], env=os.environ | {"PYTHONPATH": path} | environment, check=True,
        capture_output=True, cwd=ROOT,
    ).stdout  # fmt: skip
