// The table of all actions of the window, from which menus, shortcuts, the sheet of keys, the
// command palette and the buttons are built.
#pragma once

#include "debugger_ui/platform/input.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fungescope::ui {

enum class Action : std::uint8_t {
  new_file,
  open,
  open_link,
  reload,
  save,
  save_as,
  save_recording,
  share,
  export_window,
  export_field,
  export_board,
  export_gif,
  export_trace_csv,
  export_trace_json,
  export_notebook,
  forget_kept,
  quit,

  edit_mode,
  undo,
  redo,
  cut,
  copy,
  paste,
  erase,
  select_all,
  find,
  replace,
  fill,
  rotate_right,
  rotate_left,
  mirror_left_right,
  mirror_top_bottom,
  insert_row,
  delete_row,
  insert_column,
  delete_column,
  enlarge,
  edit_into_run,
  edit_insert,
  edit_arrows,
  edit_blocks,

  play,
  play_back,
  play_or_pause,
  restart,
  restart_source,
  program_options,
  step,
  step_back,
  next,
  next_back,
  line,
  line_back,
  over,
  over_back,
  out,
  out_back,
  to_output,
  to_output_back,
  to_end,
  go_to,
  go_back,
  go_forward,
  stop_work,
  break_here,
  mark,
  why_value,
  why_here,

  layout_solver,
  layout_code,
  layout_profile,
  layout_play,
  reset_layout,
  next_panel,
  previous_panel,
  open_menus,
  minimap,
  changes,
  theme,
  font,
  larger_text,
  smaller_text,
  messages,

  palette,
  tour,
  shortcuts,
  about,
  count  // of these; those of the window's mode (window_mode.h) have the next numbers
};

struct ActionInfo {
  Action action;
  std::string_view menu;     // "File"; a leading `-`: after a separator
  std::string_view label;    // "step back"
  std::string_view command;  // the command it submits; empty: none
  Key key = Key::none;
  Mods mods{};
  bool repeats = false;     // while the key is held
  std::string_view hint{};  // explains the label
};

// A further key of an action.
struct FurtherKey {
  Action action;
  Key key;
  Mods mods;
};

// Adds the actions of the window's mode, a menu `Game`: row i becomes the action `count` + i,
// whatever its `action` is.
void add_mode_actions(std::span<const ActionInfo> rows, std::span<const FurtherKey> keys);
[[nodiscard]] constexpr Action mode_action(std::size_t row) {
  return static_cast<Action>(static_cast<std::size_t>(Action::count) + row);
}
// Returns the row of an action of the mode; nothing for another one.
[[nodiscard]] inline std::optional<std::size_t> mode_row(Action action) {
  if (action < Action::count) return std::nullopt;
  return static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::count);
}

// All actions, in the order of the menus.
[[nodiscard]] std::span<const ActionInfo> actions();
[[nodiscard]] const ActionInfo& info_of(Action action);

// The menu without its separator.
[[nodiscard]] std::string_view menu_of(const ActionInfo& action);

// Which keys are taken: those of the debugger, or those of the window's mode. The Game menu belongs
// to the latter, and of the others only `quit`, and what of View and Help concerns it too.
enum class KeyScope : std::uint8_t { debugger, mode };

[[nodiscard]] bool is_in_scope(const ActionInfo& action, KeyScope scope);

// "Ctrl+Shift+R"; empty without a key. In the mode, digits with Ctrl are its own, and layouts have
// other keys.
[[nodiscard]] std::string shortcut_text(const ActionInfo& action,
                                        KeyScope scope = KeyScope::debugger);

// Returns the action of a key pressed in this frame. While `typing`, ignores keys without Ctrl or
// Alt.
[[nodiscard]] std::optional<Action> pressed_action(const InputFrame& frame, bool typing,
                                                   KeyScope scope = KeyScope::debugger);

}  // namespace fungescope::ui
