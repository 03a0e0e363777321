/* Many matches of Punto at once, and what seats see of them as numbers. */

/* -- many matches at once */

/* How many numbers a seat sees: observation.py tells what they are. */
PUBLIC i32 punto_sight(const Rules *rules)
{
    int side = lattice_side(rules);
    return (COLOURS + 2) * side * side + (rules->seats + 2) * KINDS + PHASES + rules->seats + rules->sides + 1;
}

/* The cards of all stacks, each where its colour stands to this seat. */
static float *see_stacks(const Rules *rules, const Match *match, int seat, float *out)
{
    const i32 *place = rules->place[seat];
    for (int step = 0; step < rules->seats; step++, out += KINDS) {
        int other = (seat + step) % rules->seats;
        for (int colour = 0; colour < COLOURS; colour++)
            __builtin_memcpy(out + place[colour] * VALUES, match->sure[other] + colour * VALUES, VALUES * sizeof *out);
        for (const Bag *bag = match->bag; bag < match->bag + match->bags; bag++)
            for (int kind = 0; bag->held[other] && kind < KINDS; kind++)
                for (int copy = bag->kinds[kind]; copy; copy--) {
                    float *sum = out + place[kind / VALUES] * VALUES + kind % VALUES;
                    *sum = (float)(*sum + bag->held[other] / (bag->count * 2.0));
                }
    }
    return out;
}

static void see(const Rules *rules, const Match *match, int seat, float *out, u8 *mask)
{
    int cells = lattice_side(rules) * lattice_side(rules);
    const i32 *place = rules->place[seat];
    float *points = out + COLOURS * cells, *open = points + cells;
    __builtin_memset(out, 0, punto_sight(rules) * sizeof *out);
    __builtin_memset(mask, 0, cells);
    for (u64 rest = match->board.word[OCCUPIED]; rest; rest &= rest - 1) {
        int cell = cell_number(rules, match, lowest_bit(rest)), card = match->top[cell];
        if (card == NO_CARD)
            continue;
        out[place[colour_of(card)] * cells + cell] = 1;
        points[cell] = (float)(value_of(card) / (double)VALUES);
    }
    for (int at = 0; at < match->count; at++)
        open[match->cells[at]] = mask[match->cells[at]] = 1;
    out = open + cells;
    if (match->card != NO_CARD)
        out[place[colour_of(match->card)] * VALUES + value_of(match->card) - 1] = 1;
    out = see_stacks(rules, match, seat, out + KINDS);
    for (int card = 0; match->rounds && card < CARDS; card++)
        if (match->trophy[card])
            out[place[colour_of(card)] * VALUES + value_of(card) - 1] += 0.5f;
    out += KINDS;
    out[match->phase] = 1;
    out += PHASES;
    out[(match->seat - seat + rules->seats) % rules->seats] = 1;
    out += rules->seats;
    for (int side = 0; side < rules->sides; side++)
        out[(side - rules->side_of[seat] + rules->sides) % rules->sides] =
            (float)(match->won[side] / (double)rules->rounds_to_win);
    out[rules->sides] = (float)(match->rounds / (double)rules->max_rounds);
}

typedef struct { /* where it is entered what the seat that is to act sees, a row for each match */
    float *planes;
    u8 *masks;
    int64_t *seats;
} Sight;

static void enter(const Rules *rules, const Match *match, const Sight *sight, int64_t at)
{
    int cells = lattice_side(rules) * lattice_side(rules);
    see(rules, match, match->seat, sight->planes + at * punto_sight(rules), sight->masks + at * cells);
    sight->seats[at] = match->seat;
}

/* A match from each of these seeds. */
PUBLIC void punto_begin_all(const Rules *rules, Match *matches, int64_t count, const u64 *seeds, const Sight *sight)
{
    for (int64_t at = 0; at < count; at++) {
        punto_begin(rules, matches + at, seeds[at]);
        enter(rules, matches + at, sight, at);
    }
}

/* Each match goes on by its action, and one that ends begins anew once `last` has what who acted sees at its end. How
   many actions were done: all, or none, and the number of the first that may not be. */
PUBLIC int64_t punto_apply_all(const Rules *rules, Match *matches, int64_t count, const int64_t *actions, double *rewards,
                               u8 *ended, float *last, u8 *no_mask, const Sight *sight)
{
    for (int64_t at = 0; at < count; at++)
        if (chosen(rules, matches + at, actions[at]) == CELLS)
            return at;
    __builtin_memset(rewards, 0, count * rules->seats * sizeof *rewards);
    for (int64_t at = 0; at < count; at++, rewards += rules->seats) {
        Match *match = matches + at;
        int actor = match->seat;
        act(rules, match, chosen(rules, match, actions[at]));
        ended[at] = match->phase == OVER;
        if (ended[at]) {
            int winners = count_bits(match->winners);
            for (int seat = 0; seat < rules->seats; seat++)
                rewards[seat] = (match->winners >> seat & 1) / (double)winners - 1 / (double)rules->seats;
            see(rules, match, actor, last + at * punto_sight(rules), no_mask);
            punto_begin(rules, match, match->stream);
        }
        enter(rules, match, sight, at);
    }
    return count;
}

/* One of the cells that may be chosen of each match, by the match's own random numbers. */
PUBLIC void punto_draw_all(Match *matches, int64_t count, int64_t *actions)
{
    for (int64_t at = 0; at < count; at++)
        actions[at] = matches[at].cells[draw(&matches[at].stream, matches[at].count)];
}
