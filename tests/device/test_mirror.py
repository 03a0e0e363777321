"""A strip at a Raspberry Pi: the firmware's bytes at its pin, clear sentences, never imported unasked.

Each test runs in a process of its own, for Adafruit's libraries look at the computer when they are imported.
"""

import json
import os
import subprocess
import sys

import pytest
from glowpico.strip import Strip
from glowtable.device.mirror import SETTINGS
from glowtable.messages import FAILED, NO_ACCESS, USAGE
from glowtable.table import BLINK, OFF, RED, WHITE, Light, Picture

from tests.support.patience import HANG_S

ANY_COMPUTER = {"BLINKA_OS_AGNOSTIC": "1"}
LINUX_PC = {"BLINKA_FORCEBOARD": "GENERIC_LINUX_PC", "BLINKA_FORCECHIP": "GENERIC_X86"}
PIN = "NEOPIXEL"  # the one that a computer without pins pretends to have
PICTURE = Picture((Light(RED), Light(WHITE, BLINK), *(OFF,) * 34), (Light(WHITE),) * 6, 60)


def run(code, env=ANY_COMPUTER):
    """What this program prints, as JSON."""
    environment = {**os.environ, **env}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=HANG_S)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


LIT = """
import json, neopixel
from glowtable.device.mirror import Mirror
from tests.device.test_mirror import PICTURE
sent = []
neopixel.neopixel_write = lambda pin, data: sent.append(bytes(data).hex())
mirror = Mirror("NEOPIXEL")
mirror.show_picture(PICTURE)
for now_ms in range(0, 1024, 64):
    mirror.light_strip(now_ms)
mirror.close()
print(json.dumps(sent))
"""


def test_the_strip_gets_the_bytes_of_the_firmware_moment_by_moment():
    strip = Strip(SETTINGS)
    strip.show("rw" + "-" * 34 + "w" * 6, "sk" + "s" * 40, 60)
    wanted = []
    for now_ms in range(0, 1024, 64):
        if strip.render(now_ms):
            wanted.append((strip.cells + strip.seats).hex())
    dark = "00" * 3 * 42
    assert len(set(wanted)) > 1 and run(LIT) == [dark, *wanted, dark]


TOLD = """
import json, sys
from glowtable.messages import UserError
from glowtable.device.mirror import Mirror
def fails(error):
    import neopixel
    def write(pin, data):
        raise error
    neopixel.neopixel_write = write
{prepare}
try:
    Mirror("{pin}")
except UserError as error:
    print(json.dumps([str(error), error.exit_code]))
"""
SUDO = 'fails(RuntimeError("NeoPixel support requires running with sudo, please try again!"))'


@pytest.mark.parametrize(
    ("env", "pin", "prepare", "words", "exit_code"),
    [
        (ANY_COMPUTER, PIN, 'sys.modules["neopixel"] = None', "pip install -e '.[mirror]'", USAGE),
        (LINUX_PC, "D18", "", "Raspberry Pi that runs the host", USAGE),
        (ANY_COMPUTER, "D18", "", "no pin D18", USAGE),
        (ANY_COMPUTER, "detector", "", "no pin detector", USAGE),
        (ANY_COMPUTER, PIN, SUDO, "sudo -E -c", NO_ACCESS),
        (ANY_COMPUTER, PIN, 'fails(PermissionError(13, "Permission denied"))', "You may not light", NO_ACCESS),
        (ANY_COMPUTER, PIN, 'fails(RuntimeError("ws2811_init failed with code -9"))', "(ws2811_init failed", FAILED),
    ],
)
def test_a_strip_that_cannot_be_lit_is_one_sentence(env, pin, prepare, words, exit_code):
    message, code = run(TOLD.format(prepare=prepare, pin=pin), env)
    assert words in message and "\n" not in message and code == exit_code


PLAYED = """
import json, os, sys, tempfile
os.environ["GLOWTABLE_DATA"] = tempfile.mkdtemp()
os.environ["GLOWTABLE_CONFIG"] = os.environ["GLOWTABLE_DATA"] + "/config.toml"
from glowtable.__main__ import main
try:
    ended = main({arguments})
except SystemExit as end:
    ended = end.code
adafruit = ("board", "neopixel", "adafruit_blinka", "adafruit_pixelbuf")
print()
print(json.dumps([ended, *(name for name in adafruit if name in sys.modules)]))
"""
MATCH = ["play", "punto", "--port", "twin:", "--seed", "3"]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], MATCH])
def test_adafruits_libraries_are_not_imported_unasked(arguments):
    assert run(PLAYED.format(arguments=arguments)) == [0]


@pytest.mark.slow
def test_a_match_with_a_mirror_does_import_them_and_is_played():
    ended, *imported = run(PLAYED.format(arguments=[*MATCH, "--mirror", PIN]))
    assert ended == 0 and "neopixel" in imported
