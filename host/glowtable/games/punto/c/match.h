/* Whole matches of Punto: how rounds end, what their winner takes, and how the next one is dealt. */

/* -- whole matches */

INLINE int lattice_side(const Rules *rules) { return rules->floating ? 2 * MIDDLE + 1 : SPAN; }

/* The number in actions of row 0 and column 0 of the board. */
INLINE int origin(const Rules *rules, const Board *board)
{
    int first = rules->floating ? MIDDLE - 1 : -1, side = lattice_side(rules);
    return (first + board->top) * side + first + board->left;
}

INLINE int cell_number(const Rules *rules, const Match *match, int at)
{
    return origin(rules, &match->board) + at / SIDE * lattice_side(rules) + at % SIDE;
}

/* The cells that may be chosen, as bits and by their numbers. */
static void offer(const Rules *rules, Match *match, int phase, u64 open)
{
    match->phase = phase;
    match->open = open;
    match->count = 0;
    for (; open; open &= open - 1)
        match->cells[match->count++] = (u8)cell_number(rules, match, lowest_bit(open));
}

static void shuffle(u8 *cards, int count, u64 *stream)
{
    for (int at = count; at > 1; at--) {
        int other = (int)draw(stream, at);
        u8 card = cards[at - 1];
        cards[at - 1] = cards[other];
        cards[other] = card;
    }
}

static void give(Match *match, int seat, u8 card) { match->cards[seat][match->size[seat]++] = card; }

/* These cards are shuffled and each seat gets `held` of them: nobody knows which. */
static void share_out(const Rules *rules, Match *match, u8 *cards, int count, const int *held)
{
    Bag *bag = &match->bag[match->bags];
    __builtin_memset(bag, 0, sizeof *bag);
    bag->count = (u8)count;
    for (int at = 0; at < count; at++) {
        bag->kinds[kind_of(cards[at])]++;
        match->bag_of[cards[at]] = (int8_t)match->bags;
    }
    match->bags++;
    shuffle(cards, count, &match->stream);
    for (int seat = 0; seat < rules->seats; seat++) {
        bag->held[seat] = (u8)held[seat];
        for (int number = held[seat]; number; number--)
            give(match, seat, *cards++);
    }
}

/* A seat surely has this card. */
static void know(Match *match, int seat, u8 card)
{
    match->bag_of[card] = NOBODY;
    match->sure[seat][kind_of(card)] += 0.5f;
}

/* All cards with an owner but the trophies; of a team they are shared by its seats (P-03 to P-06, P-30). */
static void deal_owned(const Rules *rules, Match *match)
{
    for (int side = 0; side < rules->sides; side++) {
        u8 cards[CARDS];
        int count = 0, held[SEATS] = {0};
        for (int card = 0; card < CARDS; card++)
            if (rules->owner[colour_of(card)] == side && !match->trophy[card])
                cards[count++] = (u8)card;
        if (rules->sides == rules->seats) {
            for (int at = 0; at < count; at++)
                give(match, side, cards[at]), know(match, side, cards[at]);
            continue;
        }
        held[side] = held[side + 2] = count / 2; /* of teams the seats 0 and 2 against 1 and 3 */
        held[(int)match->odd[side]] += count % 2;
        share_out(rules, match, cards, count, held);
    }
}

/* Neutral cards that were played are shared out, the others stay where they are (P-04, P-31). */
static void deal_neutral(const Rules *rules, Match *match, const u8 *played, int count, int lucky)
{
    u8 cards[PER_COLOUR];
    int held[SEATS];
    for (int seat = 0; seat < rules->seats; seat++)
        held[seat] = count / rules->seats + ((seat - match->starter + rules->seats) % rules->seats < lucky);
    __builtin_memcpy(cards, played, count);
    if (count)
        share_out(rules, match, cards, count, held);
}

static void turn_card(const Rules *rules, Match *match);

static void begin_round(const Rules *rules, Match *match)
{
    start_round(rules, &match->board);
    __builtin_memset(match->top, NO_CARD, sizeof match->top);
    match->seat = match->starter;
    __builtin_memcpy(match->left, match->size, sizeof match->size);
    turn_card(rules, match);
}

/* All cards but the trophies are back in shuffled stacks (P-30, P-31). */
static void gather_cards(const Rules *rules, Match *match)
{
    u8 played[PER_COLOUR], kept[SEATS][PER_COLOUR];
    int count = 0, held[SEATS] = {0}, neutral = rules->sides == 3;
    for (int seat = 0; neutral && seat < rules->seats; seat++)
        for (int at = 0; at < match->size[seat]; at++) {
            u8 card = match->cards[seat][at];
            if (rules->owner[colour_of(card)] != NOBODY)
                continue;
            if (at < match->left[seat] || card == match->card)
                kept[seat][held[seat]++] = card;
            else
                played[count++] = card;
        }
    int lives[BAGS] = {0}, bags = 0; /* where a bag goes, those behind an empty one a place forward */
    for (int bag = 0; bag < match->bags; bag++)
        if (neutral && match->bag[bag].count)
            match->bag[bags] = match->bag[bag], lives[bag] = bags++;
    match->bags = bags;
    __builtin_memset(match->size, 0, sizeof match->size);
    __builtin_memset(match->sure, 0, sizeof match->sure);
    for (int seat = 0; seat < rules->seats; seat++)
        for (int at = 0; at < held[seat]; at++) {
            u8 card = kept[seat][at];
            give(match, seat, card);
            if (match->bag_of[card] == NOBODY || card == match->card)
                know(match, seat, card);
            else
                match->bag_of[card] = (int8_t)lives[(int)match->bag_of[card]];
        }
    deal_owned(rules, match);
    deal_neutral(rules, match, played, count, rules->deals_rest ? count % rules->seats : 0);
}

/* The round is entered; the match is over, or the next one begins (P-26a, P-32 to P-33a). */
static void close_round(const Rules *rules, Match *match)
{
    int most = 0;
    for (int side = 0; side < rules->sides; side++)
        most = match->won[side] > most ? match->won[side] : most;
    match->seat = match->starter;
    if (most < rules->rounds_to_win && match->rounds < rules->max_rounds &&
        !(match->by_rows && rules->rows_win_match)) {
        gather_cards(rules, match);
        begin_round(rules, match);
        return;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        int side = rules->side_of[seat], wins = match->won[side] == most;
        if (match->by_rows && rules->rows_win_match)
            wins = side == match->side;
        match->winners |= wins << seat;
    }
    offer(rules, match, OVER, 0);
}

/* The card on this cell leaves the game, and lies open before the winner (P-23). */
static void take_trophy(const Rules *rules, Match *match, u64 bit)
{
    int cell = cell_number(rules, match, lowest_bit(bit)), card = match->top[cell];
    match->trophy[card] = 1;
    match->top[cell] = match->under[card];
    if (rules->sides < rules->seats) /* the partner of the seat that took it gets an odd card; after rows the lower seat */
        match->odd[match->side] = (int8_t)(!match->by_rows && match->taker == match->side ? match->side + 2 : match->side);
    close_round(rules, match);
}

/* The cells whose card may leave the game: the highest of a row, the card just laid before its equals (P-22). */
INLINE u64 highest(const Board *board, u64 row, u64 laid)
{
    u64 best = 0;
    for (int value = VALUES; !best; value--)
        best = row & ~board->word[value - 1];
    return best & laid ? best & laid : best;
}

/* The round was won; its trophy is taken at once unless the winner has to point (P-22, P-23, P-29). */
static void award_round(const Rules *rules, Match *match, u64 choices)
{
    match->won[match->side]++;
    match->rounds++;
    if (!choices)
        close_round(rules, match);
    else if (!(choices & (choices - 1)))
        take_trophy(rules, match, choices);
    else
        match->seat = match->taker, offer(rules, match, TROPHY, choices);
}

/* By the line that a card just laid completes; longer than needed it counts whole (P-18 to P-22). */
static void win_by_line(const Rules *rules, Match *match, u64 bit, u64 cells)
{
    u64 choices = 0, all = 0;
    for (int way = 0; way < 4; way++) {
        u64 row = bit;
        for (int at = 1; at < SPAN; at++)
            row |= cells & (row << WAYS[way] | row >> WAYS[way]);
        if (count_bits(row) >= rules->need)
            choices |= highest(&match->board, row, bit), all |= row;
    }
    if (rules->highest_of_all)
        choices = highest(&match->board, all, bit);
    match->taker = match->seat;
    match->side = rules->side_of[match->seat];
    match->starter = (match->seat + 1) % rules->seats;
    match->by_rows = 0;
    award_round(rules, match, choices);
}

/* The seat cannot play: most rows win the round, or nobody does (P-25 to P-29). */
static void end_by_rows(const Rules *rules, Match *match)
{
    int length;
    u64 choices = 0;
    match->starter = (match->seat + 1) % rules->seats;
    match->side = winner_by_rows(rules, &match->board, &length);
    match->by_rows = match->side != NOBODY;
    if (!match->by_rows) {
        match->rounds++;
        close_round(rules, match);
        return;
    }
    match->taker = match->side; /* of a team the lower seat */
    if (rules->winner_starts)
        match->starter = (match->taker + 1) % rules->seats;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int way = 0; rules->row_trophies && rules->owner[colour] == match->side && way < 4; way++)
            for (u64 rest = row_starts(match->board.word[LANES + colour], WAYS[way], length); rest; rest &= rest - 1)
                choices |= highest(&match->board, row_from(rest & -rest, WAYS[way], length), 0);
    award_round(rules, match, choices);
}

/* The seat's top card is turned up; without one, or with no cell to go to, the round ends (P-12, P-25). */
static void turn_card(const Rules *rules, Match *match)
{
    int seat = match->seat;
    match->card = NO_CARD;
    if (match->left[seat]) {
        int card = match->card = turn_up(match->cards, match->left, seat, &match->stream);
        if (match->bag_of[card] == NOBODY) {
            match->sure[seat][kind_of(card)] -= 0.5f;
        } else {
            Bag *bag = &match->bag[(int)match->bag_of[card]];
            bag->kinds[kind_of(card)]--, bag->count--, bag->held[seat]--;
        }
        u64 open = placeable(rules, &match->board, card, rules->floating);
        if (open) {
            offer(rules, match, PLACE, open);
            return;
        }
    }
    end_by_rows(rules, match);
}

/* A match of its own random numbers, before its first card is laid; who begins is drawn by lot (P-09). */
PUBLIC void punto_begin(const Rules *rules, Match *match, u64 seed)
{
    __builtin_memset(match, 0, sizeof *match);
    match->stream = seed;
    match->odd[1] = 1;
    match->starter = (i32)draw(&match->stream, rules->seats);
    deal_owned(rules, match);
    if (rules->sides == 3) {
        u8 neutral[PER_COLOUR];
        for (int at = 0; at < PER_COLOUR; at++)
            neutral[at] = (u8)(CARDS - PER_COLOUR + at);
        deal_neutral(rules, match, neutral, PER_COLOUR, 0);
    }
    begin_round(rules, match);
}

/* The number of this cell on the board; CELLS if it is none of those that may be chosen. */
INLINE int chosen(const Rules *rules, const Match *match, int64_t cell)
{
    int side = lattice_side(rules), first = rules->floating ? MIDDLE - 1 : -1;
    if (cell < 0 || cell >= side * side)
        return CELLS;
    int row = (int)cell / side - first - match->board.top, column = (int)cell % side - first - match->board.left;
    if (row < 0 || column < 0 || row >= SIDE || column >= SIDE || !(match->open >> (row * SIDE + column) & 1))
        return CELLS;
    return row * SIDE + column;
}

/* The card is laid there, or its card is the trophy; then the next card is turned up (P-13 to P-18). */
INLINE void act(const Rules *rules, Match *match, int at)
{
    u64 bit = 1ULL << at;
    if (match->phase == TROPHY) {
        take_trophy(rules, match, bit);
        return;
    }
    int card = match->card, cell = cell_number(rules, match, at), moved;
    match->under[card] = match->top[cell];
    match->top[cell] = (u8)card;
    match->card = NO_CARD;
    lay_on(&match->board, card, bit, rules->floating);
    moved = (at < SIDE) * SIDE + (at % SIDE == 0);
    u64 cells = match->board.word[LANES + colour_of(card)];
    if (rules->owner[colour_of(card)] != NOBODY && has_line(cells, rules->need)) {
        win_by_line(rules, match, bit << moved, cells);
        return;
    }
    match->seat = (match->seat + 1) % rules->seats;
    turn_card(rules, match);
}

/* How many cells may be chosen after this one was, 0 if the match is over; NOBODY if it may not be. */
PUBLIC i32 punto_apply(const Rules *rules, Match *match, i32 cell)
{
    int at = chosen(rules, match, cell);
    if (at == CELLS)
        return NOBODY;
    act(rules, match, at);
    return match->count;
}
