#include "support/generated/realistic_programs.h"

#include "support/generated/code_writer.h"
#include "support/generated/layout.h"
#include "support/generated/page.h"
#include "support/generated/random_programs.h"
#include "support/program_from_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::test {
namespace {

using namespace layout;

constexpr int widest = 250;

class Author : private CodeWriter {
 public:
  Author(Random& random, const RealisticProgramStyle& style)
      : CodeWriter(random, style.tidy),
        signed_bytes_(style.signed_bytes),
        statements_left_(static_cast<int>(between(3, chance(4) ? 40 : 18))) {}

  Box program(int lines);

 private:
  Box line(int statements, Context context, Flips flips);
  Box sequence(int statements, Context context, Flips flips);
  Box statement(const Context& context, Flips flips);
  Box compound(const Context& context, Flips flips);

  Box cell_loop(Context context, Flips flips);
  Box stack_loop(Context context, Flips flips);
  Box head_loop(Context context, Flips flips);
  Box choice(const Context& context, Flips flips);
  Box modified_fork(const Context& context, Flips flips);
  Box call(Context context, Flips flips);
  Box pump(Context context, Flips flips);
  Box now_and_then(const Context& context, Flips flips);
  Box random_ways(const Context& context, Flips flips);

  void fill_data(Box& field);
  Box body(const Context& context, Flips flips);
  Box loop(const Box& inside, Flips flips) {
    return chance(2) ? loop_below(inside, flips) : loop_above(inside, flips);
  }
  std::int64_t rounds(const Context& context);
  [[nodiscard]] Point take_counter(Context& context) const {
    return data_.counters[static_cast<std::size_t>(context.next_counter++)];
  }

  bool signed_bytes_;
  int statements_left_;  // keeps the field small
};

std::int64_t Author::rounds(const Context& context) {
  if (signed_bytes_) return between(2, 120);
  const auto size = between(0, 5) - context.nesting;
  if (size >= 4) return between(500, 5000);
  if (size >= 2) return between(50, 600);
  return size >= 0 ? between(10, 60) : between(1, 9);
}

Box Author::body(const Context& context, Flips flips) {
  Context inside = context;
  ++inside.nesting;
  // Almost nothing is printed inside hot loops.
  inside.prints = context.prints && chance(6);
  return sequence(chance(2) ? 1 : static_cast<int>(between(2, 3)), inside, flips);
}

Box Author::cell_loop(Context context, Flips flips) {
  const Point counter = take_counter(context);
  const std::int64_t count = rounds(context);
  const bool up = chance(3);
  const Path start = number(up ? 0 : count) << write(counter);
  Path end = read(counter) << (up ? "1+:" : "1-:") << write(counter);
  if (up) end += number(count) << (chance(2) ? "\\`" : "-");
  const Box inside = beside(body(context, flips), end);
  return beside(start, loop(inside, flips));
}

Box Author::stack_loop(Context context, Flips flips) {
  const Path start = number(rounds(context));
  context.top_is_ours = true;
  const Box inside = beside(body(context, flips), Path("1-:"));
  return beside(beside(start, loop(inside, flips)), Path("$"));
}

Box Author::head_loop(Context context, Flips flips) {
  const Point counter = take_counter(context);
  const Path start = number(rounds(context)) << write(counter);
  const Path test = read(counter) << (chance(2) ? "0`" : "");
  const Path step = read(counter) << "1-" << write(counter);
  const Box inside = body(context, flips);
  const Box all = chance(2) ? beside(step, inside) : beside(inside, step);
  return beside(start, while_loop(test, all, flips));
}

Box Author::choice(const Context& context, Flips flips) {
  Path test = value(2, context.top_is_ours);
  if (chance(3)) test += "2%";
  const auto part = [&](bool empty) {
    return empty ? Box(Path()) : sequence(static_cast<int>(between(1, 2)), context, flips);
  };
  const Box zero = part(chance(3));
  const Box other = part(zero.width() != 0 && chance(3));
  const Box blank(1, 1, 0, 0);
  const Box& first = zero.width() == 0 ? blank : zero;
  const Box& second = other.width() == 0 ? blank : other;
  return beside(test, chance(2) ? if_below(first, second, flips) : if_around(first, second, flips));
}

// The direction of a fork is changed by a `p` in every round, or rarely.
Box Author::modified_fork(const Context& context, Flips flips) {
  const std::int16_t label = new_label();
  const Path change = Path("\">\"\"v\"+") << place_of(label) << "g-" << place_of(label) << "p";
  const Path test = index(7);
  const Box blank(1, 1, 0, 0);
  const Box changing = chance(2) ? Box(change) : beside(test, if_below(change, blank, flips));
  const Box forked = fork(beside(blank, sequence(1, context, flips)),
                          beside(blank, sequence(1, context, flips)), label);
  return chance(2) ? beside(changing, forked) : beside(forked, changing);
}

Box Author::call(Context context, Flips flips) {
  context.top_is_ours = true;
  const Box called = sequence(static_cast<int>(between(1, 3)), context, flips);
  std::vector<Box> sites;
  for (auto n = between(1, 3); n > 0; --n) {
    const Path push = number(static_cast<std::int64_t>(sites.size()) + 2);
    Context there = context;
    there.top_is_ours = false;
    const Box work = tidy_ || chance(2) ? Box(Path()) : sequence(1, there, flips.mirrored());
    sites.push_back(beside(beside(Path("$"), work), push));
  }
  return subroutine(called, sites, flips);
}

// Pushes one value per round in one loop, and pops one per round in another.
Box Author::pump(Context context, Flips flips) {
  const Point counter = take_counter(context);
  const std::int64_t count =
      context.nesting == 0 && chance(2) ? between(300, 5000) : rounds(context);
  const bool balanced = tidy_ || context.top_is_ours || !chance(4);
  const auto counted = [&](std::int64_t n, const Path& inside) {
    const Path start = number(n) << write(counter);
    const Path all = inside << read(counter) << "1-:" << write(counter);
    return beside(start, loop_below(all, flips));
  };
  const Path push = value(1, false);
  constexpr std::array<std::string_view, 7> pops{"+", "$", "*", "-", "\\-", "`", "\\$"};
  const Path pop = one_of(pops);
  const Path first = value(0, false);
  const Path last = write(variable());
  const Box filled = beside(first, counted(count, push));
  const Box emptied = counted(balanced ? count : between(1, 2 * count), pop);
  return beside(beside(filled, emptied), last);
}

// Statements that would end a program early or fill its output if they were executed in every
// round.
Box Author::now_and_then(const Context& context, Flips flips) {
  const Point counter = data_.counters.back();
  const Path test = read(counter) << "1+:" << write(counter)
                                  << number(signed_bytes_ ? 120 : between(20, 400)) << "%";
  // So that fatal statements are executed late, if at all.
  constexpr std::array<std::string_view, 6> doubtful{"$$$$$$", "10/$",   "10%$",
                                                     "10-0g$", "7099*p", "+++++"};
  const Path act = tidy_ && chance(4) ? Path(one_of(doubtful))
                   : chance(4)        ? scatter()
                                      : print(context, flips);
  return beside(test, if_below(act, Box(1, 1, 0, 0), flips));
}

// Nearly the same on all four paths, or different on each.
Box Author::random_ways(const Context& context, Flips flips) {
  const Point at = variable();
  const Path keep = write(at);
  if (chance(3)) return beside(random_digit('1', '2', '7'), keep);
  const auto kind = between(0, 5);
  std::array<Path, 4> ways;
  for (Path& way : ways) {
    way = std::string(static_cast<std::size_t>(between(0, 3)), ' ');
    if (kind == 0) {
      way += simple(context, flips);
      continue;
    }
    const Point from = kind == 1 ? variable() : at;
    if (!chance(4)) {
      way += read(from) << number(between(0, 9)) << (chance(3) ? "*" : chance(2) ? "+" : "-");
    } else {
      way += value(1, context.top_is_ours);
    }
    if (kind == 2 && chance(2)) way += "5%";
    if (kind == 3) way += write(chance(6) ? from : at);
  }
  const Box chosen = layout::random_ways(ways[0], ways[1], ways[2], ways[3]);
  if (kind == 0 || kind == 3) return chosen;
  if (kind == 4 && !tidy_) {  // a random cell
    const Path store = index(9) << "p";
    return beside(beside(number(between(0, 99)), chosen), store);
  }
  return beside(chosen, keep);
}

Box Author::compound(const Context& context, Flips flips) {
  // The last counter belongs to now_and_then.
  const bool free_counter = context.next_counter + 1 < static_cast<int>(data_.counters.size());
  const bool loops = context.nesting < 3;
  const auto kind = between(0, 19);
  if (loops && free_counter && kind < 5) return cell_loop(context, flips);
  if (loops && kind < 8) return stack_loop(context, flips);
  if (loops && free_counter && kind < 10) return head_loop(context, flips);
  if (free_counter && (kind == 10 || kind == 15)) return pump(context, flips);
  if (kind == 11) return call(context, flips);
  if (kind == 12) return modified_fork(context, flips);
  if (kind == 13) return now_and_then(context, flips);
  if (kind == 14) return random_ways(context, flips);
  return choice(context, flips);
}

Box Author::statement(const Context& context, Flips flips) {
  --statements_left_;
  const bool can_nest = statements_left_ > 0;
  if (can_nest && chance(context.nesting == 0 ? 2 : 3)) return compound(context, flips);
  return simple(context, flips);
}

Box Author::line(int statements, Context context, Flips flips) {
  Box result = statement(context, flips);
  for (int i = 1; i < statements; ++i) result = beside(result, statement(context, flips));
  return result;
}

Box Author::sequence(int statements, Context context, Flips flips) {
  if (statements >= 2 && chance(3)) {
    const Box there = line(1, context, flips);
    const Box back = line(1, context, flips.mirrored());
    return snake(there, back, line(statements - 1, context, flips));
  }
  if (statements <= 2 && chance(4)) return turned(line(statements, context, flips.turned()));
  return line(statements, context, flips);
}

void Author::fill_data(Box& field) {
  constexpr std::string_view some = "0123456789 abcxyz+-*/%!#$:@<>^v_|gp~\"";
  for (int y = 0; y < data_.rows; ++y) {
    for (int x = 1; x <= data_.columns; ++x) {
      const bool small = y == 0 || chance(2);
      field.at(x, y).glyph = small ? static_cast<unsigned char>(below(random_, 30))
                                   : static_cast<unsigned char>(some[below(random_, some.size())]);
    }
  }
  field.at(static_cast<int>(data_.rounds.x), 0).glyph =
      static_cast<unsigned char>(between(10, signed_bytes_ ? 127 : 255));
  field.put(static_cast<int>(data_.instructions.x), static_cast<int>(data_.instructions.y),
            binary_instructions);
}

Box Author::program(int lines) {
  std::vector<Box> boxes;
  Context context;
  for (int i = 0; i < lines; ++i) {
    boxes.push_back(sequence(static_cast<int>(between(1, 3)), context, {}));
    if (statements_left_ <= 0) break;
  }
  if (chance(3)) {  // the program ends after a number of rounds
    const Path test = read(data_.rounds) << "1-:" << write(data_.rounds);
    boxes.push_back(beside(test, end_if_zero()));
  }
  Box field = lay_out_page(boxes, {data_.columns, data_.rows}, random_);
  fill_data(field);
  resolve_places(field);
  return field;
}

void mutate(Playfield::Bytes& bytes, Random& random, int mutations) {
  constexpr std::string_view some = "!\"#$%&*+,-./0123456789:<>?@\\^_`gpv|~ ";
  for (int i = 0; i < mutations; ++i) {
    const std::size_t from = below(random, bytes.size());
    const std::size_t to = below(random, bytes.size());
    bytes[to] = below(random, 2) != 0
                    ? bytes[from]
                    : static_cast<unsigned char>(some[below(random, some.size())]);
  }
}

}  // namespace

Playfield realistic_program(Random& random, const RealisticProgramStyle& style) {
  for (int lines = static_cast<int>(1 + below(random, 6));; lines = std::max(1, lines - 1)) {
    const Box field = Author(random, style).program(lines);
    if (field.width() > widest || field.height() > widest) continue;
    // Some are in the corner of a field of the classic size.
    const bool pads = below(random, 4) == 0;
    const Size size{std::max(field.width(), pads ? 80 : 1),
                    std::max(field.height(), pads ? 25 : 1)};
    Playfield::Bytes bytes(static_cast<std::size_t>(size.area()), ' ');
    for (int y = 0; y < field.height(); ++y) {
      for (int x = 0; x < field.width(); ++x) {
        bytes[static_cast<std::size_t>(y * size.width + x)] = field.at(x, y).glyph;
      }
    }
    mutate(bytes, random, style.mutations);
    return playfield_of(size, bytes, style.signed_bytes);
  }
}

}  // namespace fungescope::test
