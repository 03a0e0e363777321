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
FROM_ABOVE = {"index.md": "README.md", "CHANGELOG.md": "CHANGELOG.md"}  # page -> where it is written
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PICTURES = (".png", ".svg")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All pages and pictures; what lies above docs is added."""
    for name, source in FROM_ABOVE.items():
        files.append(File.generated(config, name, content=(HOUSE / source).read_text("utf-8")))
    for path in (HOUSE / "hardware" / "made" / "solids").glob("*.png"):
        files.append(File.generated(config, f"pictures/{path.name}", abs_src_path=str(path)))
    return files


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
    if path.endswith(PICTURES) and path.startswith("hardware/made/solids/"):
        return f"pictures/{Path(path).name}"
    return above.get(path, path.removeprefix("docs/") if path.startswith("docs/") else "")
