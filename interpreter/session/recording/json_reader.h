// Reading JSON of unknown origin: no exceptions, every type checked.
#pragma once

#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope {

// Any bytes as a JSON string: one code point, U+00 to U+FF, a byte.
[[nodiscard]] Json bytes_to_json(std::string_view bytes);

// Reads the members of one object. The first that is missing or wrong is remembered in
// `problem`; whatever is read then, or of an object that is none, is zero or empty.
class JsonReader {
 public:
  // Both outlive it. `path` names the object: "branches[2]"; empty for the outermost.
  JsonReader(const Json& object, std::string path, std::string& problem);

  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] std::uint64_t number(const char* key);
  [[nodiscard]] std::int64_t signed_number(const char* key);
  [[nodiscard]] bool boolean(const char* key);
  [[nodiscard]] std::string bytes(const char* key);
  [[nodiscard]] JsonReader object(const char* key);
  void each(const char* key, const std::function<void(JsonReader&)>& visit);
  [[nodiscard]] std::vector<std::int64_t> signed_numbers(const char* key);

  void complain(const char* key, std::string_view what);

 private:
  // Null if there is none, or if something was wrong before.
  [[nodiscard]] const Json* member(const char* key);

  const Json* object_;
  std::string path_;
  std::string& problem_;
};

}  // namespace fungescope
