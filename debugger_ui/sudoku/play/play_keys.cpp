// The keys of the board, besides the Game menu's.
//
// Digits, marks and colours are entered as in SudokuPad (modes, or a digit with Shift and Ctrl),
// which includes the way of GNOME Sudoku (Ctrl and a digit).
#include "debugger_ui/sudoku/play/play_view.h"

#include <algorithm>
#include <array>

namespace fungescope::ui {
namespace {

enum class PlayKey : std::uint8_t {
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

using Row = KeyRow<PlayKey>;

// A row of a digit stands for all nine.
constexpr auto play_key_rows = std::to_array<Row>({
    {PlayKey::digit, Key::digit_1, {}, "enter it, in the mode that is on"},
    {PlayKey::corner, Key::digit_1, with_shift, "corner mark"},
    {PlayKey::centre, Key::digit_1, with_ctrl, "centre mark"},
    {PlayKey::colour, Key::digit_1, with_ctrl_shift, "colour"},
    {PlayKey::erase, Key::delete_key, {}, "erase: the digit, then marks, then colours"},
    {PlayKey::erase, Key::backspace},
    {PlayKey::erase, Key::digit_0},
    {PlayKey::mode, Key::z, {}, "mode: digits"},
    {PlayKey::mode, Key::x, {}, "mode: corner marks"},
    {PlayKey::mode, Key::c, {}, "mode: centre marks"},
    {PlayKey::mode, Key::v, {}, "mode: colours"},
    {PlayKey::next_mode, Key::space, {}, "the next mode"},
    {PlayKey::move, Key::left, {}, "move"},
    {PlayKey::move, Key::right},
    {PlayKey::move, Key::up},
    {PlayKey::move, Key::down},
    {PlayKey::extend, Key::left, with_shift, "select more cells"},
    {PlayKey::extend, Key::right, with_shift},
    {PlayKey::extend, Key::up, with_shift},
    {PlayKey::extend, Key::down, with_shift},
    {PlayKey::edge, Key::home, {}, "start and end of the row"},
    {PlayKey::edge, Key::end},
    {PlayKey::select_all, Key::a, with_ctrl, "select all cells"},
    {PlayKey::dismiss, Key::escape, {}, "put the hint away; select one cell"},
});

// Of the modes digit, corner, centre and colour.
constexpr std::array<Key, entry_modes> mode_keys{Key::z, Key::x, Key::c, Key::v};

bool is_entry(PlayKey key) {
  return key <= PlayKey::colour;
}

EntryMode entry_mode(const PlayState& state, PlayKey key) {
  return key == PlayKey::corner   ? EntryMode::corner
         : key == PlayKey::centre ? EntryMode::centre
         : key == PlayKey::colour ? EntryMode::colour
                                  : state.mode();
}

void handle_row(PlayState& state, const Row& row) {
  switch (row.command) {
    case PlayKey::erase:
      return state.erase();
    case PlayKey::mode:
      return state.set_mode(static_cast<EntryMode>(
          std::find(mode_keys.begin(), mode_keys.end(), row.key) - mode_keys.begin()));
    case PlayKey::next_mode:
      return state.next_mode();
    case PlayKey::move:
    case PlayKey::extend:
      return state.move(delta_of_arrow(row.key), row.command == PlayKey::extend);
    case PlayKey::edge:
      return state.move_to_edge(row.key == Key::home ? -1 : 1);
    case PlayKey::select_all:
      return state.select_all();
    case PlayKey::dismiss:
      state.dismiss_hint();
      return state.select(state.cursor());
    default:
      return;
  }
}

}  // namespace

void handle_play_keys(PlayState& state, const InputQueue& input) {
  for (const Row& row : play_key_rows) {
    if (!is_entry(row.command)) {
      if (!input.pressed(row.key, row.mods)) continue;
      handle_row(state, row);
      // Typed puzzles have zeros for empty cells.
      if (state.is_entry() && row.key == Key::digit_0) state.move_on();
      continue;
    }
    for (techniques::Digit digit = 1; digit <= 9; ++digit) {
      const auto key = static_cast<Key>(static_cast<int>(row.key) + digit - 1);
      if (input.pressed(key, row.mods)) state.enter(digit, entry_mode(state, row.command));
    }
  }
}

KeyGroup play_key_group() {
  KeyGroup group = key_group("Board", play_key_rows);
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
