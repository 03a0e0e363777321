"""What `make uf2` does around the compiler: what is frozen in, what is kept, what is checked before it counts."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from glowtable.device.build import firmware_folder, shipped_build, uf2_name

from tests.support.boot_loader import FAMILIES, uf2
from uf2 import firmware, micropython
from uf2.__main__ import main
from uf2.debian import Missing
from uf2.micropython import VERSION

CHIPS = tuple(FAMILIES)


class Shop:
    """A compiler that freezes names and the CRC, and leaves out or adds what it is told."""

    def __init__(self, leaves_out: str = "", adds_folder: bool = False) -> None:
        self.leaves_out, self.adds_folder = leaves_out, adds_folder
        self.built: list[str] = []
        self.environment: dict[str, str] = {}

    @contextmanager
    def open(self, work: Path, version: str = VERSION):
        work.mkdir(parents=True, exist_ok=True)
        yield self

    def _replace(self, environment: dict[str, str]) -> "Shop":
        self.environment = environment
        return self

    def build(self, chip: str, manifest: str, folder: Path) -> bytes:
        assert "GC_STACK_SIZE" in self.environment["CFLAGS"]
        self.built.append(chip)
        (stage,) = folder.parent.glob(f"{chip}-frozen")
        assert f'package("glowpico", base_path="{stage}")' in manifest and f'freeze("{stage}", "main.py")' in manifest
        names = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*.py"))
        content = "".join(name + "\0" for name in names if name != self.leaves_out)
        content += (stage / "glowpico/frozen.py").read_text() + str(folder) * self.adds_folder
        return uf2(FAMILIES[chip], content.encode())


@pytest.fixture
def set_up(tmp_path, monkeypatch):
    """Take this shop for the compiler, and empty folders for cache and output."""
    monkeypatch.setattr(firmware, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(firmware, "uf2_folder", lambda: tmp_path / "made")

    def use(shop: Shop) -> Shop:
        monkeypatch.setattr(firmware, "workshop", shop.open)
        return shop

    return use


def test_the_firmware_is_frozen_whole_beside_our_main(tmp_path):
    stage, files = firmware.lay_out(tmp_path / "stage"), firmware_folder()
    frozen = {path.relative_to(stage).as_posix(): path.read_bytes() for path in stage.rglob("*") if path.is_file()}
    theirs = {path.relative_to(files).as_posix(): path.read_bytes() for path in files.glob("glowpico/*.py")}
    assert theirs.items() <= frozen.items()
    assert frozen.keys() - theirs.keys() == {"main.py", "glowpico/main.py", "glowpico/frozen.py"}
    assert frozen["glowpico/main.py"] == (files / "main.py").read_bytes()
    assert frozen["glowpico/frozen.py"].decode() == f'BUILD = "{shipped_build()}"\n'


def test_each_chip_is_built_once_and_lies_where_flash_looks(set_up, tmp_path):
    shop = set_up(Shop())
    assert firmware.made() == firmware.made() == [tmp_path / "made" / uf2_name(chip) for chip in CHIPS]
    assert shop.built == [*CHIPS]


def test_another_firmware_is_built_again(set_up, tmp_path, monkeypatch):
    shop = set_up(Shop())
    (before,) = firmware.fetched(["rp2040"])
    monkeypatch.setattr(firmware, "HERE", tmp_path / "ours")
    (tmp_path / "ours").mkdir()
    for name in firmware.DECIDES:
        (tmp_path / "ours" / name).write_text("# changed\n")
    (after,) = firmware.fetched(["rp2040"])
    assert before != after and len(shop.built) == 2


@pytest.mark.parametrize("name", ["glowpico/wire.py", "glowpico/main.py"])
def test_what_lacks_a_module_never_counts(set_up, name, capsys):
    set_up(Shop(leaves_out=name))
    with pytest.raises(Missing, match=f"{name} is not in what was built for the rp2040"):
        firmware.fetched()
    assert not list(firmware.CACHE.rglob("*.uf2"))
    assert main([]) == 1 and name in capsys.readouterr().err


def test_what_is_for_another_chip_never_counts(set_up, monkeypatch):
    shop = set_up(Shop())
    monkeypatch.setattr(shop, "build", lambda chip, manifest, folder: uf2(FAMILIES["rp2350"], b"x"))
    with pytest.raises(Missing, match="is for the RP2350"):
        firmware.fetched(["rp2040"])


def test_two_builds_are_compared_to_the_byte(set_up, capsys):
    set_up(Shop())
    assert firmware.differing() == [] and main(["--twice"]) == 0
    assert "every byte is the same" in capsys.readouterr().out


def test_control_a_build_that_names_its_folder_differs(set_up, capsys):
    set_up(Shop(adds_folder=True))
    assert firmware.differing() == [*CHIPS] and main(["--twice"]) == 1
    assert "rp2040, rp2350 differs" in capsys.readouterr().out


def test_a_version_that_cannot_be_built_is_said(tmp_path):
    with pytest.raises(Missing, match=r"can be 1\.25\.0 or 1\.26\.1, not 1\.0"):
        micropython._source_tree(tmp_path, "1.0")


def test_sources_that_debian_has_replaced_are_said(tmp_path):
    (tmp_path / "micropython_1.28.0+ds.orig.tar.xz").touch()
    with pytest.raises(Missing, match=r"has micropython_1\.28\.0\+ds\.orig\.tar\.xz instead of micropython_1\.26\.1"):
        micropython._unpack("micropython_1.26.1", tmp_path, tmp_path)
