#include "session/recording/json_reader.h"

#include "base/utf8.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Decodes code points up to U+FF to bytes; nothing if there is another one. `text` is valid UTF-8:
// the JSON parser has checked it.
std::optional<std::string> bytes_of(const std::string& text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      bytes += text[i];
      continue;
    }
    // U+80 to U+FF have two bytes, 110000ab 10cdefgh.
    if ((first & 0xfcU) != 0xc0U || i + 1 == text.size()) return std::nullopt;
    const auto second = static_cast<unsigned char>(text[++i]);
    bytes += static_cast<char>((first & 3U) << 6U | (second & 0x3fU));
  }
  return bytes;
}

const Json& empty_object() {
  static const Json empty = Json::object();
  return empty;
}

}  // namespace

Json bytes_to_json(std::string_view bytes) {
  return latin1_to_utf8(bytes);
}

JsonReader::JsonReader(const Json& object, std::string path, std::string& problem)
    : object_(&object), path_(std::move(path)), problem_(problem) {
  if (object.is_object()) return;
  if (problem_.empty()) {
    problem_ = path_.empty() ? "it is no JSON object" : fmt::format("{} is no object", path_);
  }
  object_ = &empty_object();
}

void JsonReader::report(const char* key, std::string_view what) {
  if (!problem_.empty()) return;
  problem_ = fmt::format("{}{}{} {}", path_, path_.empty() ? "" : ".", key, what);
}

bool JsonReader::has(const char* key) const {
  return object_->contains(key);
}

const Json* JsonReader::member(const char* key) {
  if (!problem_.empty()) return nullptr;
  const auto found = object_->find(key);
  if (found != object_->end()) return &*found;
  report(key, "is missing");
  return nullptr;
}

std::uint64_t JsonReader::number(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return 0;
  if (json->is_number_unsigned()) return json->get<std::uint64_t>();
  report(key, "is no number from 0 to 2^64 - 1");
  return 0;
}

std::int64_t JsonReader::signed_number(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return 0;
  const bool fits = json->is_number_integer() &&
                    (!json->is_number_unsigned() || json->get<std::uint64_t>() >> 63U == 0);
  if (fits) return json->get<std::int64_t>();
  report(key, "is no whole number of 64 bits");
  return 0;
}

bool JsonReader::boolean(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return false;
  if (json->is_boolean()) return json->get<bool>();
  report(key, "is neither true nor false");
  return false;
}

std::string JsonReader::bytes(const char* key) {
  const Json* const json = member(key);
  if (json == nullptr) return {};
  if (json->is_string()) {
    if (auto bytes = bytes_of(json->get_ref<const std::string&>())) return std::move(*bytes);
  }
  report(key, "is no string of characters U+00 to U+FF");
  return {};
}

JsonReader JsonReader::object(const char* key) {
  const Json* const json = member(key);
  return {json == nullptr ? empty_object() : *json, key, problem_};
}

void JsonReader::each(const char* key, const std::function<void(JsonReader&)>& visit) {
  const Json* const json = member(key);
  if (json == nullptr) return;
  if (!json->is_array()) return report(key, "is no array");
  for (std::size_t i = 0; i < json->size() && problem_.empty(); ++i) {
    JsonReader item((*json)[i], fmt::format("{}{}{}[{}]", path_, path_.empty() ? "" : ".", key, i),
                    problem_);
    visit(item);
  }
}

std::vector<std::int64_t> JsonReader::signed_numbers(const char* key) {
  std::vector<std::int64_t> numbers;
  const Json* const json = member(key);
  if (json == nullptr) return numbers;
  if (!json->is_array()) {
    report(key, "is no array");
    return numbers;
  }
  for (const Json& item : *json) {
    if (!item.is_number_integer()) {
      report(key, "has something in it that is no number");
      return {};
    }
    // Above 2^63 it would wrap around, as values of the machine do.
    numbers.push_back(item.get<std::int64_t>());
  }
  return numbers;
}

}  // namespace fungescope
