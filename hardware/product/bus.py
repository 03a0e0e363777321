"""The card readers' clock and data lines: what drives them, and through what they go; data only.

A port is one reader's cable at the hub: a gate and a resistor drive it.
"""

from __future__ import annotations

HIGH_V = 3.3
BAND_V = (0.8, 2.0)  # between these a reader may take a level for either. Source: MFRC522 datasheet, VIL and VIH: wider
GPIO_OHM = 35.0  # a Pico's pin at 8 mA; an estimate from its datasheet's levels
GATE_OHM = 25.0  # a gate of the 74LVC family
AHC_NS_PER_V = 100.0  # the slowest edge it takes. Source: SN74AHC125 datasheet, "Input transition rise or fall rate"
SPREAD = (0.6, 1.0, 1.6)  # of these, from part to part and with heat
RISE_NS = 2.0
CABLE_OHM, CABLE_NS = 110.0, 5.0  # flat cable, every second wire ground; per metre
MODULE_PF = 8.0  # a reader module's input
GATE_PF = 5.0
PIN_PF = 1.2  # a connector's pin with its piece of track

PORT_MM = (500, 800)  # the two cables of pods
