// Reads the arguments of a request, which come from an untrusted client.
//
//     ArgumentReader fields(arguments);
//     const std::int64_t line = fields.number("line");
//     const bool deep = fields.bool_or("deep", false);
//     if (fields.failed()) return fields.error();
#pragma once

#include "base/json.h"
#include "dap/protocol/request_error.h"

#include <cstdint>
#include <string>

namespace fungescope::dap {

// Reads the members of one object, as JsonReader does: every type is checked, the first error is
// kept, and a member that is null counts as missing.
class ArgumentReader {
 public:
  // `object` must outlive it. A value that is not an object has no members.
  explicit ArgumentReader(const Json& object);
  ArgumentReader(const ArgumentReader&) = delete;
  ArgumentReader& operator=(const ArgumentReader&) = delete;

  [[nodiscard]] bool has(const char* key) const { return reader_.has(key); }
  [[nodiscard]] std::string text(const char* key) { return reader_.text(key); }
  [[nodiscard]] std::string text_or(const char* key, std::string fallback);
  [[nodiscard]] std::int64_t number(const char* key) { return reader_.signed_number(key); }
  [[nodiscard]] std::int64_t number_or(const char* key, std::int64_t fallback);
  // At least 0.
  [[nodiscard]] std::uint64_t count_or(const char* key, std::uint64_t fallback);
  [[nodiscard]] bool bool_or(const char* key, bool fallback);
  // Empty if they are missing.
  [[nodiscard]] const Json& array(const char* key);
  [[nodiscard]] const Json& object(const char* key);

  [[nodiscard]] bool failed() const { return !problem_.empty(); }
  [[nodiscard]] tl::unexpected<RequestError> error() const;

 private:
  std::string problem_;
  JsonReader reader_;
};

}  // namespace fungescope::dap
