"""One file each for Pico and Pico 2: MicroPython with the firmware frozen in.

Built once for each state of the firmware's files, which names its place in our cache, and copied to where
`glowtable flash` looks for it and a wheel takes it from.
"""

import shutil
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from glowtable.device.build import build_crc, firmware_folder, source_files, uf2_folder, uf2_name
from glowtable.maker.uf2_file import SEAL, wanted_uf2, with_seal
from glowtable.messages import UserError

from uf2.debian import CACHE_OF_ALL, Missing, fresh, locked
from uf2.micropython import BOARDS, MANIFEST, VERSION, Workshop, workshop

HERE = Path(__file__).parent
CACHE = CACHE_OF_ALL / "uf2"
STARTS = "main.py"  # ours is frozen by this name, and the firmware's as a module beside the others
CRC = "frozen.py"  # the module with the CRC that build.txt holds on a file system
FROZEN_TOO = ["glowpico/main.py", f"glowpico/{CRC}"]  # beside the firmware's modules
DECIDES = (STARTS, "micropython.py")  # of ours, beside FROZEN
# Objects that wait while garbage is marked: if more than MicroPython's 64 do, its whole heap is looked through again
CFLAGS = "-DMICROPY_ALLOC_GC_STACK_SIZE=256"
FROZEN = 'freeze("{folder}", "main.py")\npackage("glowpico", base_path="{folder}")\n'


def made(chips: Collection[str] = BOARDS) -> list[Path]:
    """The files of these chips where `glowtable flash` looks for them, as the firmware is now."""
    uf2_folder().mkdir(exist_ok=True)
    return [Path(shutil.copyfile(path, uf2_folder() / path.name)) for path in fetched(chips)]


def fetched(chips: Collection[str] = BOARDS, version: str = VERSION) -> list[Path]:
    """The files of these chips in our cache, built now if they are not there; Missing says why that failed."""
    place = CACHE / _digest(version)
    with locked(CACHE):
        missing = [chip for chip in chips if not (place / uf2_name(chip)).is_file()]
        if missing:
            _build(missing, place, version)
    return [place / uf2_name(chip) for chip in chips]


def _build(chips: Collection[str], place: Path, version: str) -> None:
    with workshop(CACHE / "build", version) as shop:
        built = {chip: frozen_image(shop, chip, CACHE / "build" / chip) for chip in chips}
    place.mkdir(exist_ok=True)
    for chip, data in built.items():
        half = place / "half"
        half.write_bytes(data)
        check(half, chip)
        half.rename(place / uf2_name(chip))


def check(path: Path, chip: str) -> None:
    """Missing unless this file is whole, for this chip, and has all of the firmware as it is now."""
    try:
        content = wanted_uf2(str(path), chip).content
    except UserError as error:
        raise Missing(str(error)) from None
    absent = [name for name in FROZEN_TOO + _modules() if f"{name}\0".encode() not in content]
    if absent:
        raise Missing(f"{', '.join(absent)} is not in what was built for the {chip}")


def _modules() -> list[str]:
    """The firmware's modules, by the names under which they are frozen in."""
    return [path.as_posix() for path in source_files(firmware_folder()) if path.suffix == ".py"]


def differing(chips: Collection[str] = BOARDS) -> list[str]:
    """The chips whose file is not the same to the byte when it is built again from the beginning, in another folder."""
    before = dict(zip(chips, fetched(chips), strict=True))
    work = CACHE / "again/elsewhere"
    with locked(CACHE), workshop(work) as shop:
        return [chip for chip, path in before.items() if frozen_image(shop, chip, work / chip) != path.read_bytes()]


def frozen_image(shop: Workshop, chip: str, folder: Path) -> bytes:
    """MicroPython for this chip with the firmware as it is now."""
    stage = lay_out(folder.with_name(f"{chip}-frozen"))
    shop = shop._replace(environment={**shop.environment, "CFLAGS": CFLAGS})
    return with_seal(shop.build(chip, MANIFEST + FROZEN.format(folder=stage), folder))


def lay_out(stage: Path) -> Path:
    """This folder with what is frozen in: our main.py, and the package with its own main and the CRC."""
    firmware, package = firmware_folder(), fresh(stage / "glowpico")
    for name in _modules():
        shutil.copyfile(firmware / name, package / Path(name).name)
    (package / CRC).write_text(f'BUILD = "{build_crc(firmware)}"\n', encoding="ascii")
    shutil.copyfile(HERE / STARTS, stage / STARTS)
    return stage


def _digest(version: str) -> str:
    """Of all that decides what is built: MicroPython's version, the firmware's files and ours."""
    firmware = firmware_folder()
    paths = [*(firmware / name for name in source_files(firmware)), *(HERE / name for name in DECIDES)]
    contents = [version.encode(), FROZEN.encode(), CFLAGS.encode(), SEAL, *(path.read_bytes() for path in paths)]
    return sha256(b"".join(sha256(content).digest() for content in contents)).hexdigest()[:16]
