// Represents errors as values.
//
// A function that can fail because of its input returns `Result<T>`. The error gives the location
// (file, line, column), the problem and the remedy, and `to_string` formats all messages alike:
//
//     fungescope: puzzle.txt:3:10: the row has 10 cells, not 9; remove one
//
// Broken invariants are not errors in this sense: they are assertions. Among them are the error of
// a result that has a value, and the value of one that has an error: reading one of these ends the
// program, in every build.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
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

// Prints a message and aborts.
[[noreturn]] void abort_absent(const char* what);

// A tl::expected that checks all accesses.
template <class T, class E>
class Expected : public tl::expected<T, E> {
  using Base = tl::expected<T, E>;

 public:
  using Base::Base;

  decltype(auto) operator*() & { return check_value(), Base::operator*(); }
  decltype(auto) operator*() const& { return check_value(), Base::operator*(); }
  decltype(auto) operator*() && { return check_value(), std::move(*this).Base::operator*(); }
  auto operator->() { return check_value(), Base::operator->(); }
  auto operator->() const { return check_value(), Base::operator->(); }

  E& error() & { return check_error(), Base::error(); }
  [[nodiscard]] const E& error() const& { return check_error(), Base::error(); }
  E&& error() && { return check_error(), std::move(*this).Base::error(); }

  friend bool operator==(const Expected& a, const Expected& b) {
    return static_cast<const Base&>(a) == static_cast<const Base&>(b);
  }

 private:
  void check_value() const {
    if (!Base::has_value()) abort_absent("the value of an error");
  }
  void check_error() const {
    if (Base::has_value()) abort_absent("the error of a value");
  }
};

template <class T>
using Result = Expected<T, Error>;

// Makes the error to return from a function: `return fail(where, "what", "advice");`
[[nodiscard]] inline tl::unexpected<Error> fail(SourceLocation where, std::string what,
                                                std::string advice = {}) {
  return tl::unexpected<Error>(Error{std::move(where), std::move(what), std::move(advice)});
}

// Moves the value out; nothing for a result without one.
template <class T, class E>
T moved_value(Expected<T, E>&& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// The value of a result; if it is an error, the enclosing function returns that instead:
//
//     const auto bytes = TRY(read_file(path));
//     TRY(check(bytes));
//
// A whole statement, or all that is right of its `=`: temporaries beside it might not be destroyed.
#define TRY(...)                                                 \
  __extension__({                                                \
    auto tried = (__VA_ARGS__);                                  \
    if (!tried) return tl::unexpected(std::move(tried).error()); \
    ::fungescope::moved_value(std::move(tried));                 \
  })

// Returns "FILE:LINE:COLUMN", without the parts that are 0 or empty.
[[nodiscard]] std::string to_string(const SourceLocation& where);

// Returns "FILE:LINE:COLUMN: what; advice", without a program name or line end.
[[nodiscard]] std::string to_string(const Error& error);

}  // namespace fungescope
