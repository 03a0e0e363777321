"""Lines, circles and words on pages of A4 as PDF, in mm from a page's lower left corner; the same bytes each time.

Nothing is compressed, nothing dated, the font is one that every reader of PDF has. A viewer is told not to scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

POINT = 25.4 / 72  # mm
ARC = 0.5522847498  # of a radius: where the control points of a quarter circle are
HEAD = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
FONT, FIRST_PAGE = 3, 4  # numbers of objects: 1 and 2 are the document and the list of its pages

Spot = tuple[float, float]


class Page:
    """What is drawn, in its order."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def pen(self, width: float, grey: float = 0.0, dashes: Sequence[float] = ()) -> None:
        """For all that follows; widths and dashes in mm, grey from 0, black, to 1."""
        self.steps.append(f"[{' '.join(map(_number, dashes))}] 0 d {_number(width)} w {grey:g} G {grey:g} g")

    def line(self, spots: Sequence[Spot], closed: bool = False, filled: bool = False) -> None:
        first, *others = (_spot(spot) for spot in spots)
        end = "b" if filled else "s" if closed else "S"
        self.steps.append(" ".join([f"{first} m", *(f"{spot} l" for spot in others), end]))

    def circle(self, middle: Spot, diameter: float) -> None:
        (x, y), r = middle, diameter / 2
        k = r * ARC
        quarters = (
            ((x + r, y + k), (x + k, y + r), (x, y + r)),
            ((x - k, y + r), (x - r, y + k), (x - r, y)),
            ((x - r, y - k), (x - k, y - r), (x, y - r)),
            ((x + k, y - r), (x + r, y - k), (x + r, y)),
        )
        curves = (" ".join(map(_spot, quarter)) + " c" for quarter in quarters)
        self.steps.append(" ".join([f"{_spot((x + r, y))} m", *curves, "s"]))

    def words(self, spot: Spot, text: str, height: float) -> None:
        """In one line that begins at a spot; letters of ASCII."""
        safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self.steps.append(f"BT /F {_number(height)} Tf {_spot(spot)} Td ({safe}) Tj ET")

    def clip(self, low: Spot, high: Spot) -> None:
        """From here to `unclip`, nothing outside this box."""
        width, height = high[0] - low[0], high[1] - low[1]
        self.steps.append(f"q {_spot(low)} {_number(width)} {_number(height)} re W n")

    def unclip(self) -> None:
        self.steps.append("Q")


def pdf(title: str, size: Spot, pages: Sequence[Page]) -> bytes:
    """The file; sizes in mm."""
    numbers = range(FIRST_PAGE, FIRST_PAGE + 2 * len(pages), 2)
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] /MediaBox [0 0 {_spot(size)}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in zip(numbers, pages, strict=True):
        content = "\n".join(page.steps)
        font = f"<< /Font << /F {FONT} 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /Resources {font} /Contents {number + 1} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _file([*objects, f"<< /Title ({title}) /Creator (Glowtable) >>"])


def _file(objects: Iterable[str]) -> bytes:
    """The objects, where each begins, and which is the first; the last one tells about the file."""
    whole, begins = HEAD, []
    for number, text in enumerate(objects, 1):
        begins.append(len(whole))
        whole += f"{number} 0 obj\n{text}\nendobj\n".encode("ascii")
    table = "".join(f"{begin:010} 00000 n \n" for begin in begins)
    count = len(begins) + 1
    end = f"""xref
0 {count}
0000000000 65535 f \n{table}trailer
<< /Size {count} /Root 1 0 R /Info {count - 1} 0 R >>
startxref
{len(whole)}
%%EOF
"""
    return whole + end.encode("ascii")


def _spot(spot: Spot) -> str:
    return f"{_number(spot[0])} {_number(spot[1])}"


def _number(mm: float) -> str:
    """In points, to a thousandth: finer than a printer's dots."""
    return f"{mm / POINT:.3f}"
