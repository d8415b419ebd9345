#include "debugger_ui/sudoku/play/play_keys.h"

#include <array>

namespace fungescope::ui {
namespace {

enum class BoardKey : std::uint8_t {
  digit,
  corner,
  centre,
  colour,
  erase,
  mode_digit,
  mode_corner,
  mode_centre,
  mode_colour,
  next_mode,
  left,
  right,
  up,
  down,
  extend_left,
  extend_right,
  extend_up,
  extend_down,
  row_start,
  row_end,
  select_all,
  dismiss,
};

using Row = KeyRow<BoardKey>;

// A row of a digit stands for all nine.
constexpr auto board_keys = std::to_array<Row>({
    {BoardKey::digit, Key::digit_1, {}, "enter it, in the mode that is on"},
    {BoardKey::corner, Key::digit_1, with_shift, "corner mark"},
    {BoardKey::centre, Key::digit_1, with_ctrl, "centre mark"},
    {BoardKey::colour, Key::digit_1, with_ctrl_shift, "colour"},
    {BoardKey::erase, Key::delete_key, {}, "erase: the digit, then marks, then colours"},
    {BoardKey::erase, Key::backspace},
    {BoardKey::erase, Key::digit_0},
    {BoardKey::mode_digit, Key::z, {}, "mode: digits"},
    {BoardKey::mode_corner, Key::x, {}, "mode: corner marks"},
    {BoardKey::mode_centre, Key::c, {}, "mode: centre marks"},
    {BoardKey::mode_colour, Key::v, {}, "mode: colours"},
    {BoardKey::next_mode, Key::space, {}, "the next mode"},
    {BoardKey::left, Key::left, {}, "move"},
    {BoardKey::right, Key::right},
    {BoardKey::up, Key::up},
    {BoardKey::down, Key::down},
    {BoardKey::extend_left, Key::left, with_shift, "select more cells"},
    {BoardKey::extend_right, Key::right, with_shift},
    {BoardKey::extend_up, Key::up, with_shift},
    {BoardKey::extend_down, Key::down, with_shift},
    {BoardKey::row_start, Key::home, {}, "start and end of the row"},
    {BoardKey::row_end, Key::end},
    {BoardKey::select_all, Key::a, with_ctrl, "select all cells"},
    {BoardKey::dismiss, Key::escape, {}, "put the hint away; select one cell"},
});

bool is_entry(BoardKey key) {
  return key <= BoardKey::colour;
}

void enter_from(PlayState& state, BoardKey key, techniques::Digit digit) {
  switch (key) {
    case BoardKey::corner:
      return state.enter(digit, EntryMode::corner);
    case BoardKey::centre:
      return state.enter(digit, EntryMode::centre);
    case BoardKey::colour:
      return state.enter(digit, EntryMode::colour);
    default:
      return state.enter(digit, state.mode());
  }
}

void handle_row(PlayState& state, BoardKey key) {
  switch (key) {
    case BoardKey::erase:
      return state.erase();
    case BoardKey::mode_digit:
      return state.set_mode(EntryMode::digit);
    case BoardKey::mode_corner:
      return state.set_mode(EntryMode::corner);
    case BoardKey::mode_centre:
      return state.set_mode(EntryMode::centre);
    case BoardKey::mode_colour:
      return state.set_mode(EntryMode::colour);
    case BoardKey::next_mode:
      return state.next_mode();
    case BoardKey::left:
      return state.move(-1, 0, false);
    case BoardKey::right:
      return state.move(1, 0, false);
    case BoardKey::up:
      return state.move(0, -1, false);
    case BoardKey::down:
      return state.move(0, 1, false);
    case BoardKey::extend_left:
      return state.move(-1, 0, true);
    case BoardKey::extend_right:
      return state.move(1, 0, true);
    case BoardKey::extend_up:
      return state.move(0, -1, true);
    case BoardKey::extend_down:
      return state.move(0, 1, true);
    case BoardKey::row_start:
      return state.move_to_edge(-1);
    case BoardKey::row_end:
      return state.move_to_edge(1);
    case BoardKey::select_all:
      return state.select_all();
    case BoardKey::dismiss:
      state.dismiss_hint();
      return state.select(state.cursor());
    default:
      return;
  }
}

}  // namespace

void handle_play_keys(PlayState& state, const InputQueue& input) {
  for (const Row& row : board_keys) {
    if (!is_entry(row.command)) {
      if (!input.pressed(row.key, row.mods)) continue;
      handle_row(state, row.command);
      // Typed puzzles have zeros for empty cells.
      if (state.is_entry() && row.key == Key::digit_0) state.move_on();
      continue;
    }
    for (techniques::Digit digit = 1; digit <= 9; ++digit) {
      const auto key = static_cast<Key>(static_cast<int>(row.key) + digit - 1);
      if (input.pressed(key, row.mods)) enter_from(state, row.command, digit);
    }
  }
}

KeyGroup play_key_group() {
  KeyGroup group = key_group("Board", board_keys);
  const auto shorten = [](std::string& keys, std::string_view from, std::string_view to) {
    if (keys.ends_with(from)) keys.replace(keys.size() - from.size(), from.size(), to);
  };
  for (KeyGroup::Line& line : group.lines) {
    shorten(line.keys, "1", "1 to 9");
    shorten(line.keys, "Left, Right, Up, Down", "arrows");
  }
  return group;
}

std::string_view key_of(EntryMode mode) {
  constexpr std::array<std::string_view, entry_modes> keys{"Z", "X", "C", "V"};
  return keys[static_cast<std::size_t>(mode)];
}

}  // namespace fungescope::ui
