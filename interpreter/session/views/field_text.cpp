#include "session/views/field_text.h"

#include "session/commands/run_report.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::string_view no_character = "\xc2\xb7";  // a dot in the middle of the line, as UTF-8

void append_cell(std::string& text, std::int64_t value) {
  if (value >= ' ' && value < 0x7f) {
    text += static_cast<char>(value);
  } else {
    text += no_character;
  }
}

// The `length` places around `at`, in 0 .. limit - 1.
std::int64_t centred(std::int64_t at, std::int64_t length, std::int64_t limit) {
  return std::clamp<std::int64_t>(at - length / 2, 0, limit - length);
}

}  // namespace

Rectangle surroundings(const Machine& machine, Size size) {
  const Size field = machine.field.size();
  const Size shown{std::min(size.width, field.width), std::min(size.height, field.height)};
  return {{centred(machine.ip.x, shown.width, field.width),
           centred(machine.ip.y, shown.height, field.height)},
          shown};
}

std::string field_text(const Machine& machine, const Rectangle& area) {
  const auto& [corner, size] = area;
  const std::size_t digits = fmt::formatted_size("{}", corner.y + size.height - 1);
  std::string text;
  for (std::int64_t y = corner.y; y < corner.y + size.height; ++y) {
    std::string row = fmt::format("  {:>{}} | ", y, digits);
    const std::size_t margin = row.size();
    for (std::int64_t x = corner.x; x < corner.x + size.width; ++x) {
      append_cell(row, machine.field.at(Point{x, y}));
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
    if (y == machine.ip.y && area.contains(machine.ip)) {
      const auto before = static_cast<std::size_t>(machine.ip.x - corner.x);
      text +=
          fmt::format("{}^ {}\n", std::string(margin + before, ' '), to_string(machine.direction));
    }
  }
  return text;
}

}  // namespace fungescope
