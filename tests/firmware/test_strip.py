"""A picture to pixel bytes: order, colours, patterns, brightness, and a current that is never exceeded."""

import pytest
from glowpico import strip, wire
from glowpico.settings import DEFAULTS, SETTINGS
from glowpico.strip import LEVELS, LIGHTS, PALETTE, SLOTS, SLOTS_OF, Strip
from hypothesis import given
from hypothesis import strategies as st

PLENTY = {"brightness_pct": 100, "budget_ma": 10_000, "branch_ma": 3000}  # nothing dimmed
SLOT_MS = 1 << strip.SLOT_BITS
RING_MS = 1 << 30  # the clock has 30 bits


def strip_with(**settings):
    return Strip({**DEFAULTS, "pixels_per_cell": 1, "pixels_per_seat": 1, **PLENTY, **settings})


def shining(shown, colours="", patterns="", brightness_pct=100, now_ms=0):
    """The strip after this picture; what is not given is dark and steady."""
    shown.show(colours.ljust(LIGHTS, "-"), patterns.ljust(LIGHTS, "s"), brightness_pct)
    assert shown.render(now_ms)
    return shown


def pixel(chain, at):
    green, red, blue = chain[3 * at : 3 * at + 3]
    return red, green, blue


pictures = st.tuples(
    st.text(wire.COLOURS, min_size=LIGHTS, max_size=LIGHTS),
    st.text(wire.PATTERNS, min_size=LIGHTS, max_size=LIGHTS),
    st.integers(0, 100),
)
orders, seat_orders = st.permutations(range(wire.CELLS)), st.permutations(range(wire.SEATS))
lists = {name: seat_orders if name == "seat_order" else orders for name in SETTINGS}
any_settings = st.fixed_dictionaries(
    {name: lists[name] if callable(allowed) else st.sampled_from(allowed) for name, (_, allowed) in SETTINGS.items()}
)


# -- colours


@pytest.mark.parametrize(("letter", "rgb"), list(zip(wire.COLOURS, PALETTE, strict=True)))
def test_every_letter_has_its_colour(letter, rgb):
    assert pixel(shining(strip_with(), letter).cells, 0) == rgb


def test_a_cell_of_any_colour_draws_forty_milliamperes_at_most_as_the_table_comes():
    dark_ma = current(Strip(DEFAULTS))
    drawn_ma = [current(shining(Strip(DEFAULTS), letter)) - dark_ma for letter in wire.COLOURS]
    assert drawn_ma[0] == 0
    assert max(drawn_ma) <= 40 < 2 * min(drawn_ma[1:])


# -- order


def test_cells_go_row_by_row_and_seats_on_a_chain_of_their_own():
    shown = shining(strip_with(), "-" * 7 + "g" + "-" * 28 + "-r")
    assert [at for at in range(36) if any(pixel(shown.cells, at))] == [7]
    assert [at for at in range(6) if any(pixel(shown.seats, at))] == [1]


@pytest.mark.parametrize("per_cell", [1, 2, 4])
@pytest.mark.parametrize("per_seat", [1, 2, 3, 4])
def test_a_light_is_all_its_pixels(per_cell, per_seat):
    shown = strip_with(pixels_per_cell=per_cell, pixels_per_seat=per_seat)
    shining(shown, "-" * 9 + "w" + "-" * 26 + "--w")
    lit = [at for at in range(36 * per_cell) if any(pixel(shown.cells, at))]
    assert lit == list(range(9 * per_cell, 10 * per_cell))
    assert [at for at in range(6 * per_seat) if any(pixel(shown.seats, at))] == list(range(2 * per_seat, 3 * per_seat))
    assert (len(shown.cells), len(shown.seats)) == (108 * per_cell, 18 * per_seat)


def test_lights_go_where_the_order_of_the_chain_says():
    snake = [6 * (place // 6) + (5 - place % 6 if place // 6 % 2 else place % 6) for place in range(36)]
    shown = shining(strip_with(led_order=snake), "-" * 6 + "g" + "-" * 28)
    assert [at for at in range(36) if any(pixel(shown.cells, at))] == [11]


def test_a_seat_shows_its_own_light_though_pods_before_it_are_missing():
    """Pods 1, 2 and 4 are there: the hub leads the data on from the second to the fourth."""
    for seat, place in ((0, 0), (1, 1), (3, 2)):
        shown = shining(strip_with(seat_order=[0, 1, 3, 2, 4, 5]), "-" * (36 + seat) + "g" + "-" * (5 - seat))
        assert [at for at in range(6) if any(pixel(shown.seats, at))] == [place]
    control = shining(strip_with(), "-" * 39 + "g--")
    assert [at for at in range(6) if any(pixel(control.seats, at))] == [3]  # where no pod is left


def test_a_quarter_turn_brings_the_top_left_cell_to_the_top_right():
    assert [strip.turned(cell, 1) for cell in (0, 5, 35, 30)] == [5, 35, 30, 0]
    assert [strip.turned(0, quarters) for quarters in range(4)] == [0, 5, 35, 30]


@given(any_settings)
def test_every_cell_and_every_seat_has_a_place_of_its_own(settings):
    shown = Strip(settings)
    assert (sorted(shown.order), sorted(shown.seat_order)) == (list(range(36)), list(range(6)))


# -- patterns


def test_there_is_one_pattern_per_letter_of_eight_slots_and_four_levels():
    assert len(SLOTS_OF) == len(wire.PATTERNS)
    assert all(len(slots) == SLOTS and max(slots) < len(LEVELS) for slots in SLOTS_OF)


def test_patterns_are_told_apart_without_colour_wherever_one_begins_to_look():
    for one in SLOTS_OF:
        for other in SLOTS_OF:
            shifts = [other[shift:] + other[:shift] for shift in range(SLOTS)]
            unlike = min(sum(abs(a - b) for a, b in zip(one, shift, strict=True)) for shift in shifts)
            assert one is other or unlike >= 3


def test_no_light_flashes_more_than_three_times_in_a_second():
    """Source: WCAG 2.3.1, "three flashes or below threshold"."""
    a_second = -(-1000 // SLOT_MS)
    for slots in SLOTS_OF:
        flashes = [slots[at % SLOTS] - slots[(at - 1) % SLOTS] > 1 for at in range(2 * SLOTS)]  # to breathe is none
        assert max(sum(flashes[at : at + a_second]) for at in range(SLOTS)) <= 3


@pytest.mark.parametrize(("letter", "slots"), list(zip(wire.PATTERNS, SLOTS_OF, strict=True)))
def test_a_pattern_plays_its_slots_in_time(letter, slots):
    shown = shining(strip_with(), "g", letter)
    for slot in range(2 * SLOTS):
        shown.render(slot * SLOT_MS)
        assert pixel(shown.cells, 0)[1] == LEVELS[slots[slot % SLOTS]]


def test_cover_is_steady_with_one_dark_slot():
    assert sorted(SLOTS_OF[wire.PATTERNS.index("c")]) == [0] + 7 * [3]


def test_nothing_is_rendered_again_within_a_slot():
    shown = shining(strip_with(), "w", "f")
    assert not any(shown.render(now_ms) for now_ms in range(SLOT_MS))
    assert shown.render(SLOT_MS)


def test_what_does_not_change_is_sent_again_once_a_second_only():
    """A disturbed LED keeps its wrong colour until it is told the right one again."""
    shown = shining(strip_with(), "w", "s")
    assert [shown.render(slot * SLOT_MS) for slot in range(1, 2 * SLOTS)] == 7 * [False] + [True] + 7 * [False]


def test_a_new_picture_shines_at_once_within_the_slot():
    shown = shining(strip_with(), "w", now_ms=3)
    shining(shown, "g", now_ms=4)
    assert pixel(shown.cells, 0) == PALETTE[wire.COLOURS.index("g")]


def test_patterns_stay_even_when_the_clock_wraps():
    shown = shining(strip_with(), "w", "b", now_ms=RING_MS - SLOT_MS)
    assert shown.slot == SLOTS - 1
    assert shown.render(0)
    assert shown.slot == 0


# -- brightness and current


def test_brightness_is_a_share_of_what_the_settings_allow():
    assert pixel(shining(strip_with(brightness_pct=50), "g", brightness_pct=50).cells, 0) == (0, 64, 14)


def test_the_default_is_well_below_full():
    assert pixel(shining(Strip(DEFAULTS), "g").cells, 0) == (0, 64, 14)


def test_brightness_zero_is_dark():
    assert not any(shining(strip_with(), "w" * LIGHTS, brightness_pct=0).cells)


@given(st.sampled_from(wire.COLOURS[1:]), st.integers(1, 100), st.integers(1, 100))
def test_what_shines_never_goes_out_by_being_dimmed(letter, settings_pct, picture_pct):
    shown = shining(strip_with(brightness_pct=settings_pct), letter, "d", brightness_pct=picture_pct)
    assert any(pixel(shown.cells, 0))


def drawn(chain, width=3):
    """What LEDs draw, reckoned from their bytes: 1 mA a pixel, 20 mA a full channel."""
    return len(chain) // width + sum(chain) * 20 / 255


def current(shown):
    return drawn(shown.cells + shown.seats, shown.width)


def branches(shown):
    """The bytes of each branch, as the wires go: four equal parts of the cells' chain, and the seats."""
    quarter = len(shown.cells) // 4
    return [shown.cells[at : at + quarter] for at in range(0, 4 * quarter, quarter)] + [shown.seats]


def keeps_its_limits(shown, settings):
    """Neither a branch nor the whole draws more than is set, or than dark LEDs do."""
    *quarters, seats = branches(shown)
    limits = [(quarter, settings["branch_ma"]) for quarter in quarters] + [
        (seats, settings["branch_ma"] - strip.POD_MA)
    ]
    width = shown.width
    each = all(drawn(branch, width) <= max(limit_ma, len(branch) // width) for branch, limit_ma in limits)
    return each and current(shown) <= max(settings["budget_ma"], shown.pixels)


@given(any_settings, pictures, st.integers(0, RING_MS - 1), st.lists(st.integers(0, 35), max_size=3))
def test_no_picture_draws_more_than_the_budget_nor_a_branch_more_than_its_own(settings, picture, now_ms, pressed):
    shown = Strip(settings)
    shown.show(*picture)
    for slot in range(4):
        shown.render((now_ms + slot * SLOT_MS) % RING_MS)
        assert keeps_its_limits(shown, settings)
        for cell in pressed:
            shown.echo(cell)
        assert keeps_its_limits(shown, settings)


@given(any_settings, pictures, st.integers(0, RING_MS - 1))
def test_nothing_dims_a_picture_that_keeps_all_limits_and_something_every_other(settings, picture, now_ms):
    colours, _, brightness_pct = picture
    free = Strip({**settings, "budget_ma": 100_000, "branch_ma": 100_000})
    shining(free, colours, "s" * LIGHTS, brightness_pct)
    is_kept = keeps_its_limits(free, settings)
    shown = Strip(settings)
    for strip_ in (free, shown):
        strip_.show(*picture)
        strip_.render(now_ms)
    assert (shown.dimmed == "") == is_kept
    assert not is_kept or (shown.cells, shown.seats) == (free.cells, free.seats)


def test_control_without_the_limiter_the_same_pictures_draw_more(monkeypatch):
    monkeypatch.setattr(strip, "units_within", lambda budget_ma, pixels: 1 << 29)
    shown = shining(strip_with(budget_ma=2500, branch_ma=750, pixels_per_cell=4), "w" * LIGHTS)
    assert current(shown) > 2500
    assert min(map(drawn, branches(shown)[:4])) > 750


BRIGHT = {"pixels_per_cell": 4, "pixels_per_seat": 4, "branch_ma": 750, "budget_ma": 10_000}


@pytest.mark.parametrize(
    ("settings", "colours", "word"),
    [
        ({}, "y" * 2, ""),
        ({}, "-" * 7 + "y" * 4, ""),  # two in each of two quarters
        ({}, "-" * 9 + "y" * 5, "dimmed.branch"),
        ({}, "-" * 36 + "y" * 4, "dimmed.branch"),
        ({"budget_ma": 600}, "y" * 3, "dimmed"),
        ({"budget_ma": 2500}, "y" * 36, "dimmed"),
        ({"budget_ma": 2500}, "y" * 9, "dimmed.branch"),
    ],
)
def test_the_limit_that_dims_most_is_named(settings, colours, word):
    settings = {**BRIGHT, **settings}
    shown = shining(strip_with(**settings), colours)
    assert shown.dimmed == word
    assert keeps_its_limits(shown, settings)


def test_a_branch_that_asks_too_much_dims_all_lights_alike_and_gets_what_its_switch_gives():
    shown = shining(strip_with(**BRIGHT), "w" * 9 + "-" * 26 + "w")
    levels = {pixel(shown.cells, at) for at in range(144)} - {(0, 0, 0)}
    assert len(levels) == 1
    assert 730 <= drawn(branches(shown)[0]) <= 750


def quarter_of(cell):
    row, column = divmod(cell, 6)
    return row // 3, column // 3


@given(st.permutations(range(4)), st.lists(st.permutations(range(9)), min_size=4, max_size=4), st.integers(0, 3))
def test_on_a_chain_of_four_panels_a_branch_is_a_quarter_of_the_grid(panels, inside, rotation):
    """However the panels follow each other, are turned and wired inside, and wherever the grid is seen from."""
    cells = [[cell for cell in range(36) if quarter_of(cell) == (n // 2, n % 2)] for n in range(4)]
    order = [0] * 36
    for n, panel in enumerate(panels):
        for cell, place in zip(cells[panel], inside[n], strict=True):
            order[cell] = 9 * n + place
    shown = strip_with(led_order=order, rotation=rotation)
    seen = {(quarter_of(cell), shown.branches[cell]) for cell in range(36)}
    assert len(seen) == 4
    assert bytes(shown.branches[36:]) == bytes([strip.SEAT_BRANCH] * 6)


def test_the_limiter_scales_the_whole_frame_alike():
    shown = shining(strip_with(budget_ma=500), "wg" * 18)
    white, green = pixel(shown.cells, 0), pixel(shown.cells, 1)
    assert white[1] < 204
    assert white[0] / white[1] == pytest.approx(135 / 204, abs=0.05)
    assert green[1] / white[1] == pytest.approx(255 / 204, abs=0.05)
    assert 480 <= current(shown) <= 500


def test_a_blinking_light_does_not_change_its_neighbours():
    shown = shining(strip_with(budget_ma=300), "w" * LIGHTS, "s" + "k" * 41)
    seen = set()
    for slot in range(2 * SLOTS):
        shown.render(slot * SLOT_MS)
        seen.add((pixel(shown.cells, 0), pixel(shown.cells, 1)))
    assert len(seen) == 2
    assert len({steady for steady, _ in seen}) == 1


def test_a_budget_that_dark_leds_use_up_leaves_all_dark():
    assert not any(shining(strip_with(budget_ma=40), "w" * LIGHTS).cells)


def test_the_budget_of_the_reference_build():
    """168 pixels on a 5 V 4 A supply: 2.33 A for light, 29 700 channel units."""
    assert strip.units_within(2500, 168) == 29_733
    assert strip.current_ma(168, 29_733) == 2500
    assert strip.units_within(100, 168) == 0


def test_all_cells_green_at_full_are_scaled_to_two_thirds():
    """36 cells of 4 pixels: 3.49 A, against 2.33 A of light."""
    shown = shining(strip_with(pixels_per_cell=4, pixels_per_seat=4, budget_ma=2500), "g" * 36)
    assert pixel(shown.cells, 0) == (0, 170, 36)
