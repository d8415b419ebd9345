#include "support/generated/statements.h"

#include "support/generated/random_programs.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope::test {

using namespace layout;

void StatementWriter::assignment(Path& path, const Context& context) {
  write_.value(path, chance(8) ? 3 : static_cast<int>(between(0, 2)), context.top_is_ours);
  if (chance(3)) {
    write_.table_place(path);
    add(path, "p");
  } else if (!tidy_ && chance(25)) {
    write_.place_outside(path);
    add(path, "p");
  } else {
    write_.write(path, write_.variable());
  }
}

// Steps a variable through a sequence of small numbers, which serve as coordinates.
void StatementWriter::sequence_step(Path& path) {
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

void StatementWriter::copy(Path& path) {
  write_.table_place(path);
  add(path, "g");
  if (chance(2)) add(path, "1+");
  write_.table_place(path);
  add(path, "p");
}

// Writes the present value of a cell anywhere in the code.
void StatementWriter::touch(Path& path) {
  const Point x = write_.variable();
  const Point y = write_.variable();
  const std::int64_t width = between(20, 60);
  const std::int64_t height = between(8, 30);
  for (const std::string_view access : {"g", "p"}) {
    for (const auto& [at, bound] : {std::pair{x, width}, std::pair{y, height}}) {
      write_.read(path, at);
      write_.number(path, bound);
      add(path, "%");
      if (!tidy_) continue;
      add(path, ":*");
      write_.number(path, bound);
      add(path, "%");
    }
    add(path, access);
  }
}

// Writes a random value to a random cell.
void StatementWriter::scatter(Path& path) {
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

// Uses the extreme values and those around 0 in an operation without constant operands.
void StatementWriter::extremes(Path& path) {
  // The minimum and -1, special only for `/` and `%`, are more likely than the others.
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
  const bool first = tidy_ || chance(2);
  if (first) set();
  for (const Point at : places) {
    write_.read(path, at);
    if (chance(2)) add(path, chance(2) ? "1*" : "0+");
  }
  constexpr std::string_view operations = "//%%*-+`";
  // Zero is a divisor only where that is allowed.
  add(path, tidy_ ? "*" : std::string(1, operations[below(random_, operations.size())]));
  write_.write(path, write_.variable());
  if (!first) set();
}

// Writes a digit that is used immediately, a few instructions later, or in the next round.
void StatementWriter::modify_operand(Path& path) {
  const std::int16_t label = new_label();
  Path use;
  add_label(use, static_cast<char>('0' + between(0, 9)), label);
  if (chance(2)) add(use, "+");
  Path change;
  if (!tidy_ && chance(8)) {
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

void StatementWriter::modify_instruction(Path& path) {
  const std::int16_t label = new_label();
  const auto kinds = static_cast<std::int64_t>(binary_instructions.size());
  // The last one is a division.
  write_.index(path, tidy_ ? kinds - 1 : kinds);
  write_.number(path, data_.instructions.x);
  add(path, "+");
  write_.number(path, data_.instructions.y);
  add(path, "g");
  add_place(path, label);
  add(path, "p");
  write_.value(path, 1, false);
  if (tidy_) {
    write_.divisor(path);
  } else {
    write_.value(path, 0, false);
  }
  add_label(path, binary_instructions[below(random_, 5)], label);
  write_.write(path, write_.variable());
}

void StatementWriter::letters(Path& path) {
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

void StatementWriter::print(Path& path, const Context& context, Flips flips) {
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

// May change the depth of the stack.
void StatementWriter::stack_play(Path& path, const Context& context) {
  constexpr std::array<std::string_view, 8> neutral{"12\\$$", "3:\\-$", "123+\\-$", "0:::$$$$",
                                                    "5#$$",   "#$",     "# ",       "1#@$"};
  constexpr std::array<std::string_view, 8> hungry{"$", "+", "\\", "$$$", "-:", "*!", "\\$:", ":g"};
  const bool may_pop = !tidy_ && !context.top_is_ours;
  add(path, may_pop && chance(2) ? hungry[below(random_, hungry.size())]
                                 : neutral[below(random_, neutral.size())]);
}

Path StatementWriter::simple(const Context& context, Flips flips) {
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

}  // namespace fungescope::test
