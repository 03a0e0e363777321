"""Power on: build the Pico's table, run it. Ctrl-C falls to the REPL; a key held at power-on skips it."""

from glowpico import settings
from glowpico.loop import Loop
from glowpico.pico import Pico, file_bytes


def main():
    raw = file_bytes("settings.json")
    chosen, crc, trouble = settings.read(raw)
    pico = Pico(chosen, trouble)
    if not pico.led_power():
        chosen["budget_ma"] = chosen["usb_budget_ma"]
        pico.trouble += ("usb-power",)
    if pico.key_held():
        print("a key is held: the table does not start")
    else:
        pico.run(Loop(pico, chosen, crc))


try:
    main()
except KeyboardInterrupt:
    print("the table stopped; Ctrl-D starts it again")
