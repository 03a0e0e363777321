/* Rounds of Punto played out at random, and a search by them. */

/* -- playouts */

/* One of the cards of a seat's stack, which leaves it. */
INLINE int turn_up(u8 cards[][HELD], i32 *left, int seat, u64 *stream)
{
    int at = (int)draw(stream, left[seat]--), card = cards[seat][at];
    cards[seat][at] = cards[seat][left[seat]];
    cards[seat][left[seat]] = (u8)card;
    return card;
}

INLINE int playout(const Rules *rules, Board *board, u8 cards[][HELD], i32 *left, int seat, u64 *stream, int64_t *laid,
                   int takes_wins, int need, int floating)
{
    for (; left[seat] > 0; seat = seat + 1 < rules->seats ? seat + 1 : 0) {
        int card = turn_up(cards, left, seat, stream), colour = colour_of(card);
        u64 open = placeable(rules, board, card, floating);
        if (!open)
            break;
        int counts = rules->owner[colour] != NOBODY;
        if (takes_wins && counts && completing(board->word[LANES + colour], need) & open)
            return rules->side_of[seat];
        lay_on(board, card, nth_bit(open, draw(stream, count_bits(open))), floating);
        ++*laid;
        if (!takes_wins && counts && has_line(board->word[LANES + colour], need))
            return rules->side_of[seat];
    }
    int length;
    return winner_by_rows(rules, board, &length);
}

/* The side that wins if all lay at random from here, NOBODY for a draw; with `takes_wins` a line that can be is completed.
   A function for each length of a line and each frame. */
INLINE int play_out(const Rules *rules, Board *board, u8 cards[][HELD], i32 *left, int seat, u64 *stream, int64_t *laid,
                    int takes_wins)
{
    if (rules->floating)
        return playout(rules, board, cards, left, seat, stream, laid, takes_wins, rules->need, 1);
    if (rules->need == 5)
        return playout(rules, board, cards, left, seat, stream, laid, takes_wins, 5, 0);
    return playout(rules, board, cards, left, seat, stream, laid, takes_wins, 4, 0);
}

/* Stacks in which all that is known is true, in any order, as turn_up draws; bags are mixed where they are. */
static void deal_cards(const Rules *rules, Known *known, u8 cards[][HELD], i32 *left, u64 *stream)
{
    __builtin_memcpy(cards, known->sure, sizeof known->sure);
    __builtin_memcpy(left, known->sizes, sizeof known->sizes);
    for (int bag = 0; bag < known->bags; bag++) {
        int rest = known->counts[bag];
        for (int seat = 0; seat < rules->seats; seat++)
            for (int held = known->held[bag][seat]; held; held--) {
                int at = (int)draw(stream, rest--);
                u8 card = known->bag[bag][at];
                known->bag[bag][at] = known->bag[bag][rest];
                known->bag[bag][rest] = card;
                cards[seat][left[seat]++] = card;
            }
    }
}

/* So many rounds at random: how often each side won, the last being nobody; all cards laid. */
PUBLIC int64_t punto_play_rounds(const Rules *rules, const Known *stacks, i32 first, int64_t rounds, u64 stream, int64_t *wins)
{
    Known known = *stacks;
    Board board;
    u8 cards[SEATS][HELD];
    i32 left[SEATS];
    int64_t laid = 0;
    while (rounds--) {
        deal_cards(rules, &known, cards, left, &stream);
        start_round(rules, &board);
        int winner = play_out(rules, &board, cards, left, first, &stream, &laid, 0);
        wins[winner == NOBODY ? rules->sides : winner]++;
    }
    return laid;
}

/* -- the board alone, for what is put to it from a view */

PUBLIC void punto_start_round(const Rules *rules, Board *board) { start_round(rules, board); }

PUBLIC void punto_lay_on(const Rules *rules, Board *board, i32 card, i32 cell)
{
    lay_on(board, card, 1ULL << cell, rules->floating);
}

/* Where the card may be laid; of those, where it completes a line. */
PUBLIC u64 punto_placeable(const Rules *rules, const Board *board, i32 card, i32 wins)
{
    u64 open = placeable(rules, board, card, rules->floating);
    if (wins)
        open &= rules->owner[colour_of(card)] == NOBODY ? 0 : completing(board->word[LANES + colour_of(card)], rules->need);
    return open;
}

PUBLIC i32 punto_winner_by_rows(const Rules *rules, const Board *board)
{
    int length;
    return winner_by_rows(rules, board, &length);
}

/* -- a search: UCT over placements whatever card comes (open loop), which trusts the best-looking cells more */

static const double EXPLORES = 1.0; /* how much what was tried little is tried */
static const double FADES = 0.6;    /* by which each cell in order is trusted less than the one before */
static const double EVEN = 0.5;     /* what a cell is worth that was never tried */
static const double THREAT = 1.2;   /* this and the next as in bots.py: tests compare them */
static const double EASY[] = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.01}; /* by points: how easily it is covered */
#define GROWN(points, easy) (6.0 * (1 + 0.03 * points) / easy)
static const double GROWTH[] = {/* by points: what a card adds to a line to be */
    GROWN(0, 1.0), GROWN(1, 0.9), GROWN(2, 0.8), GROWN(3, 0.7), GROWN(4, 0.6),
    GROWN(5, 0.5), GROWN(6, 0.4), GROWN(7, 0.3), GROWN(8, 0.2), GROWN(9, 0.01)};
static const int8_t EMPTY = -1;

typedef struct { /* one way from the first node to an end, and room to work in */
    int8_t tops[CELLS];
    u8 points[CELLS], sides[CARDS + 1], cells[CELLS];
    i32 path[CARDS + 1];
    double gains[CELLS];
} Trial;

/* The colour on top of each cell, EMPTY for none, and its points. */
static void read_board(const Board *board, Trial *trial)
{
    __builtin_memset(trial->tops, EMPTY, CELLS);
    for (int colour = 0; colour < COLOURS; colour++)
        for (u64 rest = board->word[LANES + colour]; rest; rest &= rest - 1)
            trial->tops[lowest_bit(rest)] = (int8_t)colour;
    for (int value = 1; value <= VALUES; value++)
        for (u64 rest = board->word[value] & ~board->word[value - 1]; rest; rest &= rest - 1)
            trial->points[lowest_bit(rest)] = (u8)value;
}

/* What a colour's lines are worth to a side. */
INLINE double colour_weight(const Rules *rules, int colour, int side)
{
    return rules->owner[colour] == NOBODY ? 0.0 : rules->owner[colour] == side ? 1.0 : -THREAT;
}

/* How much better the lines through a cell look to a side once the card lies there: `greedy` plays the most. */
static double gain(const Rules *rules, const Trial *trial, int side, int card, int cell)
{
    int colour = colour_of(card), value = value_of(card), covered = trial->tops[cell];
    double weight[COLOURS], total = 0.0;
    for (int each = 0; each < COLOURS; each++)
        weight[each] = colour_weight(rules, each, side);
    for (int number = 0; number < rules->crossing[cell]; number++) {
        double block = 1.0, mine[COLOURS] = {1.0, 1.0, 1.0, 1.0}, rest = 0.0;
        int there = 0;
        for (int at = 0; at < rules->need; at++) {
            int other = rules->through[cell][number][at], top = trial->tops[other];
            if (other == cell || top == EMPTY)
                continue;
            there |= 1 << top;
            block *= EASY[trial->points[other]];
            mine[top] *= GROWTH[trial->points[other]];
        }
        for (int each = 0; each < COLOURS; each++)
            if (there >> each & 1)
                rest += weight[each] * mine[each];
        double after = rest + weight[colour] * mine[colour] * (GROWTH[value] - (there >> colour & 1));
        total += block * EASY[value] * after;
        if (covered == EMPTY) {
            total -= block * rest;
        } else {
            int height = trial->points[cell];
            double before = rest + weight[covered] * mine[covered] * (GROWTH[height] - (there >> covered & 1));
            total -= block * EASY[height] * before;
        }
    }
    return total;
}

/* These cells, the best-looking first, into the trial's; how many they are. */
static int order_cells(const Rules *rules, const Board *board, int side, int card, u64 open, Trial *trial)
{
    int count = 0;
    read_board(board, trial);
    for (; open; open &= open - 1) {
        int cell = lowest_bit(open), at = count++;
        double worth = gain(rules, trial, side, card, cell);
        for (; at > 0 && trial->gains[at - 1] < worth; at--)
            trial->gains[at] = trial->gains[at - 1], trial->cells[at] = trial->cells[at - 1];
        trial->gains[at] = worth, trial->cells[at] = (u8)cell;
    }
    return count;
}

/* Of these cells the one whose upper bound is highest; what looks better is trusted more from the first.
   Source: D. Silver et al., Mastering the game of Go without human knowledge, Nature 550 (2017), PUCT */
static int choose_cell(const Node *tree, const Node *node, const u8 *cells, int count)
{
    int best = cells[0];
    double highest = -1.0, trust = 1.0 - FADES, root = __builtin_sqrt(node->visits + 1.0);
    for (int number = 0; number < count; number++, trust *= FADES) {
        const Node *child = tree + node->child[cells[number]];
        double tried = child == tree ? 0.0 : child->visits, worth = EVEN;
        if (child != tree)
            worth = (child->worth + EVEN) / (tried + 1.0);
        double bound = worth + EXPLORES * trust * root / (1.0 + tried);
        if (bound > highest)
            best = cells[number], highest = bound;
    }
    return best;
}

/* Down the tree, one node more, and a playout: who won; `depth`: how long the way was. */
static int try_once(const Rules *rules, Node *tree, i32 *made, Trial *trial, Board *board, u8 cards[][HELD], i32 *left,
                    int seat, int card, u64 *stream, int *depth)
{
    Node *node = tree;
    int length;
    for (*depth = 0;;) {
        u64 open = placeable(rules, board, card, rules->floating);
        if (!open)
            return winner_by_rows(rules, board, &length);
        int side = rules->side_of[seat], colour = colour_of(card);
        if (rules->owner[colour] != NOBODY && completing(board->word[LANES + colour], rules->need) & open)
            return side;
        int count = order_cells(rules, board, side, card, open, trial);
        int cell = choose_cell(tree, node, trial->cells, count), is_new = !node->child[cell];
        lay_on(board, card, 1ULL << cell, rules->floating);
        if (is_new)
            node->child[cell] = (*made)++;
        trial->path[*depth] = node->child[cell], trial->sides[(*depth)++] = (u8)side;
        node = tree + node->child[cell];
        seat = seat + 1 < rules->seats ? seat + 1 : 0;
        if (is_new || left[seat] == 0) {
            int64_t laid = 0;
            return play_out(rules, board, cards, left, seat, stream, &laid, 1);
        }
        card = turn_up(cards, left, seat, stream);
    }
}

/* Tries the card of this seat so many times more. Nothing is tried where it can complete a line. */
PUBLIC void punto_grow_tree(const Rules *rules, const Known *stacks, const Board *board, i32 seat, i32 card, Node *tree,
                            i32 *made, i32 iterations, u64 *stream)
{
    Known known = *stacks;
    Trial trial;
    u8 cards[SEATS][HELD];
    i32 left[SEATS];
    int depth;
    while (iterations--) {
        Board copy = *board;
        deal_cards(rules, &known, cards, left, stream);
        int winner = try_once(rules, tree, made, &trial, &copy, cards, left, seat, card, stream, &depth);
        tree->visits++;
        for (int at = 0; at < depth; at++) {
            Node *node = tree + trial.path[at];
            node->visits++;
            node->worth += winner == NOBODY ? 1.0 / rules->sides : winner == trial.sides[at] ? 1.0 : 0.0;
        }
    }
}
