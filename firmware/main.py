"""Power on: build the Pico's table, run it. Ctrl-C falls to the REPL; a key held at power-on skips it."""

from glowpico.clock import hasten


def main():
    hasten()
    from glowpico import settings  # loaded after the clock is fast: it takes less time
    from glowpico.loop import Loop
    from glowpico.pico import Pico, file_bytes

    chosen, crc, trouble = settings.read(file_bytes("settings.json"))
    pico = Pico(chosen, trouble)
    if pico.key_held():
        print("a key is held: the table does not start")
    else:
        pico.start()
        pico.run(Loop(pico, chosen, crc))


try:
    main()
except KeyboardInterrupt:
    print("the table stopped; Ctrl-D starts it again")
