// Performs the actions of the action table.
#include "base/escape.h"
#include "debugger_ui/app/application.h"
#include "debugger_ui/app/status_bar.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "front_end/program_file.h"
#include "programs/catalogue.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::string stem_of(const ViewSnapshot& snapshot) {
  const std::string stem = std::filesystem::path(snapshot.program->name).stem().string();
  return stem.empty() ? "program" : stem;
}

// Parses "1000 2,000" within the recorded run; an omitted end is that of the run.
Result<TickInterval> interval_from(const std::string& text, const ViewSnapshot& snapshot) {
  auto interval = parse_tick_interval(text, tick_words(snapshot));
  if (!interval) return interval;
  interval->from = std::clamp(interval->from, snapshot.begin, snapshot.end);
  interval->to = std::clamp(interval->to, snapshot.begin, snapshot.end);
  return interval;
}

}  // namespace

// A run that has ended plays again, from the beginning.
void Application::play(const PlaySettings& how) {
  const bool ended = snapshot_->status != Status::running && snapshot_->tick == snapshot_->end;
  if (ended) session_->seek(snapshot_->begin, "play again");
  session_->play(RunDirection::forward, how);
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

// The value under the mouse, or else in the selected cell, as a command names it.
std::string Application::value_to_explain() const {
  if (!selection_.value_here.empty()) return selection_.value_here;
  if (!selection_.cell) return {};
  return fmt::format("{},{}", selection_.cell->x, selection_.cell->y);
}

// All that the menus have.
std::vector<PaletteEntry> Application::palette_entries() {
  std::vector<PaletteEntry> entries;
  const KeyScope scope = in_mode() ? KeyScope::mode : KeyScope::debugger;
  for (const ActionInfo& info : actions()) {
    if (mode_row(info.action) && !in_mode()) continue;
    if (info.action == Action::quit && !options_.can_quit) continue;
    entries.push_back({std::string(info.label), std::string(info.hint), shortcut_text(info, scope),
                       [this, action = info.action] { perform(action); }});
  }
  for (const auto& panel : panels_) {
    if (!panel->available(*snapshot_)) continue;
    entries.push_back(
        {std::string(panel->title()), "panel", "", [this, id = panel->id()] { go_to(id); }});
  }
  for (const BuiltInProgram& program : built_in_programs()) {
    entries.push_back({"open " + program.as_file(), std::string(program.summary), "",
                       [this, file = program.as_file()] { open(file); }});
  }
  if (options_.user_files) {
    for (const UnsavedText::Found& found : UnsavedText::find()) {
      entries.push_back({"unsaved changes to " + program_title(found.source.file),
                         "kept at " + found.time, "", [this, found] { take_up_unsaved(found); }});
    }
  }
  for (const std::string& file : settings_.recent) {
    entries.push_back({file, "open recent", "", [this, file] { open(file); }});
  }
  return entries;
}

void Application::change_font(float by) {
  settings_.font_size = std::clamp(settings_.font_size + by, 8.0F, 40.0F);
}

void Application::ask_open() {
  if (options_.choose_file) return options_.choose_file();
  FileRequest request;
  const std::string& file = snapshot_->program->file;
  if (program_origin(file, StandardInput::accept) == ProgramOrigin::file)
    request.folder = std::filesystem::path(file).parent_path().string();
  dialogs_.file.open(std::move(request), [this](const std::string& path) { open(path); });
}

void Application::ask_font() {
  prompt_line("Font", "a family, or a path to a file; empty: the best there is",
              settings_.font_family,
              [this](const std::string& family) { settings_.font_family = family; });
}

void Application::ask_trace(std::string_view format) {
  const std::string range = fmt::format("{} {}", snapshot_->begin, snapshot_->end);
  const auto save = [this, format = std::string(format)](const std::string& text) {
    const auto interval = interval_from(text.empty() ? "start" : text, *snapshot_);
    if (!interval) return;
    const std::string line = fmt::format("trace {} {} {}", interval->from, interval->to, format);
    prompt_save_path(
        "Save the trace", stem_of(*snapshot_) + "." + format,
        [this, line](const std::string& path) { run(line + ' ' + double_quoted(path)); });
  };
  const auto check = [this](const std::string& text) -> Result<void> {
    const auto interval = interval_from(text, *snapshot_);
    return interval ? Result<void>() : tl::unexpected(interval.error());
  };
  dialogs_.line.open("Trace: first tick, last tick", range, range, save, check);
}

namespace {

std::optional<EditCommand> edit_command(Action action) {
  static constexpr std::array<std::pair<Action, EditCommand>, 15> commands{{
      {Action::undo, EditCommand::undo},
      {Action::redo, EditCommand::redo},
      {Action::cut, EditCommand::cut},
      {Action::copy, EditCommand::copy},
      {Action::paste, EditCommand::paste},
      {Action::erase, EditCommand::erase},
      {Action::select_all, EditCommand::select_all},
      {Action::rotate_right, EditCommand::rotate_right},
      {Action::rotate_left, EditCommand::rotate_left},
      {Action::mirror_left_right, EditCommand::mirror_left_right},
      {Action::mirror_top_bottom, EditCommand::mirror_top_bottom},
      {Action::insert_row, EditCommand::insert_row},
      {Action::delete_row, EditCommand::delete_row},
      {Action::insert_column, EditCommand::insert_column},
      {Action::delete_column, EditCommand::delete_column},
  }};
  const auto* const found = std::find_if(commands.begin(), commands.end(),
                                         [action](const auto& row) { return row.first == action; });
  if (found == commands.end()) return std::nullopt;
  return found->second;
}

}  // namespace

bool Application::perform_edit(Action action) {
  if (action == Action::edit_mode) {
    editing_.set_active(!editing_.active(), selection_.cell);
    if (editing_.active()) reveal(PanelId::playfield);
    return true;
  }
  EditSettings& how = settings_.editing;
  for (const auto& [toggle, flag] : {std::pair(Action::edit_into_run, &how.into_run),
                                     std::pair(Action::edit_insert, &how.insert),
                                     std::pair(Action::edit_arrows, &how.arrows_turn),
                                     std::pair(Action::edit_blocks, &how.turn_blocks)}) {
    if (action != toggle) continue;
    *flag = !*flag;
    return true;
  }
  if (!info_of(action).menu.ends_with("Edit")) return false;
  if (!editing_.active()) {
    notify("this edits the program: enter the edit mode first, with Ctrl+E", Tone::plain);
    return true;
  }
  editing_.take_focus = true;  // back from the menu
  if (const auto command = edit_command(action)) {
    editing_.perform(*command,
                     {[] {
                        const char* const text = ImGui::GetClipboardText();
                        return std::string(text == nullptr ? "" : text);
                      },
                      [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); }});
    return true;
  }
  switch (action) {
    case Action::fill:
      prompt_line("Fill", "a character", "", [this](const std::string& text) {
        if (!text.empty()) editing_.fill(static_cast<unsigned char>(text.front()));
      });
      break;
    case Action::replace:
      prompt_line("Replace all", "the text to find", "", [this](const std::string& text) {
        prompt_line("Replace all", "what stands there instead; shorter is filled up with blanks",
                    "", [this, text](const std::string& by) { editing_.replace_all(text, by); });
      });
      break;
    case Action::enlarge: {
      const Size field = editing_.editor().document().field();
      prompt_line("Size of the field", "WIDTHxHEIGHT",
                  fmt::format("{}x{}", field.width, field.height), [this](const std::string& text) {
                    const auto size = parse_size_option(text);
                    if (!size) return notify(size.error().what, Tone::warning);
                    editing_.enlarge(size->size);
                  });
      break;
    }
    case Action::find:
      selection_.find = true;
      reveal(PanelId::playfield);
      break;
    default:
      return false;
  }
  return true;
}

void Application::perform(Action action) {
  const ActionInfo& info = info_of(action);
  const auto picture_of = [this](ExportSubject subject) {
    prompt_save_path(
        fmt::format("Picture of the {}", name_of(subject)),
        fmt::format("{}-{}.png", stem_of(*snapshot_), name_of(subject)),
        [this, subject](const std::string& path) { exporter_.save_png(subject, path, *session_); });
  };
  switch (action) {
    case Action::open:
      ask_open();
      break;
    case Action::open_link:
      ask_link();
      break;
    case Action::share:
      share();
      break;
    case Action::new_file:
      new_program();
      break;
    case Action::reload:
      guard("the file is read again", [this] { reload_file(); });
      break;
    case Action::save:
      save_program({});
      break;
    case Action::save_as:
      save_program_as({});
      break;
    case Action::forget_kept:
      forget_kept();
      break;
    case Action::restart_source:
      restart_with_source(false);
      break;
    case Action::program_options:
      ask_program_options();
      break;
    case Action::save_recording:
      prompt_save_path("Save a recording", stem_of(*snapshot_) + ".fungescope",
                       [this](const std::string& path) { run("save " + double_quoted(path)); });
      break;
    case Action::export_window:
      picture_of(ExportSubject::window);
      break;
    case Action::export_field:
      picture_of(ExportSubject::playfield);
      break;
    case Action::export_board:
      if (const Panel& board = *panels_[static_cast<std::size_t>(PanelId::board)];
          board.available(*snapshot_)) {
        picture_of(ExportSubject::board);
      } else {
        notify(std::string(board.nothing()), Tone::plain);
      }
      break;
    case Action::export_gif:
      exporter_.ask_animation(*snapshot_, stem_of(*snapshot_));
      break;
    case Action::export_trace_csv:
      ask_trace("csv");
      break;
    case Action::export_trace_json:
      ask_trace("json");
      break;
    case Action::export_notebook:
      ask_notebook_file(*snapshot_, *this);
      break;
    case Action::quit:
      if (!options_.can_quit) break;
      guard("the window is closed", [this] { quit_ = true; });
      break;
    case Action::play:
      play({{PaceMode::ticks, SessionThread::unlimited}, {}});
      break;
    case Action::play_back:
      session_->play(RunDirection::reverse, SessionThread::unlimited);
      break;
    case Action::play_or_pause:
      if (snapshot_->playing()) {
        session_->pause();
      } else {
        play(settings_.play_settings());
      }
      break;
    case Action::go_to:
      transport_.edit_tick();
      break;
    case Action::go_back:
      session_->go_to_visit(VisitDirection::back);
      break;
    case Action::go_forward:
      session_->go_to_visit(VisitDirection::forward);
      break;
    case Action::stop_work:
      if (opening_) opening_->cancel();
      exporter_.cancel(*session_);
      if (snapshot_->busy() || snapshot_->playing() || snapshot_->input.resumes) {
        session_->interrupt();
      }
      break;
    case Action::break_here:
      toggle_break();
      break;
    case Action::why_value:
      if (const std::string value = value_to_explain(); !value.empty()) {
        ask_why(*this, value);
      } else {
        notify("no value is under the mouse, and no cell is selected", Tone::plain);
      }
      break;
    case Action::why_here:
      ask_why(*this, "here");
      break;
    case Action::layout_solver:
      choose_layout(LayoutPreset::solver);
      break;
    case Action::layout_code:
      choose_layout(LayoutPreset::code);
      break;
    case Action::layout_profile:
      choose_layout(LayoutPreset::profile);
      break;
    case Action::layout_play:
      choose_layout(LayoutPreset::play);
      break;
    case Action::reset_layout:
      tiling() = (tilings_.is_narrow ? make_narrow_tiling : make_tiling)(
          settings_.layout, kind_of(*snapshot_->program));
      break;
    case Action::next_panel:
    case Action::previous_panel:
      tiling_view_.go_to_next(action == Action::next_panel ? 1 : -1);
      break;
    case Action::open_menus:
      if (!close_front_popup()) open_menu_ = 0;
      break;
    case Action::minimap:
      settings_.minimap = !settings_.minimap;
      break;
    case Action::changes:
      settings_.changes = !settings_.changes;
      break;
    case Action::theme:
      settings_.dark = !settings_.dark;
      break;
    case Action::font:
      ask_font();
      break;
    case Action::larger_text:
      change_font(1);
      break;
    case Action::smaller_text:
      change_font(-1);
      break;
    case Action::messages:
      messages_.toggle_list();
      break;
    case Action::palette:
      dialogs_.palette.open(palette_entries());
      break;
    case Action::tour:
      dialogs_.tour.start();
      break;
    case Action::shortcuts:
      dialogs_.keys = PopupState::opening;
      break;
    case Action::about:
      dialogs_.about = PopupState::opening;
      break;
    default:
      if (const auto row = mode_row(action)) {
        stale_ = true;
        mode_->perform(*row);
        break;
      }
      if (perform_edit(action)) break;
      if (!info.command.empty()) run(std::string(info.command));
      break;
  }
}

}  // namespace fungescope::ui
