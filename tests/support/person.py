"""Somebody at a terminal who follows every instruction of a job at the simulated table."""

REST = 50  # looks of 5 ms: a finger stays down for 40 ms
PATIENCE = 2_000  # looks at the same instruction
# instructions that ask nothing of anybody
ALONE = ("Hands off", "Can't find the table.", "greeting", "measuring", "testing")


class Person:
    """A terminal at which somebody answers each instruction: Enter does it, a question is agreed to."""

    size = (80, 24)

    def __init__(self, answers=()):
        self.answers = dict(answers)  # instruction begins so -> what is typed, once
        self.line = type("Line", (), {"typed": ""})
        self.asked = ""
        self.wait_for = 0  # looks until a hand is free again
        self.patience = PATIENCE

    def draw_page(self, page):
        lines = [text.plain for text in page]
        asked = next(line for line in lines if line.startswith("> "))[2:]
        self.patience = PATIENCE if asked != self.asked else self.patience - 1
        self.asked = asked
        assert len(lines) <= 24 and self.patience, asked

    def finished_lines(self):
        self.wait_for -= 1
        if self.wait_for > 0 or not self.asked or self.asked.startswith(ALONE):
            return []
        self.wait_for = REST
        for begin in [begin for begin in self.answers if self.asked.startswith(begin)]:
            return [self.answers.pop(begin)]
        if "the mA it gives, 3000" in self.asked:
            return ["4000"]
        return ["yes" if "yes" in self.asked else ""]
