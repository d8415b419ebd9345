// Parses command arguments.
#pragma once

#include "base/result.h"
#include "lang/text_cursor.h"
#include "session/commands/command.h"
#include "session/expressions/expression.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fungescope {

// Parses a count, written "1000000", "1_000_000" or "1,000,000" (as counts are printed), "500k",
// "20M" or "3G". Returns nothing for other text, and above 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

// What the words of ticks stand for.
struct TickWords {
  Tick start = 0;
  Tick end = 0;  // of the recording
  Tick now = 0;
};
// Parses the whole text as a tick, as ArgumentParser::tick does. Errors have the column, from 1.
[[nodiscard]] Result<Tick> parse_tick(std::string_view text, const TickWords& words);
// Parses `FROM [TO]`, of which TO may be omitted: then it is the end. FROM is not after TO.
struct TickInterval {
  Tick from = 0;
  Tick to = 0;
};
[[nodiscard]] Result<TickInterval> parse_tick_interval(std::string_view text,
                                                       const TickWords& words);

// A parser with a position in the arguments of a command. Errors have the column, from 1.
class ArgumentParser {
 public:
  explicit ArgumentParser(std::string_view text);

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  // The remaining text, without blanks at its ends.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  // How many bytes have been taken: the column offset of `rest`.
  [[nodiscard]] std::size_t position() const { return at_; }

  // Takes the text up to the next blank; empty at the end.
  std::string_view take_word();
  // Takes the next word if it is this one, ignoring case.
  bool take_word(std::string_view word);
  void take_rest() { at_ = text_.size(); }

  // Parses a number. `what` names it in the error: "a count".
  Result<std::uint64_t> number(std::string_view what);
  // Parses a tick: `start`, `end` (of the recording), `now`, a number, or relative `+N` and `-N`.
  Result<Tick> tick(const TickWords& words);
  Result<Tick> tick(const Session& session);
  // Parses the coordinates of a cell, `X,Y`, inside the field.
  Result<Point> point(Size field);
  // Parse the rest as an expression or a place.
  Result<Expression> expression(const Session& session);
  Result<Place> place(const Session& session);
  // Takes the rest: either `"..."` with escapes, which denotes exactly its bytes, or any text
  // literally.
  struct Text {
    std::string bytes;
    bool quoted = false;
  };
  Result<Text> text();

  // Fails unless all arguments have been taken.
  [[nodiscard]] Result<void> expect_end() const;

  // Returns an error at the next word, or at the end.
  [[nodiscard]] tl::unexpected<Error> fail_here(std::string what, std::string advice = {}) const {
    return fail({{}, 0, at_ + 1}, std::move(what), std::move(advice));
  }
  // Returns an error at the last word taken.
  [[nodiscard]] tl::unexpected<Error> fail_at_last(std::string what,
                                                   std::string advice = {}) const {
    return fail({{}, 0, last_ + 1}, std::move(what), std::move(advice));
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  template <class T>
  Result<T> rest_as(Result<T> (*parse)(std::string_view, const Symbols&, Size),
                    const Session& session);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // the start of the last word
};

// ---- The grammar of a command's arguments
//
// Command::arguments, which help prints, is a grammar:
//
//     COUNT        a value. Its name says of what kind it is: the table is in grammar.cpp
//     next         a word, written as it is
//     COUNT|all    one of several, of which only the first may be a value
//     [COUNT]      may be absent
//     [top COUNT]  an option: begins with a word, and may be anywhere after the first argument
//     [--all]      an option that may be anywhere
//
// An expression, a place or a text takes all that follows but options.

// The arguments of a call, by the names in the grammar.
class Arguments {
 public:
  // Parses all of `Call::arguments`. An interval FROM TO does not end before it begins.
  [[nodiscard]] static Result<Arguments> parse(const Call& call);

  // Whether there is such a value or word.
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  // Returns a number or tick, the first or the one at `index` of that name; nothing if it is
  // absent.
  [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name,
                                                    std::size_t index = 0) const;
  // Returns a text without its quotes; empty if there is none.
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] bool is_quoted(std::string_view name) const;
  // There must be one.
  [[nodiscard]] const Expression& expression() const;
  [[nodiscard]] const Place& place() const;

  // Returns an error at the argument of that name, which there must be.
  [[nodiscard]] tl::unexpected<Error> fail_at(std::string_view name, std::string what,
                                              std::string advice = {}) const;
  // Returns an error about the text of that argument.
  [[nodiscard]] tl::unexpected<Error> fail_at(std::string_view name, Error error) const;

 private:
  class Reader;
  struct Argument {
    std::string name;
    std::size_t at = 0;  // in Call::arguments
    std::variant<std::monostate, std::uint64_t, ArgumentParser::Text, Expression, Place> value;
  };

  // Returns null if there is none.
  [[nodiscard]] const Argument* find(std::string_view name, std::size_t index = 0) const;

  std::vector<Argument> all_;
};

// Returns the words of a grammar that are typed as they are: `here`, `next`, `--depth`.
[[nodiscard]] std::vector<std::string_view> literal_words(std::string_view grammar);

// Returns the error of a text that began `offset` bytes into a larger one. An error without a
// column gets that of the first byte; an error in a file is unchanged.
[[nodiscard]] tl::unexpected<Error> with_column_offset(Error error, std::size_t offset);

// ---- For rows of the table of commands

inline constexpr bool reversible = true;
inline constexpr bool is_query = true;

// The function of a command whose arguments are parsed by its grammar.
template <Result<Response> (*function)(const Call&, const Arguments&)>
Result<Response> parsed(const Call& call) {
  const auto arguments = TRY(Arguments::parse(call));
  return function(call, arguments);
}

}  // namespace fungescope
