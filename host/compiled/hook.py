"""What a build adds to the sources: catalogues, manual, completions; and, if GLOWTABLE_MYPYC is 1, machine code.

Machine code is for what simulations spend their time with. Such a wheel is for one version of Python on one kind of
machine; it plays the same matches in less time. To build it takes a C compiler, 80 s of a core and 400 MB. All is
compiled in a copy, so that no machine code of it lies beside the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "GLOWTABLE_MYPYC"
CONFIG = """[mypy]
plugins = {plugin}
mypy_path = .:../firmware
explicit_package_bases = True
follow_imports = silent
ignore_missing_imports = True
no_site_packages = True
"""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(
    name="compiled",
    ext_modules=mypycify({arguments!r}, opt_level={level!r}, debug_level="0", multi_file=True),
)
"""  # each module by itself, with few optimizations: all in one took 5 times as long and 3 times as much memory
NOT_PLAYED = {  # files of a game that a simulation does not need, tables, and the kernel, which is C
    "__init__", "words", "surface", "faces", "face_lines", "lights", "where_is", "letters", "notation", "kernel",
    "kernel_bot", "learned", "refusals", "kinds", "naming", "options", "zones", "observation",
}  # fmt: skip
NOT_COMPILED = {"glowtable/kit/lazy_view.py"}  # a class whose objects get their fields one by one


SHARED = {  # a generated file -> where systems look for it
    "glowtable.1": "share/man/man1/glowtable.1",
    "glowtable": "share/bash-completion/completions/glowtable",
    "_glowtable": "share/zsh/site-functions/_glowtable",
    "glowtable.fish": "share/fish/vendor_completions.d/glowtable.fish",
}


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides: the compiler that the types are checked with."""
        return [pinned(Path(self.root))] if self.is_on() else []

    def is_on(self) -> bool:
        return os.environ.get(SWITCH) == "1"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what is generated; what is compiled only to a wheel, not where the sources themselves are installed."""
        self.made = tempfile.TemporaryDirectory(prefix="glowtable-build-")
        pages = Path(self.made.name, "pages")
        pages.mkdir()
        subprocess.run([sys.executable, Path(self.root, "host", "compiled", "generated.py"), pages], check=True)
        build_data["shared_data"] |= {str(pages / name): home for name, home in SHARED.items()}
        if self.is_on() and version != "editable":
            home = compiled(Path(self.root), Path(self.made.name))
            build_data["force_include"] |= {str(made): str(made.relative_to(home)) for made in machine_code(home)}
            build_data["infer_tag"], build_data["pure_python"] = True, False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.made.cleanup()


def pinned(root: Path) -> str:
    """mypy in the version of the extra `dev`, with what it compiles by."""
    wanted = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["dev"]
    (mypy,) = [each for each in wanted if each.startswith("mypy==")]
    return mypy.replace("mypy", "mypy[mypyc]")


def sources(home: Path) -> list[str]:
    """The files that are compiled, as seen from the folder of packages."""
    paths = [*home.glob("glowtable/kit/*.py"), *home.glob("glowtable/games/*/*.py")]
    names = {path.relative_to(home).as_posix() for path in paths if path.stem not in NOT_PLAYED}
    return sorted(names - NOT_COMPILED)


def compiled(root: Path, copy: Path) -> Path:
    """The folder of packages in this copy, its modules compiled beside their sources."""
    for part in ("host", "firmware"):
        shutil.copytree(root / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    home = copy / "host"
    config = copy / "mypy.ini"
    config.write_text(CONFIG.format(plugin=root / "host" / "compiled" / "glances.py"))
    setup = copy / "setup.py"
    arguments = ["--config-file", str(config), *sources(home)]
    setup.write_text(SETUP.format(arguments=arguments, level=os.environ.get("MYPYC_OPT_LEVEL", "1")))
    flags = os.environ.get("CFLAGS", "") + " -w -Wno-all"  # to look for warnings in what mypyc writes takes minutes
    (home / "build").mkdir()
    build = [sys.executable, setup, "build_ext", "--inplace"]
    subprocess.run(build, cwd=home, env={**os.environ, "CFLAGS": flags}, check=True)
    return home


def machine_code(home: Path) -> list[Path]:
    """The modules that were made, not those left in the folder they were built in."""
    made = [path for ending in ("*.so", "*.pyd") for path in home.rglob(ending)]
    return [path for path in made if home / "build" not in path.parents]
