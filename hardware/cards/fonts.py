"""The fonts of the cards, embedded in every sheet: Source Sans and Source Serif, under the SIL Open Font License.

Its section 1 lets fonts be embedded in any document. Letters are those of the fonts' own tables.
"""

from __future__ import annotations

from functools import cache

from font_source_sans_pro import font_files_ttf as sans
from font_source_serif_pro import font_files_ttf as serif
from reportlab.graphics.shapes import STATE_DEFAULTS
from reportlab.pdfbase.pdfmetrics import getFont, registerFont
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD, SERIF = "SourceSansPro", "SourceSansProBold", "SourceSerifProBold"


@cache
def register() -> None:
    """Before anything is written: makes the fonts known to reportlab, and one of them what drawings begin with."""
    for name in (PLAIN, BOLD, SERIF):
        registerFont(TTFont(name, (sans | serif)[name]))
    STATE_DEFAULTS["fontName"] = PLAIN


def embedded(standard: str) -> str:
    """Which of them is written for a standard font of PDF, as drawings name it."""
    if standard.startswith("Times"):
        return SERIF
    return BOLD if "Bold" in standard else PLAIN


def lacking(text: str, font: str) -> list[str]:
    """Letters that the font has not."""
    known = getFont(font).face.charToGlyph
    return sorted({letter for letter in text if ord(letter) not in known})
