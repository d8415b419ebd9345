// The actions of the Edit, Run, View and Help menus.
#include "debugger_ui/app/application.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "programs/catalogue.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::string_view panel_menu = "panel";

SourceEditing::Clipboard system_clipboard() {
  return {[] {
            const char* const text = ImGui::GetClipboardText();
            return std::string(text == nullptr ? "" : text);
          },
          [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); }};
}

}  // namespace

// A run that has ended plays again, from the beginning.
void Application::play(const PlaySettings& how) {
  const bool ended = snapshot_->status != Status::running && snapshot_->tick == snapshot_->end;
  if (ended) session_->seek(snapshot_->begin, "play again");
  session_->play(RunDirection::forward, how);
}

void Application::cancel_work() {
  if (opening_) opening_->cancelled = true;
  exporter_.cancel(*session_);
  if (snapshot_->busy() || snapshot_->playing() || snapshot_->input.resumes) {
    session_->interrupt();
  }
}

void Application::toggle_break() {
  if (!selection_.cell) {
    notify("no cell is selected; click one in the playfield", Tone::plain);
    return;
  }
  const Point at = *selection_.cell;
  for (const BreakpointSnapshot& stop : snapshot_->breakpoints) {
    if (stop.kind == BreakpointKind::cell && stop.area.corner == at && !stop.direction) {
      run(fmt::format("delete {}", stop.id));
      return;
    }
  }
  run(fmt::format("break {},{}", at.x, at.y));
}

// Asks about the value under the mouse, or else in the selected cell.
void Application::ask_why_value() {
  std::string value = selection_.value_here;
  if (value.empty() && selection_.cell) {
    value = fmt::format("{},{}", selection_.cell->x, selection_.cell->y);
  }
  if (value.empty()) {
    return notify("no value is under the mouse, and no cell is selected", Tone::plain);
  }
  ask_why(*this, value);
}

// All that the menus have, and what was kept.
std::vector<PaletteEntry> Application::palette_entries() {
  std::vector<PaletteEntry> entries;
  for (const Action& action : actions_.all()) {
    const bool listed = !action.menu.empty() || (in_mode() && !action.mode_menu.empty());
    if (!listed || action.is_submenu) continue;
    if (!action.unavailable.empty() && !action.is_enabled()) continue;
    const std::string_view summary = action.menu == panel_menu ? panel_menu : action.hint;
    entries.push_back({std::string(action.label), std::string(summary),
                       shortcut_text(action, scope()), action.perform});
  }
  for (const BuiltInProgram& program : built_in_programs()) {
    entries.push_back({"open " + program.as_file(), std::string(program.summary), "",
                       [this, file = program.as_file()] { open(file); }});
  }
  if (options_.user_files) {
    for (const UnsavedText::Found& found : UnsavedText::find()) {
      entries.push_back({"unsaved changes to " + program_title(found.file), "kept at " + found.time,
                         "", [this, found] { take_up_unsaved(found); }});
    }
  }
  for (const std::string& file : settings_.recent) {
    entries.push_back({file, "open recent", "", [this, file] { open(file); }});
  }
  return entries;
}

void Application::ask_enlarge() {
  const Size field = editing_.editor().document().field();
  prompt_line("Size of the field", "WIDTHxHEIGHT", fmt::format("{}x{}", field.width, field.height),
              [this](const std::string& text) {
                const auto size = parse_size_option(text);
                if (!size) return notify(size.error().what, Tone::warning);
                editing_.enlarge(size->size);
              });
}

// ---- The rows

void Application::add_actions() {
  add_file_actions();
  add_edit_actions();
  add_run_actions();
  // Its keys go first: F9 leads to the mode and back.
  mode_->add_actions(actions_);
  add_view_actions();
  add_help_actions();
  if (!options_.can_quit) return;
  ActionMenu last = actions_.shared_menu("File", "Game");
  last.separate();
  last.add("quit", {{Key::q, with_ctrl}}, "", [this] { request_quit(); });
}

void Application::add_edit_actions() {
  ActionMenu edit = actions_.menu("Edit");
  edit.add("edit the program", {{Key::e, with_ctrl}},
           "a cursor in the playfield that types; Escape leaves",
           [this] {
             editing_.set_active(!editing_.active(), selection_.cell);
             if (editing_.active()) reveal(PanelId::playfield);
           })
      .checked_if([this] { return editing_.active(); });
  const auto add = [&](std::string_view label, std::vector<Shortcut> keys, std::string_view hint,
                       std::function<void()> perform) -> Action& {
    return edit
        .add(label, std::move(keys), hint,
             [this, perform = std::move(perform)] {
               if (!editing_.active()) {
                 return notify("this edits the program: enter the edit mode first, with Ctrl+E",
                               Tone::plain);
               }
               editing_.take_focus = true;  // back from the menu
               perform();
             })
        .used(Action::KeyUse::in_editor);
  };
  const auto command = [&](std::string_view label, EditCommand what, std::vector<Shortcut> keys,
                           std::string_view hint = "") -> Action& {
    return add(label, std::move(keys), hint,
               [this, what] { editing_.perform(what, system_clipboard()); });
  };
  edit.separate();
  command("undo", EditCommand::undo, {{Key::z, with_ctrl}}).repeating();
  command("redo", EditCommand::redo, {{Key::y, with_ctrl}}).repeating();
  edit.separate();
  command("cut", EditCommand::cut, {{Key::x, with_ctrl}});
  command("copy", EditCommand::copy, {{Key::c, with_ctrl}});
  command("paste", EditCommand::paste, {{Key::v, with_ctrl}}, "at the cursor, as a block")
      .repeating();
  command("clear", EditCommand::erase, {}, "the selection: Delete");
  command("select all", EditCommand::select_all, {{Key::a, with_ctrl}});
  edit.separate();
  add("find…", {}, "in all four directions: Ctrl+F in the playfield", [this] {
    selection_.find = true;
    reveal(PanelId::playfield);
  });
  add("replace all…", {{Key::h, with_ctrl}}, "in all four directions; no cell moves", [this] {
    prompt_line("Replace all", "the text to find", "", [this](const std::string& text) {
      prompt_line("Replace all", "what stands there instead; shorter is filled up with blanks", "",
                  [this, text](const std::string& by) { editing_.replace_all(text, by); });
    });
  });
  add("fill…", {}, "the selection with a character", [this] {
    prompt_line("Fill", "a character", "",
                [this](const std::string& text) { editing_.fill(text); });
  });
  edit.separate();
  command("rotate to the right", EditCommand::rotate_right, {{Key::right_bracket, with_ctrl}},
          "the selection, by a quarter turn");
  command("rotate to the left", EditCommand::rotate_left, {{Key::left_bracket, with_ctrl}},
          "the selection, by a quarter turn");
  command("mirror left and right", EditCommand::mirror_left_right, {{Key::backslash, with_ctrl}},
          "the selection");
  command("mirror top and bottom", EditCommand::mirror_top_bottom, {{Key::slash, with_ctrl}},
          "the selection");
  edit.separate();
  command("insert rows", EditCommand::insert_row, {{Key::period, with_ctrl}},
          "as many as are selected, above them; annotations follow");
  command("delete rows", EditCommand::delete_row, {{Key::comma, with_ctrl}}, "those selected");
  command("insert columns", EditCommand::insert_column, {{Key::semicolon, with_ctrl}},
          "as many as are selected, left of them; annotations follow");
  command("delete columns", EditCommand::delete_column, {{Key::apostrophe, with_ctrl}},
          "those selected");
  add("enlarge the field…", {}, "to WIDTHxHEIGHT, by blanks at the end of lines",
      [this] { ask_enlarge(); });
  edit.separate();
  EditSettings& how = settings_.editing;
  edit.add_switch("edits go into the run at once", how.into_run,
                  "else they wait for a restart with the source");
  edit.add_switch("typing inserts", how.insert,
                  "it pushes the rest of the line along: the Insert key");
  edit.add_switch("typed arrows turn the cursor", how.arrows_turn);
  edit.add_switch("rotating and mirroring turn arrows", how.turn_blocks, "> v < ^ and _ | too");
}

void Application::add_run_actions() {
  const auto beyond = [this] {
    return snapshot_->status == Status::running || snapshot_->tick < snapshot_->end;
  };
  const auto before = [this] { return snapshot_->tick > snapshot_->begin; };
  ActionMenu run = actions_.menu("Run");
  run.add("play", {{Key::f5}}, "until a breakpoint, or the end", [this] { play_at_full_speed(); })
      .with_command("continue");
  run.add("play backwards", {{Key::f5, with_shift}}, "until a breakpoint, or the beginning",
          [this] { session_->play(RunDirection::reverse, SessionThread::unlimited); })
      .with_command("back continue")
      .enabled_if(before);
  // Always enabled: at the end it plays from the beginning again.
  run.add("play or pause", {{Key::space}}, "",
          [this] {
            if (snapshot_->playing()) {
              session_->pause();
            } else {
              play(settings_.play_settings());
            }
          })
      .used(Action::KeyUse::on_release);
  run.add_command("to the beginning", "restart", {{Key::home, with_ctrl}},
                  "of the recorded run; edits stay where they were made")
      .enabled_if(before);
  run.add("restart with source", {{Key::f5, with_ctrl}},
          "from tick 0, with what is in the editor, or in the file",
          [this] { restart_with_source(false); });
  run.add("restart with another seed", {},
          "from tick 0, for a new game; what was typed is forgotten",
          [this] { restart_with_another_seed(); });
  run.add("program options…", {},
          "seed, dialect, size of the field and input; the run restarts with them",
          [this] { ask_program_options(); });
  run.separate();
  const auto step = [&](std::string_view label, std::string_view command, Key key,
                        std::string_view hint = "") {
    run.add_command(label, command, {{key}}, hint).repeating().enabled_if(beyond);
  };
  const auto step_back = [&](std::string_view label, std::string_view command, Key key,
                             std::string_view hint = "") {
    run.add_command(label, command, {{key, with_shift}}, hint).repeating().enabled_if(before);
  };
  step("step", "step", Key::f11, "one tick: one cell");
  step_back("step back", "back step", Key::f11, "one tick: one cell");
  step("next instruction", "next", Key::f4, "blanks are skipped");
  step_back("previous instruction", "back next", Key::f4, "blanks are skipped");
  step("to the end of the line", "line", Key::f6, "to where the pointer turns or decides");
  step_back("to the start of the line", "back line", Key::f6,
            "to where the pointer turned or decided");
  step("step over the loop", "over", Key::f7, "until the pointer leaves the innermost loop");
  step_back("step back over the loop", "back over", Key::f7, "to before the innermost loop");
  step("step out", "out", Key::f8, "until the stack is less deep");
  step_back("step back out", "back out", Key::f8, "to where the stack was less deep");
  step("to the next output", "output", Key::f12);
  step_back("to the previous output", "back output", Key::f12);
  run.add_command("to the end of the recording", "goto end", {{Key::end, with_ctrl}}, "");
  run.separate();
  run.add("go to a tick…", {{Key::g, with_ctrl}}, "12,345, 2M, -100, or a bookmark",
          [this] { transport_.edit_tick(); })
      .with_command("goto TICK");
  run.add("back to where you were", {{Key::left, with_alt}},
          "the instant before the last jump or run",
          [this] { session_->go_to_visit(VisitDirection::back); })
      .repeating()
      .used(Action::KeyUse::outside_editor)
      .enabled_if([this] { return snapshot_->visit_before.has_value(); });
  run.add("forward again", {{Key::right, with_alt}}, "to where you came back from",
          [this] { session_->go_to_visit(VisitDirection::forward); })
      .repeating()
      .used(Action::KeyUse::outside_editor)
      .enabled_if([this] { return snapshot_->visit_after.has_value(); });
  run.add("cancel", {{Key::escape}}, "a run, a search, an export, or the opening of a file",
          [this] { cancel_work(); });
  run.separate();
  run.add("break at the selected cell", {{Key::b, with_ctrl}}, "again: remove it",
          [this] { toggle_break(); })
      .with_command("break X,Y");
  run.add_command("bookmark here", "mark", {{Key::m, with_ctrl}}, "");
  run.separate();
  run.add("why this value?", {{Key::w}},
          "what made the value under the mouse, or in the selected cell",
          [this] { ask_why_value(); })
      .with_command("why VALUE");
  run.add("why here?", {{Key::w, with_shift}},
          "the decisions that led the pointer to the present cell",
          [this] { ask_why(*this, "here"); })
      .with_command("why here");
}

void Application::add_view_actions() {
  ActionMenu view = actions_.shared_menu("View", "View");
  const auto layout = [&](std::string_view label, LayoutPreset preset, Key key,
                          std::string_view hint = "") -> Action& {
    return view
        .add(label, {{key, with_ctrl}, {key, with_alt}}, hint,
             [this, preset] { choose_layout(preset); })
        .checked_if([this, preset] { return settings_.layout == preset; });
  };
  layout("layout solver", LayoutPreset::solver, Key::digit_1);
  layout("layout code", LayoutPreset::code, Key::digit_2);
  layout("layout profile", LayoutPreset::profile, Key::digit_3);
  layout("layout play", LayoutPreset::play, Key::digit_4, "a game in the whole window")
      .keys.push_back({Key::f9});

  ActionMenu tiles = actions_.menu("View");
  tiles.add("reset layout", {{Key::digit_0, with_ctrl}}, "", [this] {
    tiling() = (settings_.tilings.is_narrow ? make_narrow_tiling : make_tiling)(
        settings_.layout, kind_of(*snapshot_->program));
  });
  tiles.separate();
  tiles
      .add("next panel", {{Key::tab, with_ctrl}, {Key::f6, with_ctrl}}, "gives it the keyboard",
           [this] { tiling_view_.go_to_next(1); })
      .repeating();
  tiles
      .add("previous panel", {{Key::tab, with_ctrl_shift}, {Key::f6, with_ctrl_shift}},
           "gives it the keyboard", [this] { tiling_view_.go_to_next(-1); })
      .repeating();

  view.add("open the menus", {{Key::f10}},
           "arrows and Enter choose; the left Alt key does the same", [this] {
             if (!close_front_popup()) menu_bar_.open();
           });
  tiles.separate();
  tiles.add_switch("minimap", settings_.minimap,
                   "an overview of a field that does not fit, in a corner of the playfield");
  tiles.add_switch("mark changes", settings_.changes,
                   "what differs from the previous stop, in the playfield, on boards and in lists");
  view.add_switch("dark theme", settings_.dark).keys = {{Key::t, with_ctrl}};
  view.add("font…", {}, "a family of the system, or a file", [this] {
    prompt_line("Font", "a family, or a path to a file; empty: the best there is",
                settings_.font_family,
                [this](const std::string& family) { settings_.font_family = family; });
  });
  view.add("larger text", {{Key::equal, with_ctrl}}, "", [this] { change_font(1); }).repeating();
  view.add("smaller text", {{Key::minus, with_ctrl}}, "", [this] { change_font(-1); }).repeating();
  view.separate();
  view.add("messages", {}, "", [this] { dialogs_.messages = PopupState::opening; });

  // Not first, where it would take the key that leads to the next menu.
  tiles.add_submenu(panel_menu);
  ActionMenu panels = actions_.menu(panel_menu);
  for (const auto& panel : panels_) {
    panels
        .add(name_of(panel->id()), {}, "",
             [this, id = panel->id()] {
               reveal(id);
               tiling_view_.go_to(id);
             })
        .enabled_if([this, &panel = *panel] { return panel.available(*snapshot_); })
        .unavailable = panel->nothing();
  }
}

void Application::add_help_actions() {
  ActionMenu help = actions_.shared_menu("Help", "Help");
  help.add("commands…", {{Key::p, with_ctrl}}, "everything that the debugger can do, by name",
           [this] { dialogs_.palette.open(palette_entries()); });
  actions_.menu("Help").add("tour", {}, "five steps through this window",
                            [this] { dialogs_.tour.start(); });
  help.add("keyboard shortcuts", {{Key::f1}}, "of the window and of each panel",
           [this] { dialogs_.keys = PopupState::opening; });
  help.separate();
  help.add("about", {}, "", [this] { dialogs_.about = PopupState::opening; });
}

}  // namespace fungescope::ui
