"""The same chance in every Python: a linear congruential generator over small ints."""


class Chance:
    def __init__(self, seed):
        self.seed = seed * 7919 & 0x7FFFFFFF

    def below(self, limit):
        """0..limit - 1."""
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 15) % limit

    def one_in(self, many):
        return self.below(many) == 0
