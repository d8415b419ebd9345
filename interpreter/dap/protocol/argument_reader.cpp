#include "dap/protocol/argument_reader.h"

#include <utility>

namespace fungescope::dap {
namespace {

const Json& missing_object() {
  static const Json empty = Json::object();
  return empty;
}

const Json& missing_array() {
  static const Json empty = Json::array();
  return empty;
}

}  // namespace

ArgumentReader::ArgumentReader(const Json& object)
    : reader_(object.is_object() ? object : missing_object(), "", problem_) {}

std::string ArgumentReader::text_or(const char* key, std::string fallback) {
  return has(key) ? text(key) : std::move(fallback);
}

std::int64_t ArgumentReader::number_or(const char* key, std::int64_t fallback) {
  return has(key) ? number(key) : fallback;
}

std::uint64_t ArgumentReader::count_or(const char* key, std::uint64_t fallback) {
  if (!has(key)) return fallback;
  const std::int64_t value = number(key);
  if (value < 0) reader_.complain(key, "is negative");
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

bool ArgumentReader::bool_or(const char* key, bool fallback) {
  return has(key) ? reader_.boolean(key) : fallback;
}

const Json& ArgumentReader::array(const char* key) {
  return has(key) ? reader_.array(key) : missing_array();
}

const Json& ArgumentReader::object(const char* key) {
  return has(key) ? reader_.object(key).json() : missing_object();
}

tl::unexpected<RequestError> ArgumentReader::error() const {
  return request_error(RequestError::Id::invalid_argument, "the argument " + problem_);
}

}  // namespace fungescope::dap
