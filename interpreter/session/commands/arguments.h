// Reading what stands behind a command's name.
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

// "1000000", "1_000_000" or "1,000,000" as they are printed, "500k", "20M", "3G"; nothing
// else, and nothing above 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

// A reading position in the arguments of a command. Errors have the column, from 1.
class ArgumentParser {
 public:
  explicit ArgumentParser(std::string_view text);

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  // All that is left, without blanks at its ends.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  // How many bytes were taken: to add to the columns of what is read from `rest`.
  [[nodiscard]] std::size_t position() const { return at_; }

  // Up to the next blank; empty at the end.
  std::string_view take_word();
  // Takes the next word if it is this one, in any case.
  bool take_word(std::string_view word);
  void take_rest() { at_ = text_.size(); }

  // `what` names it in the error: "a count".
  Result<std::uint64_t> number(std::string_view what);
  Result<std::uint64_t> number_or(std::uint64_t fallback, std::string_view what);
  // `start`, `end` (of what is recorded), `now`, a number, or relative `+N` and `-N`.
  Result<Tick> tick(const Session& session);
  // Two whole numbers: `X,Y`, inside the field.
  Result<Point> point(Size field);
  // The rest, as an expression, or as a place.
  Result<Expression> expression(const Session& session);
  Result<Place> place(const Session& session);
  // The rest: `"..."` with escapes, which gives exactly its bytes, or any text as it is.
  struct Text {
    std::string bytes;
    bool quoted = false;
  };
  Result<Text> text();

  // Fails unless all was taken.
  [[nodiscard]] Result<void> expect_end() const;

  // At the next word, or the end.
  [[nodiscard]] tl::unexpected<Error> fail_here(std::string what, std::string advice = {}) const;
  // At the word that was taken last.
  [[nodiscard]] tl::unexpected<Error> fail_at_last(std::string what, std::string advice = {}) const;

 private:
  void skip_blanks();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // where the last word began
};

// The error of something that began `offset` bytes into a text. One without a column gets
// that of its first byte; one that is about a file stays as it is.
[[nodiscard]] tl::unexpected<Error> with_column_offset(Error error, std::size_t offset);

}  // namespace fungescope
