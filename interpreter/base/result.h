// Represents errors as values.
//
// A function that can fail because of its input returns `Result<T>`. The error gives the location
// (file, line, column), the problem and the remedy, and `to_string` formats all messages alike:
//
//     fungescope: puzzle.txt:3:10: the row has 10 cells, not 9; remove one
//
// Broken invariants are not errors in this sense: they are assertions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace fungescope {

// A position in a text. Lines and columns count from 1, as in editors; column 0 is the whole line,
// and line 0 the whole file. Columns count bytes.
struct SourceLocation {
  std::string file;  // as the user wrote it; "<stdin>" for standard input; may be empty
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

struct Error {
  SourceLocation where;
  std::string what;    // lower case, no full stop: "the file is a directory"
  std::string advice;  // the remedy; may be empty

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

// Makes the error to return from a function: `return fail(where, "what", "advice");`
[[nodiscard]] inline tl::unexpected<Error> fail(SourceLocation where, std::string what,
                                                std::string advice = {}) {
  return tl::unexpected<Error>(Error{std::move(where), std::move(what), std::move(advice)});
}

// Returns "FILE:LINE:COLUMN", without the parts that are 0 or empty.
[[nodiscard]] std::string to_string(const SourceLocation& where);

// Returns "FILE:LINE:COLUMN: what; advice", without a program name or line end.
[[nodiscard]] std::string to_string(const Error& error);

}  // namespace fungescope
