// What all requests have: an error, as its response reports it, and arguments, which come from an
// untrusted client.
//
//     const std::int64_t line = fields.number("line");
//     const bool deep = fields.bool_or("deep", false);
//     if (fields.failed()) return fields.error();
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

struct RequestError {
  // The `id` of the response's error.
  enum class Id : std::uint8_t {
    malformed = 1,  // not a message of the protocol
    unknown_request = 2,
    wrong_order = 3,       // before launch, or twice
    invalid_argument = 4,  // missing, of another type, or out of range
    not_stopped = 5,       // the program is running
    cancelled = 6,
    stale_reference = 7,  // from before the program resumed
    failed = 8,           // in the session: a bad expression, a missing file
  };
  Id id = Id::failed;
  std::string text;  // "what is wrong; what to do about it"
};

template <class T>
using RequestResult = Expected<T, RequestError>;

[[nodiscard]] inline tl::unexpected<RequestError> request_error(RequestError::Id id,
                                                                std::string text) {
  return tl::unexpected<RequestError>(RequestError{id, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<RequestError> request_error(const Error& error) {
  return request_error(RequestError::Id::failed, to_string(error));
}
// These format the text.
template <class... Arguments>
[[nodiscard]] tl::unexpected<RequestError> invalid_argument(fmt::format_string<Arguments...> text,
                                                            Arguments&&... arguments) {
  return request_error(RequestError::Id::invalid_argument,
                       fmt::format(text, std::forward<Arguments>(arguments)...));
}
template <class... Arguments>
[[nodiscard]] tl::unexpected<RequestError> refused(fmt::format_string<Arguments...> text,
                                                   Arguments&&... arguments) {
  return request_error(RequestError::Id::failed,
                       fmt::format(text, std::forward<Arguments>(arguments)...));
}
// Drops the error's location in a command that the server composed, since the client has not
// written it.
template <class T>
[[nodiscard]] RequestResult<T> without_location(Result<T> result) {
  if constexpr (std::is_void_v<T>) {
    if (result) return {};
  } else if (result) {
    return *std::move(result);
  }
  Error error = std::move(result).error();
  if (error.where.file.empty()) error.where = {};
  return request_error(error);
}
[[nodiscard]] inline tl::unexpected<RequestError> cancelled_error() {
  return request_error(RequestError::Id::cancelled, "the request was cancelled");
}
[[nodiscard]] inline tl::unexpected<RequestError> no_program_error() {
  return request_error(RequestError::Id::wrong_order, "there is no program; launch one");
}
[[nodiscard]] inline tl::unexpected<RequestError> running_error() {
  return request_error(RequestError::Id::not_stopped, "the program is running; pause it first");
}
[[nodiscard]] inline tl::unexpected<RequestError> stale_reference_error() {
  return request_error(
      RequestError::Id::stale_reference,
      "this reference is from before the program went on; ask for the scopes again");
}

// Reads the members of one object, as JsonReader does: every type is checked, the first error is
// kept, and a member that is null counts as missing.
class ArgumentReader {
 public:
  // `object` must outlive it. A value that is not an object has no members.
  explicit ArgumentReader(const Json& object)
      : reader_(object.is_object() ? object : JsonReader::empty_object(), "", problem_) {}
  // Reads the member `key` of `outer`, which keeps the errors and must outlive it.
  ArgumentReader(ArgumentReader& outer, const char* key)
      : problem_(outer.problem_), reader_(outer.object(key), "", problem_) {}
  ArgumentReader(const ArgumentReader&) = delete;
  ArgumentReader& operator=(const ArgumentReader&) = delete;

  [[nodiscard]] bool has(const char* key) const { return reader_.has(key); }
  [[nodiscard]] std::string text(const char* key) { return reader_.text(key); }
  [[nodiscard]] std::string text_or(const char* key, std::string fallback) {
    return has(key) ? text(key) : std::move(fallback);
  }
  [[nodiscard]] std::int64_t number(const char* key) { return reader_.signed_number(key); }
  [[nodiscard]] std::int64_t number_or(const char* key, std::int64_t fallback) {
    return has(key) ? number(key) : fallback;
  }
  // At least 0.
  [[nodiscard]] std::uint64_t count_or(const char* key, std::uint64_t fallback) {
    if (!has(key)) return fallback;
    const std::int64_t value = number(key);
    if (value < 0) reader_.complain(key, "is negative");
    return value < 0 ? 0 : static_cast<std::uint64_t>(value);
  }
  [[nodiscard]] bool bool_or(const char* key, bool fallback) {
    return has(key) ? reader_.boolean(key) : fallback;
  }
  // Empty if they are missing.
  [[nodiscard]] const Json& array(const char* key) {
    return has(key) ? reader_.array(key) : JsonReader::empty_array();
  }
  [[nodiscard]] const Json& object(const char* key) {
    return has(key) ? reader_.object(key).json() : JsonReader::empty_object();
  }

  [[nodiscard]] bool failed() const { return !problem_.empty(); }
  [[nodiscard]] tl::unexpected<RequestError> error() const {
    return request_error(RequestError::Id::invalid_argument, "the argument " + problem_);
  }

 private:
  std::string own_problem_;
  std::string& problem_ = own_problem_;
  JsonReader reader_;
};

}  // namespace fungescope::dap
