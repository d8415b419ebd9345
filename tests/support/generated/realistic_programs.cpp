#include "support/generated/realistic_programs.h"

#include "support/generated/expressions.h"
#include "support/generated/layout.h"
#include "support/generated/page.h"
#include "support/generated/random_programs.h"
#include "support/generated/statements.h"

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

class Author {
 public:
  Author(Random& random, const RealisticProgramStyle& style)
      : random_(random),
        style_(style),
        data_(plan_data(random, style.tidy)),
        write_(random, data_, style.tidy),
        statements_(random, data_, style.tidy),
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
  std::int64_t rounds(const Context& context);
  bool chance(std::uint64_t one_in) { return below(random_, one_in) == 0; }
  std::int64_t between(std::int64_t a, std::int64_t b) { return write_.between(a, b); }

  Random& random_;
  const RealisticProgramStyle& style_;
  DataPlan data_;
  ExpressionWriter write_;
  StatementWriter statements_;
  int statements_left_;  // keeps the field small
};

std::int64_t Author::rounds(const Context& context) {
  if (style_.signed_bytes) return between(2, 120);
  switch (between(0, 5) - context.nesting) {
    case 5:
    case 4:
      return between(500, 5000);
    case 3:
    case 2:
      return between(50, 600);
    case 1:
    case 0:
      return between(10, 60);
    default:
      return between(1, 9);
  }
}

Box Author::body(const Context& context, Flips flips) {
  Context inside = context;
  ++inside.nesting;
  // Almost nothing is printed inside hot loops.
  inside.prints = context.prints && chance(6);
  return sequence(chance(2) ? 1 : static_cast<int>(between(2, 3)), inside, flips);
}

Box Author::cell_loop(Context context, Flips flips) {
  const Point counter = data_.counters[static_cast<std::size_t>(context.next_counter++)];
  const std::int64_t count = rounds(context);
  const bool up = chance(3);
  Path start;
  write_.number(start, up ? 0 : count);
  write_.write(start, counter);
  Path end;
  write_.read(end, counter);
  add(end, up ? "1+:" : "1-:");
  write_.write(end, counter);
  if (up) {
    write_.number(end, count);
    add(end, chance(2) ? "\\`" : "-");
  }
  const Box inside = beside(body(context, flips), Box(end));
  return beside(Box(start), chance(2) ? loop_below(inside, flips) : loop_above(inside, flips));
}

Box Author::stack_loop(Context context, Flips flips) {
  Path start;
  write_.number(start, rounds(context));
  context.top_is_ours = true;
  Path end;
  add(end, "1-:");
  Path after;
  add(after, "$");
  const Box inside = beside(body(context, flips), Box(end));
  const Box loop = chance(2) ? loop_below(inside, flips) : loop_above(inside, flips);
  return beside(beside(Box(start), loop), Box(after));
}

Box Author::head_loop(Context context, Flips flips) {
  const Point counter = data_.counters[static_cast<std::size_t>(context.next_counter++)];
  Path start;
  write_.number(start, rounds(context));
  write_.write(start, counter);
  Path test;
  write_.read(test, counter);
  if (chance(2)) add(test, "0`");
  Path step;
  write_.read(step, counter);
  add(step, "1-");
  write_.write(step, counter);
  const Box inside = body(context, flips);
  const Box all = chance(2) ? beside(Box(step), inside) : beside(inside, Box(step));
  return beside(Box(start), while_loop(Box(test), all, flips));
}

Box Author::choice(const Context& context, Flips flips) {
  Path test;
  write_.value(test, 2, context.top_is_ours);
  if (chance(3)) add(test, "2%");
  const auto part = [&](bool empty) {
    return empty ? Box(Path{}) : sequence(static_cast<int>(between(1, 2)), context, flips);
  };
  const Box zero = part(chance(3));
  const Box other = part(zero.width() != 0 && chance(3));
  const Box blank(1, 1, 0, 0);
  const Box& first = zero.width() == 0 ? blank : zero;
  const Box& second = other.width() == 0 ? blank : other;
  return beside(Box(test),
                chance(2) ? if_below(first, second, flips) : if_around(first, second, flips));
}

// The direction of a fork is changed by a `p` in every round, or rarely.
Box Author::modified_fork(const Context& context, Flips flips) {
  const std::int16_t label = statements_.new_label();
  Path change;
  add(change, "\">\"\"v\"+");
  add_place(change, label);
  add(change, "g-");
  add_place(change, label);
  add(change, "p");
  Path test;
  write_.index(test, 7);
  const Box blank(1, 1, 0, 0);
  const Box changing =
      chance(2) ? Box(change) : beside(Box(test), if_below(Box(change), blank, flips));
  const Box forked = fork(beside(blank, sequence(1, context, flips)),
                          beside(blank, sequence(1, context, flips)), label);
  return chance(2) ? beside(changing, forked) : beside(forked, changing);
}

Box Author::call(Context context, Flips flips) {
  context.top_is_ours = true;
  const Box body = sequence(static_cast<int>(between(1, 3)), context, flips);
  std::vector<Box> sites;
  for (auto n = between(1, 3); n > 0; --n) {
    Path next;
    add(next, "$");
    const auto number = static_cast<std::int64_t>(sites.size()) + 2;
    Path push;
    write_.number(push, number);
    Context there = context;
    there.top_is_ours = false;
    const Box work = style_.tidy || chance(2) ? Box(Path{}) : sequence(1, there, flips.mirrored());
    sites.push_back(beside(beside(Box(next), work), Box(push)));
  }
  return subroutine(body, sites, flips);
}

// Pushes one value per round in one loop, and pops one per round in another.
Box Author::pump(Context context, Flips flips) {
  const Point counter = data_.counters[static_cast<std::size_t>(context.next_counter)];
  const std::int64_t count =
      context.nesting == 0 && chance(2) ? between(300, 5000) : rounds(context);
  const bool balanced = style_.tidy || context.top_is_ours || !chance(4);
  const auto counted = [&](std::int64_t n, const Path& inside) {
    Path start;
    write_.number(start, n);
    write_.write(start, counter);
    Path all = inside;
    write_.read(all, counter);
    add(all, "1-:");
    write_.write(all, counter);
    return beside(Box(start), loop_below(Box(all), flips));
  };
  Path push;
  write_.value(push, 1, false);
  constexpr std::array<std::string_view, 7> pops{"+", "$", "*", "-", "\\-", "`", "\\$"};
  Path pop;
  add(pop, pops[below(random_, pops.size())]);
  Path first;
  write_.value(first, 0, false);
  Path last;
  write_.write(last, write_.variable());
  const Box filled = beside(Box(first), counted(count, push));
  const Box emptied = counted(balanced ? count : between(1, 2 * count), pop);
  return beside(beside(filled, emptied), Box(last));
}

// Statements that would end a program early or fill its output if they were executed in every
// round.
Box Author::now_and_then(const Context& context, Flips flips) {
  const Point counter = data_.counters.back();
  Path test;
  write_.read(test, counter);
  add(test, "1+:");
  write_.write(test, counter);
  write_.number(test, style_.signed_bytes ? 120 : between(20, 400));
  add(test, "%");
  Path act;
  if (style_.tidy && chance(4)) {
    // So that fatal statements are executed late, if at all.
    constexpr std::array<std::string_view, 6> doubtful{"$$$$$$", "10/$",   "10%$",
                                                       "10-0g$", "7099*p", "+++++"};
    add(act, doubtful[below(random_, doubtful.size())]);
  } else if (chance(4)) {
    statements_.scatter(act);
  } else {
    statements_.print(act, context, flips);
  }
  const Box blank(1, 1, 0, 0);
  return beside(Box(test), if_below(Box(act), blank, flips));
}

// Nearly the same on all four paths, or different on each.
Box Author::random_ways(const Context& context, Flips flips) {
  const Point at = write_.variable();
  Path keep;
  write_.write(keep, at);
  if (chance(3)) return beside(random_digit('1', '2', '7'), Box(keep));
  const auto kind = between(0, 5);
  std::array<Path, 4> ways;
  for (Path& way : ways) {
    add(way, std::string(static_cast<std::size_t>(between(0, 3)), ' '));
    if (kind == 0) {
      const Path other = statements_.simple(context, flips);
      way.insert(way.end(), other.begin(), other.end());
      continue;
    }
    const Point from = kind == 1 ? write_.variable() : at;
    if (!chance(4)) {
      write_.read(way, from);
      write_.number(way, between(0, 9));
      add(way, chance(3) ? "*" : chance(2) ? "+" : "-");
    } else {
      write_.value(way, 1, context.top_is_ours);
    }
    if (kind == 2 && chance(2)) add(way, "5%");
    if (kind == 3) write_.write(way, chance(6) ? from : at);
  }
  Box choice = layout::random_ways(ways[0], ways[1], ways[2], ways[3]);
  if (kind == 0 || kind == 3) return choice;
  if (kind == 4 && !style_.tidy) {  // a random cell
    Path store;
    write_.index(store, 9);
    add(store, "p");
    Path value;
    write_.number(value, between(0, 99));
    return beside(beside(Box(value), choice), Box(store));
  }
  return beside(choice, Box(keep));
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
  return Box(statements_.simple(context, flips));
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
      static_cast<unsigned char>(between(10, style_.signed_bytes ? 127 : 255));
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
    Path test;
    write_.read(test, data_.rounds);
    add(test, "1-:");
    write_.write(test, data_.rounds);
    boxes.push_back(beside(Box(test), end_if_zero()));
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
    return {size, std::move(bytes), style.signed_bytes};
  }
}

}  // namespace fungescope::test
