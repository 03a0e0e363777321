"""A wheel that mypyc compiled plays the same matches as the one that is Python alone."""

import json
import sys
from zipfile import ZipFile

import pytest

from tests.wheels.test_clean import HOUSE, run

pytestmark = pytest.mark.wheels
BOTS = {"punto": "greedy", "alex_and_co": "forgetful", "spiel_des_jahres": "publisher", "alter_ego": "vigilante"}
MATCHES = "6"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """Both, unpacked: the pure one, and one that was compiled as quickly as may be."""
    folder = tmp_path_factory.mktemp("compiled")
    pip = (sys.executable, "-m", "pip", "-q", "wheel", "--no-deps")
    unpacked = {}
    for name, switch in (("pure", ""), ("compiled", "1")):
        run(
            *pip,
            "--wheel-dir",
            folder / name,
            HOUSE,
            GLOWTABLE_MYPYC=switch,
            MYPYC_OPT_LEVEL="0",
        )
        (wheel,) = (folder / name).glob("*.whl")
        assert wheel.name.endswith("py3-none-any.whl") == (name == "pure")
        unpacked[name] = folder / name / "all"
        with ZipFile(wheel) as archive:
            archive.extractall(unpacked[name])
    return unpacked


def simulated(home, game, seats):
    """What `glowtable simulate` says of these matches, without times."""
    told = run(
        sys.executable, "-P", "-m", "glowtable", "simulate", game, "--players", str(seats), "--games", MATCHES,
        "--bots", BOTS[game], "--json", PYTHONPATH=home,
    )  # fmt: skip
    return json.loads(told)["digest"]


@pytest.mark.parametrize("game", BOTS)
def test_what_is_compiled_plays_the_same_matches(wheels, game):
    pure, compiled = (simulated(wheels[name], game, 3) for name in ("pure", "compiled"))
    assert pure == compiled


def test_it_is_what_was_compiled_that_plays_and_the_sources_got_none_of_it(wheels):
    for module in ("kit.bit_sets", "games.alex_and_co.bots", "games.alter_ego.bots", "games.punto.rules"):
        asked = f"import glowtable.{module} as found; print(found.__file__)"
        files = [run(sys.executable, "-P", "-c", asked, PYTHONPATH=wheels[name]) for name in ("pure", "compiled")]
        assert [str(wheels["pure"]) in files[0], files[0].endswith(".py\n")] == [True, True]
        assert [str(wheels["compiled"]) in files[1], files[1].endswith(".py\n")] == [True, False]
    made = [*(HOUSE / "host").rglob("*.so"), *(HOUSE / "firmware").rglob("*.so")]
    assert not [path for path in made if not path.name.startswith("kernel-")]  # which the kernel of Punto makes
