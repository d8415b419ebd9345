// What the actions of the table do.
#include "base/text_table.h"
#include "debugger_ui/frame/application.h"
#include "debugger_ui/frame/status_bar.h"

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

// "1000 2000 100": of all that is recorded where a number is missing.
Exporter::Animation animation_from(const std::string& text, const Picture& picture) {
  Exporter::Animation animation{picture.begin, picture.end};
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
  if (!numbers.empty()) animation.from = std::clamp(numbers[0], picture.begin, picture.end);
  if (numbers.size() > 1) animation.to = std::clamp(numbers[1], animation.from, picture.end);
  if (numbers.size() > 2)
    animation.frames = static_cast<int>(std::min<std::uint64_t>(numbers[2], 2000));
  return animation;
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

void Application::ask_gif() {
  const bool board = picture_->board.has_value();
  const std::string range = fmt::format("{} {} 60", picture_->begin, picture_->end);
  ask_line("animation: first tick, last tick, frames", range, range,
           [this, board](const std::string& text) {
             const auto animation = animation_from(text, *picture_);
             ask_save(board ? "animation of the board" : "animation of the playfield",
                      stem_of(*picture_) + ".gif",
                      [this, board, animation](const std::string& path) {
                        exporter_.begin_animation(board ? Subject::board : Subject::field, path,
                                                  animation, *picture_);
                      });
           });
}

void Application::ask_trace(std::string_view format) {
  const std::string range = fmt::format("{} {}", picture_->begin, picture_->end);
  ask_line("trace: first tick, last tick", range, range,
           [this, format = std::string(format)](const std::string& text) {
             const auto interval = animation_from(text, *picture_);
             ask_save("trace", stem_of(*picture_) + "." + format,
                      [this, format, interval](const std::string& path) {
                        run(fmt::format("trace {} {} {} \"{}\"", interval.from, interval.to, format,
                                        path));
                      });
           });
}

void Application::perform(Action action) {
  const ActionInfo& info = info_of(action);
  const auto picture_of = [this](Subject subject, const char* what) {
    ask_save(fmt::format("picture of the {}", what),
             fmt::format("{}-{}.png", stem_of(*picture_), what),
             [this, subject](const std::string& path) { exporter_.begin_picture(subject, path); });
  };
  switch (action) {
    case Action::open:
      dialogs_.ask_open(picture_->program->file, [this](const std::string& path) { open(path); });
      break;
    case Action::reload:
      if (picture_->program->file.empty()) {
        notice("the built-in solver has no file; open one", Tone::plain);
        break;
      }
      vm_->submit("reload", [this](const Answer& answer) {
        notice(answer.reply ? answer.reply->text : "reload: " + to_string(answer.reply.error()),
               answer.reply ? Tone::plain : Tone::bad);
      });
      break;
    case Action::save_recording:
      ask_save("recording", stem_of(*picture_) + ".fungescope", [this](const std::string& path) {
        vm_->submit("save \"" + path + "\"", [this](const Answer& answer) {
          notice(answer.reply ? answer.reply->text : to_string(answer.reply.error()),
                 answer.reply ? Tone::good : Tone::bad);
        });
      });
      break;
    case Action::export_window:
      picture_of(Subject::window, "window");
      break;
    case Action::export_field:
      picture_of(Subject::field, "playfield");
      break;
    case Action::export_board:
      if (picture_->board) {
        picture_of(Subject::board, "board");
      } else {
        notice("this program has no sudoku board", Tone::plain);
      }
      break;
    case Action::export_gif:
      ask_gif();
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
      exporter_.cancel();
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
