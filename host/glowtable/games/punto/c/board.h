/* A board of Punto as sets of bits: what may be laid where, lines and rows. */

/* -- bits and chance */

INLINE int count_bits(u64 bits) { return __builtin_popcountll(bits); }
INLINE int lowest_bit(u64 bits) { return __builtin_ctzll(bits); }

/* One of 0..n-1, by SplitMix64. Source: G. Steele, D. Lea, C. Flood, OOPSLA (2014) */
INLINE u64 draw(u64 *stream, u64 n)
{
    u64 z = *stream += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return ((z ^ z >> 31) >> 32) * n >> 32;
}

/* The n-th of these bits, from 0. */
INLINE u64 nth_bit(u64 bits, u64 n)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(1ULL << n, bits);
#else
    while (n--)
        bits &= bits - 1;
    return bits & -bits;
#endif
}

INLINE int value_of(int card) { return card % PER_COLOUR / 2 + 1; }
INLINE int colour_of(int card) { return card / PER_COLOUR; }
INLINE int kind_of(int card) { return card / 2; }

/* -- a turn */

static const u64 FRAME = 0x7e7e7e7e7e7e00;
static u64 changes[CARDS][WORDS]; /* the words of a board in which a card's cell is set once it lies on top */
static u64 frames[SPAN + 1][SPAN + 1]; /* height and width of the box -> where a card may lie next to others */

static void make_shapes(void);

static __attribute__((noinline)) void make_tables(void)
{
    for (int card = 0; card < CARDS; card++) {
        for (int lane = value_of(card); lane < LANES; lane++)
            changes[card][lane] = ~0ULL;
        changes[card][LANES + colour_of(card)] = ~0ULL;
    }
    for (int height = 0; height <= SPAN; height++) /* a box of six grows no more */
        for (int width = 0; width <= SPAN; width++)
            frames[height][width] = (height < SPAN ? ~0ULL : 0xffffffffffff00) & (width < SPAN ? ~0ULL : 0x7e7e7e7e7e7e7e7e);
}

/* Before all else; 0 if this processor does not do what the code was made for. */
PUBLIC int punto_start(void)
{
#ifdef __AVX2__
    unsigned leaf = 7, has, part = 0, rest;
    __asm__("cpuid" : "+a"(leaf), "=b"(has), "+c"(part), "=d"(rest));
    if (!(has >> 5 & has >> 8 & 1)) /* AVX2, BMI2 */
        return 0;
#endif
    make_tables();
    make_shapes();
    return 1;
}

/* Where this card may be laid (P-10, P-13, P-14, P-16). */
INLINE u64 placeable(const Rules *rules, const Board *board, int card, int floating)
{
    u64 occupied = board->word[OCCUPIED];
    if (!occupied)
        return rules->first_cells;
    u64 wide = occupied | occupied << 1 | occupied >> 1;
    u64 near = (wide | wide << 8 | wide >> 8) & ~occupied;
    return (near & (floating ? frames[board->height][board->width] : FRAME)) | board->word[value_of(card) - 1];
}

INLINE void move_bits(Board *board, int bits)
{
    for (int word = 0; word < WORDS; word++)
        board->word[word] <<= bits;
}

/* The box grows, and all cards are moved so that it begins at row and column 1. */
static void fit_board(Board *board, int row, int column)
{
    board->height = board->height > row ? board->height : row;
    board->width = board->width > column ? board->width : column;
    if (row == 0)
        move_bits(board, SIDE), board->top--, board->height++;
    if (column == 0)
        move_bits(board, 1), board->left--, board->width++;
}

INLINE void lay_on(Board *board, int card, u64 bit, int floating)
{
    for (int word = 0; word < WORDS; word++)
        board->word[word] = (board->word[word] & ~bit) | (bit & changes[card][word]);
    if (floating)
        fit_board(board, lowest_bit(bit) / SIDE, lowest_bit(bit) % SIDE);
}

/* Whether so many of these lie in a straight line: four or five (P-18). */
INLINE int has_line(u64 cells, int need)
{
    u64 lines = 0;
    for (int way = 0; way < 4; way++) {
        u64 pairs = cells & cells >> WAYS[way], fours = pairs & pairs >> 2 * WAYS[way];
        lines |= need == 4 ? fours : fours & cells >> 4 * WAYS[way];
    }
    return lines != 0;
}

/* The cells that would complete a line of these: with all but one before and behind it. */
INLINE u64 completing(u64 cells, int need)
{
    u64 places = 0;
    for (int way = 0; way < 4; way++) {
        u64 step = WAYS[way], before[NEED], behind[NEED];
        before[0] = behind[0] = ~0ULL;
        for (int at = 1; at < need; at++) {
            before[at] = before[at - 1] & cells << at * step;
            behind[at] = behind[at - 1] & cells >> at * step;
        }
        for (int hole = 0; hole < need; hole++)
            places |= before[hole] & behind[need - 1 - hole];
    }
    return places;
}

INLINE void start_round(const Rules *rules, Board *board)
{
    __builtin_memset(board, 0, sizeof *board);
    if (!rules->floating)
        board->height = board->width = SPAN;
}

/* -- a round without a line */

/* The points on top of these cells: a card of 7 is below 8, 9 and 10, in three lanes. */
static int cell_points(const Board *board, u64 cells)
{
    int total = 0;
    for (int lane = 0; lane < LANES; lane++)
        total += count_bits(cells & ~board->word[lane]);
    return total;
}

/* The first cells of the rows of exactly this length (P-26). */
INLINE u64 row_starts(u64 cells, u64 step, int length)
{
    u64 begins = cells & ~(cells << step) & ~(cells >> step * length);
    for (int at = 1; at < length; at++)
        begins &= cells >> step * at;
    return begins;
}

INLINE u64 row_from(u64 begin, u64 step, int length)
{
    u64 row = begin;
    for (int at = 1; at < length; at++)
        row |= begin << step * at;
    return row;
}

/* How many rows of exactly this length a side has, and their points (P-26, P-27). */
static int count_rows(const Rules *rules, const Board *board, int side, int length, int *points)
{
    int rows = 0, total = 0, least = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int way = 0; rules->owner[colour] == side && way < 4; way++)
            for (u64 rest = row_starts(board->word[LANES + colour], WAYS[way], length); rest; rest &= rest - 1) {
                int worth = cell_points(board, row_from(rest & -rest, WAYS[way], length));
                least = rows++ == 0 || worth < least ? worth : least;
                total += worth;
            }
    *points = rules->lowest ? least : total;
    return rows;
}

/* The side that wins a round without a line, by rows of `length`; NOBODY if it is a draw (P-26 to P-28). */
static int winner_by_rows(const Rules *rules, const Board *board, int *length)
{
    int tied = (1 << rules->sides) - 1;
    for (*length = rules->need - 1; *length >= rules->shortest; --*length) {
        int most = -1, fewest = 0, leaders = 0;
        for (int side = 0; side < rules->sides; side++)
            if (tied >> side & 1) {
                int points, rows = count_rows(rules, board, side, *length, &points);
                if (rows > most || (rows == most && points < fewest))
                    most = rows, fewest = points, leaders = 0;
                if (rows == most && points == fewest)
                    leaders |= 1 << side;
            }
        tied = leaders;
        if (!(tied & (tied - 1)))
            return lowest_bit(tied);
    }
    return NOBODY;
}
