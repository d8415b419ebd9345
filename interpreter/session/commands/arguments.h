// Parses command arguments.
#pragma once

#include "base/result.h"
#include "session/expressions/expression.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
  Result<std::uint64_t> number_or(std::uint64_t fallback, std::string_view what);
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
  [[nodiscard]] tl::unexpected<Error> fail_here(std::string what, std::string advice = {}) const;
  // Returns an error at the last word taken.
  [[nodiscard]] tl::unexpected<Error> fail_at_last(std::string what, std::string advice = {}) const;

 private:
  void skip_blanks();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // the begin of the last word
};

// Returns the error of a text that began `offset` bytes into a larger one. An error without a
// column gets that of the first byte; an error in a file is unchanged.
[[nodiscard]] tl::unexpected<Error> with_column_offset(Error error, std::size_t offset);

}  // namespace fungescope
