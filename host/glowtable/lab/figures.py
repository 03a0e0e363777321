"""What matches say, and how sure: intervals of 95 %, a sequential test, ratings. Pure arithmetic; knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, permutations
from math import ceil, comb, exp, floor, hypot, log, log10, sqrt
from random import Random
from statistics import NormalDist, fmean
from typing import NamedTuple, TypeVar

SURE = 0.95
EXTREMES = (0.0, 0.0, 1.0, 1.0)
Z = NormalDist().inv_cdf((1 + SURE) / 2)


class Interval(NamedTuple):
    """An estimate, and between what the truth lies with 95 % confidence; `n` is how many it rests on."""

    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    @property
    def percent(self) -> str:
        """The same of a share, for people."""
        return f"{self.value:.1%} [{self.low * 100:.1f}–{self.high:.1%}]"


def wilson(successes: float, n: int, among: int = 1) -> Interval:
    """A share of n independent tries, by Wilson's score interval; half a success is a shared one.

    Of so many shares looked at together (`among`) all the intervals hold the truth with 95 % (Bonferroni's bound).
    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927)
    """
    if not n:
        return Interval(0.0, 0.0, 1.0, 0)
    share, z = successes / n, Z if among == 1 else NormalDist().inv_cdf(1 - (1 - SURE) / (2 * among))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach), n)


def chance_of_share(share: Interval, fair: float) -> float:
    """How likely a share so far from the fair one is by chance alone: the two-sided score test."""
    if not share.n or not 0 < fair < 1:
        return 1.0
    return _two_sided((share.value - fair) / sqrt(fair * (1 - fair) / share.n))


def chance_of_difference(one: Interval, other: Interval) -> float:
    """How likely two shares so far apart are by chance alone: the two-sided test of pooled shares."""
    n = one.n + other.n
    pooled = (one.value * one.n + other.value * other.n) / max(1, n)
    if not one.n or not other.n or not 0 < pooled < 1:
        return 1.0
    return _two_sided((one.value - other.value) / sqrt(pooled * (1 - pooled) * (1 / one.n + 1 / other.n)))


def difference(one: Interval, other: Interval) -> Interval:
    """How much more the one share is than the other, from -1 to 1, by Newcombe's square-and-add of their intervals.

    Source: R. G. Newcombe, Interval estimation for the difference between independent proportions: comparison of eleven
    methods, Statistics in Medicine 17 (1998), method 10
    """
    value = one.value - other.value
    low = value - hypot(one.value - one.low, other.high - other.value)
    high = value + hypot(one.high - one.value, other.value - other.low)
    return Interval(value, low, high, one.n + other.n)


def _two_sided(z: float) -> float:
    return 2 * NormalDist().cdf(-abs(z))


K = TypeVar("K")


def holm(chances: Mapping[K, float]) -> dict[K, float]:
    """The same chances corrected for how many there are: one below .05 is shown, whatever the others are.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
    (1979)
    """
    corrected: dict[K, float] = {}
    highest = 0.0
    for left, key in zip(range(len(chances), 0, -1), sorted(chances, key=lambda key: chances[key]), strict=True):
        highest = max(highest, min(1.0, left * chances[key]))
        corrected[key] = highest
    return corrected


def mean_score(scores: Iterable[float]) -> Interval:
    """The mean of independent scores from 0 to 1, such as one for each deal; without any, all is possible.

    A Counter says how often each score came. Four more are counted, two of 0 and two of 1: so scores that are all
    alike are no certainty.
    Source: A. Agresti, B. A. Coull, Approximate is better than exact, The American Statistician 52 (1998)
    """
    counts = Counter(scores)
    n = counts.total()
    if not n:
        return Interval(0.0, 0.0, 1.0, 0)
    more = counts + Counter(EXTREMES)
    value, middle = _mean_of(counts), _mean_of(more)
    reach = Z * sqrt(sum(c * (score - middle) ** 2 for score, c in more.items()) / (n + 3) / (n + 4))
    return Interval(value, max(0.0, middle - reach), min(1.0, middle + reach), n)


class Mean:
    """The mean of independent numbers from 0 on, kept as sums."""

    def __init__(self) -> None:
        self.n, self.total, self.squares = 0, 0.0, 0.0

    def add_number(self, number: float) -> None:
        self.n += 1
        self.total += number
        self.squares += number * number

    @property
    def interval(self) -> Interval:
        """With the range of a mean of many: of few numbers it is too narrow, and of one it says nothing."""
        value = self.total / max(1, self.n)
        reach = Z * sqrt(max(0.0, self.squares / max(1, self.n) - value * value) / max(1, self.n - 1))
        return Interval(value, max(0.0, value - reach), value + reach, self.n)


def _mean_of(counts: Counter[float]) -> float:
    return sum(value * count for value, count in counts.items()) / counts.total()


class Verdict(NamedTuple):
    """What a sequential test says after `n` scores: `decided` is the share it found, p0 or p1; None: it is open."""

    decided: float | None
    n: int
    log_ratio: float
    low: float
    high: float


def sprt(scores: Iterable[float], p0: float, p1: float, error: float = 0.05) -> Verdict:
    """Wald's sequential test of a share p0 against p1, on scores from 0 to 1; both kinds of error have this chance.

    It stops at the first score that decides: later ones are not asked for. ValueError as of check_shares.
    Source: A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945)
    """
    check_shares(p0, p1)
    bound, ratio, n = log((1 - error) / error), 0.0, 0
    win, loss = log(p1 / p0), log((1 - p1) / (1 - p0))
    for n, score in enumerate(scores, 1):
        ratio += score * win + (1 - score) * loss
        if abs(ratio) >= bound:
            return Verdict(p1 if ratio > 0 else p0, n, ratio, -bound, bound)
    return Verdict(None, n, ratio, -bound, bound)


def check_shares(p0: float, p1: float) -> None:
    """ValueError for two shares that no test can tell apart."""
    if not 0 < p0 < p1 < 1:
        raise ValueError(f"p0 and p1 must be above 0 and below 1, the lower one first; got {p0} and {p1}")


def mcnemar(only_first: int, only_second: int) -> float:
    """How likely so uneven a split of the pairs that differ is by chance alone: exact, two-sided."""
    n, least = only_first + only_second, min(only_first, only_second)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0


Scores = Mapping[tuple[str, str], float]  # (a, b): what a scored against b in all, from 0 to the number of comparisons
PRIOR = 0.5  # a drawn comparison of every pair that met: who never lost has a rating all the same
ROUNDS, CLOSE = 500, 1e-9
MOST_DRAWN = 10_000  # deals for a resample: more take long and say no more
MOST_KEPT = 256  # deals that differ, or blocks of deals: more need memory and say little more


def bradley_terry(scores: Scores) -> dict[str, float]:
    """A rating for each bot on Elo's scale, the mean 0, by minorization-maximization.

    Source: D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (2004)
    """
    pairs = {pair: score + PRIOR for pair, score in scores.items()}
    names = sorted(set(chain.from_iterable(pairs)))
    won = {name: sum(score for (winner, _), score in pairs.items() if winner == name) for name in names}
    met = {(a, b): pairs.get((a, b), 0.0) + pairs.get((b, a), 0.0) for a, b in permutations(names, 2)}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        new = {a: won[a] / sum(met[a, b] / (strength[a] + strength[b]) for b in names if b != a) for a in names}
        scale = exp(fmean(map(log, new.values())))
        new = {name: each / scale for name, each in new.items()}
        moved = max(abs(log(new[name] / strength[name])) for name in names)
        strength = new
        if moved < CLOSE:
            break
    return {name: 400 * log10(each) for name, each in strength.items()}


class DealSums:
    """How deals were scored, in bounded memory, for a bootstrap.

    While few differ, each with how often it came. With many bots nearly all differ: then neighbours are added up, in
    blocks of equal size. Deals are independent, so blocks of them are, too.
    """

    def __init__(self) -> None:
        self.n = 0  # deals
        self._alike: Counter[tuple[tuple[tuple[str, str], float], ...]] | None = Counter()  # None: too many differ
        self._blocks: list[dict[tuple[str, str], float]] = []
        self._size = 1  # deals in a block

    def add_deal(self, scores: Scores) -> None:
        """Count one more; one without scores is none."""
        if not scores:
            return
        if self._alike is not None:
            self._alike[tuple(sorted(scores.items()))] += 1
            if len(self._alike) > MOST_KEPT:
                self._alike = None
        if self.n % self._size == 0:
            self._blocks.append({})
        self.n += 1
        _add_scores(self._blocks[-1], scores)
        if len(self._blocks) == 2 * MOST_KEPT and self.n % self._size == 0:
            self._blocks = [
                _add_deals(((a, 1), (b, 1))) for a, b in zip(self._blocks[::2], self._blocks[1::2], strict=True)
            ]
            self._size *= 2

    def drawn_parts(self) -> tuple[list[Scores], list[int]]:
        """What a bootstrap draws from, and how often each came. The last block may be smaller than the others."""
        if self._alike is not None:
            return [dict(each) for each in self._alike], list(self._alike.values())
        return list(self._blocks), [1] * len(self._blocks)


def ratings(
    deals: Sequence[Scores], rng: Random, resamples: int = 200, counts: Sequence[int] = (), n: int = 0
) -> dict[str, Interval]:
    """Ratings with intervals by a bootstrap over deals: what all matches of a deal scored is drawn together.

    Deals in which one side wins all are drawn with them, as in mean_score. `counts`: how often each deal came, once
    without. `n`: how many deals there are if some of these are sums of several. Of many deals MOST_DRAWN are drawn
    each time, and what that spreads too far is drawn together again.
    Source: P. J. Bickel, F. Gotze, W. R. van Zwet, Resampling fewer than n observations, Statistica Sinica 7 (1997)
    """
    counts = counts or [1] * len(deals)
    total, met = n or sum(counts), _add_deals(zip(deals, counts, strict=True))
    strengths, pool = bradley_terry(met), [*deals, *_one_sided(met, total)]
    weights = list(accumulate([*counts, *[1] * len(EXTREMES)]))
    drawn = min(MOST_DRAWN, weights[-1])
    scale, closer = weights[-1] / drawn, sqrt(drawn / weights[-1])
    again = []
    for _ in range(resamples):
        places = Counter(rng.choices(range(len(pool)), cum_weights=weights, k=drawn))
        again.append(bradley_terry(_add_deals((pool[place], n * scale) for place, n in places.items())))
    return {
        name: _interval_of(value, sorted(value + closer * (each[name] - value) for each in again), total)
        for name, value in strengths.items()
    }


def _one_sided(met: Scores, deals: int) -> list[Scores]:
    """As many as EXTREMES: in each, of every pair that met the same one wins all that is scored in a deal."""
    most = {(a, b): (score + met[b, a]) / deals for (a, b), score in met.items()}
    one = {(a, b): score * (a < b) for (a, b), score in most.items()}
    other = {(a, b): score * (a > b) for (a, b), score in most.items()}
    return [one, other] * (len(EXTREMES) // 2)


def _add_deals(deals: Iterable[tuple[Scores, float]]) -> dict[tuple[str, str], float]:
    """Each so many times."""
    total: dict[tuple[str, str], float] = {}
    for deal, times in deals:
        _add_scores(total, deal, times)
    return total


def _add_scores(total: dict[tuple[str, str], float], deal: Scores, times: float = 1) -> None:
    for pair, score in deal.items():
        total[pair] = total.get(pair, 0.0) + score * times


def _interval_of(value: float, ordered: Sequence[float], n: int) -> Interval:
    """The estimate is in its interval, even where extreme deals, which are drawn with the others, move all of that."""
    tail = (1 - SURE) / 2 * (len(ordered) - 1)
    low, high = ordered[floor(tail)], ordered[ceil(len(ordered) - 1 - tail)]
    return Interval(value, min(low, value), max(high, value), n)
