"""A sheet as a scanner sees it: rendered, and the codes on it read. Needs pypdfium2 and zxing-cpp."""

import re
import zlib
from base64 import a85decode

from hardware.cards.sheet import PAPER, SQUARE

DPI = 200
POINTS, MM = 72, 25.4  # in an inch
HALF = 8.0  # of the piece of a sheet, in mm, in which a code is looked for


def codes(content: bytes, cards: int, size=SQUARE) -> list[str]:
    """What the code behind each card says, in the order of the cards; empty where none is read."""
    from pypdfium2 import PdfDocument

    pages = [page.render(scale=DPI / POINTS).to_pil() for page in list(PdfDocument(content))[1::2]]
    return [_code(pages, number, size) for number in range(cards)]


def _code(pages, number: int, size) -> str:
    """Seen through the paper: read at the middle of the card that the reader holds."""
    from PIL import ImageOps
    from zxingcpp import read_barcodes

    page, box = size.place(number)
    through = ImageOps.mirror(pages[page])
    x, y = box.x + box.width / 2, PAPER[1] - box.y - box.height / 2
    corners = [round(each / MM * DPI) for each in (x - HALF, y - HALF, x + HALF, y + HALF)]
    found = read_barcodes(ImageOps.mirror(through.crop(corners)))
    return found[0].text if found else ""


def page_sizes(content: bytes) -> list[tuple[float, float]]:
    """Width and height of each page, in mm."""
    from pypdfium2 import PdfDocument

    return [tuple(points / POINTS * MM for points in page.get_size()) for page in PdfDocument(content)]


def plain(content: bytes) -> bytes:
    """A PDF with its streams as they are read, whatever zlib packed them, and without their lengths and places."""
    packed = re.compile(rb"(?<!end)stream\r?\n((?:(?!endstream).)*?)~>endstream", re.DOTALL)

    def unpacked(stream: re.Match[bytes]) -> bytes:
        return b"stream\n" + zlib.decompress(a85decode(stream[1].strip())) + b"\nendstream"

    return re.sub(rb"/Length \d+|\d{10} \d{5} n|startxref\s+\d+", b"", packed.sub(unpacked, content))
