// What the actions of the table do.
#include "base/text_table.h"
#include "debugger_ui/app/application.h"
#include "debugger_ui/app/status_bar.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::string stem_of(const Picture& picture) {
  const std::string stem = std::filesystem::path(picture.program->name).stem().string();
  return stem.empty() ? "program" : stem;
}

// Any path as one argument of a command.
std::string quoted(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return fmt::format("\"{}\"", text);
}

struct Interval {
  Tick from = 0;
  Tick to = 0;
};

// "1000 2,000": of all that is recorded where a number is missing.
Interval interval_from(const std::string& text, const Picture& picture) {
  std::string digits;
  std::vector<std::uint64_t> numbers;
  for (const char c : text + ' ') {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else if (c != ',' && c != '_' && !digits.empty()) {
      std::uint64_t number = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
      numbers.push_back(number);
      digits.clear();
    }
  }
  Interval interval{picture.begin, picture.end};
  if (!numbers.empty()) interval.from = std::clamp(numbers[0], picture.begin, picture.end);
  if (numbers.size() > 1) interval.to = std::clamp(numbers[1], interval.from, picture.end);
  return interval;
}

}  // namespace

void Application::play(Way way) {
  vm_->play(way, settings_.speed);
}

void Application::toggle_break() {
  if (!selection_.cell) {
    notice("no cell is selected; click one in the playfield", Tone::plain);
    return;
  }
  const Point at = *selection_.cell;
  for (const StopPicture& stop : picture_->stops) {
    if (stop.kind == StopKind::cell && stop.area.corner == at && !stop.direction) {
      run(fmt::format("delete {}", stop.id));
      return;
    }
  }
  run(fmt::format("break {},{}", at.x, at.y));
}

void Application::choose_layout(Layout layout) {
  settings_.layout = layout;
  if (layout != Layout::profile) return;
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  Panel& playfield = *panels_[static_cast<std::size_t>(PanelId::playfield)];
  playfield.save(settings);
  if (settings.value("overlay", "none") == "none") {
    settings["overlay"] = "executions";
    playfield.load(settings);
  }
}

void Application::change_font(float by) {
  settings_.font_size = std::clamp(settings_.font_size + by, 8.0F, 40.0F);
}

void Application::ask_open() {
  FileRequest request;
  const std::string& file = picture_->program->file;
  if (!file.empty()) request.folder = std::filesystem::path(file).parent_path().string();
  file_dialog_.open(std::move(request), [this](const std::string& path) { open(path); });
}

void Application::ask_font() {
  ask_line("Font", "a family, or a path to a file; empty: the best there is", settings_.font_family,
           [this](const std::string& family) { settings_.font_family = family; });
}

void Application::ask_trace(std::string_view format) {
  const std::string range = fmt::format("{} {}", picture_->begin, picture_->end);
  ask_line("Trace: first tick, last tick", range, range,
           [this, format = std::string(format)](const std::string& text) {
             const auto interval = interval_from(text, *picture_);
             ask_save("Save the trace", stem_of(*picture_) + "." + format,
                      [this, format, interval](const std::string& path) {
                        run(fmt::format("trace {} {} {} {}", interval.from, interval.to, format,
                                        quoted(path)));
                      });
           });
}

void Application::perform(Action action) {
  const ActionInfo& info = info_of(action);
  const auto picture_of = [this](ExportSubject subject) {
    ask_save(fmt::format("Picture of the {}", name_of(subject)),
             fmt::format("{}-{}.png", stem_of(*picture_), name_of(subject)),
             [this, subject](const std::string& path) { exporter_.save_png(subject, path, *vm_); });
  };
  switch (action) {
    case Action::open:
      ask_open();
      break;
    case Action::reload:
      if (picture_->program->file.empty() || picture_->program->file == "-") {
        notice("this program has no file to be read again; open one", Tone::plain);
        break;
      }
      file_watch_.accept();
      vm_->submit("reload", [this](const Answer& answer) {
        notice(answer.reply ? answer.reply->text : "reload: " + to_string(answer.reply.error()),
               answer.reply ? Tone::plain : Tone::bad);
      });
      break;
    case Action::save_recording:
      ask_save("Save a recording", stem_of(*picture_) + ".fungescope",
               [this](const std::string& path) { run("save " + quoted(path)); });
      break;
    case Action::export_window:
      picture_of(ExportSubject::window);
      break;
    case Action::export_field:
      picture_of(ExportSubject::playfield);
      break;
    case Action::export_board:
      if (picture_->board) {
        picture_of(ExportSubject::board);
      } else {
        notice("this program has no sudoku board", Tone::plain);
      }
      break;
    case Action::export_gif:
      exporter_.ask_animation(*picture_, stem_of(*picture_));
      break;
    case Action::export_trace_csv:
      ask_trace("csv");
      break;
    case Action::export_trace_json:
      ask_trace("json");
      break;
    case Action::quit:
      quit_ = true;
      break;
    case Action::play:
      play(Way::forward);
      break;
    case Action::play_back:
      play(Way::back);
      break;
    case Action::play_or_pause:
      if (picture_->playing()) {
        vm_->pause();
      } else {
        play(Way::forward);
      }
      break;
    case Action::go_to:
      transport_.edit_tick();
      break;
    case Action::stop_work:
      if (opening_) opening_->cancelled = true;
      exporter_.cancel(*vm_);
      if (picture_->busy() || picture_->playing()) vm_->interrupt();
      break;
    case Action::break_here:
      toggle_break();
      break;
    case Action::layout_solver:
      choose_layout(Layout::solver);
      break;
    case Action::layout_code:
      choose_layout(Layout::code);
      break;
    case Action::layout_profile:
      choose_layout(Layout::profile);
      break;
    case Action::reset_layout:
      tiling() = make_tiling(settings_.layout);
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
      palette_.open();
      break;
    case Action::shortcuts:
      shortcuts_.show();
      break;
    case Action::about:
      about_.show();
      break;
    default:
      if (!info.command.empty()) run(std::string(info.command));
      break;
  }
}

}  // namespace fungescope::ui
