#include "debugger_ui/app/application.h"

#include "debugger_ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr double work_interval = 1.0 / 30;  // seconds, while other threads work

double thread_seconds() {
  timespec now{};
  // Browsers do not tell a thread's time.
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Application::Application(ApplicationOptions options, OpenedFile opened)
    : options_(std::move(options)),
      panels_(make_panels()),
      mode_(make_mode(
          *this, options_.wake ? options_.wake : [] {})) {
  if (!options_.wake) options_.wake = [] {};
  options_.open.keep = options_.open.keep && options_.user_files;
  load_settings();
  add_actions();
  std::optional<OpenRequest> later = std::exchange(opened.later, std::nullopt);
  replace(std::move(opened), false);
  options_.layout.reset();  // a link that is opened later has its own
  if (settings_file_.elsewhere() && !autosave_.elsewhere()) {
    notify("another window is open and keeps the settings; they are not saved here", Tone::plain);
  }
  if (later) {
    later->then = [this] { begin(); };
    start_opening(std::move(*later));
  } else {
    begin();
  }
  if (options_.edit) editing_.set_active(true);
  if (options_.front) reveal(*options_.front);
  if (options_.against) show_other_run(std::move(*std::exchange(options_.against, nullptr)));
}

void Application::begin() {
  for (std::string& line : options_.commands) run(std::move(line));
  selection_.zoom = options_.zoom;
  if (options_.plays) play(settings_.play_settings());
}

Application::~Application() {
  if (opening_) opening_->cancelled = true;
  try {
    close();
  } catch (...) {  // out of memory: the state cannot be saved, nor the error reported
  }
}

// ---- The end

void Application::close() {
  if (std::exchange(end_.closed, true)) return;
  exporter_.drop();
  end_other_run();
  mode_->close();
  save_settings();
  if (end_.quit) {
    unsaved_.remove();  // the user was asked
  } else {
    unsaved_.hurry(time_);
    keep_unsaved();
  }
  if (session_ == nullptr || !autosave_.enabled()) return;
  session_->interrupt();
  autosave_.save(*session_, SaveScope::all)->wait();
}

std::shared_ptr<Completion> Application::keep_all() {
  if (end_.closed) return nullptr;
  save_settings();
  unsaved_.hurry(time_);
  keep_unsaved();
  return autosave_.enabled() ? autosave_.save(*session_, SaveScope::all) : nullptr;
}

// ---- A frame

void Application::update(double seconds) {
  time_ += seconds;
  stale_ = session_->run_callbacks() || stale_;
  auto snapshot = session_->snapshot();
  stale_ = stale_ || snapshot != snapshot_;
  snapshot_ = std::move(snapshot);
  if (pair_) stale_ = pair_->update(*session_, snapshot_) || stale_;
  stale_ = mode_->update(time_, in_mode(), *snapshot_) || stale_;
  show_console();
  for (LogMessage& logged : session_->take_messages()) {
    notify(std::move(logged.text), Tone::plain);
  }
  if (opening_) finish_opening();
  if (!opening_) watch_file();
  editing_.update(*session_);
  offer_restart();
  for (auto& message : editing_.take_messages()) {
    notify(std::move(message.text), message.bad ? Tone::warning : Tone::plain);
  }
  autosave_.update(*session_, *snapshot_, time_);
  keep_unsaved();
  if (settings_file_.take_due(time_)) save_settings();
}

// When a run comes to wait for input, the console comes forward and takes the keyboard.
void Application::show_console() {
  const auto& stop = snapshot_->last_stop;
  const bool waits = snapshot_->input.awaited && stop &&
                     stop->reason == StopInfo::Reason::input_wait && stop->tick == snapshot_->tick;
  if (!waits || once_.awaited_at == snapshot_->instant || in_mode()) return;
  once_.awaited_at = snapshot_->instant;
  reveal(PanelId::console);
  selection_.focus_console = !dialogs_.palette.is_open() && !has_dialog() && !editing_.active();
}

double Application::seconds_to_update() const {
  double due = autosave_.next_update(*snapshot_);
  if (opening_) {
    due = std::min(due, time_ + work_interval);
  } else {
    due = std::min(due, file_watch_.next_poll());
  }
  due = std::min(due, settings_file_.next_save());
  if (options_.user_files) due = std::min(due, unsaved_.next_update(editing_, time_).value_or(due));
  due = std::min(due, mode_->next_update());
  return std::max(0.0, due - time_);
}

void Application::frame(ImguiHost& host, InputQueue& input, PixelSize pixels) {
  const double seconds = time_ - std::exchange(frame_.time, time_);
  frame_.schedule = {};
  stale_ = false;
  settings_file_.touch();
  const Theme& theme = settings_.dark ? dark_theme() : light_theme();
  host.set_font({settings_.font_family, settings_.font_size});
  apply(theme, host.scale());
  host.begin_frame(pixels, seconds, input);
  const double started = thread_seconds();
  if (host.font_error() && !std::exchange(once_.font_error_shown, true)) {
    notify(to_string(*host.font_error()), Tone::warning);
  }
  if (!input.frame().dropped_files.empty()) open(input.frame().dropped_files.front());
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
  handle_keys(input);
  selection_.begin_frame();
  ViewRequest request;
  request.changes = settings_.changes;
  // Keeps the snapshot alive while it is drawn, as `replace` may reset the member.
  const std::shared_ptr<const ViewSnapshot> shown = snapshot_;
  Context context{*shown,     *session_,       request,   host.fonts(),      theme,
                  selection_, *this,           input,     host.scale(),      seconds,
                  time_,      frame_.schedule, &editing_, settings_.minimap, pair_.get()};
  dialogs_.tour.begin_frame();
  // What is typed over a menu or a dialog reaches nothing below it, even if it closes it.
  InputQueue::Typed typed;
  if (popup) input.swap_typed(typed);
  draw(context);
  if (popup) input.swap_typed(typed);
  draw_popups(context);
  messages_.draw_latest(theme, host.scale(),
                        std::min(bottom_of_notes(host.scale()), dialogs_.tour.top_of_offer()),
                        time_, frame_.schedule);
  frame_.build_seconds = thread_seconds() - started;
  export_pictures(host, context, pixels);
  mode_->export_pictures(host, context);
  mode_->save();
  host.end_frame();
  if (input.held()) frame_.schedule.within(0);  // a held key repeats
  if (at_work()) frame_.schedule.within(work_interval);
  session_->set_request(request);
}

// Messages and the tour's offer lie at the right edge, above the status bar, and above the timeline
// where its end is there.
float Application::bottom_of_notes(float scale) const {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float bottom = display.y - ImGui::GetTextLineHeight() - 10 * scale;
  const float timeline = tiling_view_.top_of_timeline();
  const bool room = !in_mode() && timeline > display.y / 3;
  return room ? std::min(bottom, timeline) : bottom;
}

void Application::handle_keys(const InputQueue& input) {
  if (input.frame().focus_changed) mode_->set_focused(input.frame().focused);
  const bool palette_key = input.pressed(Key::p, with_ctrl);
  // Set again by the playfield, if it is visible.
  const bool typing_source = std::exchange(editing_.focused, false) && editing_.active();
  const bool alt = taps_.tapped_alt(input.frame());
  if (dialogs_.palette.is_open() || has_dialog()) {
    taps_.forget_space();
    if (palette_key && dialogs_.palette.is_open()) dialogs_.palette.close();
    return;
  }
  if (alt) return perform("open the menus");
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
  const bool typing = ImGui::GetIO().WantTextInput || popup;  // in a menu, letters and Space choose
  if (in_mode()) {
    if (const Action* const action = actions_.pressed(input.frame(), typing, ActionScope::mode)) {
      action->perform();
    } else if (!typing) {
      mode_->handle_keys(input);
    }
    return;
  }
  using KeyUse = Action::KeyUse;
  const Action* const action = actions_.pressed(input.frame(), typing || typing_source);
  if (action != nullptr && action->key_use == KeyUse::on_release) taps_.press_space();
  if (taps_.released_space(input.frame())) return perform("play or pause");
  if (action == nullptr || action->key_use == KeyUse::on_release) return;
  const bool in_editor = typing_source && !typing;
  if (action->key_use == KeyUse::in_editor && !in_editor) return;
  if (action->key_use == KeyUse::outside_editor && in_editor) return;
  action->perform();
}

void Application::perform(std::string_view label) {
  stale_ = true;
  actions_.get(label, scope()).perform();
}

bool Application::has_dialog() const {
  return dialogs_.any_open() || exporter_.has_dialog() || mode_->has_dialog();
}

void Application::draw(Context& context) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = context.scale;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6 * scale, 4 * scale));
  ImGui::Begin("##frame", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   (embedded() ? ImGuiWindowFlags_None : ImGuiWindowFlags_MenuBar) |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  if (!embedded()) menu_bar_.draw(context, actions_, scope());
  if (in_mode()) {
    const float top = std::floor(ImGui::GetCursorScreenPos().y);
    mode_->draw(context, {0, top}, {display.x, std::max(0.0F, display.y - top)});
  } else {
    draw_tiles(context);
  }
  ImGui::End();
}

// The debugger: its bars, and the tiles of the layout.
void Application::draw_tiles(Context& context) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = context.scale;
  if (transport_.draw(context, settings_, actions_) && context.snapshot.playing()) {
    session_->play(context.snapshot.activity.direction, settings_.play_settings());
  }
  notices_.draw(context);
  const float top = ImGui::GetCursorScreenPos().y + 2 * scale;
  const float status = embedded() ? std::floor(4 * scale) : ImGui::GetTextLineHeight() + 8 * scale;
  const float margin = std::floor(4 * scale);
  const Box area{margin, std::floor(top), display.x - 2 * margin,
                 std::floor(std::max(0.0F, display.y - top - status))};
  settings_.tilings.is_narrow = display.x < narrow_width * scale;
  tiling_view_.draw(tiling(), panels_, area, context);
  if (embedded()) return;
  ImGui::SetCursorScreenPos({margin + 4 * scale, area.bottom() + 4 * scale});
  draw_status_bar(
      context,
      opening_ ? "opening " + program_display_name(opening_->request.file, StandardInput::accept)
               : "",
      opening_ ? progress_share(opening_->now, opening_->goal) : -1, editing_.status(),
      actions_.get("cancel"));
}

void Application::draw_popups(Context& context) {
  dialogs_.palette.draw(context.theme, context.scale, context.input, *session_, settings_.history);
  dialogs_.line.draw(context.theme, context.scale, context.input);
  dialogs_.choice.draw(context.scale, context.input);
  dialogs_.file.draw(context);
  dialogs_.program.draw(context.theme, context.scale, context.input);
  dialogs_.share.draw(context.theme, context.scale, context.input);
  draw_key_sheet(dialogs_.keys, context.theme, context.scale, actions_, panels_,
                 in_mode() ? mode_.get() : nullptr);
  draw_about(dialogs_.about, context.theme, context.scale);
  mode_->draw_dialogs(context);
  draw_message_sheet(dialogs_.messages, context.theme, context.scale, messages_);
  // Without settings the answer could not be remembered.
  bool offered = settings_.tour_offered || !options_.user_files;
  if (!in_mode() && !embedded())
    dialogs_.tour.draw(context, bottom_of_notes(context.scale), offered);
  if (options_.user_files) settings_.tour_offered = offered;
}

// Renders the window without dialogs, in an image of its own.
void Application::export_pictures(ImguiHost& host, Context& context, PixelSize pixels) {
  exporter_.frame(host, context, [&] {
    Selection selection = selection_;
    ViewRequest request;
    FrameSchedule schedule;
    Context offscreen{context.snapshot, context.session, request,          context.fonts,
                      context.theme,    selection,       context.services, context.input,
                      context.scale,    context.seconds, context.time,     schedule,
                      nullptr,          context.minimap, context.pair};
    return host.render_offscreen(pixels, [&] { draw(offscreen); });
  });
}

Tiling& Application::tiling() {
  // The solver's is what comes after the mode.
  return settings_.tilings.of(kind_of(*snapshot_->program),
                              in_mode() ? LayoutPreset::solver : settings_.layout);
}

std::string Application::title() const {
  if (in_mode()) return fmt::format("{} - Fungescope", mode_->title());
  return (editing_.modified() ? "* " : "") + snapshot_->program->name + " - Fungescope";
}

std::string Application::origin() const {
  if (opening_ || dialogs_.choice.is_open()) return {};
  return origin_.link.empty() ? absolute_program(options_.open.file) : origin_.link;
}

bool Application::at_work() const {
  return exporter_.animating() || waits_for_threads();
}

bool Application::waits_for_threads() const {
  return opening_ || exporter_.writing() || dialogs_.file.reading() || mode_->at_work() ||
         (pair_ && pair_->at_work());
}

// ---- Services

void Application::notify(std::string text, Tone tone) {
  stale_ = true;
  messages_.add(std::move(text), tone);
}

void Application::run(std::string line) {
  session_->submit(std::move(line), [this](const CommandOutcome& answer) {
    if (!answer.response) {
      Error error = answer.response.error();
      if (error.where.file.empty()) error.where = {};
      notify(fmt::format("{}: {}", answer.line, to_string(error)), Tone::bad);
    } else if (answer.response->quit) {
      request_quit();
    } else if (answer.response->data.contains("file")) {
      // A file written, or the line of a script that failed, is visible nowhere else.
      notify(answer.response->text, answer.response->failed ? Tone::bad : Tone::good);
    }
  });
}

void Application::prompt_line(std::string title, std::string hint, std::string text,
                              std::function<void(const std::string&)> on_accept) {
  dialogs_.line.open(std::move(title), std::move(hint), std::move(text), std::move(on_accept));
}

void Application::prompt_save_path(std::string title, std::string name,
                                   std::function<void(const std::string& path)> on_accept) {
  const std::filesystem::path path(name);
  FileRequest request;
  request.purpose = FileRequest::Purpose::save;
  request.title = std::move(title);
  request.folder = path.parent_path().string();
  request.name = path.filename().string();
  const std::string ending = path.extension().string();
  request.filters = {{"all files", {}}};
  if (!ending.empty()) {
    request.filters.insert(request.filters.begin(), {ending.substr(1) + " files", {ending}});
  }
  dialogs_.file.open(std::move(request), std::move(on_accept));
}

void Application::copy(const std::string& text) {
  ImGui::SetClipboardText(text.c_str());
  notify("copied", Tone::plain);
}

void Application::show_notice(Notice notice) {
  notices_.show(std::move(notice));
  stale_ = true;
}

}  // namespace fungescope::ui
