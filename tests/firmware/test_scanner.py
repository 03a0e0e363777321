"""Samples in, presses and releases out: at once on press, settled on release, no flood from a bad contact."""

from collections import Counter
from random import Random

import pytest
from glowpico.scanner import CLEAN, COLUMNS, FORGET_S, QUIET_S, ROWS, SECOND_BITS, SETTLE, SOLID, Scanner

UP_A_WHILE = SETTLE * [()]


def scan(scanner, *held):
    """Feed samples, each given as the keys that are down in it."""
    for keys in held:
        scanner.scan(samples_of(keys))


def samples_of(keys):
    samples = bytearray(ROWS)
    for key in keys:
        samples[key // COLUMNS] |= 1 << key % COLUMNS
    return samples


def told(*held):
    """The events of these samples on a fresh scanner."""
    events = []
    scan(Scanner(lambda key, is_down: events.append((key, is_down))), *held)
    return events


def test_a_press_is_told_by_the_very_sample_that_sees_it():
    assert told((), (21,)) == [(21, True)]


def test_every_key_has_its_own_number():
    for key in range(ROWS * COLUMNS):
        assert told((key,), *UP_A_WHILE) == [(key, True), (key, False)]


def test_a_release_is_told_once_it_has_settled():
    assert told((21,), *UP_A_WHILE[1:]) == [(21, True)]
    assert told((21,), *UP_A_WHILE) == [(21, True), (21, False)]


def test_a_bouncing_contact_makes_one_press_and_one_release():
    assert told((7,), (), (7,), (), (), (7,), (7,), (), (7,), *UP_A_WHILE) == [(7, True), (7, False)]


def test_a_held_key_is_told_once():
    assert told(*1000 * [(7,)]) == [(7, True)]


def test_keys_pressed_together_are_all_told():
    assert sorted(told((0, 5, 30, 35, 59))) == [(key, True) for key in (0, 5, 30, 35, 59)]


def test_between_two_scans_a_press_is_told_once_and_time_does_not_count():
    events = []
    scanner = Scanner(lambda key, is_down: events.append((key, is_down)))
    for _ in range(50):
        scanner.glance(samples_of((21,)))
    assert events == [(21, True)]
    scan(scanner, *(SOLID + 1) * [(21,)])
    for _ in range(50):
        scanner.glance(samples_of(()))
    assert events == [(21, True)]
    scan(scanner, *UP_A_WHILE)
    assert events == [(21, True), (21, False)]


MINUTE = 12_000  # samples
LOOSE = 9
SHORT = [(LOOSE,) if at % (SETTLE + 1) == 0 else () for at in range(400)]  # just long enough up to be a release
TAP = (*(SOLID + 2) * [(LOOSE,)], *20 * [()])


def presses(held):
    return len([key for key, is_down in told(*held) if is_down])


@pytest.mark.slow
def test_a_loose_contact_presses_three_times_at_most():
    """By chance one in a hundred looks like a finger once more."""
    found = Counter()
    for closed in (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        for seed in range(8):
            rng = Random(f"{closed} {seed}")
            found[presses((LOOSE,) if rng.random() < closed else () for _ in range(MINUTE))] += 1
    assert set(found) <= {1, 2, 3, 4} and found[4] <= 1, found


@pytest.mark.parametrize("worn", ["x.xxxxx", "x.xxxxxx.x", "x.x.xxxxxxxx.x.x"])
def test_a_worn_switch_under_a_finger_is_never_muted(worn):
    """It bounces when it closes, and when it opens."""
    tap = [(LOOSE,) if sample == "x" else () for sample in worn] + 20 * [()]
    assert presses([*6 * tap]) == 6


def test_control_a_scanner_that_never_mutes_is_flooded():
    class Patient(Scanner):
        def mute(self, row, bit, key):
            self.strikes[key] = self.closures[key] = 0

    events = []
    scan(Patient(lambda key, is_down: events.append(key)), *30 * SHORT)
    assert len(events) > 4000


def test_a_loose_contact_costs_no_press_of_another_key():
    rng = Random(4)
    others = [key for key in range(60) if key != LOOSE]
    held = []
    for key in others:
        held += [(key, LOOSE) if rng.random() < 0.5 else (key,) for _ in range(8)]
        held += [(LOOSE,) if rng.random() < 0.5 else () for _ in range(8)]
    assert [key for key, is_down in told(*held) if is_down and key != LOOSE] == others


def test_a_muted_key_is_named_let_go_and_works_again_after_a_quiet_minute():
    events = []
    scanner = Scanner(lambda key, is_down: events.append((key, is_down)))
    scan(scanner, *SHORT)
    assert scanner.noisy() == [LOOSE]
    assert events[-1] == (LOOSE, False)
    seconds(scanner, 30)
    scan(scanner, (LOOSE,), *UP_A_WHILE)
    seconds(scanner, QUIET_S - 1, begin=30)
    assert scanner.noisy() == [LOOSE], "it was not quiet for a minute"
    seconds(scanner, 2, begin=30 + QUIET_S)
    assert scanner.noisy() == []
    events.clear()
    scan(scanner, *TAP)
    assert events == [(LOOSE, True), (LOOSE, False)]


def test_fingers_do_not_keep_a_mended_key_muted():
    events = []
    scanner = Scanner(lambda key, is_down: events.append((key, is_down)))
    scan(scanner, *SHORT)
    events.clear()
    for second in range(QUIET_S + 1):
        scan(scanner, *TAP)
        seconds(scanner, 1, begin=second)
    assert scanner.noisy() == [] and len(events) <= 4


def test_a_muted_key_that_stays_closed_stays_muted():
    scanner = Scanner(lambda key, is_down: None)
    scan(scanner, *SHORT, (LOOSE,))
    seconds(scanner, 3 * QUIET_S)
    assert scanner.noisy() == [LOOSE]


def seconds(scanner, count, begin=0):
    for second in range(begin, begin + count):
        scanner.expire_mutes(second << SECOND_BITS)
        scanner.expire_mutes((second << SECOND_BITS) + 500)


def test_two_taps_too_short_for_a_finger_mute_only_if_they_are_soon_after_each_other():
    scanner = Scanner(lambda key, is_down: None)
    scan(scanner, (LOOSE,), *UP_A_WHILE)
    seconds(scanner, FORGET_S + 1)
    scan(scanner, (LOOSE,), *UP_A_WHILE)
    assert scanner.noisy() == []
    scan(scanner, (LOOSE,), *UP_A_WHILE)
    assert scanner.noisy() == [LOOSE]


@pytest.mark.parametrize("samples", [CLEAN, CLEAN + 1])
def test_a_brief_tap_that_does_not_bounce_is_never_muted(samples):
    """A finger is on a key for 20 ms at least; a tick in which LEDs are sent may cost one sample of it."""
    tap = [*samples * [(9,)], *20 * [()]]
    assert len(told(*20 * tap)) == 40


def test_a_finger_that_taps_six_times_a_second_is_never_muted():
    tap = [(9,), (), *10 * [(9,)], (), (9,), *20 * [()]]  # bounces once at either end
    assert len(told(*20 * tap)) == 40


def test_a_press_and_its_release_alternate_whatever_the_contact_does():
    rng = Random(2)
    scanner_sees = [tuple(key for key in range(60) if rng.random() < 0.3) for _ in range(3000)]
    last: dict[int, bool] = {}
    for key, is_down in told(*scanner_sees):
        assert last.get(key, False) != is_down
        last[key] = is_down


def test_levels_follow_what_was_told():
    levels = bytearray(ROWS)

    def keep(key, is_down):
        levels[key // COLUMNS] ^= 1 << key % COLUMNS

    scanner = Scanner(keep)
    rng = Random(3)
    for _ in range(2000):
        scan(scanner, tuple(key for key in range(60) if rng.random() < 0.2))
        assert scanner.down == levels
