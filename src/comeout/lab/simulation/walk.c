/* The compiled walk: sessions of a strategy's graph on the dice of the format comeout-lab-dice-1.
 *
 * Wealth is counted in units from the bankroll, so a session starts at 0. Sessions are independent; several of them
 * ("lanes") are under way at once, so that the processor works on one while it waits for the memory of another. Where the
 * money cannot run short before the next two rolls are settled, a lane takes both rolls in one step (a "pair").
 * array_runner.py gives the same results without this file; tests compare the two session by session.
 */
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

#ifndef WALK_SOURCE
#define WALK_SOURCE ""
#endif

/* The digest of the source that this was compiled from; the loader compares it with the file beside the library. */
PUBLIC const char walk_source[] = "comeout-walk:" WALK_SOURCE;

enum { LANES = 16, DIGITS = 5, WORD_ROLLS = 10, PAIRS = 1296, SIDES = 36 };
enum { UNFINISHED = 0, GOAL = 1, STOP = 2, RUINED = 3, QUIT = 4, SHOOTERS = 5, ROLLS = 6 };
enum { ROW_RUINED = -1, ROW_QUIT = -2, NO_NODE = -1, NO_FAST = -1 };

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u, REJECTED_BELOW = 1424743591837696u;

typedef struct {
    int64_t delta;
    int32_t node, seven_out;
} Entry;

/* Two rolls in one step: the next fast row (as the distance of its pairs in bytes), the change of each roll, the action of
 * the decisions after both. Where two rolls cannot be one step, the first change leads out of every span. The numbers are
 * whole and small enough to be exact as floats, which every x86-64 processor handles four at a time. */
typedef struct {
    uint32_t next;
    float first, second, action;
} Pair;

typedef struct {
    const Entry *entries; /* by row and class of roll */
    const int32_t *first; /* by node, and one more: its decisions */
    const int64_t *low;   /* by decision; of the first one of a node it is the smallest number */
    const int32_t *row;
    const int64_t *action;
    const int32_t *closing;
    const uint8_t *class_of; /* by roll */
    int64_t classes;
    const char *pairs;       /* by fast row and pair of classes */
    const uint16_t *pair_of; /* by pair of rolls: the distance of its Pair in a fast row */
    const int32_t *fast_of;  /* by row: its fast row, or NO_FAST */
    const int32_t *row_of;   /* by fast row: its row */
    int64_t width;           /* of a fast row in bytes */
    int64_t fast_low, fast_span; /* wealth for pairs: from fast_low, so many units */
    int64_t goal, stop, rolls, shooters, most_rolls;
    int64_t play_out; /* for how many rolls at most; 0 if bets that lie count at face value */
    uint64_t key[4];
    int64_t weighted;
    uint64_t cuts[SIDES];
    int32_t others[SIDES];
    const int64_t *checkpoints; /* rising; the one after the last is never reached */
    int64_t checkpoint_count;
} Plan;

typedef struct {
    int64_t *final, *peak, *drawdown, *action, *end; /* by session, in units from the bankroll */
    int64_t *below, *rolls, *shooters;               /* these and what follows: NULL for a summary */
    int64_t *wealth;                                 /* by checkpoint and session */
    int64_t *edges;                                  /* by row and roll: how often it was rolled */
    int64_t *decisions;                              /* how often each was made */
} Outcomes;

/* A session under way. While it is rich, `rich` holds it, and w, peak, drawdown and action are old. */
typedef struct {
    _Alignas(16) float rich[4]; /* wealth from fast_low, gap to the peak, drawdown, action since it became rich */
    uint64_t s[4];
    int64_t w, peak, drawdown, action, left;
    int64_t below, longest, shooters, next_checkpoint;
    int64_t index, sign;
    int32_t row, node, at, is_rich;
    uint32_t fast;
    uint8_t roll[WORD_ROLLS + 2];
} Lane;

/* ---------------------------------------------------------------- dice */

static inline uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t mixed(uint64_t word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

static inline void seed(const uint64_t *key, uint64_t number, uint64_t *s) {
    for (uint64_t at = 0; at < 4; at++) s[at] = mixed(key[at] + (4 * number + at + 1) * GOLDEN);
    s[3] |= 1;
}

static inline uint64_t next_word(uint64_t *s) {
    const uint64_t word = rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return word;
}

/* The high and the low 64 bits of a product. */
static inline uint64_t times(uint64_t word, uint32_t factor, uint64_t *low) {
#ifdef __SIZEOF_INT128__
    const unsigned __int128 product = (unsigned __int128)word * factor;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t small = (word & 0xFFFFFFFFu) * factor, large = (word >> 32) * factor + (small >> 32);
    *low = large << 32 | (small & 0xFFFFFFFFu);
    return large >> 32;
#endif
}

/* Ten rolls as five numbers below 1296, each of them two rolls. */
static inline void fair_digits(uint64_t *s, uint32_t *digit) {
    uint64_t rest;
    do {
        rest = next_word(s);
        for (int at = 0; at < DIGITS; at++) digit[at] = (uint32_t)times(rest, PAIRS, &rest);
    } while (rest < REJECTED_BELOW);
}

static void weighted_digits(const Plan *plan, uint64_t *s, uint32_t *digit) {
    for (int at = 0; at < WORD_ROLLS; at++) {
        uint64_t rest;
        const uint64_t column = times(next_word(s), SIDES, &rest);
        const uint32_t place = (uint32_t)(rest < plan->cuts[column] ? column : (uint64_t)plan->others[column]);
        digit[at / 2] = at % 2 ? digit[at / 2] * SIDES + place : place;
    }
}

static inline void next_digits(const Plan *plan, uint64_t *s, uint32_t *digit) {
    if (plan->weighted) weighted_digits(plan, s, digit);
    else fair_digits(s, digit);
}

static inline void spread(const uint32_t *digit, uint8_t *roll) {
    for (int at = 0; at < DIGITS; at++) {
        roll[2 * at] = (uint8_t)(digit[at] / SIDES);
        roll[2 * at + 1] = (uint8_t)(digit[at] % SIDES);
    }
}

static inline float larger(float one, float other) { return one > other ? one : other; }

/* ---------------------------------------------------------------- one roll */

static inline int32_t decision_at(const Plan *plan, int32_t node, int64_t w) {
    int32_t from = plan->first[node], last = plan->first[node + 1] - 1;
    if (plan->low[last] <= w) return last;
    while (last - from > 8) {
        const int32_t middle = from + (last - from) / 2;
        if (plan->low[middle] <= w) from = middle;
        else last = middle;
    }
    do last--;
    while (plan->low[last] > w);
    return last;
}

/* Start a session at its first decision; how it ended, or -1 if it goes on. */
static int start(const Plan *plan, const Outcomes *out, Lane *lane, uint64_t number, int full) {
    const int32_t decision = decision_at(plan, 0, 0), row = plan->row[decision];
    seed(plan->key, number, lane->s);
    lane->w = lane->peak = lane->drawdown = lane->action = 0;
    lane->below = lane->longest = lane->shooters = lane->next_checkpoint = 0;
    lane->left = plan->most_rolls;
    lane->node = 0;
    if (row < 0) return row == ROW_RUINED ? RUINED : row == ROW_QUIT ? QUIT : UNFINISHED;
    lane->action = plan->action[decision];
    lane->row = row;
    lane->is_rich = 0;
    if (full) out->decisions[decision] += lane->sign;
    return -1;
}

/* Settle one roll and make the next decision; how the session ended, or -1 if it goes on. */
static inline int step(const Plan *plan, const Outcomes *out, Lane *lane, unsigned roll, int64_t sessions, int full) {
    const Entry entry = plan->entries[lane->row * plan->classes + plan->class_of[roll]];
    const int64_t w = lane->w + entry.delta;
    lane->w = w;
    lane->left--;
    lane->shooters += entry.seven_out;
    if (full) {
        out->edges[(int64_t)lane->row * SIDES + roll] += lane->sign;
        lane->below = w < lane->peak ? lane->below + 1 : 0;
        if (lane->below > lane->longest) lane->longest = lane->below;
        if (plan->checkpoints[lane->next_checkpoint] == plan->most_rolls - lane->left)
            out->wealth[lane->next_checkpoint++ * sessions + lane->index] = w;
    }
    lane->peak = w > lane->peak ? w : lane->peak;
    const int64_t down = lane->peak - w;
    lane->drawdown = down > lane->drawdown ? down : lane->drawdown;
    lane->node = entry.node;
    if (w >= plan->goal) return GOAL;
    if (w <= plan->stop) return STOP;
    const int32_t decision = decision_at(plan, entry.node, w), row = plan->row[decision];
    if (row < 0) return row == ROW_RUINED ? RUINED : row == ROW_QUIT ? QUIT : UNFINISHED;
    if (lane->shooters >= plan->shooters) return SHOOTERS;
    if (lane->left == 0) return plan->rolls ? ROLLS : UNFINISHED;
    lane->action += plan->action[decision];
    lane->row = row;
    if (full) out->decisions[decision] += lane->sign;
    return -1;
}

/* ---------------------------------------------------------------- the end of a session */

/* Play out what lies without new bets, on the rolls that follow; whether it came to an end. */
static int play_out(const Plan *plan, const Outcomes *out, Lane *lane, int full) {
    int32_t node = plan->closing[lane->node], at = lane->at;
    if (node == NO_NODE) return 1;
    for (int64_t left = plan->play_out;; left--) {
        const int32_t decision = decision_at(plan, node, lane->w), row = plan->row[decision];
        if (row < 0 || !left) return row == ROW_RUINED || row == ROW_QUIT;
        if (at == WORD_ROLLS) {
            uint32_t digit[DIGITS];
            next_digits(plan, lane->s, digit);
            spread(digit, lane->roll);
            at = 0;
        }
        const unsigned roll = lane->roll[at++];
        const Entry entry = plan->entries[row * plan->classes + plan->class_of[roll]];
        if (full) {
            out->decisions[decision] += lane->sign;
            out->edges[(int64_t)row * SIDES + roll] += lane->sign;
        }
        lane->w += entry.delta;
        node = entry.node;
    }
}

static void finish(const Plan *plan, const Outcomes *out, Lane *lane, int end, int64_t sessions, int full) {
    const int open = end == GOAL || end == STOP || end == SHOOTERS || end == ROLLS;
    if (plan->play_out && open && !play_out(plan, out, lane, full)) end = UNFINISHED;
    const int64_t at = lane->index;
    out->final[at] = lane->w;
    out->peak[at] = lane->peak;
    out->drawdown[at] = lane->drawdown;
    out->action[at] = lane->action;
    out->end[at] = end;
    if (!full) return;
    out->below[at] = lane->longest;
    out->rolls[at] = plan->most_rolls - lane->left;
    out->shooters[at] = lane->shooters;
    for (int64_t each = lane->next_checkpoint; each < plan->checkpoint_count; each++)
        out->wealth[each * sessions + at] = lane->w;
}

/* Walk a session that met something unknown once more, and take its counts back. */
static void take_back(const Plan *plan, const Outcomes *out, uint64_t number, int64_t index, int64_t sessions) {
    Lane lane;
    memset(&lane, 0, sizeof lane);
    lane.index = index;
    lane.sign = -1;
    lane.at = WORD_ROLLS;
    int end = start(plan, out, &lane, number, 1);
    while (end < 0) {
        if (lane.at == WORD_ROLLS) {
            uint32_t digit[DIGITS];
            next_digits(plan, lane.s, digit);
            spread(digit, lane.roll);
            lane.at = 0;
        }
        const unsigned roll = lane.roll[lane.at++];
        end = step(plan, out, &lane, roll, sessions, 1);
    }
    finish(plan, out, &lane, end, sessions, 1);
}

/* ---------------------------------------------------------------- many sessions */

/* ---------------------------------------------------------------- rich racks: two rolls in one step */

/* Whether a lane is rich enough for pairs; if so its numbers are made ready for them. */
static inline int is_rich(const Plan *plan, Lane *lane) {
    if (lane->is_rich) return 1;
    const int32_t fast = plan->fast_of[lane->row];
    if (fast == NO_FAST || (uint64_t)(lane->w - plan->fast_low) >= (uint64_t)plan->fast_span) return 0;
    lane->rich[0] = (float)(lane->w - plan->fast_low);
    lane->rich[1] = (float)(lane->peak - lane->w);
    lane->rich[2] = (float)lane->drawdown;
    lane->rich[3] = 0;
    lane->fast = (uint32_t)fast * (uint32_t)plan->width;
    return lane->is_rich = 1;
}

static inline void no_longer_rich(const Plan *plan, Lane *lane) {
    lane->w = (int64_t)lane->rich[0] + plan->fast_low;
    lane->peak = lane->w + (int64_t)lane->rich[1];
    lane->drawdown = (int64_t)lane->rich[2];
    lane->action += (int64_t)lane->rich[3];
    lane->row = plan->row_of[lane->fast / plan->width];
    lane->is_rich = 0;
}

/* Take the pairs of a word while the money cannot run short; the number of rolls taken. The last roll of a session is
 * never taken here. */
static inline int32_t take_pairs(const Plan *plan, Lane *lane, const uint32_t *digit) {
    const float span = (float)plan->fast_span;
    const int most = lane->left > WORD_ROLLS ? DIGITS : (int)((lane->left - 1) / 2);
    float w = lane->rich[0], gap = lane->rich[1], drawdown = lane->rich[2], action = lane->rich[3];
    uint32_t fast = lane->fast;
    int at = 0;
    for (; at < most; at++) {
        const Pair *const pair = (const Pair *)(plan->pairs + (fast + plan->pair_of[digit[at]]));
        const float middle = w + pair->first, after = middle + pair->second;
        if (middle < 0 || middle >= span || after < 0 || after >= span) break;
        w = after;
        gap = larger(gap - pair->first, 0);
        drawdown = larger(drawdown, gap);
        gap = larger(gap - pair->second, 0);
        drawdown = larger(drawdown, gap);
        action += pair->action;
        fast = pair->next;
    }
    lane->rich[0] = w;
    lane->rich[1] = gap;
    lane->rich[2] = drawdown;
    lane->rich[3] = action;
    lane->left -= 2 * at;
    lane->fast = fast;
    return 2 * at;
}

#ifdef __SSE2__
/* Take a word of four rich lanes at once; one bit for each lane that left the span on the way, which is left as it was. */
static inline int take_four(const Plan *plan, Lane *const *lanes, const uint32_t *const *digit) {
    const char *const pairs = plan->pairs;
    const uint16_t *const pair_of = plan->pair_of;
    const __m128 none = _mm_setzero_ps();
    __m128 w = _mm_load_ps(lanes[0]->rich), gap = _mm_load_ps(lanes[1]->rich);
    __m128 drawdown = _mm_load_ps(lanes[2]->rich), action = _mm_load_ps(lanes[3]->rich);
    _MM_TRANSPOSE4_PS(w, gap, drawdown, action);
    __m128 lowest = w, highest = w;
    uint32_t fast[4] = {lanes[0]->fast, lanes[1]->fast, lanes[2]->fast, lanes[3]->fast};
    for (int at = 0; at < DIGITS; at++) {
        __m128 entry[4];
        for (int each = 0; each < 4; each++) {
            const char *const pair = pairs + (fast[each] + pair_of[digit[each][at]]);
            fast[each] = ((const Pair *)pair)->next;
            entry[each] = _mm_load_ps((const float *)pair);
        }
        _MM_TRANSPOSE4_PS(entry[0], entry[1], entry[2], entry[3]);
        const __m128 middle = _mm_add_ps(w, entry[1]);
        w = _mm_add_ps(middle, entry[2]);
        lowest = _mm_min_ps(lowest, _mm_min_ps(middle, w));
        highest = _mm_max_ps(highest, _mm_max_ps(middle, w));
        gap = _mm_max_ps(_mm_sub_ps(gap, entry[1]), none);
        drawdown = _mm_max_ps(drawdown, gap);
        gap = _mm_max_ps(_mm_sub_ps(gap, entry[2]), none);
        drawdown = _mm_max_ps(drawdown, gap);
        action = _mm_add_ps(action, entry[3]);
    }
    const __m128 top = _mm_set1_ps((float)plan->fast_span);
    const int out = _mm_movemask_ps(_mm_or_ps(_mm_cmplt_ps(lowest, none), _mm_cmpge_ps(highest, top)));
    __m128 after[4] = {w, gap, drawdown, action};
    _MM_TRANSPOSE4_PS(after[0], after[1], after[2], after[3]);
    for (int each = 0; each < 4; each++) {
        if (out >> each & 1) continue;
        _mm_store_ps(lanes[each]->rich, after[each]);
        lanes[each]->fast = fast[each];
        lanes[each]->left -= WORD_ROLLS;
    }
    return out;
}
#endif

/* Give a lane the next session that is rolled for; those that end before the first roll are written at once. */
static int refill(const Plan *plan, const Outcomes *out, Lane *lane, uint64_t first, int64_t *next, int64_t count, int full) {
    while (*next < count) {
        lane->index = (*next)++;
        const int end = start(plan, out, lane, first + (uint64_t)lane->index, full);
        if (end < 0) return 1;
        finish(plan, out, lane, end, count, full);
    }
    return 0;
}

/* Take the next word of every rich lane as far as pairs go; the lanes that have rolls of it left. */
static inline int take_rich(const Plan *plan, Lane *lanes, int busy, uint32_t (*digit)[DIGITS], Lane **slow) {
    int slows = 0, four = 0;
    Lane *group[4];
    const uint32_t *words[4];
    for (int each = 0; each < busy; each++) {
        Lane *const lane = &lanes[each];
        if (!is_rich(plan, lane)) {
            lane->at = 0;
            slow[slows++] = lane;
            continue;
        }
#ifdef __SSE2__
        if (lane->left > WORD_ROLLS) {
            group[four] = lane;
            words[four++] = digit[each];
            if (four < 4) continue;
            four = 0;
            const int out = take_four(plan, group, words);
            for (int at = 0; out >> at; at++)
                if (out >> at & 1) slow[slows++] = group[at], group[at]->at = take_pairs(plan, group[at], words[at]);
            continue;
        }
#endif
        lane->at = take_pairs(plan, lane, digit[each]);
        if (lane->at < WORD_ROLLS) slow[slows++] = lane;
    }
    for (int at = 0; at < four; at++) {
        group[at]->at = take_pairs(plan, group[at], words[at]);
        if (group[at]->at < WORD_ROLLS) slow[slows++] = group[at];
    }
    for (int at = 0; at < slows; at++) {
        if (slow[at]->is_rich) no_longer_rich(plan, slow[at]);
        spread(digit[slow[at] - lanes], slow[at]->roll);
    }
    return slows;
}

static inline void walk(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count, int full) {
    Lane lanes[LANES], *slow[LANES];
    memset(lanes, 0, sizeof lanes);
    int64_t next = 0;
    int busy = 0;
    for (int each = 0; each < LANES; each++) {
        lanes[busy].sign = 1;
        if (refill(plan, out, &lanes[busy], first, &next, count, full)) busy++;
    }
    while (busy) {
        uint32_t digit[LANES][DIGITS];
        int slows = busy, ended = 0;
        for (int each = 0; each < busy; each++) next_digits(plan, lanes[each].s, digit[each]);
        if (!full) slows = take_rich(plan, lanes, busy, digit, slow);
        else
            for (int each = 0; each < busy; each++) {
                slow[each] = &lanes[each];
                lanes[each].at = 0;
                spread(digit[each], lanes[each].roll);
            }
        for (int32_t at = 0; slows && at < WORD_ROLLS; at++) {
            for (int each = 0; each < slows; each++) {
                Lane *const lane = slow[each];
                if (lane->at != at) continue;
                lane->at = at + 1;
                const int end = step(plan, out, lane, lane->roll[at], count, full);
                if (end < 0) continue;
                finish(plan, out, lane, end, count, full);
                if (full && out->end[lane->index] == UNFINISHED)
                    take_back(plan, out, first + (uint64_t)lane->index, lane->index, count);
                lane->at = WORD_ROLLS;
                if (!refill(plan, out, lane, first, &next, count, full)) lane->index = -1, ended++;
            }
        }
        if (!ended) continue;
        int kept = 0;
        for (int each = 0; each < busy; each++)
            if (lanes[each].index >= 0) lanes[kept++] = lanes[each];
        busy = kept;
    }
}

PUBLIC void walk_summary(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count) { walk(plan, out, first, count, 0); }

PUBLIC void walk_full(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count) { walk(plan, out, first, count, 1); }

/* The dice alone, which the walk is measured against: the sum of the first rolls of all pairs and 256 times the second. */
PUBLIC uint64_t walk_dice(const Plan *plan, uint64_t first, int64_t count, int64_t rolls) {
    uint16_t both[PAIRS];
    for (int at = 0; at < PAIRS; at++) both[at] = (uint16_t)(at / SIDES | at % SIDES << 8);
    uint64_t sum = 0;
    for (int64_t each = 0; each < count; each++) {
        uint64_t s[4];
        seed(plan->key, first + (uint64_t)each, s);
        for (int64_t left = rolls; left > 0; left -= WORD_ROLLS) {
            uint32_t digit[DIGITS];
            fair_digits(s, digit);
            for (int at = 0; at < DIGITS; at++) sum += both[digit[at]];
        }
    }
    return sum;
}

/* The law of a session: the mass of all sessions moves along the edges of a chain, one roll after the other. Every row has a
 * span of cells of wealth. lab/laws/spread.py does the same in the same order. Memory is the caller's: where it does not
 * suffice for the next roll, law_rolls returns early and tells how much it needs.
 */
enum { ROW_UNKNOWN = -3, ROW_FINISHED = -4, ENDS = 7 };
static const int64_t FAR_CELL = (int64_t)1 << 62;

typedef struct {
    int64_t rows, nodes, goal, stop;
    const int32_t *into, *source; /* by node and one more: its edges; by edge: its row */
    const int64_t *shift;
    const double *chance;
    const int32_t *first; /* by node, and one more: its decisions */
    const int64_t *low;
    const int32_t *row;
    const int32_t *pile; /* by node */
} LawChain;

typedef struct {
    int64_t *low, *size, *at;                /* by row, now */
    int64_t *next_low, *next_size, *next_at; /* by row, after the roll */
    int64_t *node_low, *node_high;
    double *cells, *next_cells, *sums;
    int64_t capacity, sums_capacity;
    double *piles;
    int64_t pile_low, pile_width;
    double *ends; /* by roll and end */
    double trimmed, stranded, alive;
    double eps, most_stranded, tail;
    int64_t needed, sums_needed, lowest_needed, highest_needed;
} LawMass;

static void law_add(double *restrict to, const double *restrict from, double chance, int64_t size) {
    for (int64_t at = 0; at < size; at++) to[at] += chance * from[at];
}

static double law_put(double *restrict to, const double *restrict from, int64_t size) {
    double sum = 0;
    for (int64_t at = 0; at < size; at++) to[at] += from[at], sum += from[at];
    return sum;
}

static int64_t law_max(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t law_min(int64_t a, int64_t b) { return a < b ? a : b; }

/* The part of a node's span that a decision is made for. */
static int law_part(const LawChain *chain, int64_t node, int32_t decision, int64_t low, int64_t high, int64_t *start, int64_t *stop) {
    const int64_t above = decision + 1 < chain->first[node + 1] ? chain->low[decision + 1] : FAR_CELL;
    *start = law_max(law_max(low, chain->stop + 1), chain->low[decision]);
    *stop = law_min(law_min(high, chain->goal), above);
    return *start < *stop;
}

/* Find the spans after the roll; whether the memory is enough for them. */
static int law_plan(const LawChain *chain, LawMass *mass) {
    mass->lowest_needed = FAR_CELL, mass->highest_needed = -FAR_CELL, mass->sums_needed = 0, mass->needed = 0;
    for (int64_t row = 0; row < chain->rows; row++) mass->next_low[row] = FAR_CELL, mass->next_size[row] = -FAR_CELL;
    for (int64_t node = 0; node < chain->nodes; node++) {
        int64_t low = FAR_CELL, high = -FAR_CELL;
        for (int32_t edge = chain->into[node]; edge < chain->into[node + 1]; edge++) {
            const int32_t row = chain->source[edge];
            if (!mass->size[row]) continue;
            const int64_t start = mass->low[row] + chain->shift[edge];
            low = law_min(low, start), high = law_max(high, start + mass->size[row]);
        }
        mass->node_low[node] = low, mass->node_high[node] = high;
        if (low >= high) continue;
        mass->lowest_needed = law_min(mass->lowest_needed, low);
        mass->highest_needed = law_max(mass->highest_needed, high);
        mass->sums_needed = law_max(mass->sums_needed, high - low);
        for (int32_t decision = chain->first[node]; decision < chain->first[node + 1]; decision++) {
            const int32_t row = chain->row[decision];
            int64_t start, stop;
            if (row < 0 || !law_part(chain, node, decision, low, high, &start, &stop)) continue;
            mass->next_low[row] = law_min(mass->next_low[row], start);
            mass->next_size[row] = law_max(mass->next_size[row], stop);
        }
    }
    for (int64_t row = 0; row < chain->rows; row++) {
        mass->next_size[row] = law_max(mass->next_size[row] - mass->next_low[row], 0);
        mass->next_at[row] = mass->needed;
        mass->needed += mass->next_size[row];
    }
    return mass->needed <= mass->capacity && mass->sums_needed <= mass->sums_capacity &&
           (mass->lowest_needed > mass->highest_needed ||
            (mass->lowest_needed >= mass->pile_low && mass->highest_needed <= mass->pile_low + mass->pile_width));
}

/* Test the ends at a node in their order, and send what goes on to the rows that its wealth selects. */
static void law_settle(const LawChain *chain, LawMass *mass, int64_t node, double *ends, int last) {
    const int64_t low = mass->node_low[node], high = mass->node_high[node];
    const double *sums = mass->sums;
    double *const closed = mass->piles, *const open = closed + chain->pile[node] * mass->pile_width;
    const int64_t bottom = mass->pile_low;
    const int64_t goal = law_max(low, law_min(high, chain->goal)), stop = law_min(high, law_max(low, chain->stop + 1));
    if (goal < high) ends[GOAL] += law_put(open + (goal - bottom), sums + (goal - low), high - goal);
    if (low < stop) ends[STOP] += law_put(open + (low - bottom), sums, stop - low);
    for (int32_t decision = chain->first[node]; decision < chain->first[node + 1]; decision++) {
        const int32_t row = chain->row[decision];
        int64_t from, to;
        if (!law_part(chain, node, decision, low, high, &from, &to)) continue;
        const double *const part = sums + (from - low);
        if (row >= 0 && !last)
            law_add(mass->next_cells + mass->next_at[row] + (from - mass->next_low[row]), part, 1.0, to - from);
        else if (row >= 0) ends[ROLLS] += law_put(open + (from - bottom), part, to - from);
        else if (row == ROW_FINISHED) ends[SHOOTERS] += law_put(open + (from - bottom), part, to - from);
        else if (row == ROW_RUINED) ends[RUINED] += law_put(closed + (from - bottom), part, to - from);
        else if (row == ROW_QUIT) ends[QUIT] += law_put(closed + (from - bottom), part, to - from);
        else
            for (int64_t at = 0; at < to - from; at++) mass->stranded += part[at];
    }
}

/* Drop the tails of a row that weigh at most eps each, and count what is left. */
static void law_trim(LawMass *mass, int64_t row) {
    const double *const cells = mass->next_cells + mass->next_at[row];
    int64_t left = 0, right = mass->next_size[row];
    double weight = 0;
    while (left < right && weight + cells[left] <= mass->eps) weight += cells[left++];
    mass->trimmed += weight;
    weight = 0;
    while (left < right && weight + cells[right - 1] <= mass->eps) weight += cells[--right];
    mass->trimmed += weight;
    mass->next_low[row] += left, mass->next_at[row] += left, mass->next_size[row] = right - left;
    for (int64_t at = left; at < right; at++) mass->alive += cells[at];
}

static void law_roll(const LawChain *chain, LawMass *mass, double *ends, int last) {
    memset(mass->next_cells, 0, (size_t)mass->needed * sizeof(double));
    for (int64_t node = 0; node < chain->nodes; node++) {
        const int64_t low = mass->node_low[node];
        if (low >= mass->node_high[node]) continue;
        memset(mass->sums, 0, (size_t)(mass->node_high[node] - low) * sizeof(double));
        for (int32_t edge = chain->into[node]; edge < chain->into[node + 1]; edge++) {
            const int32_t row = chain->source[edge];
            if (!mass->size[row]) continue;
            double *const to = mass->sums + (mass->low[row] + chain->shift[edge] - low);
            law_add(to, mass->cells + mass->at[row], chain->chance[edge], mass->size[row]);
        }
        law_settle(chain, mass, node, ends, last);
    }
    mass->alive = 0;
    for (int64_t row = 0; row < chain->rows; row++) {
        if (last) mass->next_size[row] = 0;
        if (mass->next_size[row]) law_trim(mass, row);
    }
}

#define SWAP(type, a, b) do { type *const swapped = a; a = b; b = swapped; } while (0)

/* Roll up to so many times; with `final`, the last roll ends the session. Returns how many rolls were done. */
PUBLIC int64_t law_rolls(const LawChain *chain, LawMass *mass, int64_t rolls, int32_t final) {
    int64_t done = 0;
    while (done < rolls && mass->stranded <= mass->most_stranded && mass->alive > (final ? 0 : mass->tail)) {
        if (!law_plan(chain, mass)) break;
        law_roll(chain, mass, mass->ends + done * ENDS, final && done == rolls - 1);
        SWAP(int64_t, mass->low, mass->next_low);
        SWAP(int64_t, mass->size, mass->next_size);
        SWAP(int64_t, mass->at, mass->next_at);
        SWAP(double, mass->cells, mass->next_cells);
        done++;
    }
    return done;
}
