"""Lines, circles and words on pages of A4 as PDF, in mm from a page's lower left corner; the same bytes each time.

Nothing is compressed, the font is one that every reader of PDF has. A viewer is told not to scale. Needs reportlab.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4  # points

Spot = tuple[float, float]


class Paper:
    """Pages, one after the other; widths, sizes and dashes in mm."""

    def __init__(self, title: str, size: Spot) -> None:
        self.kept = BytesIO()
        self.canvas = Canvas(self.kept, pagesize=(size[0] * MM, size[1] * MM), pageCompression=0, invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Glowtable")
        self.canvas.setViewerPreference("PrintScaling", "None")

    def pen(self, width: float, grey: float = 0.0, dashes: Sequence[float] = ()) -> None:
        """For all that follows on this page; grey from 0, black, to 1."""
        self.canvas.setLineWidth(width * MM)
        self.canvas.setDash([dash * MM for dash in dashes])
        self.canvas.setStrokeGray(grey)
        self.canvas.setFillGray(grey)

    def line(self, spots: Sequence[Spot], closed: bool = False, filled: bool = False) -> None:
        path = self.canvas.beginPath()
        path.moveTo(spots[0][0] * MM, spots[0][1] * MM)
        for x, y in spots[1:]:
            path.lineTo(x * MM, y * MM)
        if closed:
            path.close()
        self.canvas.drawPath(path, fill=filled)

    def circle(self, middle: Spot, diameter: float) -> None:
        self.canvas.circle(middle[0] * MM, middle[1] * MM, diameter / 2 * MM)

    def words(self, spot: Spot, text: str, height: float) -> None:
        """In one line that begins at a spot; letters of ASCII."""
        self.canvas.setFont("Helvetica", height * MM)
        self.canvas.drawString(spot[0] * MM, spot[1] * MM, text)

    def clip(self, low: Spot, high: Spot) -> None:
        """From here to `unclip`, nothing outside this box."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.rect(low[0] * MM, low[1] * MM, (high[0] - low[0]) * MM, (high[1] - low[1]) * MM)
        self.canvas.clipPath(path, stroke=0)

    def unclip(self) -> None:
        self.canvas.restoreState()

    def turn(self) -> None:
        """This page is done."""
        self.canvas.showPage()

    def content(self) -> bytes:
        self.canvas.save()
        return self.kept.getvalue()
