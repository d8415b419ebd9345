// Reads untrusted JSON: without exceptions, checking every type.
#pragma once

#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope {

// Encodes any bytes as a JSON string: each byte as the code point U+00 to U+FF.
[[nodiscard]] Json bytes_to_json(std::string_view bytes);

// Reads the members of one object. Stores the first error, a missing or wrong member, in `problem`.
// From then on, and if the object is not one, every member is zero or empty.
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

  void report(const char* key, std::string_view what);

 private:
  // Returns null if the member is missing or after an error.
  [[nodiscard]] const Json* member(const char* key);

  const Json* object_;
  std::string path_;
  std::string& problem_;
};

}  // namespace fungescope
