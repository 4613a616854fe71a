/* The compiled walk: sessions of a strategy's graph on the dice of the format comeout-lab-dice-1.
 *
 * Wealth is counted in units from the bankroll, so a session starts at 0. Sessions are independent; several of them
 * ("lanes") are under way at once, so that the processor works on one while it waits for the memory of another. Where the
 * money suffices for what the strategy wants after each of the next two rolls, a lane takes both in one step (a "pair"),
 * and eight lanes do so together. array_runner.py gives the same results without this file; tests compare the two session
 * by session.
 */
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__) && !defined(PLAIN) /* PLAIN is what any other processor is given */
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>
#define EIGHT 8
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

enum { LANES = 64, TOGETHER = 64, DIGITS = 5, WORD_ROLLS = 10, PAIRS = 1296, SIDES = 36 };
enum { CACHE_LINE = 64, MOST_FETCHED = 1 << 18 };
enum { TAKE_ALONE = -2, UNFINISHED = 0, GOAL = 1, STOP = 2, RUINED = 3, QUIT = 4, SHOOTERS = 5, ROLLS = 6 };
enum { ROW_RUINED = -1, ROW_QUIT = -2, NO_NODE = -1, NO_FAST = -1, NO_DECISION = -1 };
enum { SEVEN_OUT_SHIFT = 30, PLACE = (1 << SEVEN_OUT_SHIFT) - 1 };

/* Wealth is at most so many units up or down where pairs are taken; past that they are exact as floats no longer. */
static const int64_t SPAN = 1 << 22;
static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u, REJECTED_BELOW = 1424743591837696u;

/* What a roll does to a row: the change, and the levels of wealth of the next node. Its first level is for `base` and less,
 * each further one for one unit more, and the last one, `span` levels on, for all above. A seven-out is a bit of the place.
 * Where levels would be too many (plan->dense is 0), a node has one level only, its last decision, which holds from `base`
 * on; the others are searched for. */
typedef struct {
    int32_t delta, base, span, place;
} Entry;

/* What is done at a level of wealth: the place of the first entry of the next row, and the action. Before the first row
 * stand three that no roll leaves or changes anything in, for the ends: RUINED is row -1. */
typedef struct {
    int32_t next, action;
} Level;

typedef struct {
    int64_t low, action;
    int32_t row, node;
} Decision;

/* Two rolls in one step: the next fast row (NEXT, the distance of its pairs in bytes) with the action of the decisions
 * after both rolls (the bits above), the change of each roll, and the wealth from which both decisions are the last ones of
 * their nodes. The numbers are whole and small enough to be exact as floats. */
typedef struct {
    uint32_t next;
    float first, second, need;
} Pair;

enum { NEXT = 0x3FFFF0, ACTION_SHIFT = 22 };

typedef struct {
    const Entry *entries; /* by row and class of roll */
    const int32_t *first; /* by node, and one more: its decisions */
    const Decision *decisions; /* the low of the first one of a node is the smallest number */
    const Level *levels;
    const int32_t *decision_of; /* by level */
    int64_t rows, level_count, dense;
    const int32_t *closing;
    const uint8_t *class_of; /* by roll */
    int64_t classes;
    char *pairs;             /* by fast row and pair of classes */
    const uint16_t *pair_of; /* by pair of rolls: the distance of its Pair in a fast row */
    const int32_t *fast_of;  /* by row: its fast row, or NO_FAST */
    const int32_t *row_of;   /* by fast row: its row */
    int64_t fast_rows, width; /* how many fast rows there are, and how many bytes one has */
    int64_t goal, stop, rolls, shooters, most_rolls;
    int64_t play_out; /* for how many rolls at most; 0 if bets that lie count at face value */
    uint64_t key[4];
    int64_t weighted;
    uint64_t cuts[SIDES];
    int32_t others[SIDES];
    const int64_t *checkpoints; /* as rolls that are left then, falling; the one after the last is never reached */
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
    int32_t row, node, at, is_rich, waits;
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
#if defined(__SIZEOF_INT128__) && !defined(PLAIN)
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
    const Decision *const decisions = plan->decisions;
    int32_t from = plan->first[node], end = plan->first[node + 1];
    while (end - from > 8) {
        const int32_t middle = from + (end - from) / 2;
        if (decisions[middle].low <= w) from = middle;
        else end = middle;
    }
    do end--;
    while (decisions[end].low > w);
    return end;
}

/* The last decision of the node that a roll leads to: the one of rich racks. */
static inline int32_t last_decision(const Plan *plan, const Entry *entry) {
    return plan->decision_of[(entry->place & PLACE) + entry->span];
}

/* The decision for less wealth than the last one of a node is for. Mostly it is one of the next few. */
static inline int32_t decision_below(const Plan *plan, int32_t last, int64_t w) {
    for (int32_t at = last; at >= last - 8; at--)
        if (plan->decisions[at].low <= w) return at;
    return decision_at(plan, plan->decisions[last].node, w);
}

static inline int end_of(int32_t row) { return row == ROW_RUINED ? RUINED : row == ROW_QUIT ? QUIT : UNFINISHED; }

/* Start a session at its first decision; how it ended, or -1 if it goes on. */
static int start(const Plan *plan, const Outcomes *out, Lane *lane, uint64_t number, int full) {
    const int32_t decision = decision_at(plan, 0, 0);
    const Decision *const made = &plan->decisions[decision];
    seed(plan->key, number, lane->s);
    lane->w = lane->peak = lane->drawdown = lane->action = 0;
    lane->below = lane->longest = lane->shooters = lane->next_checkpoint = 0;
    lane->left = plan->most_rolls;
    lane->node = 0;
    lane->is_rich = lane->waits = 0;
    if (made->row < 0) return end_of(made->row);
    lane->action = made->action;
    lane->row = made->row;
    if (full) out->decisions[decision] += lane->sign;
    return -1;
}

/* Settle the rolls of a word that are left, one by one, with the decision after each; how the session ended, or -1 if it
 * goes on. Everything is in local variables, since the compiler must fear that a count which is written is a lane. Where
 * levels are dense nothing branches on the wealth before the session ends: a processor could not foresee such branches. */
static inline int take_these(const Plan *plan, const Outcomes *out, Lane *lane, int64_t sessions, int full, int dense) {
    const Entry *const entries = plan->entries;
    const Level *const levels = plan->levels;
    const int32_t *const decision_of = plan->decision_of;
    const uint8_t *const class_of = plan->class_of;
    const int64_t goal = plan->goal, stop = plan->stop, most_shooters = plan->shooters, sign = lane->sign;
    const Decision *const all = plan->decisions;
    int64_t *const edges = out->edges, *const decisions = out->decisions;
    int64_t w = lane->w, peak = lane->peak, drawdown = lane->drawdown, action = lane->action, left = lane->left;
    int64_t below = lane->below, longest = lane->longest, shooters = lane->shooters;
    int64_t row = lane->row, next = row * plan->classes, level = 0;
    int64_t checkpoint = full ? plan->checkpoints[lane->next_checkpoint] : 0;
    int32_t decision = NO_DECISION, at = lane->at;
    int end = -1;
    while (at < WORD_ROLLS) {
        const unsigned roll = lane->roll[at++];
        const Entry *const entry = &entries[next + class_of[roll]];
        if (full) edges[row * SIDES + roll] += sign;
        w += entry->delta;
        const int64_t over = w - entry->base, span = entry->span, above = over < 0 ? 0 : over;
        level = (entry->place & PLACE) + (!dense ? 0 : above > span ? span : above);
        shooters += entry->place >> SEVEN_OUT_SHIFT;
        next = levels[level].next;
        int64_t put = levels[level].action;
        left--;
        if (full) {
            below = w < peak ? below + 1 : 0;
            longest = below > longest ? below : longest;
            if (left == checkpoint) {
                out->wealth[lane->next_checkpoint++ * sessions + lane->index] = w;
                checkpoint = plan->checkpoints[lane->next_checkpoint];
            }
        }
        peak = w > peak ? w : peak;
        drawdown = peak - w > drawdown ? peak - w : drawdown;
        if (full || !dense) decision = decision_of[level];
        if (!dense && over < 0) {
            decision = decision_below(plan, decision, w);
            next = all[decision].row * plan->classes;
            put = all[decision].action;
        }
        if (w >= goal) {
            end = GOAL;
            break;
        }
        if (w <= stop) {
            end = STOP;
            break;
        }
        if (next < 0) {
            end = end_of((int32_t)(next / plan->classes));
            break;
        }
        if (shooters >= most_shooters) {
            end = SHOOTERS;
            break;
        }
        if (left == 0) {
            end = plan->rolls ? ROLLS : UNFINISHED;
            break;
        }
        action += put;
        if (full) {
            row = all[decision].row;
            decisions[decision] += sign;
        }
    }
    if (decision == NO_DECISION) decision = decision_of[level];
    lane->w = w;
    lane->peak = peak;
    lane->drawdown = drawdown;
    lane->action = action;
    lane->left = left;
    lane->below = below;
    lane->longest = longest;
    lane->shooters = shooters;
    lane->row = all[decision].row;
    lane->node = all[decision].node;
    lane->at = at;
    return end;
}

static inline int take_rolls(const Plan *plan, const Outcomes *out, Lane *lane, int64_t sessions, int full) {
    if (plan->dense) return take_these(plan, out, lane, sessions, full, 1);
    return take_these(plan, out, lane, sessions, full, 0);
}

/* Settle the next rolls of several sessions in turns, so that the memory of one is waited for while the others go on. The
 * sessions have as many rolls left, or more; with `final` the last one is their last. How each one ended, -1 if it goes on,
 * or TAKE_ALONE if it met its goal or its stop on the way and is left as it was. No session counts shooters here. */
static void take_together(const Plan *plan, Lane *const *lanes, int count, int rolls, int final, int *ends) {
    const Entry *const entries = plan->entries;
    const Level *const levels = plan->levels;
    const int64_t goal = plan->goal, stop = plan->stop;
    int64_t w[TOGETHER], peak[TOGETHER], drawdown[TOGETHER], action[TOGETHER], next[TOGETHER], level[TOGETHER];
    int64_t beyond[TOGETHER];
    for (int each = 0; each < count; each++) {
        const Lane *const lane = lanes[each];
        w[each] = lane->w;
        peak[each] = lane->peak;
        drawdown[each] = lane->drawdown;
        action[each] = lane->action;
        next[each] = lane->row * plan->classes;
        beyond[each] = 0;
    }
    for (int at = 0; at < rolls; at++) {
        const int64_t counts = final && at == rolls - 1 ? 0 : -1; /* what is put down after the last roll does not count */
        for (int each = 0; each < count; each++) {
            const Entry *const entry = &entries[next[each] + plan->class_of[lanes[each]->roll[at]]];
            const int64_t now = w[each] + entry->delta, over = now - entry->base, span = entry->span;
            const int64_t above = over < 0 ? 0 : over, here = (entry->place & PLACE) + (above > span ? span : above);
            const int64_t top = now > peak[each] ? now : peak[each], down = top - now;
            w[each] = now;
            peak[each] = top;
            drawdown[each] = down > drawdown[each] ? down : drawdown[each];
            beyond[each] |= (now >= goal) | (now <= stop);
            action[each] += levels[here].action & counts;
            next[each] = levels[here].next;
            level[each] = here;
        }
    }
    for (int each = 0; each < count; each++) {
        Lane *const lane = lanes[each];
        ends[each] = TAKE_ALONE;
        if (beyond[each]) continue;
        ends[each] = next[each] < 0 ? end_of((int32_t)next[each] / (int32_t)plan->classes) : final ? ROLLS : -1;
        lane->w = w[each];
        lane->peak = peak[each];
        lane->drawdown = drawdown[each];
        lane->action = action[each];
        lane->left -= rolls;
        lane->at = rolls;
        lane->row = (int32_t)next[each] / (int32_t)plan->classes;
        /* Only playing out asks for the node. */
        if (plan->play_out && next[each] >= 0) lane->node = plan->decisions[plan->decision_of[level[each]]].node;
    }
}

/* Take the next word, or what is left of the session, of several sessions whose rolls are spread; how each one ended, or
 * -1 if it goes on. */
static void take_words(const Plan *plan, const Outcomes *out, Lane *const *lanes, int count, int64_t sessions, int *ends) {
    const int together = plan->dense && plan->rolls && plan->shooters > plan->rolls;
    Lane *group[2][TOGETHER];
    int who[2][TOGETHER], sizes[2] = {0, 0}, found[TOGETHER];
    for (int each = 0; each < count; each++) {
        const int last = lanes[each]->left <= WORD_ROLLS;
        ends[each] = TAKE_ALONE;
        if (!together || lanes[each]->at) continue;
        who[last][sizes[last]] = each;
        group[last][sizes[last]++] = lanes[each];
    }
    for (int last = 0; last < 2; last++) {
        if (!sizes[last]) continue;
        take_together(plan, group[last], sizes[last], last ? (int)group[1][0]->left : WORD_ROLLS, last, found);
        for (int each = 0; each < sizes[last]; each++) ends[who[last][each]] = found[each];
    }
    for (int each = 0; each < count; each++)
        if (ends[each] == TAKE_ALONE) ends[each] = take_rolls(plan, out, lanes[each], sessions, 0);
}

/* ---------------------------------------------------------------- the end of a session */

/* Play out what lies without new bets, on the rolls that follow; whether it came to an end. */
static int play_out(const Plan *plan, const Outcomes *out, Lane *lane, int full) {
    int32_t node = plan->closing[lane->node], at = lane->at;
    if (node == NO_NODE) return 1;
    for (int64_t left = plan->play_out;; left--) {
        const int32_t decision = decision_at(plan, node, lane->w), row = plan->decisions[decision].row;
        if (row < 0 || !left) return row == ROW_RUINED || row == ROW_QUIT;
        if (at == WORD_ROLLS) {
            uint32_t digit[DIGITS];
            next_digits(plan, lane->s, digit);
            spread(digit, lane->roll);
            at = 0;
        }
        const unsigned roll = lane->roll[at++];
        const Entry *const entry = &plan->entries[row * plan->classes + plan->class_of[roll]];
        if (full) {
            out->decisions[decision] += lane->sign;
            out->edges[(int64_t)row * SIDES + roll] += lane->sign;
        }
        lane->w += entry->delta;
        node = plan->decisions[last_decision(plan, entry)].node;
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
    int end = start(plan, out, &lane, number, 1);
    while (end < 0) {
        uint32_t digit[DIGITS];
        next_digits(plan, lane.s, digit);
        spread(digit, lane.roll);
        lane.at = 0;
        end = take_rolls(plan, out, &lane, sessions, 1);
    }
    finish(plan, out, &lane, end, sessions, 1);
}

/* ---------------------------------------------------------------- rich racks: two rolls in one step */

/* Write one pair of rolls, unless the session could end on the way. */
static void write_pair(const Plan *plan, int64_t row, int64_t one, int64_t two, Pair *pair) {
    const Entry *const first = &plan->entries[row * plan->classes + one];
    const Decision *const between = &plan->decisions[last_decision(plan, first)];
    if (between->row < 0) return;
    const Entry *const second = &plan->entries[between->row * plan->classes + two];
    const Decision *const after = &plan->decisions[last_decision(plan, second)];
    const int64_t action = between->action + after->action;
    if (after->row < 0 || plan->fast_of[after->row] < 0 || action >= 1 << (32 - ACTION_SHIFT)) return;
    const int64_t middle = between->low > plan->stop ? between->low : plan->stop + 1;
    const int64_t last = (after->low > plan->stop ? after->low : plan->stop + 1) - second->delta;
    const int64_t need = (middle > last ? middle : last) - first->delta;
    pair->next = (uint32_t)(plan->fast_of[after->row] * plan->width | action << ACTION_SHIFT);
    pair->first = (float)first->delta;
    pair->second = (float)second->delta;
    pair->need = (float)(need < -SPAN ? -SPAN : need > SPAN ? SPAN : need);
}

/* Write the table of pairs, whose entries all stand for "never" before. */
PUBLIC void walk_pairs(const Plan *plan) {
    for (int64_t fast = 0; fast < plan->fast_rows; fast++)
        for (int64_t one = 0; one < plan->classes; one++)
            for (int64_t two = 0; two < plan->classes; two++) {
                const int64_t place = fast * plan->width + (one * plan->classes + two) * (int64_t)sizeof(Pair);
                write_pair(plan, plan->row_of[fast], one, two, (Pair *)(plan->pairs + place));
            }
}

/* Whether a lane is rich enough for pairs; if so its numbers are made ready for them. */
static inline int is_rich(const Plan *plan, Lane *lane) {
    if (lane->is_rich) return 1;
    const int32_t fast = plan->fast_of[lane->row];
    if (fast == NO_FAST) return 0;
    lane->rich[0] = (float)lane->w;
    lane->rich[1] = (float)(lane->peak - lane->w);
    lane->rich[2] = (float)lane->drawdown;
    lane->rich[3] = 0;
    lane->fast = (uint32_t)fast * (uint32_t)plan->width;
    return lane->is_rich = 1;
}

static inline void no_longer_rich(const Plan *plan, Lane *lane) {
    lane->w = (int64_t)lane->rich[0];
    lane->peak = lane->w + (int64_t)lane->rich[1];
    lane->drawdown = (int64_t)lane->rich[2];
    lane->action += (int64_t)lane->rich[3];
    lane->row = plan->row_of[lane->fast / plan->width];
    lane->is_rich = 0;
}

/* Take the pairs of a word while the money suffices. The last roll of a session is never taken. */
static inline void take_pairs(const Plan *plan, Lane *lane, const uint32_t *digit) {
    const float goal = (float)plan->goal;
    const int most = lane->left > WORD_ROLLS ? DIGITS : (int)((lane->left - 1) / 2);
    float w = lane->rich[0], gap = lane->rich[1], drawdown = lane->rich[2], action = lane->rich[3];
    uint32_t fast = lane->fast;
    int at = 0;
    for (; at < most; at++) {
        const Pair *const pair = (const Pair *)(plan->pairs + (fast + plan->pair_of[digit[at]]));
        const float middle = w + pair->first, after = middle + pair->second;
        if (w < pair->need || middle >= goal || after >= goal) break;
        w = after;
        gap = larger(gap - pair->first, 0);
        drawdown = larger(drawdown, gap);
        gap = larger(gap - pair->second, 0);
        drawdown = larger(drawdown, gap);
        action += (float)(pair->next >> ACTION_SHIFT);
        fast = pair->next & NEXT;
    }
    lane->rich[0] = w;
    lane->rich[1] = gap;
    lane->rich[2] = drawdown;
    lane->rich[3] = action;
    lane->left -= 2 * at;
    lane->at = 2 * at;
    lane->fast = fast;
}

#ifdef EIGHT
/* Take a word of eight rich lanes at once; one bit for each lane that was too poor for it, or met its goal, on the way,
 * which is left as it was. The lanes stand side by side in vectors, and their entries are transposed into such vectors.
 * This is written twice: for what every x86-64 processor can do, and for AVX2. */
static int take_eight_sse2(const Plan *plan, Lane *const *lanes, const uint32_t *const *digit) {
    const char *const pairs = plan->pairs;
    const uint16_t *const pair_of = plan->pair_of;
    const __m128 none = _mm_setzero_ps(), goal = _mm_set1_ps((float)plan->goal);
    __m128 state[2][4], out[2] = {none, none};
    uint32_t fast[EIGHT];
    for (int each = 0; each < EIGHT; each++) {
        state[each / 4][each % 4] = _mm_load_ps(lanes[each]->rich);
        fast[each] = lanes[each]->fast;
    }
    for (int half = 0; half < 2; half++) _MM_TRANSPOSE4_PS(state[half][0], state[half][1], state[half][2], state[half][3]);
    for (int at = 0; at < DIGITS; at++) {
        for (int half = 0; half < 2; half++) {
            __m128 entry[4], *const now = state[half];
            for (int each = 0; each < 4; each++) {
                const char *const pair = pairs + (fast[4 * half + each] + pair_of[digit[4 * half + each][at]]);
                fast[4 * half + each] = ((const Pair *)pair)->next & NEXT;
                entry[each] = _mm_load_ps((const float *)pair);
            }
            _MM_TRANSPOSE4_PS(entry[0], entry[1], entry[2], entry[3]);
            const __m128i action = _mm_srli_epi32(_mm_castps_si128(entry[0]), ACTION_SHIFT);
            const __m128 middle = _mm_add_ps(now[0], entry[1]);
            out[half] = _mm_or_ps(out[half], _mm_cmplt_ps(now[0], entry[3]));
            now[0] = _mm_add_ps(middle, entry[2]);
            out[half] = _mm_or_ps(out[half], _mm_cmpge_ps(_mm_max_ps(middle, now[0]), goal));
            now[1] = _mm_max_ps(_mm_sub_ps(now[1], entry[1]), none);
            now[2] = _mm_max_ps(now[2], now[1]);
            now[1] = _mm_max_ps(_mm_sub_ps(now[1], entry[2]), none);
            now[2] = _mm_max_ps(now[2], now[1]);
            now[3] = _mm_add_ps(now[3], _mm_cvtepi32_ps(action));
        }
    }
    const int bits = _mm_movemask_ps(out[0]) | _mm_movemask_ps(out[1]) << 4;
    for (int half = 0; half < 2; half++) _MM_TRANSPOSE4_PS(state[half][0], state[half][1], state[half][2], state[half][3]);
    for (int each = 0; each < EIGHT; each++) {
        if (bits >> each & 1) continue;
        _mm_store_ps(lanes[each]->rich, state[each / 4][each % 4]);
        lanes[each]->fast = fast[each];
        lanes[each]->left -= WORD_ROLLS;
    }
    return bits;
}

#define AVX2 __attribute__((target("avx2")))

/* Whether processor and operating system know AVX2. (__builtin_cpu_supports does not link everywhere.) */
static int find_avx2(void) {
#ifdef NO_AVX2
    return 0;
#else
    unsigned a, b, c, d, kept, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    (void)high;
    return (kept & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
#endif
}

/* Four rows of four numbers, twice side by side, into four columns; doing it again undoes it. */
AVX2 static inline void transpose(__m256 *rows) {
    const __m256 a = _mm256_unpacklo_ps(rows[0], rows[1]), b = _mm256_unpackhi_ps(rows[0], rows[1]);
    const __m256 c = _mm256_unpacklo_ps(rows[2], rows[3]), d = _mm256_unpackhi_ps(rows[2], rows[3]);
    rows[0] = _mm256_shuffle_ps(a, c, 0x44);
    rows[1] = _mm256_shuffle_ps(a, c, 0xEE);
    rows[2] = _mm256_shuffle_ps(b, d, 0x44);
    rows[3] = _mm256_shuffle_ps(b, d, 0xEE);
}

AVX2 static inline __m256 both(const float *one, const float *other) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(one)), _mm_load_ps(other), 1);
}

AVX2 static int take_eight_avx2(const Plan *plan, Lane *const *lanes, const uint32_t *const *digit) {
    const char *const pairs = plan->pairs;
    const uint16_t *const pair_of = plan->pair_of;
    const __m256 none = _mm256_setzero_ps(), goal = _mm256_set1_ps((float)plan->goal);
    __m256 now[4], out = none;
    uint32_t fast[EIGHT];
    for (int each = 0; each < 4; each++) now[each] = both(lanes[each]->rich, lanes[each + 4]->rich);
    for (int each = 0; each < EIGHT; each++) fast[each] = lanes[each]->fast;
    transpose(now);
    for (int at = 0; at < DIGITS; at++) {
        const char *pair[EIGHT];
        for (int each = 0; each < EIGHT; each++) {
            pair[each] = pairs + (fast[each] + pair_of[digit[each][at]]);
            fast[each] = ((const Pair *)pair[each])->next & NEXT;
        }
        __m256 entry[4];
        for (int each = 0; each < 4; each++) entry[each] = both((const float *)pair[each], (const float *)pair[each + 4]);
        transpose(entry);
        const __m256i action = _mm256_srli_epi32(_mm256_castps_si256(entry[0]), ACTION_SHIFT);
        const __m256 middle = _mm256_add_ps(now[0], entry[1]);
        out = _mm256_or_ps(out, _mm256_cmp_ps(now[0], entry[3], _CMP_LT_OQ));
        now[0] = _mm256_add_ps(middle, entry[2]);
        out = _mm256_or_ps(out, _mm256_cmp_ps(_mm256_max_ps(middle, now[0]), goal, _CMP_GE_OQ));
        now[1] = _mm256_max_ps(_mm256_sub_ps(now[1], entry[1]), none);
        now[2] = _mm256_max_ps(now[2], now[1]);
        now[1] = _mm256_max_ps(_mm256_sub_ps(now[1], entry[2]), none);
        now[2] = _mm256_max_ps(now[2], now[1]);
        now[3] = _mm256_add_ps(now[3], _mm256_cvtepi32_ps(action));
    }
    const int bits = _mm256_movemask_ps(out);
    Lane nobody; /* is written in place of a lane that stays as it was, since no processor foresees which one that is */
    nobody.left = 0;
    transpose(now);
    for (int each = 0; each < EIGHT; each++) {
        Lane *const lane = bits >> each & 1 ? &nobody : lanes[each];
        const __m256 two = now[each % 4];
        _mm_store_ps(lane->rich, each < 4 ? _mm256_castps256_ps128(two) : _mm256_extractf128_ps(two, 1));
        lane->fast = fast[each];
        lane->left -= WORD_ROLLS;
    }
    return bits;
}
#endif

/* ---------------------------------------------------------------- the words of all lanes */

/* The states of the dice of all lanes, by part and lane, where four lanes draw at once; otherwise each lane has its own. */
typedef struct {
    _Alignas(32) uint64_t part[4][LANES];
    int in_use;
} States;

static inline void put_state(States *states, int at, const Lane *lane) {
    for (int part = 0; part < 4; part++) states->part[part][at] = lane->s[part];
}

static inline void take_state(const States *states, int at, uint64_t *s) {
    for (int part = 0; part < 4; part++) s[part] = states->part[part][at];
}

#ifdef EIGHT
AVX2 static inline __m256i rotated_four(__m256i words, int by) {
    return _mm256_or_si256(_mm256_slli_epi64(words, by), _mm256_srli_epi64(words, 64 - by));
}

/* `next_word` and `fair_digits` for four lanes; one bit for each whose word is to be drawn again. */
AVX2 static inline int four_digits(States *states, int at, uint32_t (*digit)[DIGITS]) {
    const __m256i pairs = _mm256_set1_epi64x(PAIRS), sign = _mm256_set1_epi64x(INT64_MIN);
    const __m256i least = _mm256_set1_epi64x((int64_t)REJECTED_BELOW ^ INT64_MIN);
    __m256i s[4], drawn[DIGITS];
    for (int part = 0; part < 4; part++) s[part] = _mm256_load_si256((const __m256i *)&states->part[part][at]);
    __m256i rest = _mm256_add_epi64(rotated_four(_mm256_add_epi64(s[0], s[3]), 23), s[0]);
    const __m256i shifted = _mm256_slli_epi64(s[1], 17);
    s[2] = _mm256_xor_si256(s[2], s[0]);
    s[3] = _mm256_xor_si256(s[3], s[1]);
    s[1] = _mm256_xor_si256(s[1], s[2]);
    s[0] = _mm256_xor_si256(s[0], s[3]);
    s[2] = _mm256_xor_si256(s[2], shifted);
    s[3] = rotated_four(s[3], 45);
    for (int part = 0; part < 4; part++) _mm256_store_si256((__m256i *)&states->part[part][at], s[part]);
    for (int each = 0; each < DIGITS; each++) { /* the product of 64 and 32 bits, from two of 32 and 32 */
        const __m256i small = _mm256_mul_epu32(rest, pairs);
        const __m256i large = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(rest, 32), pairs), _mm256_srli_epi64(small, 32));
        drawn[each] = _mm256_srli_epi64(large, 32);
        rest = _mm256_blend_epi32(small, _mm256_slli_epi64(large, 32), 0xAA);
    }
    const __m256i one = _mm256_or_si256(drawn[0], _mm256_slli_epi64(drawn[1], 32));
    const __m256i two = _mm256_or_si256(drawn[2], _mm256_slli_epi64(drawn[3], 32));
    const __m256i even = _mm256_unpacklo_epi64(one, two), odd = _mm256_unpackhi_epi64(one, two);
    _mm_storeu_si128((__m128i *)digit[0], _mm256_castsi256_si128(even));
    _mm_storeu_si128((__m128i *)digit[1], _mm256_castsi256_si128(odd));
    _mm_storeu_si128((__m128i *)digit[2], _mm256_extracti128_si256(even, 1));
    _mm_storeu_si128((__m128i *)digit[3], _mm256_extracti128_si256(odd, 1));
    _Alignas(32) uint64_t last[4];
    _mm256_store_si256((__m256i *)last, drawn[4]);
    for (int lane = 0; lane < 4; lane++) digit[lane][4] = (uint32_t)last[lane];
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(least, _mm256_xor_si256(rest, sign))));
}

static void draw_one(States *states, int at, uint32_t *digit) {
    uint64_t s[4];
    take_state(states, at, s);
    fair_digits(s, digit);
    for (int part = 0; part < 4; part++) states->part[part][at] = s[part];
}

/* The next word of every lane that does not wait with one. */
AVX2 static void draw_all(States *states, Lane *lanes, int busy, uint32_t (*digit)[DIGITS]) {
    for (int at = 0; at < busy; at += 4) {
        int wait = 0;
        for (int each = 0; each < 4; each++) wait |= lanes[at + each].waits;
        const int again = wait ? 15 : four_digits(states, at, digit + at);
        /* Lanes past the last busy one are never drawn again: the state of one that was never used has no other words. */
        for (int each = 0; again && each < 4 && at + each < busy; each++) {
            if (again >> each & 1 && !lanes[at + each].waits) draw_one(states, at + each, digit[at + each]);
            lanes[at + each].waits = 0;
        }
    }
}
#else
static void draw_all(States *states, Lane *lanes, int busy, uint32_t (*digit)[DIGITS]) {
    (void)states, (void)lanes, (void)busy, (void)digit;
}
#endif

/* Give a lane the next session that is rolled for; those that end before the first roll are written at once. */
static int refill(const Plan *plan, const Outcomes *out, Lane *lane, uint64_t first, int64_t *next, int64_t count,
                  int full) {
    while (*next < count) {
        lane->index = (*next)++;
        const int end = start(plan, out, lane, first + (uint64_t)lane->index, full);
        if (end < 0) return 1;
        finish(plan, out, lane, end, count, full);
    }
    return 0;
}

/* ---------------------------------------------------------------- small graphs: sixty-four sessions in bytes */

#ifdef EIGHT
/* The rows of rich racks of a small graph fit into registers: by row and class of roll, one byte each for the next row, the
 * change and the action. So 64 sessions take a roll with three lookups. A word is taken whole: its sum, its highest and
 * lowest point and its own drawdown (16 bits each) tell afterwards what it did to a session, and whether the session had
 * the money for it all. Otherwise the session takes the word by itself. */
enum { CROWD = 64, SMALL = 128, PARTS = CROWD / 16, LEAVES = 0x80, FAR_UNITS = 1 << 30 };
#define AVX512 __attribute__((target("avx2,avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi")))

/* The tables by row and class. Bit 7 of the next row says that the session leaves the table with this roll. */
typedef struct {
    _Alignas(64) uint8_t next[SMALL];
    int8_t delta[SMALL];
    uint8_t action[SMALL];
    uint8_t class_of[CROWD];
    uint8_t square[CROWD], tail[2][CROWD]; /* which byte goes where when rolls are put side by side */
    int32_t floor, goal; /* while wealth is not below the floor and below the goal, every decision is the last of its node */
} SmallTable;

typedef struct {
    _Alignas(64) uint64_t part[4][CROWD];
    int32_t w[CROWD], gap[CROWD], drawdown[CROWD], action[CROWD], left[CROWD]; /* gap: from the peak down to the wealth */
    int16_t sum[CROWD], high[CROWD], low[CROWD], fall[CROWD], put[CROWD];      /* of the word that is taken */
    uint8_t row[CROWD], after[CROWD], roll[WORD_ROLLS][CROWD];
    uint64_t busy, rich; /* by bit: whether there is a session, and whether its row is in the table */
} Crowd;

/* Whether processor and operating system know AVX-512 with lookups of bytes. */
static int find_avx512(void) {
#ifdef NO_AVX512
    return 0;
#else
    unsigned a, b, c, d, kept, high;
    const unsigned wanted = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL; and VBMI */
    if (!find_avx2()) return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    (void)high;
    return (kept & 0xE6) == 0xE6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & wanted) == wanted && (c & 2);
#endif
}

/* What is known of the processor, asked once: the question takes long on a virtual machine. Threads find the same. */
static int asked(atomic_int *known, int (*find)(void)) {
    int found = atomic_load_explicit(known, memory_order_relaxed);
    if (!found) atomic_store_explicit(known, found = find() ? 1 : -1, memory_order_relaxed);
    return found > 0;
}

static int has_avx2(void) {
    static atomic_int known;
    return asked(&known, find_avx2);
}

static int has_avx512(void) {
    static atomic_int known;
    return asked(&known, find_avx512);
}

static int64_t between(int64_t low, int64_t value, int64_t high) { return value < low ? low : value > high ? high : value; }

/* Write the tables of a graph; whether it is small enough, and a session starts with enough for all that they say. */
static int small_table(const Plan *plan, SmallTable *table) {
    const int64_t classes = plan->classes;
    if (!plan->fast_rows || plan->fast_rows * classes > SMALL || plan->weighted) return 0;
    int64_t floor = plan->stop < -FAR_UNITS ? -FAR_UNITS : plan->stop + 1;
    memset(table, 0, sizeof *table);
    for (int roll = 0; roll < SIDES; roll++) table->class_of[roll] = plan->class_of[roll];
    for (int at = 0; at < CROWD; at++) {
        const int group = at / 8, each = at % 8;
        table->square[at] = (uint8_t)(8 * each + group);
        table->tail[0][at] = (uint8_t)(group / 4 * CROWD + 8 * each + 2 * (group % 4));
        table->tail[1][at] = (uint8_t)(table->tail[0][at] + 1);
    }
    for (int64_t at = 0; at < plan->fast_rows * classes; at++) {
        const Entry *const entry = &plan->entries[plan->row_of[at / classes] * classes + at % classes];
        const Decision *const made = &plan->decisions[last_decision(plan, entry)];
        const int32_t fast = made->row < 0 ? NO_FAST : plan->fast_of[made->row];
        if (entry->delta < -127 || entry->delta > 127 || made->action < 0 || made->action > 127) return 0;
        table->delta[at] = (int8_t)entry->delta;
        table->action[at] = (uint8_t)made->action;
        table->next[at] = (uint8_t)(fast == NO_FAST ? LEAVES : fast * classes);
        if (made->low > floor) floor = made->low;
    }
    table->floor = (int32_t)between(-FAR_UNITS, floor, FAR_UNITS);
    table->goal = (int32_t)between(-FAR_UNITS, plan->goal, FAR_UNITS);
    return floor <= 0;
}

AVX512 static inline __m512i both_rolls(__m512i digits) { /* four digits below 1296 into eight rolls */
    const __m512i first = _mm512_mulhi_epu16(digits, _mm512_set1_epi16(1821)); /* divided by 36 */
    const __m512i second = _mm512_sub_epi16(digits, _mm512_mullo_epi16(first, _mm512_set1_epi16(SIDES)));
    return _mm512_or_si512(first, _mm512_slli_epi16(second, 8));
}

/* `next_word` and `fair_digits` for eight sessions: the first four digits of each together, and the last one. One bit for
 * each session whose word is to be drawn again. */
AVX512 static inline unsigned eight_digits(Crowd *crowd, int at, __m512i *four, __m512i *last) {
    const __m512i pairs = _mm512_set1_epi64(PAIRS);
    __m512i s[4], drawn[DIGITS];
    for (int part = 0; part < 4; part++) s[part] = _mm512_load_si512(&crowd->part[part][at]);
    __m512i rest = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(s[0], s[3]), 23), s[0]);
    const __m512i shifted = _mm512_slli_epi64(s[1], 17);
    s[2] = _mm512_xor_si512(s[2], s[0]);
    s[3] = _mm512_xor_si512(s[3], s[1]);
    s[1] = _mm512_xor_si512(s[1], s[2]);
    s[0] = _mm512_xor_si512(s[0], s[3]);
    s[2] = _mm512_xor_si512(s[2], shifted);
    s[3] = _mm512_rol_epi64(s[3], 45);
    for (int part = 0; part < 4; part++) _mm512_store_si512(&crowd->part[part][at], s[part]);
    for (int each = 0; each < DIGITS; each++) {
        const __m512i small = _mm512_mul_epu32(rest, pairs);
        const __m512i large = _mm512_add_epi64(_mm512_mul_epu32(_mm512_srli_epi64(rest, 32), pairs), _mm512_srli_epi64(small, 32));
        drawn[each] = _mm512_srli_epi64(large, 32);
        rest = _mm512_mask_shuffle_epi32(small, 0xAAAA, large, 0xA0);
    }
    const __m512i one = _mm512_or_si512(drawn[0], _mm512_slli_epi64(drawn[1], 16));
    const __m512i two = _mm512_or_si512(drawn[2], _mm512_slli_epi64(drawn[3], 16));
    *four = both_rolls(_mm512_or_si512(one, _mm512_slli_epi64(two, 32)));
    *last = drawn[4];
    return _mm512_cmplt_epu64_mask(rest, _mm512_set1_epi64((int64_t)REJECTED_BELOW));
}

/* Draw a word for every session, and put the rolls side by side: by roll of the word and session. */
AVX512 static inline void draw_crowd(Crowd *crowd, const SmallTable *table) {
    const __m512i square = _mm512_load_si512(table->square);
    __m512i rows[8], last[8], steps[8];
    uint64_t again = 0;
    for (int group = 0; group < 8; group++) {
        again |= (uint64_t)eight_digits(crowd, 8 * group, &rows[group], &last[group]) << 8 * group;
        rows[group] = _mm512_permutexvar_epi8(square, rows[group]);
    }
    for (int each = 0; each < 4; each++) { /* an 8 by 8 transpose, in words of eight bytes */
        steps[each] = _mm512_unpacklo_epi64(rows[2 * each], rows[2 * each + 1]);
        steps[4 + each] = _mm512_unpackhi_epi64(rows[2 * each], rows[2 * each + 1]);
    }
    for (int odd = 0; odd < 2; odd++) {
        const __m512i *const step = steps + 4 * odd;
        const __m512i a = _mm512_shuffle_i64x2(step[0], step[1], 0x88), b = _mm512_shuffle_i64x2(step[2], step[3], 0x88);
        const __m512i c = _mm512_shuffle_i64x2(step[0], step[1], 0xDD), d = _mm512_shuffle_i64x2(step[2], step[3], 0xDD);
        _mm512_store_si512(crowd->roll[odd], _mm512_shuffle_i64x2(a, b, 0x88));
        _mm512_store_si512(crowd->roll[2 + odd], _mm512_shuffle_i64x2(c, d, 0x88));
        _mm512_store_si512(crowd->roll[4 + odd], _mm512_shuffle_i64x2(a, b, 0xDD));
        _mm512_store_si512(crowd->roll[6 + odd], _mm512_shuffle_i64x2(c, d, 0xDD));
    }
    for (int half = 0; half < 2; half++) {
        const __m512i one = _mm512_or_si512(last[4 * half], _mm512_slli_epi64(last[4 * half + 1], 16));
        const __m512i two = _mm512_or_si512(last[4 * half + 2], _mm512_slli_epi64(last[4 * half + 3], 16));
        steps[half] = both_rolls(_mm512_or_si512(one, _mm512_slli_epi64(two, 32)));
    }
    for (int odd = 0; odd < 2; odd++) {
        const __m512i tail = _mm512_load_si512(table->tail[odd]);
        _mm512_store_si512(crowd->roll[8 + odd], _mm512_permutex2var_epi8(steps[0], tail, steps[1]));
    }
    for (again &= crowd->busy; again; again &= again - 1) {
        const int at = __builtin_ctzll(again);
        uint64_t s[4];
        uint32_t digit[DIGITS];
        uint8_t roll[WORD_ROLLS];
        for (int part = 0; part < 4; part++) s[part] = crowd->part[part][at];
        fair_digits(s, digit);
        spread(digit, roll);
        for (int part = 0; part < 4; part++) crowd->part[part][at] = s[part];
        for (int each = 0; each < WORD_ROLLS; each++) crowd->roll[each][at] = roll[each];
    }
}

/* What the word does to every session, as if it had money for everything; one bit for each that leaves the table. */
AVX512 static inline uint64_t roll_crowd(Crowd *crowd, const SmallTable *table) {
    const __m512i next[2] = {_mm512_load_si512(table->next), _mm512_load_si512(table->next + CROWD)};
    const __m512i delta[2] = {_mm512_load_si512(table->delta), _mm512_load_si512(table->delta + CROWD)};
    const __m512i action[2] = {_mm512_load_si512(table->action), _mm512_load_si512(table->action + CROWD)};
    const __m512i class_of = _mm512_load_si512(table->class_of);
    __m512i row = _mm512_load_si512(crowd->row), left = _mm512_setzero_si512(), gone = left, even = left;
    __m512i sum[2], high[2], low[2], fall[2], put[2];
    for (int half = 0; half < 2; half++) sum[half] = high[half] = low[half] = fall[half] = put[half] = gone;
    left = _mm512_inserti32x4(left, _mm512_cvtusepi32_epi8(_mm512_load_si512(crowd->left)), 0);
    left = _mm512_inserti32x4(left, _mm512_cvtusepi32_epi8(_mm512_load_si512(crowd->left + 16)), 1);
    left = _mm512_inserti32x4(left, _mm512_cvtusepi32_epi8(_mm512_load_si512(crowd->left + 32)), 2);
    left = _mm512_inserti32x4(left, _mm512_cvtusepi32_epi8(_mm512_load_si512(crowd->left + 48)), 3);
#pragma GCC unroll 10
    for (int at = 0; at < WORD_ROLLS; at++) {
        const __m512i number = _mm512_set1_epi8((char)(at + 1));
        const __m512i place = _mm512_add_epi8(row, _mm512_permutexvar_epi8(_mm512_load_si512(crowd->roll[at]), class_of));
        const __mmask64 rolled = _mm512_cmpge_epu8_mask(left, number), goes_on = _mm512_cmpgt_epu8_mask(left, number);
        const __m512i change = _mm512_maskz_permutex2var_epi8(rolled, delta[0], place, delta[1]);
        const __m512i made = _mm512_maskz_permutex2var_epi8(goes_on, action[0], place, action[1]);
        row = _mm512_permutex2var_epi8(next[0], place, next[1]);
        gone = _mm512_or_si512(gone, row);
        for (int half = 0; half < 2; half++) {
            const __m256i bytes = half ? _mm512_extracti64x4_epi64(change, 1) : _mm512_castsi512_si256(change);
            sum[half] = _mm512_add_epi16(sum[half], _mm512_cvtepi8_epi16(bytes));
            high[half] = _mm512_max_epi16(high[half], sum[half]);
            low[half] = _mm512_min_epi16(low[half], sum[half]);
            fall[half] = _mm512_max_epi16(fall[half], _mm512_sub_epi16(high[half], sum[half]));
        }
        if (at % 2 == 0) even = made;
        else {
            const __m512i two = _mm512_add_epi8(even, made);
            put[0] = _mm512_add_epi16(put[0], _mm512_cvtepu8_epi16(_mm512_castsi512_si256(two)));
            put[1] = _mm512_add_epi16(put[1], _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(two, 1)));
        }
    }
    for (int half = 0; half < 2; half++) {
        _mm512_store_si512(crowd->sum + 32 * half, sum[half]);
        _mm512_store_si512(crowd->high + 32 * half, high[half]);
        _mm512_store_si512(crowd->low + 32 * half, low[half]);
        _mm512_store_si512(crowd->fall + 32 * half, fall[half]);
        _mm512_store_si512(crowd->put + 32 * half, put[half]);
    }
    _mm512_store_si512(crowd->after, row);
    return _mm512_movepi8_mask(gone);
}

AVX512 static inline __m512i wide(const int16_t *values) {
    return _mm512_cvtepi16_epi32(_mm256_load_si256((const __m256i *)values));
}

/* Enter the word where a session had the money for it and does not meet its goal; one bit for each other session. With
 * `ends`, bits for the sessions whose last roll it was. */
AVX512 static inline uint64_t enter_crowd(Crowd *crowd, const SmallTable *table, uint64_t able, uint64_t *ends) {
    const __m512i floor = _mm512_set1_epi32(table->floor), goal = _mm512_set1_epi32(table->goal);
    const __m512i ten = _mm512_set1_epi32(WORD_ROLLS);
    uint64_t taken = 0, over = 0;
    for (int part = 0; part < PARTS; part++) {
        const int at = 16 * part;
        const __m512i w = _mm512_load_si512(crowd->w + at), gap = _mm512_load_si512(crowd->gap + at);
        const __m512i sum = wide(crowd->sum + at), high = wide(crowd->high + at), low = wide(crowd->low + at);
        const __m512i drawdown = _mm512_max_epi32(_mm512_load_si512(crowd->drawdown + at), wide(crowd->fall + at));
        const __m512i action = _mm512_add_epi32(_mm512_load_si512(crowd->action + at), wide(crowd->put + at));
        const __m512i left = _mm512_load_si512(crowd->left + at), rest = _mm512_sub_epi32(left, _mm512_min_epi32(left, ten));
        __mmask16 may = (__mmask16)(able >> at);
        may = _mm512_mask_cmpge_epi32_mask(may, _mm512_add_epi32(w, low), floor);
        may = _mm512_mask_cmplt_epi32_mask(may, _mm512_add_epi32(w, high), goal);
        _mm512_mask_store_epi32(crowd->w + at, may, _mm512_add_epi32(w, sum));
        _mm512_mask_store_epi32(crowd->gap + at, may, _mm512_sub_epi32(_mm512_max_epi32(gap, high), sum));
        _mm512_mask_store_epi32(crowd->drawdown + at, may, _mm512_max_epi32(drawdown, _mm512_sub_epi32(gap, low)));
        _mm512_mask_store_epi32(crowd->action + at, may, action);
        _mm512_mask_store_epi32(crowd->left + at, may, rest);
        taken |= (uint64_t)may << at;
        over |= (uint64_t)_mm512_mask_testn_epi32_mask(may, rest, rest) << at;
    }
    _mm512_mask_storeu_epi8(crowd->row, taken, _mm512_load_si512(crowd->after));
    *ends = over;
    return crowd->busy & ~taken;
}

/* Between a session of the crowd and a lane that takes rolls by itself. */
static void leave_crowd(const Plan *plan, const Crowd *crowd, int at, Lane *lane) {
    if (crowd->rich >> at & 1) lane->row = plan->row_of[crowd->row[at] / plan->classes];
    lane->w = crowd->w[at];
    lane->peak = lane->w + crowd->gap[at];
    lane->drawdown = crowd->drawdown[at];
    lane->action = crowd->action[at];
    lane->left = crowd->left[at];
    for (int part = 0; part < 4; part++) lane->s[part] = crowd->part[part][at];
    for (int each = 0; each < WORD_ROLLS; each++) lane->roll[each] = crowd->roll[each][at];
    lane->at = 0;
}

static void join_crowd(const Plan *plan, Crowd *crowd, int at, const Lane *lane) {
    const int32_t fast = plan->fast_of[lane->row];
    const uint64_t bit = (uint64_t)1 << at;
    crowd->w[at] = (int32_t)lane->w;
    crowd->gap[at] = (int32_t)(lane->peak - lane->w);
    crowd->drawdown[at] = (int32_t)lane->drawdown;
    crowd->action[at] = (int32_t)lane->action;
    crowd->left[at] = (int32_t)lane->left;
    crowd->row[at] = (uint8_t)(fast == NO_FAST ? 0 : fast * plan->classes);
    crowd->rich = fast == NO_FAST ? crowd->rich & ~bit : crowd->rich | bit;
    crowd->busy |= bit;
}

/* Write a session that is over, and begin the next one in its place. */
static void replace_session(const Plan *plan, const Outcomes *out, Crowd *crowd, Lane *lane, int at, int end, uint64_t first,
                            int64_t *next, int64_t count) {
    if (end >= 0) finish(plan, out, lane, end, count, 0);
    crowd->busy &= ~((uint64_t)1 << at);
    if (!refill(plan, out, lane, first, next, count, 0)) return;
    for (int part = 0; part < 4; part++) crowd->part[part][at] = lane->s[part];
    join_crowd(plan, crowd, at, lane);
}

/* Walk sessions of a small graph, summaries only. */
AVX512 static void walk_small(const Plan *plan, const Outcomes *out, const SmallTable *table, uint64_t first, int64_t count) {
    Crowd crowd;
    Lane lanes[CROWD], *slow[CROWD];
    int ended[CROWD];
    int64_t next = 0;
    memset(&crowd, 0, sizeof crowd);
    memset(lanes, 0, sizeof lanes);
    for (int at = 0; at < CROWD; at++) {
        lanes[at].sign = 1;
        replace_session(plan, out, &crowd, &lanes[at], at, -1, first, &next, count);
    }
    while (crowd.busy) {
        uint64_t ends, able = crowd.busy & crowd.rich;
        draw_crowd(&crowd, table);
        able &= ~roll_crowd(&crowd, table);
        if (plan->play_out) /* which needs the rolls that come after the last one */
            for (int at = 0; at < CROWD; at++)
                if (crowd.left[at] <= WORD_ROLLS) able &= ~((uint64_t)1 << at);
        uint64_t alone = enter_crowd(&crowd, table, able, &ends);
        for (; ends; ends &= ends - 1) {
            const int at = __builtin_ctzll(ends);
            leave_crowd(plan, &crowd, at, &lanes[at]);
            replace_session(plan, out, &crowd, &lanes[at], at, ROLLS, first, &next, count);
        }
        int slows = 0;
        for (; alone; alone &= alone - 1) {
            const int at = __builtin_ctzll(alone);
            leave_crowd(plan, &crowd, at, &lanes[at]);
            slow[slows++] = &lanes[at];
        }
        take_words(plan, out, slow, slows, count, ended);
        for (int each = 0; each < slows; each++) {
            const int at = (int)(slow[each] - lanes);
            if (ended[each] < 0) join_crowd(plan, &crowd, at, slow[each]);
            else replace_session(plan, out, &crowd, slow[each], at, ended[each], first, &next, count);
        }
    }
}
#endif

/* ---------------------------------------------------------------- many sessions */

/* Take the next word of rich lanes, eight at a time; how many lanes are to be taken by themselves, and which. Fewer than
 * eight at the end wait with their word for the next turn. */
static inline int take_rich(const Plan *plan, Lane *lanes, int busy, uint32_t (*digit)[DIGITS], int avx2, Lane **slow) {
    int slows = 0;
#ifdef EIGHT
    Lane *group[EIGHT];
    const uint32_t *words[EIGHT];
    int ready = 0;
    for (int each = 0; each < busy; each++) {
        Lane *const lane = &lanes[each];
        if (lane->left <= WORD_ROLLS || !is_rich(plan, lane)) {
            slow[slows++] = lane;
            continue;
        }
        group[ready] = lane;
        words[ready++] = digit[each];
        if (ready < EIGHT) continue;
        ready = 0;
        for (int out = (avx2 ? take_eight_avx2 : take_eight_sse2)(plan, group, words); out; out &= out - 1)
            slow[slows++] = group[__builtin_ctz((unsigned)out)];
    }
    for (int at = 0; at < ready; at++) {
        if (busy < 2 * EIGHT) slow[slows++] = group[at];
        else group[at]->waits = 1;
    }
#else
    for (; slows < busy; slows++) slow[slows] = &lanes[slows];
    (void)plan, (void)digit, (void)avx2;
#endif
    return slows;
}

/* Make the rolls of a word ready for a lane that takes them one by one; whether there are any. It takes pairs before, while
 * they go, unless it has failed to do so as one of eight. */
static inline int by_itself(const Plan *plan, Lane *lane, const uint32_t *digit) {
#ifdef EIGHT
    const int failed = lane->left > WORD_ROLLS;
#else
    const int failed = 0;
#endif
    lane->at = 0;
    if (failed ? lane->is_rich : is_rich(plan, lane)) {
        if (!failed) take_pairs(plan, lane, digit);
        if (lane->at == WORD_ROLLS) return 0;
        no_longer_rich(plan, lane);
    }
    spread(digit, lane->roll);
    return 1;
}

/* Ask for a table that fits into the cache before it is read here and there. */
static void fetch(const void *table, int64_t bytes) {
#ifdef __GNUC__
    if (bytes <= MOST_FETCHED)
        for (int64_t at = 0; at < bytes; at += CACHE_LINE) __builtin_prefetch((const char *)table + at);
#else
    (void)table, (void)bytes;
#endif
}

static inline void walk(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count, int full) {
    Lane lanes[LANES], *slow[LANES];
    int ends[LANES];
    uint32_t digit[LANES][DIGITS];
    memset(lanes, 0, sizeof lanes);
    int64_t next = 0;
    int busy = 0, avx2 = 0;
#ifdef EIGHT
    avx2 = has_avx2();
#endif
    States states;
    memset(&states, 0, sizeof states);
    states.in_use = avx2 && !plan->weighted;
    fetch(plan->pairs, plan->fast_rows * plan->width);
    fetch(plan->entries, plan->rows * plan->classes * (int64_t)sizeof(Entry));
    fetch(plan->levels, plan->level_count * (int64_t)sizeof(Level));
    for (int each = 0; each < LANES; each++) {
        lanes[busy].sign = 1;
        if (!refill(plan, out, &lanes[busy], first, &next, count, full)) continue;
        put_state(&states, busy, &lanes[busy]);
        busy++;
    }
    while (busy) {
        int slows = busy, ended = 0;
        if (states.in_use) draw_all(&states, lanes, busy, digit);
        else
            for (int each = 0; each < busy; each++)
                if (!lanes[each].waits) next_digits(plan, lanes[each].s, digit[each]);
                else lanes[each].waits = 0;
        if (!full) {
            const int those = take_rich(plan, lanes, busy, digit, avx2, slow);
            slows = 0;
            for (int each = 0; each < those; each++)
                if (by_itself(plan, slow[each], digit[slow[each] - lanes])) slow[slows++] = slow[each];
            take_words(plan, out, slow, slows, count, ends);
        } else
            for (int each = 0; each < busy; each++) {
                slow[each] = &lanes[each];
                lanes[each].at = 0;
                spread(digit[each], lanes[each].roll);
                ends[each] = take_rolls(plan, out, &lanes[each], count, 1);
            }
        for (int each = 0; each < slows; each++) {
            Lane *const lane = slow[each];
            const int end = ends[each];
            if (end < 0) continue;
            const int at = (int)(lane - lanes);
            if (states.in_use) take_state(&states, at, lane->s);
            finish(plan, out, lane, end, count, full);
            if (full && out->end[lane->index] == UNFINISHED)
                take_back(plan, out, first + (uint64_t)lane->index, lane->index, count);
            if (!refill(plan, out, lane, first, &next, count, full)) lane->index = -1, ended++;
            else put_state(&states, at, lane);
        }
        if (!ended) continue;
        int kept = 0;
        for (int each = 0; each < busy; each++) {
            if (lanes[each].index < 0) continue;
            if (kept < each) {
                lanes[kept] = lanes[each];
                for (int part = 0; part < 4; part++) states.part[part][kept] = states.part[part][each];
                memcpy(digit[kept], digit[each], sizeof digit[each]);
            }
            kept++;
        }
        busy = kept;
    }
}

PUBLIC void walk_summary(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count) {
#ifdef EIGHT
    SmallTable table;
    if (has_avx512() && small_table(plan, &table)) {
        walk_small(plan, out, &table, first, count);
        return;
    }
#endif
    walk(plan, out, first, count, 0);
}

PUBLIC void walk_full(const Plan *plan, const Outcomes *out, uint64_t first, int64_t count) {
    walk(plan, out, first, count, 1);
}

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
    double *made; /* by decision: how often it was made; none where nobody asks */
    double trimmed, stranded, alive;
    double eps, most_stranded, tail;
    int64_t needed, sums_needed, lowest_needed, highest_needed;
} LawMass;

#define LAW_ADD(name) \
    static void name(double *restrict to, const double *restrict from, double chance, int64_t size) { \
        for (int64_t at = 0; at < size; at++) to[at] += chance * from[at]; \
    }
typedef void LawAdd(double *restrict, const double *restrict, double, int64_t);

/* Four cells at a time where the processor can; the results are the same. */
LAW_ADD(law_add_plain)
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
__attribute__((target("avx2"))) LAW_ADD(law_add_wide)
static LawAdd *law_adder(void) { return __builtin_cpu_supports("avx2") ? law_add_wide : law_add_plain; }
#else
static LawAdd *law_adder(void) { return law_add_plain; }
#endif

static double law_put(double *restrict to, const double *restrict from, int64_t size) {
    double sum = 0;
    for (int64_t at = 0; at < size; at++) to[at] += from[at], sum += from[at];
    return sum;
}

static double law_sum(const double *from, int64_t size) {
    double sum = 0;
    for (int64_t at = 0; at < size; at++) sum += from[at];
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
static void law_settle(const LawChain *chain, LawMass *mass, LawAdd *add, int64_t node, double *ends, int last) {
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
        if (row >= 0 && !last && mass->made) mass->made[decision] += law_sum(part, to - from);
        if (row >= 0 && !last)
            add(mass->next_cells + mass->next_at[row] + (from - mass->next_low[row]), part, 1.0, to - from);
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
    double even = 0, odd = 0; /* two sums, since each addition waits for the one before */
    for (int64_t at = left; at + 1 < right; at += 2) even += cells[at], odd += cells[at + 1];
    mass->alive += even + odd + ((right - left) % 2 ? cells[right - 1] : 0);
}

static void law_roll(const LawChain *chain, LawMass *mass, LawAdd *add, double *ends, int last) {
    memset(mass->next_cells, 0, (size_t)mass->needed * sizeof(double));
    for (int64_t node = 0; node < chain->nodes; node++) {
        const int64_t low = mass->node_low[node];
        if (low >= mass->node_high[node]) continue;
        memset(mass->sums, 0, (size_t)(mass->node_high[node] - low) * sizeof(double));
        for (int32_t edge = chain->into[node]; edge < chain->into[node + 1]; edge++) {
            const int32_t row = chain->source[edge];
            if (!mass->size[row]) continue;
            double *const to = mass->sums + (mass->low[row] + chain->shift[edge] - low);
            add(to, mass->cells + mass->at[row], chain->chance[edge], mass->size[row]);
        }
        law_settle(chain, mass, add, node, ends, last);
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
    LawAdd *const add = law_adder();
    int64_t done = 0;
    while (done < rolls && mass->stranded <= mass->most_stranded && mass->alive > (final ? 0 : mass->tail)) {
        if (!law_plan(chain, mass)) break;
        law_roll(chain, mass, add, mass->ends + done * ENDS, final && done == rolls - 1);
        SWAP(int64_t, mass->low, mass->next_low);
        SWAP(int64_t, mass->size, mass->next_size);
        SWAP(int64_t, mass->at, mass->next_at);
        SWAP(double, mass->cells, mass->next_cells);
        done++;
    }
    return done;
}
