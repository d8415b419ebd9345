#include "session/views/field_text.h"

#include "base/escape.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view placeholder = "\xc2\xb7";  // a middle dot, as UTF-8

void append_cell(std::string& text, std::int64_t value) {
  if (is_printable_ascii(value)) {
    text += static_cast<char>(value);
  } else {
    text += placeholder;
  }
}

// Returns the begin of `length` cells around `at`, within 0 .. limit - 1.
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

std::string column_ruler(std::int64_t begin, std::int64_t width, std::string_view margin) {
  std::string tens;
  std::string units;
  const std::int64_t end = begin + width;
  for (std::int64_t x = begin; x < end; ++x) {
    units += static_cast<char>('0' + x % 10);
    const std::int64_t next = x - x % 10 + 10;
    const std::string label = fmt::format("{}", x / 10);
    // The first column has its label if there is a blank between it and the next.
    const bool room = next >= end || x + static_cast<std::int64_t>(label.size()) < next;
    if (x % 10 != 0 && (x != begin || !room)) continue;
    tens.resize(static_cast<std::size_t>(x - begin), ' ');
    tens += label;
  }
  std::string text;
  if (end > 10) text += fmt::format("{}{}\n", margin, tens);
  return text + fmt::format("{}{}\n", margin, units);
}

std::string field_text(const Machine& machine, const Rectangle& area) {
  const auto& [corner, size] = area;
  const std::size_t digits = fmt::formatted_size("{}", corner.y + size.height - 1);
  std::string text = column_ruler(corner.x, size.width, std::string(digits + 5, ' '));
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
