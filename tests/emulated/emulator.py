"""What is needed of rp2040py: the one file that imports it, with its faster extensions if they are here."""

from tests.emulated import compiled

compiled.use()

from rp2040py.device.bootrom import BOOTROM_B1  # noqa: E402
from rp2040py.device.load_flash import UF2_BLOCK_SIZE, decode_block  # noqa: E402
from rp2040py.gpio_pin import GPIOPinState  # noqa: E402
from rp2040py.memory_map import FLASH_START_ADDRESS  # noqa: E402
from rp2040py.native import _simulator as native_loop  # noqa: E402
from rp2040py.native._simulator import execute_batch  # noqa: E402
from rp2040py.peripherals.peripheral import BasePeripheral  # noqa: E402
from rp2040py.rp2040 import RP2040  # noqa: E402
from rp2040py.usb.cdc import USBCDC  # noqa: E402
from rp2040py.utils.logging import ConsoleLogger, LogLevel  # noqa: E402

__all__ = [
    "BOOTROM_B1", "FLASH_START_ADDRESS", "RP2040", "UF2_BLOCK_SIZE", "USBCDC", "BasePeripheral", "ConsoleLogger",
    "GPIOPinState", "LogLevel", "decode_block", "execute_batch", "native_loop",
]  # fmt: skip
