"""A link that believes every edge: the control of all that promises no press lost, doubled or invented."""

from glowtable.device.link import Link


class Credulous(Link):
    """Takes every edge it hears as new, whatever its number."""

    def _hear_edge(self, number, word, fields):
        self.edge = number - 1
        return super()._hear_edge(number, word, fields)
