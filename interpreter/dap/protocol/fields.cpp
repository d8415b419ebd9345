#include "dap/protocol/fields.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

const Json& no_members() {
  static const Json empty = Json::object();
  return empty;
}

const Json& no_elements() {
  static const Json empty = Json::array();
  return empty;
}

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return {};
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  constexpr double most = 9007199254740992.0;  // 2^53: from there on it has gaps
  if (!(std::abs(number) <= most) || std::trunc(number) != number) return {};
  return static_cast<std::int64_t>(number);
}

}  // namespace

Fields::Fields(const Json& object) : object_(object.is_object() ? &object : &no_members()) {}

const Json* Fields::find(const char* key) const {
  const auto found = object_->find(key);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

const Json* Fields::require(const char* key) {
  const Json* const value = find(key);
  if (value == nullptr) complain(key, "is missing");
  return value;
}

void Fields::complain(const char* key, std::string_view what) {
  if (problem_) return;
  problem_ = RequestError{RequestError::Id::invalid_argument,
                          fmt::format("the argument {} {}", key, what)};
}

std::string Fields::text(const char* key) {
  const Json* const value = require(key);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  complain(key, "is no text");
  return {};
}

std::string Fields::text_or(const char* key, std::string fallback) {
  return has(key) ? text(key) : std::move(fallback);
}

std::int64_t Fields::number(const char* key) {
  const Json* const value = require(key);
  if (value == nullptr) return 0;
  const auto number = whole_number(*value);
  if (!number) complain(key, "is no whole number of 64 bits");
  return number.value_or(0);
}

std::int64_t Fields::number_or(const char* key, std::int64_t fallback) {
  return has(key) ? number(key) : fallback;
}

std::uint64_t Fields::count_or(const char* key, std::uint64_t fallback) {
  if (!has(key)) return fallback;
  const std::int64_t value = number(key);
  if (value < 0) complain(key, "is negative");
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

bool Fields::bool_or(const char* key, bool fallback) {
  const Json* const value = find(key);
  if (value == nullptr) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  complain(key, "is neither true nor false");
  return fallback;
}

const Json& Fields::list(const char* key) {
  const Json* const value = find(key);
  if (value == nullptr) return no_elements();
  if (value->is_array()) return *value;
  complain(key, "is no list");
  return no_elements();
}

const Json& Fields::object(const char* key) {
  const Json* const value = find(key);
  if (value == nullptr) return no_members();
  if (value->is_object()) return *value;
  complain(key, "is no object");
  return no_members();
}

}  // namespace fungescope::dap
