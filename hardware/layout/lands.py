"""Which of KiCad's footprints each kind of package stands on; where ours differ from KiCad's, and why.

Ours are in boards/glowtable.pretty: their pads are KiCad's, a test compares. The Pico's are KiCad's in a mirror.
"""

from __future__ import annotations

from hardware.model.kinds import Kind

OWN = {  # ours -> KiCad's
    "IDC-Header_2x07_close": "Connector_IDC:IDC-Header_2x07_P2.54mm_Vertical",  # the hub's plugs stand side by side
    "IDC-Header_2x08_close": "Connector_IDC:IDC-Header_2x08_P2.54mm_Vertical",
    "JST_VH_B2P-VH_close": "Connector_JST:JST_VH_B2P-VH_1x02_P3.96mm_Vertical",
    # No print over the board's edge
    "Terminal_at_the_edge": "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    "Pico_face_down": "Module:RaspberryPi_Pico_Common_THT",
}
LANDS: dict[str, tuple[str, ...]] = {  # by a kind's package
    "R_axial": ("Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",),
    "C_disc": ("Capacitor_THT:C_Disc_D7.0mm_W2.5mm_P5.00mm",),
    "C_radial": ("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",),
    "C_radial_below": ("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",),
    "F_radial": ("Fuse:Fuse_Bourns_MF-RG300",),
    "Buzzer": ("Buzzer_Beeper:MagneticBuzzer_StarMicronics_TMB",),
    "Key_MX": ("Button_Switch_Keyboard:SW_Cherry_MX_1.00u_PCB",),
    "DIP14": ("Package_DIP:DIP-14_W7.62mm_Socket",),
    "DIP16": ("Package_DIP:DIP-16_W7.62mm_Socket",),
    "Pico_below": ("glowtable:Pico_face_down",),
    "Key_side": ("Button_Switch_THT:SW_Tactile_SPST_Angled_PTS645Vx39-2LFS",),
    "Terminal_1x02": ("glowtable:Terminal_at_the_edge",),
    "Header_1x04": ("Connector_PinHeader_2.54mm:PinHeader_1x04_P2.54mm_Vertical",),
    "Header_1x08": ("Connector_PinHeader_2.54mm:PinHeader_1x08_P2.54mm_Vertical",),
    "Socket_1x08": ("Connector_PinSocket_2.54mm:PinSocket_1x08_P2.54mm_Vertical",),
    "Header_2x07": ("Connector_IDC:IDC-Header_2x07_P2.54mm_Vertical", "glowtable:IDC-Header_2x07_close"),
    "Header_2x08": ("Connector_IDC:IDC-Header_2x08_P2.54mm_Vertical", "glowtable:IDC-Header_2x08_close"),
    "Header_2x10": ("Connector_IDC:IDC-Header_2x10_P2.54mm_Vertical",),
    "Header_1x06_below": ("Connector_PinHeader_2.54mm:PinHeader_1x06_P2.54mm_Vertical",),
    "Header_2x08_below": ("Connector_IDC:IDC-Header_2x08_P2.54mm_Vertical",),
    "LED_3mm_below": ("LED_THT:LED_D3.0mm",),
    "Plug_VH": ("glowtable:JST_VH_B2P-VH_close",),
    "Plug_VH_below": ("Connector_JST:JST_VH_B2P-VH_1x02_P3.96mm_Vertical",),
    "Plug_XH_7": ("Connector_JST:JST_XH_B7B-XH-A_1x07_P2.50mm_Vertical",),
    "TestPoint": ("TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm", "TestPoint:TestPoint_THTPad_D1.0mm_Drill0.5mm"),
    "C_0805": ("Capacitor_SMD:C_0805_2012Metric",),
    "R_0805": ("Resistor_SMD:R_0805_2012Metric",),
    "C_0603": ("Capacitor_SMD:C_0603_1608Metric",),
    "R_0603": ("Resistor_SMD:R_0603_1608Metric",),
    "D_SOD123": ("Diode_SMD:D_SOD-123",),
    "WS2812B": ("LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",),
    "Dome_6x6": ("Button_Switch_SMD:SW_SPST_PTS645Sx43SMTR92",),
    "LED_0805": ("LED_SMD:LED_0805_2012Metric",),
    "C_1206": ("Capacitor_SMD:C_1206_3216Metric",),
    "D_SMA": ("Diode_SMD:D_SMA",),
    "USB_C_6": ("Connector_USB:USB_C_Receptacle_GCT_USB4125-xx-x_6P_TopMnt_Horizontal",),
    "C_can_6.3": ("Capacitor_SMD:CP_Elec_6.3x5.4",),
    "SOT23-3": ("Package_TO_SOT_SMD:SOT-23",),
    "SOT23-6": ("Package_TO_SOT_SMD:SOT-23-6",),
    "SOIC14": ("Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",),
    "SOIC16": ("Package_SO:SOIC-16_3.9x9.9mm_P1.27mm",),
    "SOIC20W": ("Package_SO:SOIC-20W_7.5x12.8mm_P1.27mm",),
}
BELOW = "_below"  # how the packages end whose parts hang under the board


def hangs(kind: Kind) -> bool:
    return kind.footprint.endswith(BELOW) and not kind.footprint.startswith("Pico")
