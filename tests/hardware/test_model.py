"""The boards as data: sound, fed, wired as the firmware thinks, and joined to each other pin by pin."""

from math import exp

import pytest
from glowpico import settings, strip, wire
from glowpico.board import SCL, SDA, TABLE
from glowpico.strip import CHANNEL_MA, QUIESCENT_MA, Strip
from glowtable.maker import diagnosis
from glowtable.table import Tag
from glowtable.terminal.translator import Translator
from hypothesis import given
from hypothesis import strategies as st

from hardware.model import matrix, sweep
from hardware.model.boards import BANK, HUB2
from hardware.model.current import net_currents, net_widths, width_mm
from hardware.model.file import file_of
from hardware.model.pico import ANALOG, HEADER, USES, Use, functions, nets_by_gpio
from hardware.model.rules import CHECKS, complaints
from hardware.proofs import thermal
from tests.hardware.mutations import MUTATIONS, boards, refusal, unkept

# -- the Pico


def test_every_line_of_the_pin_map_is_on_the_pico():
    nets = nets_by_gpio(USES)
    assert {gpio: HUB2.by_ref["U1"].net(f"GP{gpio}") for gpio in HEADER} == {gpio: nets.get(gpio) for gpio in HEADER}
    assert [nets[gpio] for gpio in TABLE["spi"]] == ["SCK", "MOSI", "MISO"] and (nets[SDA], nets[SCL]) == ("SDA", "SCL")


def test_functions_are_those_of_the_chip():
    # Source: RP2040 datasheet, "GPIO Functions"
    assert {"SPI0_RX", "I2C0_SDA"} <= functions(16) and "SPI0_TX" in functions(19) and "SPI0_SCK" in functions(18)
    assert {"SPI1_SCK", "I2C1_SDA", ANALOG} <= functions(26)
    assert "SPI0_TX" not in functions(16) and ANALOG not in functions(22)


@pytest.mark.parametrize(
    ("uses", "sentence"),
    [
        ({"COL0": Use(6), "B0": Use(6)}, "GPIO 6 is used by COL0 and by B0"),
        ({"COL0": Use(24)}, "GPIO 24 of COL0 is not on a Pico's header"),
        ({"MISO": Use(17, "SPI0_RX")}, "GPIO 17 cannot be SPI0_RX, which MISO needs"),
        ({"V5_SENSE": Use(22, ANALOG)}, "GPIO 22 cannot be ADC, which V5_SENSE needs"),
    ],
)
def test_a_pin_that_cannot_be_is_refused_by_name(uses, sentence):
    assert refusal(lambda: nets_by_gpio({**uses})) == sentence


def test_the_pin_map_itself_is_not_refused():
    assert len(nets_by_gpio(USES)) == 25


# -- the decoders, read as the chip reads them


def chosen(decoder, levels):
    """The net of the output that a 74HC138 pulls low, if its enables let it."""
    level = {"GND": 0, "+3V3": 1, "+3V3R": 1, **levels}
    if level[decoder.net("/E0")] or level[decoder.net("/E1")] or not level[decoder.net("E2")]:
        return None
    return decoder.net(f"/Y{sum(level[decoder.net(f'A{n}')] << n for n in range(3))}")


@pytest.mark.parametrize("reader", range(8))
def test_a_reader_code_selects_one_reader_and_hears_the_same(reader):
    levels = {f"A{n}": reader >> n & 1 for n in range(3)}
    select = chosen(BANK.by_ref["U1"], {**levels, "BANK6": 0})
    module = next(part for part in BANK.parts if part.kind.name == "RC522" and part.net("SDA") == select)
    printed = next(word.text for word in file_of("bank").words if word.text == f"READER {int(module.ref[1:]) - 2}")
    assert printed.lower() == Translator("en").text(diagnosis.name_part(Tag(reader, "")))
    heard = BANK.by_ref["U2"]
    assert heard.net(f"I{sum(levels[heard.net(f'S{n}')] << n for n in range(3))}") == module.net("MISO")


@pytest.mark.parametrize(("line", "ref", "first"), [("LED_CELLS", "J7", "CELLS0"), ("LED_SEATS", "J11", "DIN1")])
def test_led_data_goes_through_a_buffer_and_a_resistor_to_its_first_plug(line, ref, first):
    buffer = HUB2.by_ref["U8"]
    (number,) = [n for n in "1234" if buffer.net(f"{n}A") == line]
    assert buffer.net(f"/{number}OE") == "GND"
    (resistor,) = [part for part in HUB2.parts if part.ref[0] == "R" and part.net("1") == buffer.net(f"{number}Y")]
    assert HUB2.by_ref[ref].net("DIN") == resistor.net("2") == first


def test_the_buzzer_hangs_between_its_supply_and_its_transistor_and_has_its_diode():
    buzzer, transistor, diode = HUB2.by_ref["BZ1"], HUB2.by_ref["Q3"], HUB2.by_ref["D4"]
    assert (buzzer.net("+"), transistor.net("E")) == ("+5V", "GND")
    assert buzzer.net("-") == transistor.net("C") == diode.net("A")
    assert diode.net("K") == buzzer.net("+")
    (resistor,) = [part for part in HUB2.parts if part.ref[0] == "R" and part.net("1") == "BUZZ"]
    assert resistor.net("2") == transistor.net("B")


# -- boards in a chain


def far_nets(chain, into, out, first):
    """Line -> net of the first board's neighbour, seen at each board of a chain of equal boards."""
    names = [pin.name for pin in chain.by_ref[into].kind.pins]
    carried = dict(zip(names, first, strict=True))
    while True:
        yield carried
        here = {chain.by_ref[into].net(name): net for name, net in carried.items()}
        carried = {name: here.get(chain.by_ref[out].net(name)) for name in names}


def test_the_first_bank_reads_the_line_of_the_seats_and_the_others_follow_in_order():
    boards = far_nets(BANK, "J1", "J2", [net for _, net in BANK.by_ref["J1"].pins()])
    assert [next(boards)["BANK6"] for _ in range(7)] == ["BANK6", *(f"BANK{n}" for n in range(6))]


def test_plugs_that_meet_have_the_same_lines_on_the_same_pins():
    lines = [[pin[:2] for pin in BANK.by_ref[ref].kind.pins] for ref in ("J1", "J2")]
    assert lines[0] == lines[1]


# -- current


def test_a_net_carries_what_hangs_on_it_and_behind_it():
    currents = net_currents(HUB2)
    assert currents["VSYS"] > currents["+3V3"] > 0
    assert currents["VIN"] == currents["FUSED"] == currents["+5V"] > currents["VSYS"]
    assert currents["SCK"] == 0


@pytest.mark.parametrize(("current_ma", "width"), [(0, 0.3), (400, 0.3), (1000, 0.8), (2000, 2.1)])
def test_a_width_is_that_of_the_formula_with_its_margin(current_ma, width):
    assert width_mm(current_ma) == width


@boards
def test_every_net_has_a_width_a_board_can_have(board):
    assert all(0.3 <= width <= 1.0 for width in net_widths(board).values())


pictures = st.tuples(
    st.text(wire.COLOURS, min_size=strip.LIGHTS, max_size=strip.LIGHTS),
    st.text(wire.PATTERNS, min_size=strip.LIGHTS, max_size=strip.LIGHTS),
    st.integers(0, 100),
)


@given(
    pictures,
    st.integers(1, 100),
    st.sampled_from((1, 2, 4)),
    st.integers(settings.SETTINGS["budget_ma"][1].start, 10_000),
    st.integers(0, 8),
)
def test_the_limiter_never_exceeds_the_budget(picture, brightness_pct, per_cell, budget_ma, slot):
    own = {"brightness_pct": brightness_pct, "pixels_per_cell": per_cell, "budget_ma": budget_ma}
    light = Strip({**settings.DEFAULTS, **own})
    light.show(*picture)
    light.render(slot << strip.SLOT_BITS)
    units = sum(light.cells) + sum(light.seats)
    assert light.pixels * QUIESCENT_MA + units * CHANNEL_MA / 255 <= budget_ma


def test_without_the_limiter_the_budget_would_be_exceeded():
    light = Strip({**settings.DEFAULTS, "brightness_pct": 100, "budget_ma": 10_000})
    light.show("w" * strip.LIGHTS, "s" * strip.LIGHTS, 100)
    light.render(0)
    assert (sum(light.cells) + sum(light.seats)) * CHANNEL_MA / 255 > settings.DEFAULTS["budget_ma"]


# -- matrix and sweep


def test_the_fitted_diode_holds_a_column_low_with_room_to_spare():
    assert matrix.LOW_V - matrix.column_low_v(matrix.DIODES[matrix.FITTED], matrix.PULL_OHM) > 0.3


def test_a_silicon_diode_would_not():
    assert matrix.LOW_V - matrix.column_low_v(matrix.DIODES["1N4148"], matrix.PULL_OHM) < 0.15


@pytest.mark.parametrize(
    ("diode", "ohm", "volts"),
    [("1N4148", 10_000, 0.701), ("1N4148", 47_000, 0.573), ("BAT85", 10_000, 0.381), ("BAT85", 47_000, 0.271)],
)
def test_levels_agree_with_a_circuit_simulation(diode, ohm, volts):
    """To 50 mV: the simulation (ngspice) had no pull-up in the Pico."""
    assert matrix.column_low_v(matrix.DIODES[diode], ohm) == pytest.approx(volts, abs=0.05)


def test_a_released_column_has_risen_when_it_is_looked_at():
    def risen_v(pull_ohm):
        return matrix.SUPPLY_V * (1 - exp(-TABLE["settle_us"] / (pull_ohm * matrix.LINE_PF / 1e6)))

    assert risen_v(matrix.PULL_OHM) > matrix.HIGH_V + 0.5 > matrix.HIGH_V > risen_v(47_000)


def test_a_card_is_found_among_the_legal_cells_in_time():
    assert sweep.empty_ms() < sweep.miss_ms() < sweep.hit_ms()
    assert sweep.seek_ms(sweep.LEGAL_CELLS) < sweep.LIMIT_MS < sweep.seek_ms(36)


# -- the electrical rule check: each mistake of the standing set is caught by name


@boards
def test_nothing_is_wrong_with_the_boards(board):
    assert complaints(board) == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_is_caught(name):
    mutation = MUTATIONS[name]
    assert any(mutation.complaint in complaint for complaint in complaints(mutation.change(mutation.board)))


def test_every_check_catches_a_mistake():
    mistaken = [mutation.change(mutation.board) for mutation in MUTATIONS.values()]
    assert [check for check in CHECKS if not any(any(check(board)) for board in mistaken)] == []


# -- heat: six times the light or one P-FET for two is noticed


def test_panels_and_junctions_stay_cool_enough():
    assert unkept(thermal.claims()) == []
    assert len(list(thermal.claims())) == 4


def test_all_cells_lit_heat_the_panels_by_five_degrees():
    assert thermal.panel_watts() == pytest.approx(7.92)
    assert thermal.panel_rise_k() == pytest.approx(4.95)


@pytest.mark.parametrize(
    ("wrong", "missed"),
    [
        ({"cell_ma": 240}, "panels over the room, all cells at 240 mA"),
        ({"fets": 1}, "junction in a room of 40 C, P-FET of the inlet, one of 1, SOT-23"),
    ],
)
def test_too_much_light_or_a_single_p_fet_is_noticed(wrong, missed):
    assert unkept(thermal.claims(**wrong)) == [missed]


def test_a_pods_regulator_bears_a_reader_whose_field_is_on_all_the_time(monkeypatch):
    monkeypatch.setattr(thermal, "REGULATOR_A", 0.15)
    assert unkept(thermal.claims()) == ["junction in a room of 40 C, LDO of a pod, SOT-23"]
