"""A small terminal: what a program writes, as it stands on the screen and in what has scrolled away."""

import re

PARTS = re.compile(r"\x1b\[([?<]?)([0-9;]*)([A-Za-z])|(\n)|(\r)|([^\x1b\n\r]+)")


class SmallTerminal:
    """Knows what this project writes: home, clear to the end of line or screen, the screen of its own, colours."""

    def __init__(self, columns: int, lines: int, has_own_screen: bool = True) -> None:
        self.columns, self.lines, self.has_own_screen = columns, lines, has_own_screen
        self.scrollback: list[str] = []
        self.screen, self.before = [""] * lines, [""] * lines
        self.row = self.column = 0

    @property
    def everything(self) -> str:
        return "\n".join([*self.scrollback, *self.before, *self.screen])

    def feed(self, text: str) -> None:
        for found in PARTS.finditer(text):
            mark, given, order, newline, home, letters = found.groups()
            if newline:
                self.go_down()
            elif home:
                self.column = 0
            elif letters:
                self.write(letters)
            elif order == "H":
                self.row = self.column = 0
            elif order == "K":
                self.screen[self.row] = self.screen[self.row][: self.column]
            elif order == "J":
                self.screen[self.row :] = [self.screen[self.row][: self.column], *[""] * (self.lines - self.row - 1)]
            elif mark and given == "1049" and self.has_own_screen:
                self.screen, self.before = self.before, self.screen

    def go_down(self) -> None:
        self.row, self.column = self.row + 1, 0
        if self.row == self.lines:
            self.row -= 1
            self.scrollback.append(self.screen.pop(0))
            self.screen.append("")

    def write(self, letters: str) -> None:
        for letter in letters:
            if self.column == self.columns:
                self.go_down()
            line = self.screen[self.row].ljust(self.column)
            self.screen[self.row] = line[: self.column] + letter + line[self.column + 1 :]
            self.column += 1
