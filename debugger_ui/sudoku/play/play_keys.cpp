// The keys of the board, besides the Game menu's.
//
// Digits, marks and colours are entered as in SudokuPad (modes, or a digit with Shift and Ctrl),
// which includes the way of GNOME Sudoku (Ctrl and a digit).
#include "debugger_ui/sudoku/play/play_view.h"

#include <algorithm>
#include <array>

namespace fungescope::ui {
namespace {

enum class BoardKey : std::uint8_t {
  digit,
  corner,
  centre,
  colour,
  erase,
  mode,
  next_mode,
  move,
  extend,
  edge,
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
    {BoardKey::mode, Key::z, {}, "mode: digits"},
    {BoardKey::mode, Key::x, {}, "mode: corner marks"},
    {BoardKey::mode, Key::c, {}, "mode: centre marks"},
    {BoardKey::mode, Key::v, {}, "mode: colours"},
    {BoardKey::next_mode, Key::space, {}, "the next mode"},
    {BoardKey::move, Key::left, {}, "move"},
    {BoardKey::move, Key::right},
    {BoardKey::move, Key::up},
    {BoardKey::move, Key::down},
    {BoardKey::extend, Key::left, with_shift, "select more cells"},
    {BoardKey::extend, Key::right, with_shift},
    {BoardKey::extend, Key::up, with_shift},
    {BoardKey::extend, Key::down, with_shift},
    {BoardKey::edge, Key::home, {}, "start and end of the row"},
    {BoardKey::edge, Key::end},
    {BoardKey::select_all, Key::a, with_ctrl, "select all cells"},
    {BoardKey::dismiss, Key::escape, {}, "put the hint away; select one cell"},
});

// Of the modes digit, corner, centre and colour.
constexpr std::array<Key, entry_modes> mode_keys{Key::z, Key::x, Key::c, Key::v};

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

void handle_row(PlayState& state, const Row& row) {
  switch (row.command) {
    case BoardKey::erase:
      return state.erase();
    case BoardKey::mode:
      return state.set_mode(
          static_cast<EntryMode>(std::ranges::find(mode_keys, row.key) - mode_keys.begin()));
    case BoardKey::next_mode:
      return state.next_mode();
    case BoardKey::move:
    case BoardKey::extend:
      return state.move(delta_of_arrow(row.key), row.command == BoardKey::extend);
    case BoardKey::edge:
      return state.move_to_edge(row.key == Key::home ? -1 : 1);
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
      handle_row(state, row);
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

std::string key_of(EntryMode mode) {
  return key_text(mode_keys[static_cast<std::size_t>(mode)], {});
}

}  // namespace fungescope::ui
