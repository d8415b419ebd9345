#include "session/views/views.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/value_format.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

// Returns null for a snapshot of a field of another size, which cannot be compared.
const Snapshot* comparable(const Snapshot* earlier, const Playfield& field) {
  return earlier != nullptr && earlier->field_size() == field.size() ? earlier : nullptr;
}

CellView view_cell(const Playfield& field, Point at, const Snapshot* earlier) {
  const std::int64_t value = field.at(at);
  return {value, earlier == nullptr ? value : earlier->cell(at), {}};
}

// Formats a value within a sentence: characters are quoted, so that a blank is visible.
std::string quoted(std::int64_t value, const Encoding& encoding) {
  return encoding.kind == Encoding::Kind::ascii ? format_value(value, WatchType::character)
                                                : format_cell(value, encoding);
}

std::string changes(const RegionView& view) {
  constexpr std::size_t shown = 6;
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    const CellView& cell = view.cells[i];
    if (!cell.changed() || ++count > shown) continue;
    text +=
        fmt::format("{}{} {} -> {}", count == 1 ? "" : ", ", to_string(view.area.size.point_at(i)),
                    quoted(cell.before, view.encoding), quoted(cell.value, view.encoding));
  }
  if (count > shown) text += fmt::format(" and {} more", count - shown);
  return count == 0 ? "" : "  changed: " + text + '\n';
}

// Formats the column numbers above cells of one character: tens, if there are any, and ones.
std::string ruler(std::int64_t width, std::size_t margin) {
  std::string tens(margin, ' ');
  std::string ones(margin, ' ');
  for (std::int64_t x = 0; x < width; ++x) {
    tens += x % 10 == 0 && x > 0 ? static_cast<char>('0' + x / 10 % 10) : ' ';
    ones += static_cast<char>('0' + x % 10);
  }
  tens.erase(tens.find_last_not_of(' ') + 1);
  return (tens.empty() ? tens : tens + '\n') + ones + '\n';
}

std::string characters(const RegionView& view) {
  const auto& [width, height] = view.area.size;
  const std::size_t digits = fmt::formatted_size("{}", height - 1);
  std::string text = ruler(width, digits + 4);
  for (std::int64_t y = 0; y < height; ++y) {
    text += fmt::format("  {:>{}}  ", y, digits);
    for (std::int64_t x = 0; x < width; ++x) text += view.at({x, y}).text;
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string numbers(const RegionView& view) {
  const auto& [width, height] = view.area.size;
  // If any cell has changed, each column has room for the mark.
  const bool marks = std::any_of(view.cells.begin(), view.cells.end(),
                                 [](const CellView& cell) { return cell.changed(); });
  const std::string blank = marks ? " " : "";
  TextTable table(std::vector<Align>(static_cast<std::size_t>(width) + 1, Align::right));
  std::vector<std::string> row{""};
  for (std::int64_t x = 0; x < width; ++x) row.push_back(fmt::format("{}", x) + blank);
  table.add_row(std::move(row));
  for (std::int64_t y = 0; y < height; ++y) {
    row = {fmt::format("{}", y)};
    for (std::int64_t x = 0; x < width; ++x) {
      const CellView& cell = view.at({x, y});
      row.push_back(cell.text + (cell.changed() ? "*" : blank));
    }
    table.add_row(std::move(row));
  }
  return table.to_string();
}

}  // namespace

bool is_unset(const Playfield& field, Point at) {
  return !field.changed(field.index_of(at));
}

RegionView view_region(const Region& region, const Playfield& field, const Snapshot* earlier) {
  RegionView view{region.name, region.area, region.encoding, {}};
  if (!fits_into(region.area, field.size())) {
    view.area.size = {0, 0};
    return view;
  }
  earlier = comparable(earlier, field);
  const auto& [corner, size] = region.area;
  view.cells.reserve(static_cast<std::size_t>(size.area()));
  for (std::int64_t y = corner.y; y < corner.y + size.height; ++y) {
    for (std::int64_t x = corner.x; x < corner.x + size.width; ++x) {
      view.cells.push_back(view_cell(field, {x, y}, earlier));
      view.cells.back().text = format_cell(view.cells.back().value, region.encoding);
    }
  }
  return view;
}

std::vector<VariableView> view_variables(const Symbols& symbols, const Playfield& field,
                                         const Snapshot* earlier) {
  earlier = comparable(earlier, field);
  std::vector<VariableView> views;
  std::vector<std::string> scopes;
  for (const Watch& variable : symbols.variables()) {
    if (!field.contains(variable.at)) continue;
    VariableView view{variable.full_name(), fmt::format("{}", fmt::join(variable.scope, "::")),
                      variable.at, variable.type, view_cell(field, variable.at, earlier)};
    view.set = !is_unset(field, variable.at);
    view.cell.text = view.set ? format_value(view.cell.value, view.type) : std::string(unset_text);
    if (std::find(scopes.begin(), scopes.end(), view.scope) == scopes.end()) {
      scopes.push_back(view.scope);
    }
    views.push_back(std::move(view));
  }
  const auto rank = [&scopes](const VariableView& view) {
    return std::find(scopes.begin(), scopes.end(), view.scope) - scopes.begin();
  };
  std::stable_sort(views.begin(), views.end(),
                   [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return views;
}

std::string to_text(const RegionView& view) {
  const auto& [corner, size] = view.area;
  std::string text = fmt::format("{}, {}x{} at {}, {}\n", escape_controls(view.name), size.width,
                                 size.height, to_string(corner), to_string(view.encoding));
  if (view.cells.empty()) return text;
  text += is_blank_separated(view.encoding) ? numbers(view) : characters(view);
  return text + changes(view);
}

Rectangle surroundings(const Machine& machine, Size size) {
  const Size field = machine.field.size();
  const Size shown{std::min(size.width, field.width), std::min(size.height, field.height)};
  const auto begin = [](std::int64_t at, std::int64_t length, std::int64_t limit) {
    return std::clamp<std::int64_t>(at - length / 2, 0, limit - length);
  };
  return {{begin(machine.ip.x, shown.width, field.width),
           begin(machine.ip.y, shown.height, field.height)},
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
      const std::int64_t value = machine.field.at(Point{x, y});
      row += is_printable_ascii(value) ? std::string(1, static_cast<char>(value)) : "\xc2\xb7";
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
