"""What to ask for in shops, by how the bill's lines begin: a common part, two others that fit, and a price each.

Prices are estimates of 2026-11 in EUR without freight, from experience; nobody was asked. A line `begins = value` is of
that value alone. Electrolytic capacitors are named with their size, one of those in usual.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say

TEXT = """
box header 2 x 7|IDC box header 2x7|Wurth 61201421621|Amphenol T821114A1S100CEU|0.2|0.5
mechanical key switch|Cherry MX Red|Gateron Red|Kailh Red|0.25|0.7
passive buzzer|TMB12 size, passive, 42 ohm|PS1240 piezo, 5 mm legs bent|KXG1205 type, 47 ohm|0.4|1.2
pin header 1 x 4|cut from 1 x 40|TSW-104 type|male strip, 2.54 mm|0.04|0.15
screw terminal|5.08 mm, two ways|Phoenix MKDS 1,5/2-5,08|DG128-5.08-2P|0.2|0.9
key cap|DSA, 1 unit|XDA, 1 unit|OEM row 3, 1 unit|0.15|0.5
tag|NTAG213, 25 mm, wet inlay|NTAG215, 25 mm|MIFARE Ultralight, 25 mm|0.12|0.3
paper|A4 200 g, matt, sheet|A4 160 g|A4 photo card 220 g|0.05|0.2
WS2812B LED with its driver|WS2812B-V5|SK6812 RGB, 5050|XL-5050RGBC-WS2812B|0.04|0.1
SMD key 6 x 6 x 4.3 mm with a dome of 1.3 N|PTS645SL43SMTR92 LFS|6 x 6 x 4.3 mm SMD, four pads, 130 gf|TS04-66-43-BK-160-SMT, 1.6 N|0.05|0.3
SMD key 6 x 6 x 4.3 mm with a dome of 1.0 N|TS04-66-43-BK-100-SMT|TL3301 series, 4.3 mm, 100 gf|6 x 6 x 4.3 mm SMD, four pads, 100 gf|0.05|0.4
SMD key 6 x 6 x 4.3 mm with a dome of 1.6 N|PTS645SM43SMTR92 LFS|TS04-66-43-BK-160-SMT|6 x 6 x 4.3 mm SMD, four pads, 160 gf|0.05|0.4
Schottky signal diode, BAT54 type, SOD-123|BAT54T1G|BAT54GW|BAT43W-7-F|0.03|0.1
ceramic capacitor, X7R, 25 V, 0805 = 100 nF|CL21B104KBCNNNC|GRM21BR71H104KA01|C0805C104K5RAC|0.005|0.03
ceramic capacitor 10 uF|CL21A106KOQNNNE|GRM21BR61C106KE15|C2012X5R1C106K085AC|0.02|0.1
ceramic capacitor 47 uF|CL31A476MPHNNNE|GRM31CR61A476KE15|C3216X5R1A476M160AB|0.06|0.3
ceramic capacitor, X7R, 25 V, 0603 = 100 nF|CL10B104KB8NNNC|GRM188R71H104KA93|C0603C104K5RAC|0.004|0.03
ceramic capacitor, X7R, 25 V, 0603 = 10 nF|CL10B103KB8NNNC|GRM188R71H103KA01|C0603C103K5RAC|0.004|0.03
ceramic capacitor, X7R, 25 V, 0603 = 1 uF|CL10B105KA8NNNC|GRM188R71E105KA12|C1608X7R1E105K080AB|0.01|0.06
resistor, 1 %, 0603|RC0603FR-07 series|CRCW0603 series|ERJ-3EKF series|0.002|0.02
resistor, 1 %, 0805|RC0805FR-07 series|CRCW0805 series|ERJ-6ENF series|0.003|0.02
LED, green, 0805|LTST-C170GKT|APT2012CGCK|150080GS75000|0.02|0.12
LED, green, 3 mm|TLHG4400|L-934GD|WP710A10GD|0.04|0.2
electrolytic capacitor 100 uF, 10 V or more, SMD|UWX1C101MCL1GB, 16 V|VE-101M1CTR-0605, 16 V|any of 100 uF and 10 V, 6.3 x 5.4 mm|0.05|0.25
electrolytic capacitor 470 uF|470 uF 16 V, 10 x 12.5|470 uF 25 V, 10 x 12.5|470 uF 10 V, 10 x 12.5|0.1|0.4
electrolytic capacitor, 10 V or more, lead pitch 5 mm = 220 uF|220 uF 35 V, 10 x 12.5|220 uF 50 V, 10 x 12.5|220 uF 25 V, 10 x 12.5|0.1|0.35
3.3 V linear regulator, 250 mA|MCP1700T-3302E/TT|XC6206P332MR-G, 200 mA|MCP1702T-3302E/CB|0.1|0.5
ESD array|SRV05-4|USBLC6-4SC6|TPD4E001DBVR|0.06|0.5
current-limited switch|TPS2553DBVR-1|AP2553AW6-7|AP22653AW6-7|0.25|1
P-channel MOSFET|AO3401A|DMG3415U-7, 20 V|AO3415A, 20 V|0.04|0.25
TVS diode|SMAJ5.0A|SMA6J5.0A|P4SMA6.8A|0.05|0.3
USB-C receptacle|USB4125-GF-A|TYPE-C-31-M-17|USB-C, power only, 6 contacts, same pads|0.1|0.7
74HC138, one of eight low, SOIC-16|SN74HC138DR|74HC138D|MC74HC138ADG|0.1|0.45
74HC251, one of eight inputs, SOIC-16|SN74HC251DR|74HC251D|CD74HC251M|0.15|0.8
74HC4051|74HC4051D|CD74HC4051M|MC74HC4051ADG|0.12|0.5
74AHCT125, four buffers, 3.3 V in and 5 V out, SOIC-14|SN74AHCT125DR|74AHCT125D|74HCT125D|0.12|0.5
74LVC244A|SN74LVC244ADWR|74LVC244AD|MC74LCX244DWG|0.2|0.8
74LVC1G157|74LVC1G157GV|74LVC1G157W6-7|pads 3 and 4 joined: every pod is then plugged in|0.08|0.4
NPN transistor, MMBT3904|MMBT3904|MMBT2222A|BC847B|0.01|0.08
Schottky diode, 1 A, SS14|SS14|B140-13-F|STPS1L40A|0.03|0.2
silicon signal diode, 1N4148W|1N4148W-7-F|MMSD4148T1G|BAV16W-7-F|0.01|0.08
resettable fuse, holds 3 A|RGEF300|RUEF300|MF-R300|0.25|0.8
resettable fuse, holds 4 A|RGEF400|RUEF400|MF-R400|0.3|0.9
resettable fuse, holds 4.5 A|RHEF450|MF-RHT450|any radial PTC of 16 V that holds 4.5 A and trips at 7.8 A|0.35|1.2
key 6 x 6 mm pressed from the side|PTS645VL39-2 LFS|TL1105V series, 6 x 6 mm|FSMRA series, two pins|0.1|0.5
locking pin header 1 x 2, pitch 3.96 mm|B2P-VH|VH-2A, 3.96 mm|any header 3.96 mm that takes VH plugs|0.06|0.3
locking pin header 1 x 7, pitch 2.5 mm|B7B-XH-A|XH2.54-7A, straight|any header of 2.5 mm that takes XH plugs|0.06|0.3
box header 2 x 8|IDC box header 2x8|Wurth 61201621621|Amphenol T821116A1S100CEU|0.2|0.6
socket 1 x 8|cut from a female strip 1 x 40|SSW-108-01-T-S|PPPC081LFBN-RC|0.1|0.7
pin header 1 x 6|cut from 1 x 40|TSW-106 type|male strip, 2.54 mm|0.05|0.2
Raspberry Pi Pico or Pico 2, with headers on the side of its chips|Pico, two headers and two sockets 1 x 20|Pico 2, the same|Pico W, the same|5|10
RC522|RC522 module 40 x 60, pins soldered straight|RFID-RC522, header enclosed|MFRC522 module, 40 x 60|1.5|4
flat cable 14-way, sockets 2 x 7, 500|ready-made, 500 mm, 1.27 mm|two FC-14P and 0.5 m of flat cable|AWG28-14, pressed to order|1|2.5
flat cable 14-way, sockets 2 x 7, 800|ready-made, 800 mm, 1.27 mm|two FC-14P and 0.8 m of flat cable|AWG28-14, pressed to order|1.3|3.2
flat cable 16-way, sockets 2 x 8, 300|ready-made, 300 mm, 1.27 mm|two FC-16P and 0.3 m of flat cable|AWG28-16, pressed to order|0.9|2.3
power lead, two wires, plugs VH, 300|VH3.96-2P, both ends, AWG 18, 300 mm|VH3.96-2P, AWG 20, 300 mm|two leads of one plug, joined by a lever terminal|0.6|1.8
lead 7-way, plugs XH, pin 1 to pin 1, 600|XH2.54-7P, both ends, reverse, 600 mm|XH2.54-7P, both ends, 600 mm, wires put in the other order|two leads of one plug, spliced by crimped sleeves|0.8|2.5
USB cable, A to micro B, 1500|A to micro B, data, 1.5 m|A to micro B, data, 1.8 m|C to micro B, data, 1.5 m|2|6
power supply USB-C, 5 V 3 A|5.1 V 3 A for Raspberry Pi 4, fixed cable|USB-C charger of 15 W or more, C to C cable|PD charger, 5 V 3 A, C to C cable|8|15
power supply terminal, 5 V 4 A|GST25E05-P1J at 4 A, plug to screw adapter|GST40A05-P1J, plug to screw adapter|desk supply 5 V 4 A, bare ends|12|22
power supply terminal, 5 V 5 A|GST40A05-P1J, plug to screw adapter|desk supply 5 V 6 A, bare ends|desk supply 5 V 5 A, plug to screw adapter|14|25
base, birch plywood|birch plywood 4 mm, cut to size|MDF 4 mm, cut to size|HDF 4 mm, cut to size|4|10
oak bar|oak, planed, 24 x 33 mm|ash, planed, 24 x 33 mm|beech, planed, 24 x 33 mm|6|14
posts, hollow|aluminium tube 10 x 7, cut to 20 mm|nylon spacer 10 mm across, bore 4.3, 20 mm|printed, PETG|0.08|0.5
feet, self-adhesive|rubber dot 12 x 3 mm|silicone dot 12 x 3 mm|felt dot 12 x 3 mm|0.04|0.2
screws M2.5, steel, 35|M2.5 x 35, ISO 7045, pan head|M2.5 x 35, DIN 7985|M2.5 x 35, ISO 4762|0.08|0.35
washers of 1 mm|two M2.5, ISO 7089, of 0.5 mm|nylon, M2.5, 1 mm|M2.5, DIN 9021, 0.8 mm|0.02|0.1
wood screws|3.5 x 25, countersunk, TX|3.5 x 25, countersunk, PZ|3.5 x 25, DIN 7997|0.02|0.08
spacers of the hub|nylon, M3, 3 mm, without thread|three nylon washers M3 of 1 mm|printed, 3 mm|0.05|0.25
screws M3, countersunk|M3 x 12, ISO 10642|M3 x 12, DIN 965|M3 x 12, ISO 7046|0.03|0.12
nuts for screws M3|M3, ISO 4032|M3, DIN 934|M3, DIN 985, self-locking|0.01|0.06
rocker switch|KCD11, 13.5 x 8.5 mm, 6 A|KCD11-101 type, 13.5 x 8.5 mm, 6 A|any for an opening of 13.5 x 8.5 mm, 6 A|0.2|1
lead with a tab|0.75 mm2, 4.8 mm tab, bare end|1 mm2, 4.8 mm tab, bare end|0.75 mm2, 4.8 mm tab pressed on by yourself|0.3|0.8
adhesive tape|fabric tape, 19 mm|polyimide tape, 19 mm|masking tape, 19 mm|2|5
hot glue|hot glue, 11 mm|hot glue, 7 mm|epoxy, five minutes|1|4
wood glue|D3, white|D2, white|D4, white|3|6
oil or wax|hard wax oil, small tin|linseed oil varnish|furniture wax|5|10
filament PETG, grams|PETG, any colour|PETG, recycled|PCTG|0.018|0.03
filament PETG, white with much pigment, grams|PETG, opaque white|ASA, white|PCTG, opaque white|0.018|0.032
filament PETG, plain white, grams|PETG, white|PETG, cold white|PCTG, white|0.018|0.03
filament PETG, natural or opal, grams|PETG, natural|PETG, translucent white|PCTG, natural|0.018|0.032
filament TPU 95A, grams|TPU 95A|TPU 92A|TPU 98A, 0.2 mm layers|0.03|0.06
"""  # noqa: E501


class Offer(NamedTuple):
    """A generic part, two alternatives, and from and to which price of one in EUR."""

    part: str
    others: tuple[str, str]
    low: float
    high: float


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


def offer_of(about: str, value: str) -> Offer | None:
    """What to ask for, by the longest beginning that fits; None if a line of the bill has no price."""
    fitting = [key for key in OFFERS if about.startswith(key[0]) and key[1] in ("", value)]
    return OFFERS[max(fitting, key=lambda key: len(key[0] + key[1]))] if fitting else None
