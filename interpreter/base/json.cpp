#include "base/json.h"

#include "base/escape.h"

#include <cmath>

#include <fmt/format.h>

namespace fungescope {

std::string json_text(const Json& json, int indent) {
  return escape_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

namespace {

// Converts code points up to U+FF to bytes; nothing if there is a larger one. `text` is valid
// UTF-8, as the JSON parser has checked.
std::optional<std::string> bytes_of(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  while (!text.empty()) {
    const char32_t code_point = first_code_point(text);
    if (code_point > 0xff) return std::nullopt;
    bytes += static_cast<char>(code_point);
    text.remove_prefix(code_point < 0x80 ? 1 : 2);
  }
  return bytes;
}

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_integer()) {
    const bool fits = !value.is_number_unsigned() || value.get<std::uint64_t>() >> 63U == 0;
    return fits ? std::optional(value.get<std::int64_t>()) : std::nullopt;
  }
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  constexpr double exact_limit = 9007199254740992.0;  // 2^53: integers above have gaps
  if (!(std::abs(number) <= exact_limit) || std::trunc(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace

bool is_nested_deeper(std::string_view json, int max_depth) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_text = !in_text;
    } else if (!in_text && (c == '[' || c == '{')) {
      if (++depth > max_depth) return true;
    } else if (!in_text && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

Json bytes_to_json(std::string_view bytes) {
  return latin1_to_utf8(bytes);
}

const Json& JsonReader::empty_array() {
  static const Json empty = Json::array();
  return empty;
}

const Json& JsonReader::empty_object() {
  static const Json empty = Json::object();
  return empty;
}

JsonReader::JsonReader(const Json& object, std::string path, std::string& problem)
    : object_(&object), path_(std::move(path)), problem_(problem) {
  if (object.is_object()) return;
  if (problem_.empty()) {
    problem_ =
        path_.empty() ? "it is not a JSON object" : fmt::format("{} is not an object", path_);
  }
  object_ = &empty_object();
}

void JsonReader::complain(const char* key, std::string_view what) {
  if (!problem_.empty()) return;
  problem_ = fmt::format("{}{}{} {}", path_, path_.empty() ? "" : ".", key, what);
}

bool JsonReader::has(const char* key) const {
  const auto found = object_->find(key);
  return found != object_->end() && !found->is_null();
}

const Json* JsonReader::member(const char* key) {
  if (!problem_.empty()) return nullptr;
  if (has(key)) return &*object_->find(key);
  complain(key, "is missing");
  return nullptr;
}

std::uint64_t JsonReader::number(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return 0;
  if (json->is_number_unsigned()) return json->get<std::uint64_t>();
  complain(key, "is not a number from 0 to 2^64 - 1");
  return 0;
}

std::int64_t JsonReader::signed_number(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return 0;
  if (const auto number = whole_number(*json)) return *number;
  complain(key, "is not a whole number of 64 bits");
  return 0;
}

bool JsonReader::boolean(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return false;
  if (json->is_boolean()) return json->get<bool>();
  complain(key, "is neither true nor false");
  return false;
}

std::string JsonReader::text(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return {};
  if (json->is_string()) return json->get<std::string>();
  complain(key, "is not text");
  return {};
}

std::string JsonReader::bytes(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return {};
  if (json->is_string()) {
    if (auto bytes = bytes_of(json->get_ref<const std::string&>())) return std::move(*bytes);
  }
  complain(key, "is not a string of characters U+00 to U+FF");
  return {};
}

JsonReader JsonReader::object(const char* key) {
  const Json* const json = member(key);
  return {json == nullptr ? empty_object() : *json, key, problem_};
}

const Json& JsonReader::array(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return empty_array();
  if (json->is_array()) return *json;
  complain(key, "is not an array");
  return empty_array();
}

void JsonReader::each(const char* key, const std::function<void(JsonReader&)>& visit) {
  const Json& items = array(key);
  for (std::size_t i = 0; i < items.size() && problem_.empty(); ++i) {
    JsonReader item(items[i], fmt::format("{}{}{}[{}]", path_, path_.empty() ? "" : ".", key, i),
                    problem_);
    visit(item);
  }
}

std::vector<std::int64_t> JsonReader::signed_numbers(const char* key) {
  std::vector<std::int64_t> numbers;
  for (const Json& item : array(key)) {
    if (!item.is_number_integer()) {
      complain(key, "has an element that is not a number");
      return {};
    }
    // Values from 2^63 wrap around, as the machine's values do.
    numbers.push_back(item.get<std::int64_t>());
  }
  return numbers;
}

void JsonFields::member(const char* key, std::string& bytes) {
  if (reading()) {
    bytes = reader_->bytes(key);
  } else {
    (*written_)[key] = bytes_to_json(bytes);
  }
}

void JsonFields::member(const char* key, std::uint32_t& number) {
  std::uint64_t wide = number;
  member(key, wide);
  number = static_cast<std::uint32_t>(wide);
  if (number != wide) complain(key, "is too large");
}

}  // namespace fungescope
