"""Which wire of the Pico goes where, by GPIO number; data only. Source: the pin map of the hub board."""

COLUMNS = (0, 1, 2, 3, 4, 5)  # matrix columns in, pulled up, low = key down
ROW_CODE = (6, 7, 8, 9)  # B0..B3: the matrix row to the 74HC138s; B0..B2 also choose the bank of card readers
SEAT_BANK = 6  # of card readers; the others are the rows of an NFC table
NO_ROW = 14  # a row code with no keys whose B0..B2 are bank 6: between scans the readers of the seats can be reached
READER_CODE = (10, 11, 12)  # A0..A2: reader 0..7 of the bank
READER_RESET = 13  # low: all readers off
BUZZER = 14
CELL_LEDS = 15
READER_MISO = 16
READER_STROBE = 17  # low: the chosen reader is selected
READER_SCK = 18
READER_MOSI = 19
READER_HZ = 2_000_000  # an MFRC522 takes 10 MHz, but its answer comes back through gates and cables in 211 ns
NFC_READER_HZ = 1_000_000  # and through those of seven banks in 296; half a period is left for that
READER_HZ_LEAST = 500_000  # a cable on which that fails is broken
READERS_START_US = 5000  # from reset until a crystal runs
SDA, SCL = 20, 21  # expansion
SEAT_LEDS = 22
V5_SENSE = 26  # half of the 5 V LED rail
BRANCH_SENSE = 27  # half of the 5 V behind the switch of branch A0..A2, on a hub that has such switches

ROW_SETTLE_US = 10  # a released column rises with 10 kOhm * 200 pF = 2 us
LED_TIMING_NS = (400, 850, 800, 450)  # WS2812: high and low of a 0, of a 1
BRANCH_SETTLE_US = 20  # half of 10 kOhm, a switch and some 100 pF settle in 2
V5_FULL_MV = 6600  # on the rail, when its half at the pin is all the Pico can measure

# the notes of each sound, (Hz, ms) after (Hz, ms); 0 Hz is a rest
SOUNDS = (
    ((0, 0),),  # 0 silence
    ((1760, 40),),  # 1 accepted
    ((220, 180),),  # 2 refused
    ((880, 60), (1320, 60)),  # 3 your turn
    ((660, 80), (880, 80), (1320, 160)),  # 4 round over
    ((660, 120), (880, 120), (1320, 120), (1760, 320)),  # 5 match over
    ((440, 80), (0, 60), (440, 80)),  # 6 something is wrong on the table
    ((2640, 20),),  # 7 tick
)
