#include "debugger_ui/frame/application.h"

#include "base/text_table.h"
#include "debugger_ui/frame/status_bar.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "files/user_folders.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr double save_every = 2;      // seconds
constexpr double look_at_file = 0.5;  // seconds

std::optional<std::filesystem::file_time_type> time_of(const std::string& file) {
  std::error_code failure;
  if (file.empty()) return std::nullopt;
  const auto time = std::filesystem::last_write_time(file, failure);
  return failure ? std::nullopt : std::optional(time);
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

std::string absolute(const std::string& file) {
  std::error_code failure;
  if (file.empty()) return file;
  const auto path = std::filesystem::absolute(file, failure);
  return failure ? file : path.lexically_normal().string();
}

}  // namespace

Application::Application(ApplicationOptions options, Opened opened)
    : options_(std::move(options)), panels_(make_panels()) {
  if (!options_.wake) options_.wake = [] {};
  options_.open.keep = options_.open.keep && options_.user_files;
  load_settings();
  replace(std::move(opened));
}

Application::~Application() {
  if (opening_) opening_->cancelled = true;
  close();
}

// ---- Settings

void Application::load_settings() {
  std::string problem;
  if (options_.user_files) {
    settings_file_ = JsonFile(config_path("window.json"));
    settings_ = settings_from(settings_file_.load(problem));
  }
  if (!problem.empty()) notice(std::move(problem), Tone::warning);
  if (options_.dark) settings_.dark = *options_.dark;
  if (options_.layout) settings_.layout = *options_.layout;
  for (std::size_t i = 0; i < tilings_.size(); ++i) {
    const auto& kept = settings_.tilings[i];
    tilings_[i] = kept ? *kept : make_tiling(static_cast<Layout>(i));
  }
  for (const auto& panel : panels_) {
    const auto kept = settings_.panels.find(std::string(name_of(panel->id())));
    if (kept != settings_.panels.end()) panel->load(*kept);
  }
  if (options_.layout == Layout::profile) choose_layout(Layout::profile);
}

void Application::save_settings() {
  if (!options_.user_files) return;
  for (std::size_t i = 0; i < tilings_.size(); ++i) settings_.tilings[i] = tilings_[i];
  for (const auto& panel : panels_) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    panel->save(json);
    if (!json.empty()) settings_.panels[std::string(name_of(panel->id()))] = std::move(json);
  }
  if (auto saved = settings_file_.save(to_json(settings_)); !saved) {
    notice("the settings are not kept: " + to_string(saved.error()), Tone::warning);
  }
}

void Application::keep_program() {
  if (!options_.user_files || picture_ == nullptr) return;
  (void)memory_.save(*picture_, source_text_);
}

void Application::close() {
  if (std::exchange(closed_, true)) return;
  exporter_.cancel();
  save_settings();
  if (!options_.user_files || vm_ == nullptr) return;
  vm_->interrupt();
  vm_->settle();
  picture_ = vm_->picture();
  keep_program();
  if (memory_.recording_path().empty()) return;
  if (has_edits(*picture_)) {
    vm_->submit("save " + quoted(memory_.recording_path()));
    vm_->settle();
  } else {
    memory_.drop_recording();
  }
}

// ---- A frame

void Application::frame(ImguiHost& host, InputQueue& input, PixelSize pixels, double seconds) {
  time_ += seconds;
  const Theme& theme = settings_.dark ? dark_theme() : light_theme();
  host.set_font({"", settings_.font_size});
  apply(theme, host.scale());
  vm_->deliver();
  picture_ = vm_->picture();
  host.begin_frame(pixels, seconds, input);
  take_news(input);
  handle_keys(input);
  Look look;
  // A picture stays alive while it is drawn, whatever replaces it.
  const std::shared_ptr<const Picture> shown = picture_;
  Context context{*shown, *vm_,  look,         host.fonts(), theme, selection_,
                  *this,  input, host.scale(), seconds,      time_};
  draw(context);
  draw_popups(context);
  const auto area_bottom =
      static_cast<float>(pixels.height) - ImGui::GetTextLineHeight() - 10 * host.scale();
  messages_.draw_latest(theme, host.scale(), area_bottom, time_);
  exporter_.work(host, context, pixels, [this](Context& aside) { draw(aside); });
  host.end_frame();
  vm_->look(look);
}

void Application::take_news(InputQueue& input) {
  for (std::string& text : vm_->take_messages()) notice(std::move(text), Tone::plain);
  if (opening_) finish_opening();
  if (!input.frame().dropped_files.empty()) open(input.frame().dropped_files.front());
  if (time_ >= next_look_at_file_) {
    next_look_at_file_ = time_ + look_at_file;
    watch_file();
  }
  if (time_ >= next_save_) {
    if (next_save_ > 0) {
      save_settings();
      keep_program();
    }
    next_save_ = time_ + save_every;
  }
}

void Application::handle_keys(const InputQueue& input) {
  const bool palette_key = input.pressed(Key::p, with_ctrl);
  if (palette_.is_open() || dialogs_.is_open() || shortcuts_.open || about_.open) {
    if (palette_key && palette_.is_open()) palette_.close();
    return;
  }
  const auto action = pressed_action(input.frame(), ImGui::GetIO().WantTextInput);
  if (action) perform(*action);
}

void Application::draw(Context& context) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = context.scale;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6 * scale, 4 * scale));
  ImGui::Begin("##frame", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_MenuBar |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  MenuWishes wishes{"", [this](PanelId panel) { reveal(panel); },
                    [this](Action action) { perform(action); }};
  draw_menu_bar(context, settings_, panels_, wishes);
  if (transport_.draw(context, settings_.speed, wishes.perform) && context.picture.playing()) {
    vm_->play(context.picture.doing.way, settings_.speed);
  }
  const float top = ImGui::GetCursorScreenPos().y + 2 * scale;
  const float status = ImGui::GetTextLineHeight() + 8 * scale;
  const float margin = std::floor(4 * scale);
  const Box area{margin, std::floor(top), display.x - 2 * margin,
                 std::floor(std::max(0.0F, display.y - top - status))};
  tiling_view_.draw(tiling(), panels_, area, context);
  ImGui::SetCursorScreenPos({margin + 4 * scale, area.bottom() + 4 * scale});
  const std::string other = opening_ ? "opening " + opening_->file : exporter_.words();
  draw_status_bar(context, other, opening_ ? -1 : exporter_.share(), wishes.perform);
  ImGui::End();
  if (!wishes.open.empty()) open(wishes.open);
}

void Application::draw_popups(Context& context) {
  const auto do_it = [this](Action action) { perform(action); };
  palette_.draw(context.theme, context.scale, context.input, *vm_, settings_.history, do_it);
  dialogs_.draw(context.theme, context.scale, context.input);
  if (shortcuts_.open) {
    const bool appearing = std::exchange(shortcuts_.appearing, false);
    shortcuts_.open = draw_shortcut_sheet(context.theme, context.scale, context.input, appearing);
  }
  if (about_.open) {
    const bool appearing = std::exchange(about_.appearing, false);
    about_.open = draw_about(context.theme, context.scale, context.input, appearing, renderer_);
  }
  messages_.draw_list(context.theme, context.scale);
}

Tiling& Application::tiling() {
  return tilings_[static_cast<std::size_t>(settings_.layout)];
}

std::string Application::title() const {
  return picture_->program->name + " - Fungescope";
}

bool Application::animated() const {
  const auto& all = messages_.all();
  const bool speaking = !all.empty() && time_ - all.front().time < 13;
  return speaking || at_work() || picture_->busy();
}

// ---- Files

void Application::open(const std::string& file) {
  OpenOptions options = options_.open;
  options.file = absolute(file);
  options.input.reset();
  // Made for the first file alone.
  options.session.regions.clear();
  options.session.load.size.reset();
  start_opening(std::move(options), false);
}

void Application::start_opening(OpenOptions options, bool same_program) {
  if (opening_) opening_->cancelled = true;
  keep_program();
  if (!same_program && options_.user_files && has_edits(*picture_) &&
      !memory_.recording_path().empty()) {
    vm_->submit("save " + quoted(memory_.recording_path()));
  }
  auto opening = std::make_unique<Opening>();
  opening->file = options.file;
  opening->same_program = same_program;
  Opening* const monitor = opening.get();
  opening->result = std::async(std::launch::async, [options, monitor, wake = options_.wake] {
    auto opened = open_file(options, monitor);
    wake();
    return opened;
  });
  opening_ = std::move(opening);
}

void Application::finish_opening() {
  Opening& opening = *opening_;
  if (opening.result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  // What is at work for the old program comes to its end first: it may be saving its edits.
  if (picture_->busy()) return;
  Result<Opened> opened = opening.result.get();
  const bool same = opening.same_program;
  const bool cancelled = opening.cancelled;
  opening_.reset();
  if (!opened) {
    if (!cancelled) notice(to_string(opened.error()), Tone::bad);
    return;
  }
  if (same) carry_over(*picture_, *opened->start.session);
  replace(std::move(*opened));
}

void Application::replace(Opened opened) {
  const Session& session = *opened.start.session;
  source_text_ = session.sources().all().front()->text;
  options_.open.file = opened.start.file;
  if (options_.user_files) {
    memory_ = opened.recording ? ProgramMemory() : ProgramMemory(options_.open.file);
    if (!options_.open.file.empty()) settings_.add_recent(absolute(options_.open.file));
  }
  for (const Error& warning : session.source().warnings) notice(to_string(warning), Tone::warning);
  if (!opened.problem.empty()) notice(std::move(opened.problem), Tone::plain);
  file_time_ = time_of(options_.open.file);
  selection_ = {};
  if (vm_ == nullptr) {
    vm_ = std::make_unique<Vm>(std::move(opened.start), options_.wake);
  } else {
    vm_->replace(std::move(opened.start));
  }
  picture_ = vm_->picture();
}

void Application::watch_file() {
  if (opening_ || !file_time_ || picture_->program->file != options_.open.file) return;
  const auto now = time_of(options_.open.file);
  // A file that is just being replaced is not there for a moment.
  if (!now || now == file_time_) return;
  file_time_ = now;
  perform(Action::reload);
}

void Application::restart_with_input(std::string bytes, bool closed) {
  OpenOptions options = options_.open;
  options.file = picture_->program->file;
  options.input = std::move(bytes);
  options.input_closed = closed;
  options.keep = false;
  start_opening(std::move(options), true);
}

// ---- Services

void Application::notice(std::string text, Tone tone) {
  messages_.add(std::move(text), tone, time_);
}

void Application::run(std::string line) {
  vm_->submit(std::move(line), [this](const Answer& answer) {
    if (!answer.reply) {
      Error error = answer.reply.error();
      if (error.where.file.empty()) error.where = {};
      notice(fmt::format("{}: {}", answer.line, to_string(error)), Tone::bad);
    } else if (answer.reply->quit) {
      quit_ = true;
    }
  });
}

void Application::reveal(PanelId panel) {
  tiling().open(panel, home_of(panel));
}

void Application::ask_line(std::string title, std::string hint, std::string text,
                           std::function<void(const std::string&)> take) {
  dialogs_.ask_line(std::move(title), std::move(hint), std::move(text), std::move(take));
}

void Application::ask_save(std::string title, std::string name,
                           std::function<void(const std::string& path)> take) {
  dialogs_.ask_save(std::move(title), std::move(name), std::move(take));
}

void Application::copy(const std::string& text) {
  ImGui::SetClipboardText(text.c_str());
  notice("copied", Tone::plain);
}

}  // namespace fungescope::ui
