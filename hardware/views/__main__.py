"""python -m hardware.views: draw what each seat's eye sees of the table. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing or measured.toml is wrong.
"""

from __future__ import annotations

import sys

from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.extra import extra
from hardware.made import Made, keep
from hardware.views.origins import FOLDER, file_names, origins


def main() -> int:
    try:
        with extra():
            from hardware.views.whole import pictures, png, table
        drawn = [png(image) for image in pictures(table())]
    except UserError as error:
        print(f"views: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    made = zip(file_names(), drawn, strict=True)
    keep(FOLDER, {name: Made(content, origins()[name]) for name, content in made})
    return 0


if __name__ == "__main__":
    sys.exit(main())
