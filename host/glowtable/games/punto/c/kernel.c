/* Punto in C: whole matches one by one and by the batch, random playouts, a search. core.py compiles and calls it.

   The rules are those of rules.py and rounds.py, which stay the reference: tests hold both against each other. A board
   is WORDS sets of cells, in the order of board.py: the cells whose top card has fewer than 1..10 points, then the cells
   of each colour. The cells are those of 8 x 8, row * 8 + column. Cards lie in rows and columns 1..6, so that what is
   shifted beyond them meets a ring of empty cells and never the next row; on the floating frame they are moved so that
   their box begins at row and column 1. The structures are those of core.py, field by field. */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define PUBLIC __declspec(dllexport)
int __stdcall _DllMainCRTStartup(void *module, unsigned reason, void *reserved); /* nothing of a C library is needed */
int __stdcall _DllMainCRTStartup(void *module, unsigned reason, void *reserved) { return module || reason || reserved; }
#else
#define PUBLIC __attribute__((visibility("default")))
#endif
#define INLINE static inline __attribute__((always_inline))

typedef uint64_t u64;
typedef int32_t i32;
typedef uint8_t u8;
typedef uint16_t u16;

enum { SIDE = 8, CELLS = 64, SPAN = 6, LANES = 10, OCCUPIED = LANES - 1, COLOURS = 4, WORDS = 16, NOBODY = -1 };
enum { CARDS = 72, PER_COLOUR = 18, VALUES = 9, KINDS = COLOURS * VALUES, SEATS = 4, HELD = 36, BAGS = 20, NEED = 5 };
enum { LATTICE = 121, MIDDLE = 5, NO_CARD = 255 };
enum { TURN = 3, PLACE, TROPHY, OVER, PHASES }; /* as state.py numbers them; those before chance or the lot settles */

static const u64 WAYS[] = {1, 8, 9, 7};

typedef struct { /* what is played by */
    i32 seats, sides, need, floating, shortest, lowest;
    i32 row_trophies, rows_win_match, highest_of_all, deals_rest, winner_starts, rounds_to_win, max_rounds;
    i32 side_of[SEATS], owner[COLOURS]; /* NOBODY owns the neutral colour */
    i32 crossing[CELLS];                /* how many lines of `need` cross a cell */
    u64 first_cells;
    i32 place[SEATS][COLOURS];         /* of a colour among all as a seat sees them: its own come first */
    u8 through[CELLS][4 * NEED][NEED]; /* their cells, in the order in which bots.py adds them up */
} Rules;

typedef struct {
    u64 word[WORDS];
    i32 top, left, height, width; /* of the box around the cards; the first two: how far it was moved */
} Board;

typedef struct { /* what is known of the stacks */
    i32 sizes[SEATS], bags, counts[BAGS], held[BAGS][SEATS];
    u8 sure[SEATS][HELD], bag[BAGS][CARDS];
} Known;

typedef struct { /* cards shuffled together: how many of each kind, of them all, and in each stack */
    u8 kinds[KINDS], count, held[SEATS];
} Bag;

typedef struct { /* a match at one moment; cells are numbered as in actions */
    i32 phase, seat, card, count, winners; /* `count` cells may be chosen; `winners`: a set of seats, once it is over */
    u8 cells[LATTICE];
    Board board;
    u64 open, stream; /* the same cells as in the board */
    i32 size[SEATS], left[SEATS], won[SEATS], rounds, side, taker, starter, by_rows, bags; /* of the last round: who won it */
    u8 cards[SEATS][HELD], top[LATTICE], under[CARDS], trophy[CARDS];
    int8_t odd[2], bag_of[CARDS]; /* which seat of a team gets an odd card; NOBODY's bag: surely in its stack */
    float sure[SEATS][KINDS];     /* how many copies of a kind are surely in a stack, two as 1 */
    Bag bag[BAGS];
} Match;

typedef struct {
    i32 child[CELLS];     /* by cell; 0 for none */
    double visits, worth; /* what its visits came to for the side that laid there */
} Node;

#include "board.h"

#include "search.h"

#include "match.h"

#include "batch.h"

#include "learned.h"
