/* ---- The runtime: the machine, its input and output, and an interpreter for code that is not
 * compiled.
 *
 * The program's tables precede this text:
 *   WIDTH, HEIGHT    the size of the field
 *   SEED             of `?`
 *   MAX_STACK        values that the stack may hold
 *   MAX_TICKS        where the run stops, if it was compiled to stop
 *   UTF8_OUTPUT      if `,` prints code points as UTF-8
 *   source           the initial contents of the field, where it is not blank
 *   code_cells       first and last of each range of cells that compiled code was made from
 *   dependency_cells the same of data whose values compiled code keeps in variables
 *   entries          of compiled code: position, function, number
 *   exits            of compiled code: position, whether the interpreter must execute that cell
 * A position is 8 times the index of a cell, plus 4 in string mode, plus the direction.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#define HAS_UNIX 1
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#endif

#define AREA (WIDTH * HEIGHT)
#define IS_CODE 1
#define IS_DEPENDENCY 2
#define IS_ENTRY 4
#define MARGIN 64 /* slots below and above the stack that compiled code may access */

enum { EAST, SOUTH, WEST, NORTH };

static int64_t cells[AREA];
static unsigned char original[AREA];
static unsigned char marks[AREA];
static size_t changed_code; /* cells of code that differ from the compiled ones */

static int64_t *bottom; /* of the stack */
static int64_t *top;    /* the slot that the next push fills */
static int64_t *ceiling;
static unsigned position; /* of the cell that is executed next */
static uint64_t ticks; /* cells executed so far */
static uint64_t random_state = SEED;

static int has_stats;

static unsigned run_compiled(unsigned function, unsigned entry);

/* ---- The end */

/* A checksum of the state that determines the rest of the run. */
static uint64_t state_sum(void)
{
    uint64_t sum = position ^ random_state;
    const int64_t *value;
    size_t i;
    for (value = bottom; value != top; ++value) sum = (sum ^ (uint64_t)*value) * 0x100000001b3;
    for (i = 0; i < AREA; ++i) sum = (sum ^ (uint64_t)cells[i]) * 0x100000001b3;
    return sum;
}

/* Only outside of compiled code, which keeps the ticks and the stack's top in variables. */
static void finish(int code)
{
    if (has_stats) fprintf(stderr, "ticks %" PRIu64 "\nstate %016" PRIx64 "\n", ticks, state_sum());
    exit(code);
}

/* ---- Arithmetic wraps around; division by zero gives 0. */

#define ADD(a, b) ((int64_t)((uint64_t)(a) + (uint64_t)(b)))
#define SUBTRACT(a, b) ((int64_t)((uint64_t)(a) - (uint64_t)(b)))
#define MULTIPLY(a, b) ((int64_t)((uint64_t)(a) * (uint64_t)(b)))
#define SHIFT_LEFT(a, k) ((int64_t)((uint64_t)(a) << (k)))
#define SHIFT_DOWN(a, k) ((int64_t)((uint64_t)(a) >> (k)))
#define IS_BELOW(a, k) ((uint64_t)(a) < (uint64_t)(k))
#define IS_INSIDE(x, y) (IS_BELOW(x, WIDTH) && IS_BELOW(y, HEIGHT))

static inline int64_t divide(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    return b == -1 ? SUBTRACT(0, a) : a / b;
}

static inline int64_t modulo(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

/* ---- Output is written out when the buffer is full, before input is awaited, at the end,
 * and to a terminal with every line.
 */

static char output[1 << 16];
static size_t output_size;
static int is_terminal;

static void write_out(void)
{
    size_t written = fwrite(output, 1, output_size, stdout);
    if (written == output_size && fflush(stdout) == 0) {
        output_size = 0;
        return;
    }
#ifdef HAS_UNIX
    if (errno == EPIPE) exit(0); /* the reader has closed the pipe */
#endif
    fprintf(stderr, "the output cannot be written; the rest of it is lost\n");
    exit(4);
}

static void put_byte(int64_t value)
{
    char byte = (char)(value & 0xff);
    if (output_size == sizeof output) write_out();
    output[output_size++] = byte;
    if (is_terminal && byte == '\n') write_out();
}

/* What `,` prints. Compiled code calls put_byte where the value is known to be ASCII, or where
 * all values are bytes.
 */
static void put_character(int64_t value)
{
#ifdef UTF8_OUTPUT
    int is_surrogate = value >= 0xd800 && value <= 0xdfff;
    int followers = 1 + (value > 0x7ff) + (value > 0xffff);
    if (value > 0x7f && value <= 0x10ffff && !is_surrogate) {
        put_byte(((0xf00 >> (followers + 1)) & 0xff) | (value >> (6 * followers)));
        while (followers-- > 0) put_byte(0x80 | ((value >> (6 * followers)) & 0x3f));
        return;
    }
#endif
    put_byte(value);
}

static void put_number(int64_t value)
{
    char digits[24];
    size_t first = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) digits[--first] = '-';
    if (output_size + sizeof digits > sizeof output) write_out();
    memcpy(output + output_size, digits + first, sizeof digits - first);
    output_size += sizeof digits - first;
    put_byte(' ');
}

/* ---- Input */

#ifdef HAS_UNIX
static unsigned char input[1 << 16];
static size_t input_size, input_next;
static int input_ended;

/* The next byte without taking it, or -1 at the end. */
static int peek_byte(void)
{
    ssize_t count;
    if (input_next < input_size) return input[input_next];
    if (input_ended) return -1;
    write_out();
    do {
        count = read(0, input, sizeof input);
    } while (count < 0 && errno == EINTR);
    input_next = 0;
    input_size = count > 0 ? (size_t)count : 0;
    input_ended = count <= 0;
    return input_ended ? -1 : input[0];
}

static void take_byte(void)
{
    ++input_next;
}
#else
static int held_byte = -2; /* none */

static int peek_byte(void)
{
    if (held_byte == -2) {
        write_out();
        held_byte = getchar();
        if (held_byte == EOF) held_byte = -1;
    }
    return held_byte;
}

static void take_byte(void)
{
    held_byte = -2;
}
#endif

static int64_t read_byte(void)
{
    int byte = peek_byte();
    if (byte >= 0) take_byte();
    return byte;
}

static int is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

/* Skips bytes that do not start a number; a sign must directly precede a digit. */
static int64_t read_number(void)
{
    uint64_t value = 0;
    int negative = 0;
    while (!is_digit(peek_byte())) {
        if (peek_byte() < 0) return -1;
        negative = peek_byte() == '-';
        take_byte();
    }
    for (; is_digit(peek_byte()); take_byte()) value = value * 10 + (uint64_t)(peek_byte() - '0');
    return (int64_t)(negative ? 0 - value : value);
}

/* ---- Random numbers: SplitMix64 */

static unsigned random_quarter(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) >> 62);
}

/* ---- The stack */

static void fail(const char *what)
{
    unsigned cell = position / 8;
    write_out();
    fprintf(stderr, "cell (%u, %u), tick %" PRIu64 ": %s\n", cell % WIDTH, cell / WIDTH, ticks,
            what);
    finish(4);
}

static void allocate_stack(size_t capacity)
{
    size_t size = bottom == NULL ? 0 : (size_t)(top - bottom);
    int64_t *memory = bottom == NULL ? NULL : bottom - MARGIN;
    memory = realloc(memory, (capacity + 2 * MARGIN) * sizeof *memory);
    if (memory == NULL) fail("no memory for the stack");
    bottom = memory + MARGIN;
    top = bottom + size;
    ceiling = bottom + capacity;
}

static void grow_stack(void)
{
    size_t capacity = (size_t)(ceiling - bottom);
    if (capacity == MAX_STACK) {
        ++ticks;
        fail("the stack is full");
    }
    allocate_stack(capacity > MAX_STACK / 2 ? MAX_STACK : capacity * 2);
}

static int64_t pop(void)
{
    return top == bottom ? 0 : *--top;
}

static void push(int64_t value)
{
    if (top == ceiling) grow_stack();
    *top++ = value;
}

/* ---- The field */

static void put(int64_t value, int64_t x, int64_t y)
{
    size_t cell;
    if (!IS_INSIDE(x, y)) return;
    cell = (size_t)(y * WIDTH + x);
    if (marks[cell] & IS_CODE) {
        changed_code -= cells[cell] != original[cell];
        changed_code += value != original[cell];
    }
    cells[cell] = value;
}

static int64_t get(int64_t x, int64_t y)
{
    return IS_INSIDE(x, y) ? cells[y * WIDTH + x] : 0;
}

static void mark(const unsigned *runs, unsigned char bit)
{
    size_t cell;
    for (; runs[0] <= runs[1]; runs += 2) {
        for (cell = runs[0]; cell <= runs[1]; ++cell) marks[cell] |= bit;
    }
}

static void load_field(void)
{
    size_t i;
    memset(original, ' ', sizeof original);
    for (i = 0; source[i].bytes != NULL; ++i) {
        memcpy(original + source[i].cell, source[i].bytes, source[i].length);
    }
    for (i = 0; i < AREA; ++i) cells[i] = original[i];
    mark(code_cells, IS_CODE);
    mark(dependency_cells, IS_DEPENDENCY);
    for (i = 0; i < ENTRIES; ++i) marks[entries[i][0] / 8] |= IS_ENTRY;
}

/* ---- The interpreter */

static unsigned next_cell(unsigned cell, unsigned direction)
{
    switch (direction) {
    case EAST: return cell % WIDTH == WIDTH - 1 ? cell - (WIDTH - 1) : cell + 1;
    case WEST: return cell % WIDTH == 0 ? cell + (WIDTH - 1) : cell - 1;
    case SOUTH: return cell >= AREA - WIDTH ? cell - (AREA - WIDTH) : cell + WIDTH;
    default: return cell < WIDTH ? cell + (AREA - WIDTH) : cell - WIDTH;
    }
}

/* Executes one cell; 0 at the end of the program. */
static int step(void)
{
    unsigned cell = position / 8, direction = position % 4, in_string = position & 4;
    int64_t value = cells[cell], a, b;
    if (in_string && value != '"') {
        push(value);
        value = ' ';
    }
    /* `default`: values that are not instructions do nothing. */
    switch (value) {
    case '"': in_string ^= 4; break;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9': push(value - '0'); break;
    case '+': b = pop(); a = pop(); push(ADD(a, b)); break;
    case '-': b = pop(); a = pop(); push(SUBTRACT(a, b)); break;
    case '*': b = pop(); a = pop(); push(MULTIPLY(a, b)); break;
    case '/': b = pop(); a = pop(); push(divide(a, b)); break;
    case '%': b = pop(); a = pop(); push(modulo(a, b)); break;
    case '`': b = pop(); a = pop(); push(a > b); break;
    case '!': push(pop() == 0); break;
    case '>': direction = EAST; break;
    case 'v': direction = SOUTH; break;
    case '<': direction = WEST; break;
    case '^': direction = NORTH; break;
    case '?': direction = random_quarter(); break;
    case '_': direction = pop() == 0 ? EAST : WEST; break;
    case '|': direction = pop() == 0 ? SOUTH : NORTH; break;
    case ':': a = pop(); push(a); push(a); break;
    case '\\': b = pop(); a = pop(); push(b); push(a); break;
    case '$': pop(); break;
    case '.': put_number(pop()); break;
    case ',': put_character(pop()); break;
    case '#': cell = next_cell(cell, direction); break;
    case 'g': b = pop(); a = pop(); push(get(a, b)); break;
    case 'p': b = pop(); a = pop(); put(pop(), a, b); break;
    case '&': push(read_number()); break;
    case '~': push(read_byte()); break;
    case '@': ++ticks; return 0;
    default: break;
    }
    ++ticks;
    position = next_cell(cell, direction) * 8 + in_string + direction;
    return 1;
}

/* Returns the entry of compiled code here, or NULL. Valid only while all code is unchanged. */
static const unsigned *entry_here(void)
{
    size_t low = 0, high = ENTRIES;
    if (!(marks[position / 8] & IS_ENTRY) || changed_code != 0) return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle][0] < position) low = middle + 1; else high = middle;
    }
    return low < ENTRIES && entries[low][0] == position ? entries[low] : NULL;
}

/* Runs to the end of the program or to the limit. */
static int run(void)
{
    for (;;) {
        const unsigned *entry = entry_here();
        if (entry != NULL) {
            const unsigned *left;
            if (ceiling - top < 1024 && (size_t)(ceiling - bottom) < MAX_STACK) grow_stack();
            left = exits[run_compiled(entry[1], entry[2])];
            position = left[0];
            if (!left[1]) continue;
        }
#ifdef MAX_TICKS
        if (ticks >= MAX_TICKS) return 3;
#endif
        if (!step()) return 0;
    }
}

int main(int argc, char **argv)
{
    int code;
    has_stats = argc == 2 && strcmp(argv[1], "--stats") == 0;
    if (argc > 1 && !has_stats) {
        fprintf(stderr, "usage: %s [--stats]\n", argv[0]);
        return 2;
    }
#ifdef HAS_UNIX
    signal(SIGPIPE, SIG_IGN);
    is_terminal = isatty(1);
#endif
    allocate_stack(MAX_STACK < 65536 ? MAX_STACK : 65536);
    load_field();
    code = run();
    write_out();
    finish(code);
    return code;
}

/* ---- The program */
