// The debugger in the browser: the application on a canvas, and the functions that the page calls
// (page.js). The page owns the main loop: it calls `fungescope_step` when it is time.
//
// A call during which background work runs may return to JavaScript before it has ended, and its
// result is lost: such functions return nothing, and others tell what came of them.
#include "debugger_ui/app/application.h"
#include "debugger_ui/app/frame_loop.h"
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/background/cooperative/scheduler.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/platform/web/page.h"
#include "debugger_ui/platform/window.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/widgets/item_names.h"
#include "front_end/file_output.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <emscripten.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <imgui/imgui.h>
#include <nlohmann/json.hpp>

// What the program calls in the page (page_calls.js), as platform/web/page.h.
extern "C" {

void page_first_frame();
// What is open: what the address has after `#`. `other`: it is not merely another instant.
void page_set_place(const char* place, bool other);
// The outcome of fungescope_run.
void page_result(int number, bool done, const char* text);

}  // extern "C"

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

// The window and all that lives as long as it. Members end in reverse order, with OpenGL's context
// last.
struct Page {
  WakeFlag news{[] { Window::wake(); }};
  InputQueue input;
  ItemNames names;
  std::unique_ptr<Window> window;
  std::unique_ptr<ImguiHost> host;
  std::unique_ptr<Application> application;
  std::unique_ptr<FrameLoop> loop;
  std::string place;         // of the program that is open: see place_of
  std::string address;       // of the program: the place, or a link to a later instant of it
  std::string linked_state;  // that `address` has, if it is a link
  std::string shown;         // the latest argument of page_set_place; empty: it is to be set again
  LayoutPreset layout = LayoutPreset::solver;  // the latest one that is not the game's
  bool takes_text = false;
  bool first_frame_drawn = false;
  std::deque<double> frame_times;  // milliseconds of the newest frames, drawing included
};

std::unique_ptr<Page> page;

// Results of functions that return text stay here until the next one.
const char* keep(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

// A place is what the address has after `#`: "play"; "file/NAME", a file below `home`; "@NAME", a
// built-in program, which is opened as it was left; or a link (docs/formats.md).
constexpr std::string_view game_place = "play";
constexpr std::string_view file_place = "file/";
constexpr std::string_view home = "/home/web/";  // files.js has it, too

std::string program_of(const std::string& place) {
  if (place.starts_with(file_place)) return std::string(home) + place.substr(file_place.size());
  const bool name = place.front() == '@' && place.find('/') == std::string::npos;
  return name ? place : "#" + place;
}

std::string place_of(const std::string& program) {
  if (program.starts_with('#')) return program.substr(1);
  if (program.starts_with(home)) return std::string(file_place) + program.substr(home.size());
  return program.starts_with('/') ? std::string() : program;  // other folders are not kept
}

// What the page was opened with.
ApplicationOptions options_from(const Json& how) {
  ApplicationOptions options;
  options.user_files = !how.value("embedded", false);
  if (how.value("embedded", false)) options.layout = LayoutPreset::embed;
  options.can_quit = false;
  options.choose_file = page_choose_file;
  options.page = how.value("page", std::string());
  options.resumes = true;
  const std::string place = how.value("place", std::string());
  if (place == game_place) {
    options.layout = LayoutPreset::play;
  } else if (!place.empty()) {
    options.open.file = program_of(place);
    options.program_asked_for = true;
  }
  // Later the user's choice counts, which the settings have.
  std::error_code ignored;
  const bool first_visit = !std::filesystem::exists(config_path("window.json"), ignored);
  if (how.contains("dark") && (first_visit || !options.user_files || how.value("themed", false))) {
    options.dark = how.value("dark", true);
  }
  options.open.session.history.memory_limit = std::size_t{256} << 20U;
  options.open.keep = options.user_files;
  options.open.plays = options.user_files;
  return options;
}

// Opens the program, or else the default one, with the problem.
Result<OpenedFile> open_first(ApplicationOptions& options, std::optional<Error>& problem) {
  auto opened = open_at_once(options.open);
  if (opened) return opened;
  problem = opened.error();
  options.open.file = OpenRequest().file;
  return open_at_once(options.open);
}

Result<void> start(const Json& how) {
  page = std::make_unique<Page>();
  ApplicationOptions options = options_from(how);
  options.wake = [] { page->news.raise(); };
  std::optional<Error> problem;
  auto opened = TRY(open_first(options, problem));
  auto window = TRY(Window::create("Fungescope", {}, page->input));
  page->window = std::move(window);
  page->host = std::make_unique<ImguiHost>(page->window->scale());
  page->host->set_clipboard(page->window->clipboard());
  page->application = std::make_unique<Application>(std::move(options), std::move(opened));
  Application& application = *page->application;
  if (problem) application.report_not_opened(std::move(*problem));
  const bool software = is_software_renderer(renderer_name());
  page->loop = std::make_unique<FrameLoop>(
      FrameLoop::Parts{application, *page->host, page->input, *page->window, page->news, software});
  return {};
}

bool plays_game() {
  return page->application->settings().layout == LayoutPreset::play;
}

// What a link has of the present instant.
std::string linked_state() {
  const ViewSnapshot& snapshot = page->application->snapshot();
  return fmt::format("{} {} {} {} {}", snapshot.tick, snapshot.branch,
                     page->application->editing().revision(), snapshot.breakpoints.size(),
                     snapshot.watched.size());
}

// Shows the page what is open, once that is certain. A link is when the program is at its instant.
void show_place() {
  Application& application = *page->application;
  const std::string origin = application.origin();
  if (!plays_game()) page->layout = application.settings().layout;
  const std::string place = place_of(origin);
  if (place.empty()) return;
  if (place != page->place) {
    if (origin.starts_with('#') && !application.session().settled()) return;
    page->place = page->address = place;
    page->linked_state = linked_state();
  }
  const std::string shown = plays_game() ? std::string(game_place) : page->place;
  if (shown == page->shown) return;
  page_set_place(plays_game() ? shown.c_str() : page->address.c_str(), true);
  page->shown = shown;
}

void after_frame() {
  const bool takes_text = ImGui::GetIO().WantTextInput;
  if (takes_text != page->takes_text) page_take_text(page->takes_text = takes_text);
  if (!std::exchange(page->first_frame_drawn, true)) page_first_frame();
}

double median(std::deque<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Json state_of(const Application& application) {
  const ViewSnapshot& snapshot = application.snapshot();
  Json messages = Json::array();
  for (const auto& message : application.messages().all()) messages.push_back(message.text);
  return {{"tick", snapshot.tick},
          {"begin", snapshot.begin},
          {"end", snapshot.end},
          {"playing", snapshot.playing()},
          {"settled", page->application->session().settled() && !application.at_work()},
          {"file", snapshot.program->file},
          {"branch", snapshot.branch},
          {"ip", {snapshot.ip.x, snapshot.ip.y}},
          {"layout", name_of(page->application->settings().layout)},
          {"dark", page->application->settings().dark},
          {"built", page->loop->counts().built},
          {"drawn", page->loop->counts().drawn},
          {"build_ms", 1000 * application.build_seconds()},
          {"frame_ms", median(page->frame_times)},
          {"messages", std::move(messages)}};
}

}  // namespace
}  // namespace fungescope::ui

using namespace fungescope;
using namespace fungescope::ui;

extern "C" {

// `json`: {"place": "@sudoku", "page": "https://…", "embedded": false, "dark": true, "themed":
// false}, each may be missing. Returns why it failed, or "".
EMSCRIPTEN_KEEPALIVE const char* fungescope_start(const char* json) {
  register_sudoku();
  const Json how = Json::parse(json, nullptr, false);
  const auto started = start(how.is_object() ? how : Json::object());
  return keep(started ? std::string() : to_string(started.error()));
}

// Updates the application, draws a frame if one is due, and lets background work run for so long.
EMSCRIPTEN_KEEPALIVE void fungescope_step(double background_ms) {
  if (page == nullptr || page->loop == nullptr) return;
  const double started = page->window->now();
  if (page->loop->step()) {
    page->frame_times.push_back(1000 * (page->window->now() - started));
    if (page->frame_times.size() > 100) page->frame_times.pop_front();
    after_frame();
  }
  show_place();
  run_background_work(std::chrono::nanoseconds(static_cast<std::int64_t>(background_ms * 1e6)));
}

// Milliseconds until `fungescope_step` has something to do, unless the page has input before;
// negative if it has not.
EMSCRIPTEN_KEEPALIVE double fungescope_wait() {
  if (page == nullptr || page->loop == nullptr) return -1;
  double seconds = page->loop->seconds_to_step();
  if (const auto next = next_background_work()) {
    const auto time = *next - std::chrono::steady_clock::now();
    seconds = std::clamp(std::chrono::duration<double>(time).count(), 0.0, seconds);
  }
  return std::isinf(seconds) ? -1 : 1000 * seconds;
}

// Writes what is kept, for a page that may be closed at any time. Takes at most so many
// milliseconds; what a busy session has not written by then is written in later steps, if any.
EMSCRIPTEN_KEEPALIVE void fungescope_keep(double max_ms) {
  if (page == nullptr || page->application == nullptr) return;
  using Clock = std::chrono::steady_clock;
  constexpr auto turn = std::chrono::milliseconds(5);
  const auto end = Clock::now() + std::chrono::nanoseconds(static_cast<std::int64_t>(max_ms * 1e6));
  const std::shared_ptr<ui::Completion> written = page->application->keep_all();
  while (written != nullptr && !written->finished() && Clock::now() < end) {
    run_background_work(turn);
  }
}

// Opens what the page's address has after `#`.
EMSCRIPTEN_KEEPALIVE void fungescope_open(const char* place) {
  if (page == nullptr || page->application == nullptr || *place == '\0') return;
  page->shown = place;
  if (place == game_place) {
    page->application->choose_layout(LayoutPreset::play);
  } else if (plays_game() && place == page->address) {
    page->application->choose_layout(page->layout);
  } else {
    page->application->open(program_of(place));
  }
}

// Shows the present instant of a program that came by a link in the address: it is kept there
// alone.
EMSCRIPTEN_KEEPALIVE void fungescope_follow_link() {
  if (page == nullptr || page->loop == nullptr || page->shown != page->place) return;
  Application& application = *page->application;
  if (!application.origin().starts_with('#') || !application.session().settled()) return;
  std::string state = linked_state();
  if (state == page->linked_state) return;
  page->linked_state = std::move(state);
  application.request_link([place = page->place](const Result<std::string>& link) {
    if (!link || page->shown != place) return;
    page->address = link->substr(1);
    page_set_place(page->address.c_str(), false);
  });
  page->news.raise();
}

// The browser has given back the graphics context, without what was in it.
EMSCRIPTEN_KEEPALIVE void fungescope_restore() {
  if (page == nullptr || page->host == nullptr) return;
  page->host->restore();
}

// Whether pasted text belongs to the application, and is not a program to open.
EMSCRIPTEN_KEEPALIVE bool fungescope_takes_text() {
  if (page == nullptr || page->application == nullptr) return false;
  return page->takes_text || page->application->editing().active() || plays_game();
}

// ---- For tests of the page

EMSCRIPTEN_KEEPALIVE const char* fungescope_state() {
  if (page == nullptr || page->loop == nullptr) return "null";
  return keep(state_of(*page->application).dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Submits a command; `page_result` is called with the number and its text.
EMSCRIPTEN_KEEPALIVE void fungescope_run(int number, const char* line) {
  page->application->session().submit(line, [number](const CommandOutcome& outcome) {
    const bool done = outcome.response.has_value();
    page_result(number, done,
                (done ? outcome.response->text : to_string(outcome.response.error())).c_str());
  });
  page->news.raise();
}

// Asks for the link of the present state; `page_result` is called with the number and the link.
EMSCRIPTEN_KEEPALIVE void fungescope_link(int number) {
  page->application->request_link([number](const Result<std::string>& link) {
    page_result(number, link.has_value(), (link ? *link : to_string(link.error())).c_str());
  });
  page->news.raise();
}

// The rectangle of a named item (widgets/item_names.h) in the latest frame, in pixels of the
// canvas: [left, top, right, bottom]; null if there is none. From the first call on items have
// names.
EMSCRIPTEN_KEEPALIVE const char* fungescope_widget(const char* name) {
  if (page == nullptr || page->loop == nullptr) return "null";
  ImGui::GetIO().UserData = &page->names;
  const auto box = page->names.find(name);
  if (!box) return "null";
  return keep(fmt::format("[{},{},{},{}]", box->min.x, box->min.y, box->max.x, box->max.y));
}

EMSCRIPTEN_KEEPALIVE const char* fungescope_widgets() {
  if (page == nullptr || page->loop == nullptr) return "[]";
  ImGui::GetIO().UserData = &page->names;
  return keep(Json(page->names.all()).dump());
}

}  // extern "C"
