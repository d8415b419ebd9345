#include "debugger_ui/app/actions.h"

#include "debugger_ui/widgets/key_table.h"

#include <algorithm>
#include <array>
#include <vector>

namespace fungescope::ui {
namespace {

// clang-format off
constexpr std::array table{
    ActionInfo{Action::new_file, "File", "new…", "", Key::n, with_ctrl, false, "an empty program in a file of its own"},
    ActionInfo{Action::open, "File", "open…", "", Key::o, with_ctrl, false, "a program, or a recording"},
    ActionInfo{Action::open_link, "File", "open a link…", "", Key::none, {}, false, "a program and an instant that somebody has shared"},
    ActionInfo{Action::reload, "File", "reload from disk", "reload", Key::r, with_ctrl, false, "read the file again, and keep the run"},
    ActionInfo{Action::save, "-File", "save", "", Key::s, with_ctrl, false, "the program, with its line ends as they were"},
    ActionInfo{Action::save_as, "File", "save as…", "", Key::s, with_ctrl_shift, false, "the program, to another file"},
    ActionInfo{Action::save_recording, "-File", "save a recording…", "save FILE", Key::none, {}, false, "program, input and edits: the same run elsewhere"},
    ActionInfo{Action::share, "File", "share a link…", "", Key::none, {}, false, "the program and this instant as an address, for a message or a page"},
    ActionInfo{Action::export_window, "Export", "picture of the window…", ""},
    ActionInfo{Action::export_field, "Export", "picture of the playfield…", ""},
    ActionInfo{Action::export_board, "Export", "picture of the board…", ""},
    ActionInfo{Action::export_gif, "Export", "animation…", ""},
    ActionInfo{Action::export_trace_csv, "-Export", "trace as CSV…", "trace FROM TO csv FILE"},
    ActionInfo{Action::export_trace_json, "Export", "trace as JSON…", "trace FROM TO json FILE"},
    ActionInfo{Action::export_notebook, "-Export", "notebook as Markdown…", "notebook export FILE", Key::none, {}, false, "where you went, what led there and what you found, for others to read"},
    ActionInfo{Action::forget_kept, "-File", "clear saved state…", "", Key::none, {}, false, "breakpoints, bookmarks, watches and edited runs of earlier sessions"},
    ActionInfo{Action::quit, "-File", "quit", "", Key::q, with_ctrl},

    ActionInfo{Action::edit_mode, "Edit", "edit the program", "", Key::e, with_ctrl, false, "a cursor in the playfield that types; Escape leaves"},
    ActionInfo{Action::undo, "-Edit", "undo", "", Key::z, with_ctrl, true},
    ActionInfo{Action::redo, "Edit", "redo", "", Key::y, with_ctrl, true},
    ActionInfo{Action::cut, "-Edit", "cut", "", Key::x, with_ctrl},
    ActionInfo{Action::copy, "Edit", "copy", "", Key::c, with_ctrl},
    ActionInfo{Action::paste, "Edit", "paste", "", Key::v, with_ctrl, true, "at the cursor, as a block"},
    ActionInfo{Action::erase, "Edit", "clear", "", Key::none, {}, false, "the selection: Delete"},
    ActionInfo{Action::select_all, "Edit", "select all", "", Key::a, with_ctrl},
    ActionInfo{Action::find, "-Edit", "find…", "", Key::none, {}, false, "in all four directions: Ctrl+F in the playfield"},
    ActionInfo{Action::replace, "Edit", "replace all…", "", Key::h, with_ctrl, false, "in all four directions; no cell moves"},
    ActionInfo{Action::fill, "Edit", "fill…", "", Key::none, {}, false, "the selection with a character"},
    ActionInfo{Action::rotate_right, "-Edit", "rotate to the right", "", Key::right_bracket, with_ctrl, false, "the selection, by a quarter turn"},
    ActionInfo{Action::rotate_left, "Edit", "rotate to the left", "", Key::left_bracket, with_ctrl, false, "the selection, by a quarter turn"},
    ActionInfo{Action::mirror_left_right, "Edit", "mirror left and right", "", Key::backslash, with_ctrl, false, "the selection"},
    ActionInfo{Action::mirror_top_bottom, "Edit", "mirror top and bottom", "", Key::slash, with_ctrl, false, "the selection"},
    ActionInfo{Action::insert_row, "-Edit", "insert rows", "", Key::period, with_ctrl, false, "as many as are selected, above them; annotations follow"},
    ActionInfo{Action::delete_row, "Edit", "delete rows", "", Key::comma, with_ctrl, false, "those selected"},
    ActionInfo{Action::insert_column, "Edit", "insert columns", "", Key::semicolon, with_ctrl, false, "as many as are selected, left of them; annotations follow"},
    ActionInfo{Action::delete_column, "Edit", "delete columns", "", Key::apostrophe, with_ctrl, false, "those selected"},
    ActionInfo{Action::enlarge, "Edit", "enlarge the field…", "", Key::none, {}, false, "to WIDTHxHEIGHT, by blanks at the end of lines"},
    ActionInfo{Action::edit_into_run, "-Edit", "edits go into the run at once", "", Key::none, {}, false, "else they wait for a restart with the source"},
    ActionInfo{Action::edit_insert, "Edit", "typing inserts", "", Key::none, {}, false, "it pushes the rest of the line along: the Insert key"},
    ActionInfo{Action::edit_arrows, "Edit", "typed arrows turn the cursor", ""},
    ActionInfo{Action::edit_blocks, "Edit", "rotating and mirroring turn arrows", "", Key::none, {}, false, "> v < ^ and _ | too"},

    ActionInfo{Action::play, "Run", "play", "continue", Key::f5, {}, false, "until a breakpoint, or the end"},
    ActionInfo{Action::play_back, "Run", "play backwards", "back continue", Key::f5, with_shift, false, "until a breakpoint, or the beginning"},
    ActionInfo{Action::play_or_pause, "Run", "play or pause", "", Key::space},
    ActionInfo{Action::restart, "Run", "to the beginning", "restart", Key::home, with_ctrl, false, "of the recorded run; edits stay where they were made"},
    ActionInfo{Action::restart_source, "Run", "restart with source", "", Key::f5, with_ctrl, false, "from tick 0, with what is in the editor, or in the file"},
    ActionInfo{Action::program_options, "Run", "program options…", "", Key::none, {}, false, "seed, dialect, size of the field and input; the run restarts with them"},
    ActionInfo{Action::step, "-Run", "step", "step", Key::f11, {}, true, "one tick: one cell"},
    ActionInfo{Action::step_back, "Run", "step back", "back step", Key::f11, with_shift, true, "one tick: one cell"},
    ActionInfo{Action::next, "Run", "next instruction", "next", Key::f4, {}, true, "blanks are skipped"},
    ActionInfo{Action::next_back, "Run", "previous instruction", "back next", Key::f4, with_shift, true, "blanks are skipped"},
    ActionInfo{Action::line, "Run", "to the end of the line", "line", Key::f6, {}, true, "to where the pointer turns or decides"},
    ActionInfo{Action::line_back, "Run", "to the start of the line", "back line", Key::f6, with_shift, true, "to where the pointer turned or decided"},
    ActionInfo{Action::over, "Run", "step over the loop", "over", Key::f7, {}, true, "until the pointer leaves the innermost loop"},
    ActionInfo{Action::over_back, "Run", "step back over the loop", "back over", Key::f7, with_shift, true, "to before the innermost loop"},
    ActionInfo{Action::out, "Run", "step out", "out", Key::f8, {}, true, "until the stack is less deep"},
    ActionInfo{Action::out_back, "Run", "step back out", "back out", Key::f8, with_shift, true, "to where the stack was less deep"},
    ActionInfo{Action::to_output, "Run", "to the next output", "output", Key::f12, {}, true},
    ActionInfo{Action::to_output_back, "Run", "to the previous output", "back output", Key::f12, with_shift, true},
    ActionInfo{Action::to_end, "Run", "to the end of the recording", "goto end", Key::end, with_ctrl},
    ActionInfo{Action::go_to, "-Run", "go to a tick…", "goto TICK", Key::g, with_ctrl, false, "12,345, 2M, -100, or a bookmark"},
    ActionInfo{Action::go_back, "Run", "back to where you were", "", Key::left, with_alt, true, "the instant before the last jump or run"},
    ActionInfo{Action::go_forward, "Run", "forward again", "", Key::right, with_alt, true, "to where you came back from"},
    ActionInfo{Action::stop_work, "Run", "cancel", "", Key::escape, {}, false, "a run, a search, an export, or the opening of a file"},
    ActionInfo{Action::break_here, "-Run", "break at the selected cell", "break X,Y", Key::b, with_ctrl, false, "again: remove it"},
    ActionInfo{Action::mark, "Run", "bookmark here", "mark", Key::m, with_ctrl},
    ActionInfo{Action::why_value, "-Run", "why this value?", "why VALUE", Key::w, {}, false, "what made the value under the mouse, or in the selected cell"},
    ActionInfo{Action::why_here, "Run", "why here?", "why here", Key::w, with_shift, false, "the decisions that led the pointer to the present cell"},

    ActionInfo{Action::layout_solver, "View", "layout solver", "", Key::digit_1, with_ctrl},
    ActionInfo{Action::layout_code, "View", "layout code", "", Key::digit_2, with_ctrl},
    ActionInfo{Action::layout_profile, "View", "layout profile", "", Key::digit_3, with_ctrl},
    ActionInfo{Action::layout_play, "View", "layout play", "", Key::digit_4, with_ctrl, false, "a game in the whole window"},
    ActionInfo{Action::reset_layout, "View", "reset layout", "", Key::digit_0, with_ctrl},
    ActionInfo{Action::next_panel, "-View", "next panel", "", Key::tab, with_ctrl, true, "gives it the keyboard"},
    ActionInfo{Action::previous_panel, "View", "previous panel", "", Key::tab, with_ctrl_shift, true, "gives it the keyboard"},
    ActionInfo{Action::open_menus, "View", "open the menus", "", Key::f10, {}, false, "arrows and Enter choose; the left Alt key does the same"},
    ActionInfo{Action::minimap, "-View", "minimap", "", Key::none, {}, false, "an overview of a field that does not fit, in a corner of the playfield"},
    ActionInfo{Action::changes, "View", "mark changes", "", Key::none, {}, false, "what differs from the previous stop, in the playfield, on boards and in lists"},
    ActionInfo{Action::theme, "View", "dark theme", "", Key::t, with_ctrl},
    ActionInfo{Action::font, "View", "font…", "", Key::none, {}, false, "a family of the system, or a file"},
    ActionInfo{Action::larger_text, "View", "larger text", "", Key::equal, with_ctrl, true},
    ActionInfo{Action::smaller_text, "View", "smaller text", "", Key::minus, with_ctrl, true},
    ActionInfo{Action::messages, "-View", "messages", ""},

    ActionInfo{Action::palette, "Help", "commands…", "", Key::p, with_ctrl, false, "everything that the debugger can do, by name"},
    ActionInfo{Action::tour, "Help", "tour", "", Key::none, {}, false, "five steps through this window"},
    ActionInfo{Action::shortcuts, "Help", "keyboard shortcuts", "", Key::f1, {}, false, "of the window and of each panel"},
    ActionInfo{Action::about, "-Help", "about", ""},
};
// clang-format on
static_assert(table.size() == static_cast<std::size_t>(Action::count));

// Keys besides those of the table.
constexpr auto own_further_keys = std::to_array<FurtherKey>({
    {Action::layout_solver, Key::digit_1, with_alt},
    {Action::layout_code, Key::digit_2, with_alt},
    {Action::layout_profile, Key::digit_3, with_alt},
    {Action::layout_play, Key::digit_4, with_alt},
    {Action::layout_play, Key::f9, {}},
    {Action::next_panel, Key::f6, with_ctrl},
    {Action::previous_panel, Key::f6, with_ctrl_shift},
});

std::vector<ActionInfo>& all_actions() {
  static std::vector<ActionInfo> all(table.begin(), table.end());
  return all;
}

std::vector<FurtherKey>& further_keys() {
  static std::vector<FurtherKey> all(own_further_keys.begin(), own_further_keys.end());
  return all;
}

bool is_mark_key(Key key, Mods mods) {
  return mods.ctrl && key >= Key::digit_0 && key <= Key::digit_9;
}

bool is_function_key(Key key) {
  return key >= Key::f1 && key <= Key::f12;
}

}  // namespace

void add_mode_actions(std::span<const ActionInfo> rows, std::span<const FurtherKey> keys) {
  std::vector<ActionInfo>& all = all_actions();
  auto at = std::find_if(all.begin(), all.end(),
                         [](const ActionInfo& row) { return row.action == Action::palette; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    at = all.insert(at, rows[i]);
    at->action = mode_action(i);
    ++at;
  }
  further_keys().insert(further_keys().end(), keys.begin(), keys.end());
}

std::span<const ActionInfo> actions() {
  return all_actions();
}

const ActionInfo& info_of(Action action) {
  const std::span<const ActionInfo> all = actions();
  return *std::find_if(all.begin(), all.end(),
                       [action](const ActionInfo& row) { return row.action == action; });
}

std::string_view menu_of(const ActionInfo& action) {
  std::string_view menu = action.menu;
  if (menu.starts_with('-')) menu.remove_prefix(1);
  return menu;
}

bool is_in_scope(const ActionInfo& action, KeyScope scope) {
  if (scope == KeyScope::debugger) return !mode_row(action.action);
  const std::string_view menu = menu_of(action);
  switch (action.action) {
    case Action::reset_layout:
    case Action::next_panel:
    case Action::previous_panel:
    case Action::minimap:
    case Action::changes:
    case Action::tour:
      return false;
    case Action::quit:
      return true;
    default:
      return mode_row(action.action) || menu == "View" || menu == "Help";
  }
}

std::string shortcut_text(const ActionInfo& action, KeyScope scope) {
  const bool marks = scope == KeyScope::mode && is_mark_key(action.key, action.mods);
  if (!marks && !is_browsers(action.key, action.mods)) return key_text(action.key, action.mods);
  for (const FurtherKey& row : further_keys()) {
    if (row.action == action.action) return key_text(row.key, row.mods);
  }
  return {};
}

std::optional<Action> pressed_action(const InputFrame& frame, bool typing, KeyScope scope) {
  for (const KeyPress& press : frame.presses) {
    const bool plain = !press.mods.ctrl && !press.mods.alt && !is_function_key(press.key);
    // Ctrl+Home and Ctrl+End move within a text field.
    const bool moves = press.key == Key::home || press.key == Key::end;
    if (typing && (plain || moves)) continue;
    if (scope == KeyScope::mode && is_mark_key(press.key, press.mods)) continue;
    const auto matches = [&](const auto& row) {
      const ActionInfo& info = info_of(row.action);
      return row.key == press.key && row.mods == press.mods && (info.repeats || !press.repeat) &&
             is_in_scope(info, scope);
    };
    for (const ActionInfo& row : actions()) {
      if (matches(row)) return row.action;
    }
    for (const FurtherKey& row : further_keys()) {
      if (matches(row)) return row.action;
    }
  }
  return std::nullopt;
}

}  // namespace fungescope::ui
