"""The host's end of the emulated USB cable: bytes in and out, and nothing at all while there is nothing to say.

rp2040py completes a read of the Pico with an empty packet every few microseconds, so that its core would never
sleep. A real host leaves the read waiting until it has bytes; so does this one.
"""

from collections import deque
from collections.abc import Callable

from tests.emulated.emulator import RP2040, USBCDC

PACKET = 64  # bytes of a full-speed bulk packet
PACKET_NS = 53_000  # a frame of 1 ms has room for 19 of them


class UsbHost:
    """Bytes for the Pico wait in `outbox`; what it says goes to `heard`, packet by packet."""

    def __init__(self, mcu: RP2040, heard: Callable[[bytes], None]) -> None:
        self.usb = mcu.usb_ctrl
        self.cdc = USBCDC(self.usb)
        self.heard = heard
        self.outbox: deque[int] = deque()
        self.is_plugged = True
        self.is_open = False  # enumerated
        self._unread: list[int] = []  # packets of the Pico that nobody takes
        self._is_read = True
        self.delivered_us = 0.0  # when the last packet had reached the Pico
        self._asked = 0  # bytes the Pico is ready to take
        self._under_way = False
        self._clock = mcu.clock
        self._arrival = mcu.clock.create_alarm(self._deliver)
        self._read_control, self._forget = self.usb.on_endpoint_read, self.usb.on_reset
        self.cdc.on_serial_data = self._said
        self.cdc.on_device_connected = self._opened
        self.usb.on_endpoint_read = self._asked_for
        self.usb.on_reset = self._reset
        self._taken, self.usb._indicate_buffer_ready = self.usb._indicate_buffer_ready, self._offered

    def write(self, data: bytes) -> None:
        """Send this as soon as the Pico takes it; lost while the cable is out."""
        if self.is_plugged:
            self.outbox.extend(data)
            self._send()

    def unplug(self) -> None:
        """Nobody listens any more; the Pico itself has another supply."""
        self.is_plugged = False
        self.outbox.clear()
        self.cdc.set_control_lines(dtr=False, rts=False)

    def replug(self) -> None:
        self.is_plugged = True
        self.cdc.set_control_lines(dtr=True, rts=True)

    @property
    def is_read(self) -> bool:
        """Whether a program at the port takes what the Pico says; if not, the Pico's buffers fill."""
        return self._is_read

    @is_read.setter
    def is_read(self, is_read: bool) -> None:
        self._is_read = is_read
        while is_read and self._unread:
            self._taken(self._unread.pop(0), False)

    def _offered(self, endpoint: int, is_out: bool) -> None:
        if self._is_read or is_out or endpoint != self.cdc._in_endpoint:
            self._taken(endpoint, is_out)
        else:
            self._unread.append(endpoint)

    def _said(self, data: bytes | bytearray) -> None:
        if self.is_plugged:
            self.heard(bytes(data))

    def _opened(self) -> None:
        self.is_open = True

    def _reset(self) -> None:
        """The Pico restarts: it falls off the bus with what was under way."""
        self.is_open = False
        self.outbox.clear()
        self._asked = 0
        self._under_way = False
        self._arrival.cancel()
        if self._forget:
            self._forget()

    def _asked_for(self, endpoint: int, size: int) -> None:
        if endpoint and endpoint == self.cdc._out_endpoint:
            self._asked = size
            self._send()
        elif self._read_control:
            self._read_control(endpoint, size)

    def _send(self) -> None:
        if self._asked and self.outbox and not self._under_way:
            self._under_way = True
            self._arrival.schedule(PACKET_NS)

    def _deliver(self) -> None:
        self._under_way = False
        packet = bytes(self.outbox.popleft() for _ in range(min(self._asked, PACKET, len(self.outbox))))
        if packet:
            self._asked = 0
            self.delivered_us = self._clock.nanos / 1000
            self.usb._finish_read(self.cdc._out_endpoint, packet)
