"""A sheet as a scanner sees it: rendered, and the codes on it read. Needs pypdfium2 and zxing-cpp."""

from hardware.cards.sheet import PAPER, QR_BOX, place

DPI = 200
POINTS, MM = 72, 25.4  # in an inch


def codes(content: bytes, cards: int) -> list[str]:
    """What the code at each card's place says, in the order of the cards; empty where none is read."""
    from pypdfium2 import PdfDocument

    pages = [page.render(scale=DPI / POINTS).to_pil() for page in PdfDocument(content)]
    return [_code(pages, number) for number in range(cards)]


def _code(pages, number: int) -> str:
    from zxingcpp import read_barcodes

    page, on_page = place(number)
    box = QR_BOX.moved(on_page)
    corners = box.x, PAPER[1] - box.y - box.height, box.x + box.width, PAPER[1] - box.y
    found = read_barcodes(pages[page].crop([round(each / MM * DPI) for each in corners]))
    return found[0].text if found else ""


def page_sizes(content: bytes) -> list[tuple[float, float]]:
    """Width and height of each page, in mm."""
    from pypdfium2 import PdfDocument

    return [tuple(points / POINTS * MM for points in page.get_size()) for page in PdfDocument(content)]
