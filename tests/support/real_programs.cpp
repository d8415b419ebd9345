#include "support/real_programs.h"

#include "support/expressions.h"
#include "support/layout.h"
#include "support/random_programs.h"

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

// What the code around a statement leaves it.
struct Context {
  int nesting = 0;       // loops around
  int next_counter = 0;  // those before are taken
  bool top_is_ours =
      true;  // a value of the code around is on the top: `:` makes sense, pops do not
  bool prints = true;
};

class Author {
 public:
  Author(Random& random, const RealProgramStyle& style)
      : random_(random),
        style_(style),
        data_(plan_data(random, style.tidy)),
        write_(random, data_, style.tidy),
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

  Path simple(const Context& context, Flips flips);
  void assignment(Path& path, const Context& context);
  void sequence_step(Path& path);
  void copy(Path& path);
  void touch(Path& path);
  void scatter(Path& path);
  void extremes(Path& path);
  void modify_operand(Path& path);
  void modify_instruction(Path& path);
  void print(Path& path, const Context& context, Flips flips);
  void letters(Path& path);
  void stack_play(Path& path, const Context& context);

  void fill_data(Box& field);
  Box body(const Context& context, Flips flips);
  std::int64_t rounds(const Context& context);
  bool chance(std::uint64_t one_in) { return below(random_, one_in) == 0; }
  std::int64_t between(std::int64_t a, std::int64_t b) { return write_.between(a, b); }
  std::int16_t new_label() { return ++labels_; }

  Random& random_;
  const RealProgramStyle& style_;
  DataPlan data_;
  ExpressionWriter write_;
  std::int16_t labels_ = 0;
  int statements_left_;  // keeps the field small
};

void Author::assignment(Path& path, const Context& context) {
  write_.value(path, chance(8) ? 3 : static_cast<int>(between(0, 2)), context.top_is_ours);
  if (chance(3)) {
    write_.table_place(path);
    add(path, "p");
  } else if (!style_.tidy && chance(25)) {
    write_.place_outside(path);
    add(path, "p");
  } else {
    write_.write(path, write_.variable());
  }
}

// A variable goes through a sequence of small numbers, which serve as coordinates.
void Author::sequence_step(Path& path) {
  const Point at = write_.variable();
  write_.read(path, at);
  write_.number(path, between(1, 9));
  add(path, "*");
  write_.number(path, between(1, 20));
  add(path, "+");
  write_.number(path, between(5, 120));
  add(path, "%");
  write_.write(path, at);
}

void Author::copy(Path& path) {
  write_.table_place(path);
  add(path, "g");
  if (chance(2)) add(path, "1+");
  write_.table_place(path);
  add(path, "p");
}

// Writes what is there already, anywhere in the code.
void Author::touch(Path& path) {
  const Point x = write_.variable();
  const Point y = write_.variable();
  const std::int64_t width = between(20, 60);
  const std::int64_t height = between(8, 30);
  for (const std::string_view access : {"g", "p"}) {
    for (const auto& [at, bound] : {std::pair{x, width}, std::pair{y, height}}) {
      write_.read(path, at);
      write_.number(path, bound);
      add(path, "%");
      if (!style_.tidy) continue;
      add(path, ":*");
      write_.number(path, bound);
      add(path, "%");
    }
    add(path, access);
  }
}

// Writes anything to anywhere.
void Author::scatter(Path& path) {
  if (chance(2)) {
    write_.value(path, 1, false);
  } else {
    constexpr std::string_view some = " +1:$g#";
    add(path, std::string{'"', some[below(random_, some.size())], '"'});
  }
  write_.index(path, between(20, 90));
  write_.index(path, between(10, 40));
  add(path, "p");
}

// The ends of the range and what lies around 0, in an operation of which no operand is constant.
void Author::extremes(Path& path) {
  // The least value and -1, which only `/` and `%` mind, are more likely than the rest.
  constexpr std::array<std::string_view, 6> firsts{
      "2:*:*:*:*:*:2/*", "2:*:*:*:*:*:2/*", "2:*:*:*:*:*:2/*1-", "2:*:*:*:*:*", "01-", "09-"};
  constexpr std::array<std::string_view, 6> seconds{"01-", "01-", "0", "1", "8", "2:*:*:*:*:*:2/*"};
  const std::array<Point, 2> places{write_.variable(), write_.variable()};
  const auto set = [&] {
    add(path, firsts[below(random_, firsts.size())]);
    write_.write(path, places[0]);
    add(path, seconds[below(random_, seconds.size())]);
    write_.write(path, places[1]);
  };
  const bool first = style_.tidy || chance(2);
  if (first) set();
  for (const Point at : places) {
    write_.read(path, at);
    if (chance(2)) add(path, chance(2) ? "1*" : "0+");
  }
  constexpr std::string_view operations = "//%%*-+`";
  // Zero divides nothing that minds it.
  add(path, style_.tidy ? "*" : std::string(1, operations[below(random_, operations.size())]));
  write_.write(path, write_.variable());
  if (!first) set();
}

// A digit is written, and used just then, or by the next instruction but a few, or in the next
// round.
void Author::modify_operand(Path& path) {
  const std::int16_t label = new_label();
  Path use;
  add_label(use, static_cast<char>('0' + between(0, 9)), label);
  if (chance(2)) add(use, "+");
  Path change;
  if (!style_.tidy && chance(8)) {
    write_.value(change, 1, false);
  } else {
    write_.index(change, 9);
    add(change, ":*9%68*+");
  }
  add_place(change, label);
  add(change, "p");
  const bool adds = use.size() > 1;
  const auto append = [&path](const Path& more) {
    path.insert(path.end(), more.begin(), more.end());
  };
  if (chance(3)) {
    if (adds) write_.value(path, 1, false);
    append(use);
    append(change);
  } else {
    if (adds) write_.value(path, 1, false);
    append(change);
    if (chance(2)) add(path, chance(2) ? " " : "1$");
    append(use);
  }
  write_.write(path, write_.variable());
}

void Author::modify_instruction(Path& path) {
  const std::int16_t label = new_label();
  const auto kinds = static_cast<std::int64_t>(binary_instructions.size());
  // The last one divides.
  write_.index(path, style_.tidy ? kinds - 1 : kinds);
  write_.number(path, data_.instructions.x);
  add(path, "+");
  write_.number(path, data_.instructions.y);
  add(path, "g");
  add_place(path, label);
  add(path, "p");
  write_.value(path, 1, false);
  if (style_.tidy) {
    write_.divisor(path);
  } else {
    write_.value(path, 0, false);
  }
  add_label(path, binary_instructions[below(random_, 5)], label);
  write_.write(path, write_.variable());
}

void Author::letters(Path& path) {
  constexpr std::string_view some = "abc XYZ.,:019+-*#@ gp!$~&?";
  std::string text;
  for (auto n = between(1, 9); n > 0; --n) text += some[below(random_, some.size())];
  add(path, "\"" + text + "\"");
  if (chance(2)) {
    for (std::size_t i = 1; i < text.size(); ++i) add(path, chance(2) ? "+" : "*");
    write_.write(path, write_.variable());
  } else {
    for (std::size_t i = 0; i < text.size(); ++i) {
      write_.table_place(path);
      add(path, "p");
      if (i > 2) {
        add(path, std::string(text.size() - i - 1, '$'));
        break;
      }
    }
  }
}

void Author::print(Path& path, const Context& context, Flips flips) {
  switch (between(0, flips.east_west ? 2 : 4)) {
    case 0:
      write_.value(path, 1, context.top_is_ours);
      add(path, ".");
      break;
    case 1:
      write_.index(path, 26);
      add(path, "\"A\"+");
      add(path, ",");
      break;
    case 2:
      add(path, "\" ,oh\",,,,");
      break;
    default:
      add(path, "0\"" + std::string("bus fun!").substr(below(random_, 7)) + "\">:#,_$");
      break;
  }
}

// Leaves the stack as it was, or not.
void Author::stack_play(Path& path, const Context& context) {
  constexpr std::array<std::string_view, 8> neutral{"12\\$$", "3:\\-$", "123+\\-$", "0:::$$$$",
                                                    "5#$$",   "#$",     "# ",       "1#@$"};
  constexpr std::array<std::string_view, 8> hungry{"$", "+", "\\", "$$$", "-:", "*!", "\\$:", ":g"};
  const bool may_pop = !style_.tidy && !context.top_is_ours;
  add(path, may_pop && chance(2) ? hungry[below(random_, hungry.size())]
                                 : neutral[below(random_, neutral.size())]);
}

Path Author::simple(const Context& context, Flips flips) {
  Path path;
  switch (between(0, 24)) {
    case 0:
    case 1:
      sequence_step(path);
      break;
    case 2:
    case 3:
      copy(path);
      break;
    case 4:
      if (chance(2)) touch(path);
      break;
    case 5:
    case 6:
      modify_operand(path);
      break;
    case 7:
      modify_instruction(path);
      break;
    case 8:
      if (context.prints) print(path, context, flips);
      break;
    case 9:
      letters(path);
      break;
    case 10:
    case 11:
      stack_play(path, context);
      break;
    case 12:
      add(path, chance(2) ? "~" : "&");
      write_.write(path, write_.variable());
      break;
    case 13: {
      const Point at = write_.variable();
      write_.read(path, at);
      add(path, "1+");
      write_.write(path, at);
      break;
    }
    case 15:
    case 16:
      extremes(path);
      break;
    case 14:
      add(path, std::string(static_cast<std::size_t>(between(1, 12)), ' '));
      break;
    default:
      assignment(path, context);
      break;
  }
  return path;
}

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
  // Nearly nothing is printed in the middle of hot loops.
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

// The way through a fork is changed by a `p` in every round, or seldom.
Box Author::modified_fork(const Context& context, Flips flips) {
  const std::int16_t label = new_label();
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
  const Box ways = fork(beside(blank, sequence(1, context, flips)),
                        beside(blank, sequence(1, context, flips)), label);
  return chance(2) ? beside(changing, ways) : beside(ways, changing);
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

// A value a round onto the stack, and a value a round from it.
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

// What would end a program soon, or fill its output, if it happened in every round.
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
    // So that what the program must not do it does late, if at all.
    constexpr std::array<std::string_view, 6> doubtful{"$$$$$$", "10/$",   "10%$",
                                                       "10-0g$", "7099*p", "+++++"};
    add(act, doubtful[below(random_, doubtful.size())]);
  } else if (chance(4)) {
    scatter(act);
  } else {
    print(act, context, flips);
  }
  const Box blank(1, 1, 0, 0);
  return beside(Box(test), if_below(Box(act), blank, flips));
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
  if (kind == 14) {
    Path keep;
    write_.write(keep, write_.variable());
    return beside(random_digit('1', '2', '7'), Box(keep));
  }
  return choice(context, flips);
}

Box Author::statement(const Context& context, Flips flips) {
  --statements_left_;
  const bool can_nest = statements_left_ > 0;
  if (can_nest && chance(context.nesting == 0 ? 2 : 3)) return compound(context, flips);
  return Box(simple(context, flips));
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

// The lines stand below each other, between two ways: from the column left of them each is
// entered, in the column right of them it is left. Between two lines the way goes back over a
// row of its own, or over an edge. From the last line it goes over the lower edge.
//
//     v data                 v
//     v                      v
//     > v                    <
//       >line                v
//     v                      >     over the edge, to the column of the v
//     > >line                v
class Page {
 public:
  Page(const std::vector<Box>& lines, Size data, Random& random)
      : lines_(lines), random_(random), top_(static_cast<int>(data.height)) {
    int inner = static_cast<int>(data.width);
    int height = top_ + 1;
    for (const Box& line : lines_) {
      inner = std::max(inner, line.width());
      height += line.height() + rows_between;
    }
    right_ = left + 1 + inner;
    field_ = Box(right_ + 3 + static_cast<int>(below(random, 4)), height, 0, 0);
  }

  Box lay_out() {
    field_.put(0, 0, 'v');
    field_.put(0, top_, '>');
    field_.put(left, top_, 'v');
    field_.put(right_, top_, '<');
    int row = top_ + 1;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Box& line = lines_[i];
      field_.put(left, row + line.entry(), '>');
      field_.paste(left + 1, row, line);
      field_.put(right_, row + line.exit(), 'v');
      const int exit = row + line.exit();
      row += line.height();
      if (i + 1 < lines_.size()) connect(exit, row, row + rows_between + lines_[i + 1].entry());
      row += rows_between;
    }
    // Over the lower edge, and the first row.
    if (below(random_, 3) == 0) field_.put(right_, field_.height() - 1, '#');
    return field_;
  }

 private:
  static constexpr int left = 2;
  static constexpr int rows_between = 2;

  void connect(int exit, int row, int next) {
    const int last = field_.width() - 1;
    switch (below(random_, 6)) {
      case 0:
        over_the_east(row, next, 0);
        break;
      case 1:
        field_.put(last, row, '#');
        over_the_east(row, next, 1);
        break;
      case 2:
        over_the_west(row, last);
        break;
      case 3:
        field_.put(0, row, '#');
        over_the_west(row, last - 1);
        break;
      case 4:
        if (!over_the_north(exit, row)) back(row);
        break;
      default:
        back(row);
        break;
    }
  }

  void back(int row) {
    field_.put(right_, row, '<');
    field_.put(left, row, 'v');
  }

  void over_the_east(int row, int next, int column) {
    field_.put(right_, row, '>');
    field_.put(column, row, 'v');
    field_.put(column, next, '>');
  }

  void over_the_west(int row, int column) {
    field_.put(right_, row, '<');
    field_.put(column, row, 'v');
    field_.put(column, row + 1, '<');
    field_.put(left, row + 1, 'v');
  }

  // Up a column of its own, of which there is one.
  bool over_the_north(int exit, int row) {
    if (std::exchange(north_taken_, true)) return false;
    field_.put(right_, exit, '>');
    field_.put(right_ + 1, exit, '^');
    if (below(random_, 2) == 0) field_.put(right_ + 1, 0, '#');
    field_.put(right_ + 1, row, '<');
    field_.put(left, row, 'v');
    return true;
  }

  const std::vector<Box>& lines_;
  Random& random_;
  int top_;  // the row of the way to the first line
  int right_ = 0;
  bool north_taken_ = false;
  Box field_{1, 1, 0, 0};
};

Box Author::program(int lines) {
  std::vector<Box> boxes;
  Context context;
  context.top_is_ours = false;
  for (int i = 0; i < lines; ++i) {
    boxes.push_back(sequence(static_cast<int>(between(1, 3)), context, {}));
    if (statements_left_ <= 0) break;
  }
  if (chance(3)) {  // the program ends after so many rounds
    Path test;
    write_.read(test, data_.rounds);
    add(test, "1-:");
    write_.write(test, data_.rounds);
    boxes.push_back(beside(Box(test), end_if_zero()));
  }
  Box field = Page(boxes, {data_.columns, data_.rows}, random_).lay_out();
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

Playfield real_program(Random& random, const RealProgramStyle& style) {
  for (int lines = static_cast<int>(1 + below(random, 6));; lines = std::max(1, lines - 1)) {
    const Box field = Author(random, style).program(lines);
    if (field.width() > widest || field.height() > widest) continue;
    // Some stand in the corner of a field of the classic size.
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
