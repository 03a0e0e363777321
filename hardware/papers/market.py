"""What to ask for in shops, by how the bill's lines begin: a common part, two others that fit, and a price each.

Prices are estimates of 2026-11 in EUR without freight, from experience; nobody was asked. A line `begins = value` is of
that value alone. Electrolytic capacitors are named with their size, one of those in usual.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say

PRICED_IN = "2026-11"
TEXT = """
3.3 V linear|LD1086V33|LM1086CT-3.3|LT1086CT-3.3|0.7|1.8
74AHC125|SN74AHC125N|SN74AHC125NE4|74HC125N, slower|0.4|1
74AHCT125|SN74AHCT125N|74HCT125N|SN74HCT125N|0.4|0.9
74HC138|SN74HC138N|74HC138N|CD74HC138E|0.3|0.8
74HC251|SN74HC251N|CD74HC251E|MC74HC251N|0.4|1.2
NPN transistor|2N3904|BC547 turned|PN2222A|0.05|0.2
Raspberry Pi Pico|Pico H and sockets|Pico 2 with headers|Pico WH and sockets|6|11
Schottky diode|SB220|SB240|SR204|0.08|0.25
Schottky signal|BAT85|BAT42|BAT43|0.05|0.15
box header 2 x 10|IDC box header 2x10|Wurth 61202021621|Amphenol T821120A1S100CEU|0.2|0.6
box header 2 x 7|IDC box header 2x7|Wurth 61201421621|Amphenol T821114A1S100CEU|0.2|0.5
ceramic capacitor, 16 V = 100 pF|100 pF C0G 50 V, 5 mm|K101J15C0GF5TH5|100 pF NP0, legs bent to 5 mm|0.05|0.15
ceramic capacitor|100 nF X7R 50 V, 5 mm|K104K15X7RF5TH5|100 nF film, 5 mm|0.05|0.15
electrolytic capacitor, 10 V = 100 uF|100 uF 63 V, 10 x 12.5|100 uF 50 V, 10 x 12.5|100 uF 25 V, 6.3 x 11, legs bent|0.15|0.4
electrolytic capacitor, 10 V = 47 uF|47 uF 100 V, 10 x 12.5|47 uF 63 V, 6.3 x 11, legs bent|47 uF 50 V, 6.3 x 11, legs bent|0.15|0.4
electrolytic capacitor, 10 V = 470 uF|470 uF 16 V, 10 x 12.5|470 uF 25 V, 10 x 12.5|470 uF 10 V, 10 x 12.5|0.15|0.4
mechanical key switch|Cherry MX Red|Gateron Red|Kailh Red|0.25|0.7
passive buzzer|TMB12 size, passive, 42 ohm|PS1240 piezo, 5 mm legs bent|KXG1205 type, 47 ohm|0.4|1.2
pin header 1 x 3|cut from 1 x 40|TSW-103 type|male strip, 2.54 mm|0.03|0.1
pin header 1 x 4|cut from 1 x 40|TSW-104 type|male strip, 2.54 mm|0.04|0.15
pin header 1 x 7|cut from 1 x 40|TSW-107 type|male strip, 2.54 mm|0.07|0.2
pin header 1 x 8|cut from 1 x 40|TSW-108 type|male strip, 2.54 mm|0.08|0.2
resettable fuse, holds 1.35|RXEF135|MF-R135|60R135|0.2|0.6
resettable fuse, holds 1.85|RXEF185|MF-R185|60R185|0.25|0.7
resistor|MFR-25 1 %|MF0207 1 %|any metal film 1 %|0.01|0.05
screw terminal|5.08 mm, two ways|Phoenix MKDS 1,5/2-5,08|DG128-5.08-2P|0.2|0.9
silicon signal|1N4148|1N914|1N4448|0.02|0.08
socket for a chip, DIP-16|DIP-16, turned pins|DIP-16, leaf springs|two strips 1 x 8|0.1|0.4
socket for a chip, DIP-14|DIP-14, turned pins|DIP-14, leaf springs|two strips 1 x 7|0.1|0.4
power supply|GST25E05-P1J at 4 A|GST40A05-P1J|desk supply 5 V 5 A|12|22
blade fuse|ATO 5 A, holder 1.5 mm2|mini blade 5 A and holder|5 x 20 mm T5A and holder|2|5
socket for the supply|5.5 x 2.1 mm, 5 A|5.5 x 2.5 mm, 5 A, as the plug|screw terminal, plug cut off|1|3
bus bar|two rails, 10 ways, 10 A|lever terminals, 2 x 10 ways|terminal strip with bridges|5|12
electrolytic capacitor 1000|1000 uF 16 V|1000 uF 25 V|1000 uF 10 V low ESR|0.2|0.6
electrolytic capacitor 220|220 uF 16 V|220 uF 25 V|220 uF 10 V low ESR|0.1|0.3
WS2812B LED strip, 60 LEDs per metre, pieces of 24|WS2812B, IP30, white|SK6812 RGB, IP30|WS2813, IP30|2.4|6
WS2812B LED strip, 60 LEDs per metre, pieces of 4|WS2812B, IP30, white|SK6812 RGB, IP30|WS2813, IP30|0.4|1
RC522|RC522 module, blue, 40 x 60|RFID-RC522 with 1 x 8 header|MFRC522 module, 40 x 60|1.5|4
key cap|DSA, 1 unit|XDA, 1 unit|OEM row 3, 1 unit|0.15|0.5
flat cable 14-way with two sockets 2 x 7, 500|made to length|14-way cable, two FC-14P|ready-made, 500 mm|1|2.5
flat cable 14-way with two sockets 2 x 7, 150|made to length|14-way cable, two FC-14P|ready-made, 150 mm|0.8|2
flat cable 20-way|made to length|20-way cable, two FC-20P|ready-made, 300 mm|1|2.5
cable, eight|jumper wires, 1 x 8 housing|8-way crimped to order|8-way flat cable, one socket|0.8|2
cable, four|jumper wires, 1 x 4 housing|4-way crimped to order|alarm cable and housing|0.6|1.5
cable, seven|jumper wires, 1 x 7 housing|7-way crimped to order|8-way flat cable, one socket|0.8|2
cable, two|jumper wires, 1 x 3 housing|servo cable|2-way crimped to order|0.4|1.2
wire 0.75|H05V-K 0.75|LiY 0.75|loudspeaker cable 2 x 0.75|0.4|0.9
thin wire|LiY 0.14|AWG 26 silicone|AWG 26 hook-up|0.1|0.4
spacer M3, 40|brass, female-female|nylon, female-female|steel, female-female|0.3|0.9
spacer M3, 5|brass, female-female|nylon, female-female|printed tube, 5 mm|0.08|0.3
screw M3|M3 x 6 pan head, ISO 7045|M3 x 6, ISO 7380|M3 x 8, DIN 912|0.02|0.08
foam tape|19 mm x 1 mm|VHB 5952|mirror tape, 1 mm|0.5|1.5
base board|birch plywood 6 mm|MDF 6 mm|HDF 5 mm|5|12
frame|oak strip 53 x 10 mm|beech strip 53 x 10 mm|pine strip 53 x 10 mm|3|8
USB cable|USB A to micro-B, data|USB C to micro-B, data|USB C to C for a Pico with C|2|6
filament|PETG, white|PLA, white|PETG, natural|0.018|0.03
tag|NTAG213, 25 mm, wet inlay|NTAG215, 25 mm|MIFARE Ultralight, 25 mm|0.12|0.3
paper|A4 200 g, matt, sheet|A4 160 g|A4 photo card 220 g|0.05|0.2
"""  # noqa: E501


class Offer(NamedTuple):
    """A generic part, two alternatives, and from and to which price of one in EUR."""

    part: str
    others: tuple[str, str]
    low: float
    high: float


Offers = Mapping[tuple[str, str], Offer]


def offers_in(text: str) -> dict[tuple[str, str], Offer]:
    """The offers of a text, by how the lines of a bill begin and their value; UserError names one that is none."""
    found = {}
    for line in text.strip().splitlines():
        begins, *fields = line.split("|")
        about, _, value = begins.partition(" = ")
        found[about, value] = checked(begins, fields)
    return found


def checked(begins: str, fields: Sequence[str]) -> Offer:
    """The offer; UserError if two of its parts are one or missing, or its price does not go from low to high."""
    if len(fields) != len(Offer._fields) + 1 or len({*fields[:3]} - {""}) < 3:
        raise UserError(say("{part}: an offer is a part, two others that fit, and a price", part=begins), USAGE)
    offer = Offer(fields[0], (fields[1], fields[2]), float(fields[3]), float(fields[4]))
    if not 0 < offer.low < offer.high:
        raise UserError(
            say("{part}: a price goes from low to high, got {low} to {high}",
                part=begins, low=f"{offer.low:g}", high=f"{offer.high:g}"),
            USAGE,
        )  # fmt: skip
    return offer


OFFERS = offers_in(TEXT)


def offer_of(about: str, value: str, offers: Offers = OFFERS) -> Offer | None:
    """What to ask for, by the longest beginning that fits; None if a line of the bill has no price."""
    fitting = [key for key in offers if about.startswith(key[0]) and key[1] in ("", value)]
    return offers[max(fitting, key=lambda key: len(key[0] + key[1]))] if fitting else None
