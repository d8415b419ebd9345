// The arguments of a request, of unknown origin: every type is checked.
//
//     Fields fields(arguments);
//     const std::int64_t line = fields.number("line");
//     const bool deep = fields.bool_or("deep", false);
//     if (fields.wrong()) return fields.failure();
#pragma once

#include "dap/protocol/request_error.h"
#include "session/commands/command.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::dap {

// Reads the members of one object. The first that is missing or wrong is remembered; what is
// read then is zero or empty. A member that is null is not there.
class Fields {
 public:
  // `object` outlives it. One that is none has no members.
  explicit Fields(const Json& object);

  [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] std::string text_or(const char* key, std::string fallback);
  // A fraction that is a whole number is one; what does not fit 64 bits is wrong.
  [[nodiscard]] std::int64_t number(const char* key);
  [[nodiscard]] std::int64_t number_or(const char* key, std::int64_t fallback);
  // At least 0.
  [[nodiscard]] std::uint64_t count_or(const char* key, std::uint64_t fallback);
  [[nodiscard]] bool bool_or(const char* key, bool fallback);
  // Of arrays and objects; empty ones if they are not there.
  [[nodiscard]] const Json& list(const char* key);
  [[nodiscard]] const Json& object(const char* key);

  [[nodiscard]] bool wrong() const { return problem_.has_value(); }
  [[nodiscard]] tl::unexpected<RequestError> failure() const { return tl::unexpected(*problem_); }

 private:
  [[nodiscard]] const Json* find(const char* key) const;
  // Null, and remembered, if it is not there.
  [[nodiscard]] const Json* require(const char* key);
  void complain(const char* key, std::string_view what);

  const Json* object_;
  std::optional<RequestError> problem_;
};

}  // namespace fungescope::dap
