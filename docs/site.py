"""What the site does with pages that were written for a folder of files: README.md is its first page, a link to a file
of the project that is no page becomes that file's name, and pictures from other folders come along.
"""

import re
from pathlib import Path
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

HOUSE = Path(__file__).parents[1]
FROM_ABOVE = {  # page -> where it is written
    "index.md": "README.md",
    "BUILD.md": "hardware/BUILD.md",
    "CHANGELOG.md": "CHANGELOG.md",
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
MADE = "hardware/made/"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All pages and pictures; what lies above docs is added."""
    pictures = set()
    for name, source in FROM_ABOVE.items():
        text = (HOUSE / source).read_text("utf-8")
        files.append(File.generated(config, name, content=text))
        pictures |= _pictures_made(text, Path(source).parent.as_posix())
    for path in sorted(pictures):
        files.append(File.generated(config, _on_site(path), abs_src_path=str(HOUSE / path)))
    return files


def _pictures_made(text: str, folder: str) -> set[str]:
    """The pictures of hardware that a page shows."""
    paths = (normpath(f"{folder}/{target}") for picture, _, target in LINK.findall(text) if picture)
    return {path for path in paths if path.startswith(MADE)}


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page with links that lead somewhere on the site."""
    name = page.file.src_uri
    folder = Path(FROM_ABOVE.get(name, f"docs/{name}")).parent.as_posix()
    return LINK.sub(lambda link: _linked(link, name, folder, files), markdown)


def _linked(link: re.Match[str], page: str, folder: str, files: Files) -> str:
    picture, words, target = link.groups()
    path, _, heading = target.partition("#")
    if "://" in target or not path:
        return link[0]
    there = _on_site(normpath(f"{folder}/{path}"))
    if there and files.get_file_from_path(there):
        return f"{picture}[{words}]({relpath(there, str(Path(page).parent))}{'#' * bool(heading)}{heading})"
    if not (HOUSE / folder / path).exists():
        return link[0]  # the build says that it leads nowhere
    return "" if picture else words


def _on_site(path: str) -> str:
    """The name on the site of a file of the project; empty for one that is not there."""
    above = {source: name for name, source in FROM_ABOVE.items()}
    if path.startswith(MADE):
        return f"pictures/{Path(path).name}"
    return above.get(path, path.removeprefix("docs/") if path.startswith("docs/") else "")
