/* Rounds of Punto at random in C: the yardstick of host/glowtable/games/punto/c/kernel.c. Same boards, same draws, same
   winners; tests/bench/kernel.py compiles it. Two players, the fixed frame, and the rules by default. */

#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { CARDS = 72, LANES = 10, COLOURS = 4, WORDS = 16, NEED = 5, EACH = 36 };
typedef uint64_t u64;

static const u64 FRAME = 0x7e7e7e7e7e7e00, FIRST = 0x1818000000;
static const u64 WAYS[] = {1, 8, 9, 7};
static u64 changes[CARDS][WORDS];

static inline u64 draw(u64 *stream, u64 n)
{
    u64 z = *stream += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return ((z ^ z >> 31) >> 32) * n >> 32;
}

static inline u64 nth_bit(u64 bits, u64 n)
{
#ifdef __BMI2__
    return _pdep_u64(1ULL << n, bits);
#else
    while (n--)
        bits &= bits - 1;
    return bits & -bits;
#endif
}

static inline u64 placeable(const u64 *board, int value)
{
    u64 occupied = board[LANES - 1];
    if (!occupied)
        return FIRST;
    u64 wide = occupied | occupied << 1 | occupied >> 1;
    return ((wide | wide << 8 | wide >> 8) & ~occupied & FRAME) | board[value - 1];
}

static inline int has_line(u64 cells)
{
    for (int way = 0; way < 4; way++) {
        u64 pairs = cells & cells >> WAYS[way], fours = pairs & pairs >> 2 * WAYS[way];
        if (fours & cells >> 4 * WAYS[way])
            return 1;
    }
    return 0;
}

static int points(const u64 *board, u64 cells)
{
    int total = 0;
    for (int lane = 0; lane < LANES; lane++)
        total += __builtin_popcountll(cells & ~board[lane]);
    return total;
}

static void rows(const u64 *board, int side, int *count, int *worth)
{
    *count = *worth = 0;
    for (int colour = side; colour < COLOURS; colour += 2)
        for (int way = 0; way < 4; way++) {
            u64 cells = board[LANES + colour], step = WAYS[way];
            u64 begins = cells & ~(cells << step) & ~(cells >> 4 * step);
            begins &= cells >> step & cells >> 2 * step & cells >> 3 * step;
            *count += __builtin_popcountll(begins);
            for (int at = 0; at < 4; at++)
                *worth += points(board, begins << at * step);
        }
}

static int winner_by_rows(const u64 *board)
{
    int count[2], worth[2];
    for (int side = 0; side < 2; side++)
        rows(board, side, &count[side], &worth[side]);
    if (count[0] != count[1])
        return count[1] > count[0];
    return worth[0] == worth[1] ? 2 : worth[1] < worth[0];
}

static int play_round(const uint8_t deck[2][EACH], u64 *stream, long *laid)
{
    u64 board[WORDS] = {0};
    uint8_t cards[2][EACH];
    int left[2] = {EACH, EACH}, seat = 0;
    memcpy(cards, deck, sizeof cards);
    for (; left[seat]; seat ^= 1) {
        int at = draw(stream, left[seat]--), card = cards[seat][at];
        cards[seat][at] = cards[seat][left[seat]];
        u64 open = placeable(board, card % 18 / 2 + 1);
        if (!open)
            break;
        u64 bit = nth_bit(open, draw(stream, __builtin_popcountll(open)));
        for (int word = 0; word < WORDS; word++)
            board[word] = (board[word] & ~bit) | (bit & changes[card][word]);
        ++*laid;
        if (has_line(board[LANES + card / 18]))
            return seat;
    }
    return winner_by_rows(board);
}

/* So many rounds: how often each side won, the last being nobody; all cards laid. */
long play_rounds(long count, u64 seed, long wins[3])
{
    uint8_t deck[2][EACH];
    long laid = 0;
    u64 stream = seed;
    memset(changes, 0, sizeof changes);
    for (int card = 0, at[2] = {0, 0}; card < CARDS; card++) {
        int side = card / 18 % 2;
        deck[side][at[side]++] = card;
        for (int lane = card % 18 / 2 + 1; lane < LANES; lane++)
            changes[card][lane] = ~0ULL;
        changes[card][LANES + card / 18] = ~0ULL;
    }
    memset(wins, 0, 3 * sizeof *wins);
    while (count--)
        wins[play_round(deck, &stream, &laid)]++;
    return laid;
}
