#include "session/commands/arguments.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view tick_forms =
    "ticks are written 5000, 5_000, 5k, 2M, +10, -10, start, end or now";

// Returns 1 for a character that is not a suffix.
std::uint64_t scale_of(char suffix) {
  const char lower = to_lower(suffix);
  return lower == 'k' ? 1'000 : lower == 'm' ? 1'000'000 : lower == 'g' ? 1'000'000'000 : 1;
}

// Whether commas separate only groups of three digits.
bool commas_are_right(std::string_view digits) {
  std::size_t comma = digits.find(',');
  if (comma == std::string_view::npos) return true;
  if (comma == 0 || comma > 3) return false;
  while (comma != std::string_view::npos) {
    const std::size_t next = digits.find(',', comma + 1);
    if (std::min(next, digits.size()) - comma != 4) return false;
    comma = next;
  }
  return true;
}

Tick saturating_add(Tick a, Tick b) {
  return a > no_limit - b ? no_limit : a + b;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.empty() || !is_digit_character(text.front())) return std::nullopt;
  const std::uint64_t scale = scale_of(text.back());
  if (scale > 1) text.remove_suffix(1);
  if (text.back() == '_' || !commas_are_right(text)) return std::nullopt;
  std::string digits(text);
  std::erase_if(digits, [](char c) { return c == '_' || c == ','; });
  const auto value = parse_integer<std::uint64_t>(digits);
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / scale) return std::nullopt;
  return *value * scale;
}

Result<Tick> parse_tick(std::string_view text, const TickWords& words) {
  ArgumentParser arguments(text);
  const auto tick = TRY(arguments.tick(words));
  if (!arguments.at_end()) {
    return arguments.fail_here("there is more after the tick", "write one tick");
  }
  return tick;
}

Result<TickInterval> parse_tick_interval(std::string_view text, const TickWords& words) {
  ArgumentParser arguments(text);
  const auto from = TRY(arguments.tick(words));
  TickInterval interval{from, words.end};
  if (!arguments.at_end()) interval.to = TRY(arguments.tick(words));
  if (!arguments.at_end()) {
    return arguments.fail_here("there is more after the interval", "write two ticks");
  }
  if (interval.from > interval.to) {
    return arguments.fail_at_last(
        fmt::format("the interval goes from {} to {}", interval.from, interval.to),
        "write the earlier tick first");
  }
  return interval;
}

tl::unexpected<Error> with_column_offset(Error error, std::size_t offset) {
  if (error.where.file.empty()) {
    error.where.column = std::max<std::uint64_t>(error.where.column, 1) + offset;
  }
  return tl::unexpected(std::move(error));
}

ArgumentParser::ArgumentParser(std::string_view text) : text_(text) {
  while (!text_.empty() && is_blank(text_.back())) text_.remove_suffix(1);
  skip_blanks();
}

std::string_view ArgumentParser::take_word() {
  last_ = at_;
  while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
  const std::string_view word = text_.substr(last_, at_ - last_);
  skip_blanks();
  return word;
}

bool ArgumentParser::take_word(std::string_view word) {
  ArgumentParser peek = *this;
  if (!equal_ignoring_case(peek.take_word(), word)) return false;
  *this = peek;
  return true;
}

Result<std::uint64_t> ArgumentParser::number(std::string_view what) {
  if (at_end()) return fail_here(fmt::format("{} is missing", what));
  const std::string_view word = take_word();
  if (const auto value = parse_count(word)) return *value;
  return fail_at_last(fmt::format("{} is not a number", single_quoted(word)),
                      fmt::format("{} is written 5000, 5_000, 5k or 2M", what));
}

Result<Tick> ArgumentParser::tick(const Session& session) {
  const History& history = session.history();
  return tick({history.begin(), history.end(), history.tick()});
}

Result<Tick> ArgumentParser::tick(const TickWords& words) {
  if (at_end()) return fail_here("a tick is missing", std::string(tick_forms));
  if (take_word("start")) return words.start;
  if (take_word("end")) return words.end;
  if (take_word("now")) return words.now;
  const std::string_view word = take_word();
  const bool relative = word.front() == '+' || word.front() == '-';
  const auto value = parse_count(relative ? word.substr(1) : word);
  if (!value) {
    return fail_at_last(fmt::format("{} is not a tick", single_quoted(word)),
                        std::string(tick_forms));
  }
  if (!relative) return *value;
  if (word.front() == '+') return saturating_add(words.now, *value);
  return words.now - std::min(*value, words.now);
}

Result<Point> ArgumentParser::point(Size field) {
  if (at_end()) return fail_here("a cell is missing", "cells are written X,Y");
  const std::string_view word = take_word();
  TextCursor cursor(word);
  Point point;
  const bool read = cursor.take_number(point.x) == TextCursor::Number::taken && cursor.take(",") &&
                    cursor.take_number(point.y) == TextCursor::Number::taken && cursor.at_end();
  if (!read) {
    return fail_at_last(fmt::format("{} is not a cell", single_quoted(word)),
                        "cells are written X,Y");
  }
  if (!field.contains(point)) {
    return fail_at_last(fmt::format("cell ({}, {}) is outside the field of {}x{}", point.x, point.y,
                                    field.width, field.height),
                        "coordinates count from 0, x before y");
  }
  return point;
}

template <class T>
Result<T> ArgumentParser::rest_as(Result<T> (*parse)(std::string_view, const Symbols&, Size),
                                  const Session& session) {
  last_ = at_;
  auto parsed = parse(rest(), session.symbols(), session.machine().field.size());
  if (!parsed) return with_column_offset(parsed.error(), at_);
  take_rest();
  return parsed;
}

Result<Expression> ArgumentParser::expression(const Session& session) {
  if (!at_end()) return rest_as(Expression::parse, session);
  return fail_here("an expression is missing", "help expressions tells what they are");
}

Result<Place> ArgumentParser::place(const Session& session) {
  if (!at_end()) return rest_as(parse_place, session);
  return fail_here("a place is missing", "name a cell X,Y, a variable or a region");
}

Result<ArgumentParser::Text> ArgumentParser::text() {
  last_ = at_;
  if (rest().empty() || rest().front() != '"') {
    const Text plain{std::string(rest()), false};
    take_rest();
    return plain;
  }
  Lexer lexer(rest());
  const Token token = lexer.take();
  if (token.kind != Token::Kind::text) {
    return fail_here(
        token.problem.empty() ? "this is not text in quotes" : std::string(token.problem),
        std::string(token.advice));
  }
  if (!lexer.at_end()) {
    return with_column_offset(Error{{{}, 0, lexer.peek().at + 1},
                                    "there is more behind the text",
                                    "write a quote inside it as \\\""},
                              at_);
  }
  take_rest();
  return Text{unquote(token).bytes, true};
}

Result<void> ArgumentParser::expect_end() const {
  if (at_end()) return {};
  return fail_here(fmt::format("{} is more than the command takes", single_quoted(rest())));
}

}  // namespace fungescope
