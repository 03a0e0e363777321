/* A player of two that learned: how likely the seat that just laid a card wins the round, by a table of weights, and how
   it learns them from rounds against itself. learned.py says what for.

   A pattern is the cells of a line as one colour sees them: each empty, its own or another's, by its points. Pattern and
   mirror image share a weight, fine (four steps of points) and rough (two), for mine and theirs, and by stage. */

enum { SIDES = 2, STAGES = 3, LOOKS = 9, PATTERNS = 59049, SHAPES = 29646, ROUGH_LOOKS = 5, ROUGH_SHAPES = 3125 };
enum { CHANCES = 8, LEADS = 9, SIXES = 13, NINES = 5, FEATURES = 260 };
enum { /* where the weights of each kind begin */
    THREATS = SIDES * STAGES * SHAPES,
    ROWS = THREATS + STAGES * CHANCES * CHANCES,
    HIGH = ROWS + LEADS * SIXES,
    ROUGH = HIGH + STAGES * NINES * NINES,
    WEIGHTS = ROUGH + SIDES * STAGES * ROUGH_SHAPES
};

static const u8 STEPS[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3};      /* by points */
static const u8 ROUGHLY[LOOKS] = {0, 1, 1, 2, 2, 3, 3, 4, 4};  /* by look: empty, own in four steps, another's in four */
static const i32 POWERS[NEED] = {1, 9, 81, 729, 6561};
static u16 fine[PATTERNS], rough[PATTERNS]; /* the number of each pattern among those that differ */

static __attribute__((noinline)) void make_shapes(void)
{
    int made = 0;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int mirror = 0, seen = 0, back = 0;
        for (int rest = pattern, at = 0; at < NEED; at++, rest /= LOOKS) {
            mirror = mirror * LOOKS + rest % LOOKS;
            seen = seen * ROUGH_LOOKS + ROUGHLY[rest % LOOKS];
        }
        for (int rest = mirror, at = 0; at < NEED; at++, rest /= LOOKS)
            back = back * ROUGH_LOOKS + ROUGHLY[rest % LOOKS];
        rough[pattern] = (u16)(seen < back ? seen : back);
        fine[pattern] = mirror < pattern ? fine[mirror] : (u16)made++;
    }
}

typedef struct { /* a round of two */
    const Rules *rules;
    Trial trial;
    i32 more[SIDES][COLOURS][VALUES + 1], left[SIDES]; /* a stack's cards with more points, and all */
} Scene;

typedef struct { /* a card laid where it is worth most */
    Board board;
    double worth, likely, risk; /* the second: unless the other wins at once, which is the third */
} Laid;

typedef struct { /* what is learned from */
    i32 features[FEATURES], count;
    double likely, risk;
} Moment;

static void read_stacks(Scene *scene, u8 cards[][HELD], const i32 *left)
{
    __builtin_memset(scene->more, 0, sizeof scene->more);
    for (int seat = 0; seat < SIDES; seat++) {
        scene->left[seat] = left[seat];
        for (int at = 0; at < left[seat]; at++)
            for (int points = 0; points < value_of(cards[seat][at]); points++)
                scene->more[seat][colour_of(cards[seat][at])][points]++;
    }
}

INLINE int stage_of(const Scene *scene)
{
    int left = scene->left[0] + scene->left[1];
    return left > 54 ? 0 : left > 36 ? 1 : 2;
}

/* The weights of the lines through this cell, or of those that begin there: two for each colour in a line. */
static int line_features(const Scene *scene, int cell, int begin, int seat, i32 *out)
{
    const Rules *rules = scene->rules;
    int count = 0, stage = stage_of(scene);
    for (int number = 0; number < rules->crossing[cell]; number++) {
        const u8 *line = rules->through[cell][number];
        i32 all = 0, own[COLOURS] = {0};
        for (int at = 0; at < NEED && !(begin && line[0] != cell); at++) {
            int top = scene->trial.tops[line[at]];
            if (top == EMPTY)
                continue;
            all += (5 + STEPS[scene->trial.points[line[at]]]) * POWERS[at];
            own[top] += 4 * POWERS[at];
        }
        for (int colour = 0; colour < COLOURS; colour++)
            if (own[colour]) {
                int table = (rules->owner[colour] != seat) * STAGES + stage, pattern = all - own[colour];
                out[count++] = table * SHAPES + fine[pattern];
                out[count++] = ROUGH + table * ROUGH_SHAPES + rough[pattern];
            }
    }
    return count;
}

/* How likely the seat's next card completes a line. */
static double chance(const Scene *scene, const Board *board, int seat)
{
    int cards = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        u64 gaps = completing(board->word[LANES + colour], NEED) & FRAME;
        int points = 0;
        if (scene->rules->owner[colour] != seat || !gaps)
            continue;
        while (!(gaps & ~board->word[OCCUPIED]) && points < VALUES && !(gaps & board->word[points]))
            points++;
        cards += scene->more[seat][colour][points];
    }
    return scene->left[seat] ? (double)cards / scene->left[seat] : 0.0;
}

INLINE int chance_step(double chance)
{
    int step = (int)(chance * 18 + 0.99);
    return step < CHANCES ? step : CHANCES - 1;
}

/* How a seat's rows stand: 0 far behind, 4 even, 8 far ahead; with as many, fewer points are ahead (P-26, P-27). */
static int lead_of(const Rules *rules, const Board *board, int seat)
{
    int mine, theirs, lead = count_rows(rules, board, seat, NEED - 1, &mine);
    lead -= count_rows(rules, board, !seat, NEED - 1, &theirs);
    if (lead == 0)
        return mine < theirs ? 5 : mine > theirs ? 3 : 4;
    return lead > 3 ? 8 : lead < -3 ? 0 : lead > 0 ? 5 + lead : 3 + lead;
}

/* The weights of all else. */
static int other_features(const Scene *scene, const Board *board, int seat, double risk, i32 *out)
{
    int stage = stage_of(scene), nines[SIDES] = {0};
    for (int side = 0; side < SIDES; side++)
        for (int colour = 0; colour < COLOURS; colour++)
            nines[side] += scene->more[side][colour][VALUES - 1];
    out[0] = THREATS + (stage * CHANCES + chance_step(risk)) * CHANCES + chance_step(chance(scene, board, seat));
    out[1] = ROWS + lead_of(scene->rules, board, seat) * SIXES + (scene->left[0] + scene->left[1]) / 6;
    out[2] = HIGH + (stage * NINES + nines[seat]) * NINES + nines[!seat];
    return 3;
}

static double sum_of(const float *weights, const i32 *features, int count)
{
    double sum = 0.0;
    for (int at = 0; at < count; at++)
        sum += (double)weights[features[at]];
    return sum;
}

/* 1 / (1 + e^-x), without a C library. */
INLINE double squash(double x)
{
    double power = 1.0 - (x > 20 ? 20 : x < -20 ? -20 : x) / 1024;
    for (int times = 0; times < 10; times++)
        power *= power;
    return 1 / (1 + power);
}

static double end_worth(const Rules *rules, const Board *board, int seat)
{
    int length, winner = winner_by_rows(rules, board, &length);
    return winner == NOBODY ? 0.5 : winner == seat;
}

static int all_lines(Scene *scene, const Board *board, int seat, i32 *out)
{
    int count = 0;
    read_board(board, &scene->trial);
    for (u64 rest = FRAME; rest; rest &= rest - 1)
        count += line_features(scene, lowest_bit(rest), 1, seat, out + count);
    return count;
}

/* What each of these cells is worth to the seat that lays its card there (if `worths`), and the best. */
static __attribute__((noinline)) void look_once(Scene *scene, const float *weights, const Board *board, int seat, int card,
                                                u64 open, double *worths, Laid *best)
{
    i32 features[FEATURES];
    double lines = sum_of(weights, features, all_lines(scene, board, seat, features));
    best->worth = -1.0;
    for (; open; open &= open - 1) {
        int cell = lowest_bit(open);
        Laid laid = {*board, 0.0, 0.0, 0.0};
        lay_on(&laid.board, card, 1ULL << cell, 0);
        if (scene->left[!seat] == 0) {
            laid.worth = end_worth(scene->rules, &laid.board, seat);
        } else {
            int8_t *top = scene->trial.tops + cell, covered = *top;
            u8 *points = scene->trial.points + cell, height = *points;
            double change = -sum_of(weights, features, line_features(scene, cell, 0, seat, features));
            *top = (int8_t)colour_of(card), *points = (u8)value_of(card);
            change += sum_of(weights, features, line_features(scene, cell, 0, seat, features));
            *top = covered, *points = height;
            laid.risk = chance(scene, &laid.board, !seat);
            int count = other_features(scene, &laid.board, seat, laid.risk, features);
            laid.likely = squash(lines + change + sum_of(weights, features, count));
            laid.worth = (1 - laid.risk) * laid.likely;
        }
        if (worths)
            worths[cell] = laid.worth;
        if (laid.worth > best->worth)
            *best = laid;
    }
}

/* -- to play */

/* What a board is worth to the seat whose card was just laid, over every card of the other and its best answer. */
static double look_twice(Scene *scene, const float *weights, const Known *stacks, const Board *board, int seat)
{
    u8 cards[SEATS][HELD];
    i32 left[SEATS];
    double sum = 0.0, worth = 0.0;
    Laid answer;
    for (int at = 0; at < stacks->sizes[!seat]; at++, sum += worth) {
        int card = stacks->sure[!seat][at];
        if (at && kind_of(card) == kind_of(stacks->sure[!seat][at - 1]))
            continue; /* its twin is worth the same */
        u64 open = placeable(scene->rules, board, card, 0);
        if (!open) {
            worth = end_worth(scene->rules, board, seat);
        } else if (completing(board->word[LANES + colour_of(card)], NEED) & open) {
            worth = 0.0;
        } else {
            __builtin_memcpy(cards, stacks->sure, sizeof cards);
            __builtin_memcpy(left, stacks->sizes, sizeof left);
            cards[!seat][at] = cards[!seat][--left[!seat]];
            read_stacks(scene, cards, left);
            look_once(scene, weights, board, !seat, card, open, 0, &answer);
            worth = 1 - answer.worth;
        }
    }
    return sum / stacks->sizes[!seat];
}

/* What it is worth to lay the card on each cell where it may be laid and completes no line. If `width`, the best so many
   are looked at again, further, and all others are worth -1. */
PUBLIC void punto_value_cells(const Rules *rules, const float *weights, const Known *stacks, const Board *board, i32 seat,
                              i32 card, i32 width, double *worths)
{
    Scene scene = {.rules = rules};
    Known known = *stacks;
    Laid best;
    double first[CELLS];
    u64 open = placeable(rules, board, card, 0);
    read_stacks(&scene, known.sure, known.sizes);
    look_once(&scene, weights, board, seat, card, open, worths, &best);
    if (!width || !stacks->sizes[!seat])
        return;
    __builtin_memcpy(first, worths, sizeof first);
    for (int cell = 0; cell < CELLS; cell++)
        worths[cell] = -1.0;
    for (; width && open; width--) {
        int cell = lowest_bit(open);
        for (u64 rest = open; rest; rest &= rest - 1)
            cell = first[lowest_bit(rest)] > first[cell] ? lowest_bit(rest) : cell;
        Board after = *board;
        lay_on(&after, card, 1ULL << cell, 0);
        worths[cell] = look_twice(&scene, weights, stacks, &after, seat);
        open ^= 1ULL << cell;
    }
}

/* -- to learn */

PUBLIC i32 punto_weights(void) { return WEIGHTS; }

/* A round against itself; moments at which the other could answer. How many, and the worth to who acts after the last. */
static int play_moments(Scene *scene, const float *weights, double odd, u64 *stream, Moment *moments, double *worth, int *line)
{
    const Rules *rules = scene->rules;
    Board board;
    u8 cards[SEATS][HELD];
    i32 left[SEATS] = {0};
    Laid best;
    int count = 0;
    for (int card = 0; card < CARDS; card++)
        cards[rules->owner[colour_of(card)]][left[rules->owner[colour_of(card)]]++] = (u8)card;
    for (int seat = 0; seat < SIDES; seat++)
        if (draw(stream, 2)) /* a trophy is out of the game */
            turn_up(cards, left, seat, stream);
    start_round(rules, &board);
    for (int seat = (int)draw(stream, 2);; seat = !seat) {
        int card = turn_up(cards, left, seat, stream);
        u64 open = placeable(rules, &board, card, 0);
        *line = (completing(board.word[LANES + colour_of(card)], NEED) & open) != 0;
        *worth = *line ? 1.0 : open ? *worth : end_worth(rules, &board, seat);
        if (*line || !open)
            return count;
        read_stacks(scene, cards, left);
        if (odd > 0 && (double)draw(stream, 1 << 20) < odd * (1 << 20))
            open = nth_bit(open, draw(stream, count_bits(open)));
        look_once(scene, weights, &board, seat, card, open, 0, &best);
        board = best.board;
        *worth = best.worth;
        if (!left[!seat])
            return count;
        Moment *now = &moments[count++];
        now->count = all_lines(scene, &board, seat, now->features);
        now->count += other_features(scene, &board, seat, best.risk, now->features + now->count);
        now->likely = best.likely, now->risk = best.risk;
    }
}

/* So many rounds against itself, each learned from backwards: TD(`fade`) with a step of each weight's own, the smaller the
   more its errors cancel out. How many were won by a line.
   Source: D. Beal, M. Smith, Temporal coherence and prediction decay in TD learning, IJCAI (1999) */
PUBLIC int64_t punto_learn(const Rules *rules, float *weights, float *sums, float *sizes, int64_t rounds, double rate,
                           double fade, double odd, u64 *stream)
{
    static Moment moments[CARDS];
    Scene scene = {.rules = rules};
    int64_t lines = 0;
    for (; rounds; rounds--) {
        double worth = 0.0;
        int line, count = play_moments(&scene, weights, odd, stream, moments, &worth, &line);
        lines += line;
        while (count--) { /* `worth` is that of who acts after this moment */
            Moment *now = &moments[count];
            double error = line ? 0.0 : 1 - worth - now->likely, step = rate * error / now->count;
            for (int at = 0; at < now->count && !line; at++) {
                i32 number = now->features[at];
                float size = sizes[number], sum = sums[number];
                double trust = size > 0 ? (double)((sum < 0 ? -sum : sum) / size) : 1.0;
                weights[number] += (float)(step * trust);
                sums[number] += (float)error, sizes[number] += (float)(error < 0 ? -error : error);
            }
            worth = (1 - now->risk) * (now->likely + fade * error);
            line = 0; /* that the other wins at once is in `risk` */
        }
    }
    return lines;
}
