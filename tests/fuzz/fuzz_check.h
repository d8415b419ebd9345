// What fuzz targets share: an assertion that, unlike assert, is active in every build, and choices
// made by the bytes of an input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#define FUZZ_CHECK(condition)                                                        \
  do {                                                                               \
    if (!(condition)) {                                                              \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                  \
    }                                                                                \
  } while (false)

namespace fungescope {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  std::size_t below(std::size_t bound) {
    return at_end() ? 0 : static_cast<unsigned char>(take(1)[0]) % bound;
  }
  std::string take(std::size_t most) {
    const std::string_view taken = rest_.substr(0, most);
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }
  std::string rest_of_line() { return take(std::min(rest_.find('\n'), rest_.size())); }
  template <class List>
  std::string one_of(const List& words) {
    return std::string(words[below(words.size())]);
  }

 private:
  std::string_view rest_;
};

}  // namespace fungescope
