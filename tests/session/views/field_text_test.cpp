// The column ruler above parts of the field.
#include "session/debugged.h"
#include "session/views/views.h"

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

TEST_CASE("the number above a cell is its column, wherever the part begins") {
  for (std::int64_t begin = 0; begin < 240; begin += 7) {
    for (const std::int64_t width : {1, 2, 9, 10, 11, 35, 130}) {
      CAPTURE(begin);
      CAPTURE(width);
      const std::vector<std::string> lines = lines_of(column_ruler(begin, width, "    "));
      REQUIRE(lines.size() == (begin + width > 10 ? 2 : 1));
      REQUIRE(lines.back().size() == static_cast<std::size_t>(width) + 4);
      bool any_tens = lines.size() == 1;
      for (std::int64_t x = begin; x < begin + width; ++x) {
        const auto at = static_cast<std::size_t>(x - begin) + 4;
        REQUIRE(lines.back()[at] == static_cast<char>('0' + x % 10));
        const bool labelled = lines.size() == 2 && at < lines[0].size() && lines[0][at] != ' ' &&
                              lines[0][at - 1] == ' ';
        if (!labelled) continue;
        any_tens = true;
        REQUIRE(std::stoll(lines[0].substr(at)) == x / 10);
      }
      CHECK(any_tens);
    }
  }
}
