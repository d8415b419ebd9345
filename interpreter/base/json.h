// JSON: all that leaves the program, for files, terminals and clients, is made into text here; and
// what comes from untrusted sources is read without exceptions, with every type checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope {

// Members keep the order in which they were added.
using Json = nlohmann::ordered_json;

// Returns JSON as text, without a line end. `indent` is the number of blanks a level; -1: a single
// line. Bytes that are not UTF-8 become U+FFFD, and control characters are escaped (escape_json).
[[nodiscard]] std::string json_text(const Json& json, int indent = -1);

// Returns an array of what `convert` returns for each item.
template <class Items, class Convert>
[[nodiscard]] Json json_array(const Items& items, Convert convert) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

// Whether arrays and objects are nested more than `max_depth` deep. Parsing such a text would take
// many times its size, and copying the result would overflow the stack. Cost: a pass over the text.
[[nodiscard]] bool is_nested_deeper(std::string_view json, int max_depth);

// Encodes any bytes as a JSON string: one code point, U+00 to U+FF, for each byte.
[[nodiscard]] Json bytes_to_json(std::string_view bytes);

// Reads the members of one object: throws nothing, and checks every type. The first error (a member
// that is missing or has the wrong type, or a value that is not an object) is kept in `problem`;
// after it, and for wrong members, the functions return zero or empty. A member that is null counts
// as missing.
class JsonReader {
 public:
  // `object` and `problem` must outlive it. `path` names the object in errors: "branches[2]"; empty
  // for the outermost.
  JsonReader(const Json& object, std::string path, std::string& problem);

  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] std::uint64_t number(const char* key);
  // Accepts a fraction that is a whole number.
  [[nodiscard]] std::int64_t signed_number(const char* key);
  [[nodiscard]] bool boolean(const char* key);
  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] std::string bytes(const char* key);
  [[nodiscard]] JsonReader object(const char* key);
  [[nodiscard]] const Json& array(const char* key);
  void each(const char* key, const std::function<void(JsonReader&)>& visit);
  [[nodiscard]] std::vector<std::int64_t> signed_numbers(const char* key);
  [[nodiscard]] static const Json& empty_array();
  [[nodiscard]] static const Json& empty_object();
  // Returns the object itself; empty if it is not one.
  [[nodiscard]] const Json& json() const { return *object_; }

  // Records an error about a member unless there is one already.
  void complain(const char* key, std::string_view what);

 private:
  // Returns null, and records the error, if the member is missing; null after an earlier error.
  [[nodiscard]] const Json* member(const char* key);

  const Json* object_;
  std::string path_;
  std::string& problem_;
};

// Writes the members of an object, or reads them: one description of a type serves both.
//
//     void bookmark_fields(JsonFields& fields, Bookmark& bookmark) {
//       fields.member("name", bookmark.name);
//       fields.optional("branch", bookmark.branch);  // missing in old files
//     }
//     ...
//     fields.each("bookmarks", image.bookmarks, bookmark_fields);
//
// Strings are bytes (bytes_to_json). Problems of reading are the JsonReader's.
class JsonFields {
 public:
  explicit JsonFields(Json& written) : written_(&written) {}
  explicit JsonFields(JsonReader& reader) : reader_(&reader) {}

  [[nodiscard]] bool reading() const { return reader_ != nullptr; }
  // Whether a member can be read; always when writing.
  [[nodiscard]] bool has(const char* key) const { return !reading() || reader_->has(key); }

  void member(const char* key, std::string& bytes);
  void member(const char* key, bool& flag) { exchange(key, flag, &JsonReader::boolean); }
  void member(const char* key, std::uint64_t& number) {
    exchange(key, number, &JsonReader::number);
  }
  void member(const char* key, std::uint32_t& number);
  void member(const char* key, std::int64_t& number) {
    exchange(key, number, &JsonReader::signed_number);
  }
  void member(const char* key, std::vector<std::int64_t>& numbers) {
    exchange(key, numbers, &JsonReader::signed_numbers);
  }

  // A value that is a string in the file. `parse` returns nothing for a wrong one, of which the
  // problem says `wrong`.
  template <class T, class Print, class Parse>
  void text(const char* key, T& value, Print print, Parse parse, std::string_view wrong) {
    std::string text = reading() ? std::string() : std::string(print(value));
    member(key, text);
    if (!reading()) return;
    std::optional<T> parsed = parse(text);
    if (!parsed) return complain(key, wrong);
    value = std::move(*parsed);
  }
  // `describe` gets the fields of the nested object.
  template <class Describe>
  void object(const char* key, Describe describe) {
    if (reading()) {
      JsonReader reader = reader_->object(key);
      JsonFields fields(reader);
      return describe(fields);
    }
    Json json = Json::object();
    JsonFields fields(json);
    describe(fields);
    (*written_)[key] = std::move(json);
  }
  // An array of objects; `describe` gets the fields of each and the item.
  template <class T, class Describe>
  void each(const char* key, std::vector<T>& items, Describe describe) {
    if (reading()) {
      return reader_->each(key, [&](JsonReader& reader) {
        JsonFields fields(reader);
        describe(fields, items.emplace_back());
      });
    }
    Json array = Json::array();
    for (T& item : items) {
      JsonFields fields(array.emplace_back(Json::object()));
      describe(fields, item);
    }
    (*written_)[key] = std::move(array);
  }
  // As `member` and `each`, but keep the value if the member is missing.
  template <class T>
  void optional(const char* key, T& value) {
    if (has(key)) member(key, value);
  }
  template <class T, class Describe>
  void optional(const char* key, std::vector<T>& items, Describe describe) {
    if (has(key)) each(key, items, describe);
  }

  void complain(const char* key, std::string_view what) {
    if (reading()) reader_->complain(key, what);
  }

 private:
  template <class T>
  void exchange(const char* key, T& value, T (JsonReader::*read)(const char*)) {
    if (reading()) {
      value = (reader_->*read)(key);
    } else {
      (*written_)[key] = value;
    }
  }

  Json* written_ = nullptr;
  JsonReader* reader_ = nullptr;
};

}  // namespace fungescope
