"""Samples in, presses and releases out: at once on press, settled on release, no flood from a bad contact."""

from random import Random

from glowpico.scanner import COLUMNS, HEAT_OF_PRESS, ROWS, SETTLE, TOO_HOT, Scanner

UP_A_WHILE = SETTLE * [()]


def scan(scanner, *held):
    """Feed samples, each given as the keys that are down in it."""
    for keys in held:
        samples = bytearray(ROWS)
        for key in keys:
            samples[key // COLUMNS] |= 1 << key % COLUMNS
        scanner.scan(samples)


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


def test_a_chattering_key_never_delays_another():
    for at in range(20, 400, 37):
        assert (8, True) in told(*WORST[:at], (*WORST[at], 8))


MINUTE = 12_000  # samples
WORST = [(9,) if at % (SETTLE + 1) == 0 else () for at in range(MINUTE)]  # just long enough up to be a release


def chatter(seed, on):
    rng = Random(seed)
    return [(9,) if rng.random() < on else () for _ in range(MINUTE)]


def test_a_chattering_key_is_muted_before_it_can_flood():
    assert len(told(*WORST)) < 250
    for on in (0.1, 0.2, 0.5):
        presses = len(told(*chatter(1, on))) / 2
        assert presses <= (MINUTE + TOO_HOT) / HEAT_OF_PRESS


def test_control_without_a_limit_a_chattering_key_floods():
    class Unlimited(Scanner):
        def warm_up(self, row, bit, key):
            """Count nothing."""

    events = []
    scanner = Unlimited(lambda key, is_down: events.append(key))
    scan(scanner, *WORST)
    assert len(events) > 4000


def test_a_muted_key_is_named_and_works_again_after_a_quiet_while():
    events = []
    scanner = Scanner(lambda key, is_down: events.append((key, is_down)))
    assert scanner.noisy() == []
    scan(scanner, *WORST[:200])
    assert scanner.noisy() == [9]
    scan(scanner, *(TOO_HOT + 1) * [()])
    assert scanner.noisy() == []
    events.clear()
    scan(scanner, (9,), *UP_A_WHILE)
    assert events == [(9, True), (9, False)]


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
