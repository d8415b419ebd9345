// Tables of keys. A panel finds what a pressed key does in its table, and the sheet of all keys
// lists the same table, so that both agree.
//
//     constexpr std::array keys{KeyRow{Command::fit, Key::f, {}, "show the whole field"}, ...};
//     for_each_pressed(keys, input, [&](const auto& row) { ... row.command ... });
//     return {key_group("playfield", keys)};
#pragma once

#include "debugger_ui/platform/input.h"
#include "lang/geometry.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::ui {

template <class Command>
struct KeyRow {
  Command command;
  Key key = Key::none;
  Mods mods{};
  std::string_view label{};      // empty: a further key of the row before
  std::array<Key, 3> further{};  // that do the same with these modifiers
};
// Of a row whose key is Key::left.
inline constexpr std::array other_arrows{Key::right, Key::up, Key::down};

// Calls `handle(row)` for each key that was pressed in this frame, with the row that it is of and
// itself as the row's key. Returns whether there was one.
template <class Table, class Handle>
bool for_each_pressed(const Table& table, const InputQueue& input, const Handle& handle) {
  bool any = false;
  for (auto row : table) {
    for (const Key key : {row.key, row.further[0], row.further[1], row.further[2]}) {
      if (key == Key::none || !input.pressed(key, row.mods)) continue;
      row.key = key;
      handle(row);
      any = true;
    }
  }
  return any;
}

[[nodiscard]] constexpr Direction direction_of_arrow(Key key) {
  return key == Key::left    ? Direction::west
         : key == Key::right ? Direction::east
         : key == Key::up    ? Direction::north
                             : Direction::south;
}
// The step of an arrow key: {-1, 0} to the left.
[[nodiscard]] constexpr Point delta_of_arrow(Key key) {
  return delta_of(direction_of_arrow(key));
}

// The keys of a part of the window, for the sheet of all keys.
struct KeyGroup {
  struct Line {
    std::string keys;  // "Shift+Left, Right"
    std::string label;
  };
  std::string title;
  std::vector<Line> lines;
};

template <class Table>
[[nodiscard]] KeyGroup key_group(std::string title, const Table& table) {
  KeyGroup group{std::move(title), {}};
  Mods mods;
  for (const auto& row : table) {
    // "Shift+Left, Right": modifiers are said once.
    if (row.label.empty() && !group.lines.empty()) {
      group.lines.back().keys += ", " + key_text(row.key, row.mods == mods ? Mods() : row.mods);
    } else {
      group.lines.push_back({key_text(row.key, row.mods), std::string(row.label)});
    }
    mods = row.mods;
    for (const Key key : row.further) {
      if (key != Key::none) group.lines.back().keys += ", " + key_text(key, {});
    }
  }
  return group;
}

}  // namespace fungescope::ui
