// The program `fungescope-ui`: opens the debugger's window, or renders one image of it.
#include "base/escape.h"
#include "debugger_ui/app/application.h"
#include "debugger_ui/app/frame_loop.h"
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/platform/window.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "front_end/command_options.h"
#include "front_end/file_input.h"
#include "front_end/standard_streams.h"

#include <csignal>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

int complain(const Error& error) {
  print_error(error);
  return exit_code::usage;
}

// `given` says which options the user wrote.
Result<ApplicationOptions> options_of(const WindowOptions& arguments, const CLI::App& given) {
  ApplicationOptions options;
  // A word, unless there is a file of that name.
  std::error_code ignored;
  if (arguments.source.file == "play" && !std::filesystem::exists("play", ignored)) {
    options.layout = LayoutPreset::play;
  } else if (!arguments.source.file.empty()) {
    options.open.file = arguments.source.file;
    options.program_asked_for = true;
  }
  // The options of a link do not count for files that are opened later.
  SourceOptions own = arguments.source;
  if (is_link(own.file)) own.file.clear();
  auto session = TRY(session_options(own, arguments.seed));
  options.open.session = std::move(session);
  if (options.open.file == "-") {
    options.open.source = TRY(read_file("-", StandardInput::accept));
    options.open.keep = false;
  }
  options.open.session.history.memory_limit = arguments.history_megabytes << 20U;
  if (!arguments.input.empty()) {
    auto bytes = TRY(read_file(arguments.input));
    options.open.input = InputLog(std::move(bytes), InputLog::End::closed);
  }
  options.open.own_seed = given.count("--seed") > 0;
  options.open.own_dialect = given.count("--dialect") > 0;
  options.open.own_size = given.count("--size") > 0;
  options.open.own_tick = !arguments.go_to.empty();
  options.open.breaks = arguments.breaks;
  options.edit = arguments.edit;
  if (!arguments.against.empty()) {
    auto other = TRY(open_other_run(options.open, arguments.against));
    options.against = std::make_shared<SessionStart>(std::move(other));
  }
  options.plays = arguments.play > 0 && arguments.screenshot.empty();
  if (arguments.speed) options.speed = window_speeds[*arguments.speed];
  options.follow = arguments.follow;
  if (!arguments.zoom.empty()) options.zoom = TRY(parse_zoom_option(arguments.zoom));
  if (!arguments.layout.empty()) {
    options.layout = find_layout(arguments.layout);
    if (!options.layout) {
      return fail({"--layout"},
                  fmt::format("there is no layout {}", single_quoted(arguments.layout)),
                  "use one of solver, code, profile, play");
    }
  }
  if (!arguments.theme.empty()) {
    if (arguments.theme != "dark" && arguments.theme != "light") {
      return fail({"--theme"}, fmt::format("there is no theme {}", single_quoted(arguments.theme)),
                  "use dark or light");
    }
    options.dark = arguments.theme == "dark";
  }
  return options;
}

// Empty: the size of a picture.
Result<PixelSize> size_of(const std::string& text) {
  PixelSize size{1280, 800};
  if (text.empty()) return size;
  int end = 0;
  if (std::sscanf(text.c_str(), "%6dx%6d%n", &size.width, &size.height, &end) != 2 ||
      static_cast<std::size_t>(end) != text.size() || size.width < 200 || size.height < 150 ||
      size.width > 16384 || size.height > 16384) {
    return fail({"--window"}, fmt::format("{} is not a size", single_quoted(text)),
                "write WIDTHxHEIGHT in pixels, 200x150 to 16384x16384");
  }
  return size;
}

// Returns the commands to run before the first frame.
std::vector<std::string> first_commands(const WindowOptions& arguments) {
  std::vector<std::string> lines;
  for (const std::string& where : arguments.breaks) lines.push_back("break " + where);
  lines.insert(lines.end(), arguments.commands.begin(), arguments.commands.end());
  for (const std::string& tick : arguments.go_to) lines.push_back("goto " + tick);
  if (!arguments.why.empty()) lines.push_back("why " + arguments.why);
  return lines;
}

// ---- One image

// Plays, and returns the last picture, or all of them on one sheet.
Image played_picture(HeadlessApplication& application, const WindowOptions& arguments) {
  if (arguments.every <= 0) {
    application.play(arguments.play);
    return application.read();
  }
  std::vector<Image> pictures{application.read()};
  const auto count = static_cast<int>(arguments.play / arguments.every + 1e-9);
  for (int i = 0; i < count; ++i) {
    application.play(arguments.every);
    pictures.push_back(application.read());
  }
  return contact_sheet(pictures);
}

int take_screenshot(const WindowOptions& arguments, PixelSize size, ApplicationOptions options,
                    OpenedFile opened) {
  auto application = HeadlessApplication::create(size, std::move(options), std::move(opened));
  if (!application) return complain(application.error());
  for (const std::string& line : first_commands(arguments)) {
    if (const auto done = (*application)->run(line); !done) {
      Error error = done.error();
      error.where = {};
      print_message("fungescope: {}: {}\n", line, to_string(error));
      return exit_code::usage;
    }
  }
  // Some panels start their queries after a delay of less than a second.
  constexpr int quiet_frames = 60;
  (*application)->settle(quiet_frames);
  const auto written =
      write_png(arguments.screenshot, arguments.play > 0 ? played_picture(**application, arguments)
                                                         : (*application)->read());
  return written ? exit_code::done : complain(written.error());
}

// ---- The window

// `size` is the window's size, if it was given.
int show_window(ApplicationOptions options, OpenedFile opened, std::optional<PixelSize> size) {
  WakeFlag news([] { Window::wake(); });
  options.wake = [&news] { news.raise(); };
  Application application(std::move(options), std::move(opened));
  InputQueue input;
  WindowPlacement& placement = application.settings().window;
  const WindowPlacement usual = placement;
  if (size) placement = {*size, placement.position, false};
  auto window = Window::create(application.title(), placement, input);
  if (!window) return complain(window.error());
  const WindowPlacement opened_at = (*window)->placement();
  ImguiHost host((*window)->scale());
  host.set_clipboard((*window)->clipboard());

  const bool software = is_software_renderer(renderer_name());
  FrameLoop loop({application, host, input, **window, news, software});
  while (!application.quit_requested()) {
    loop.step();
    if ((*window)->take_close_request()) application.request_quit();
    placement = (*window)->placement();
    if (size) placement = to_remember(placement, opened_at, usual);
  }
  application.close();
  return exit_code::done;
}

int run_main(int argc, char** argv) {
  CLI::App app("The debugger's window: a Befunge program, forwards and backwards", "fungescope-ui");
  app.set_version_flag("--version", version_text("fungescope-ui"));
  WindowOptions arguments;
  add_window_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_help(app, error);
    print_message("fungescope: {}; see fungescope debug --help\n", error.what());
    return exit_code::usage;
  }
  auto options = options_of(arguments, app);
  if (!options) return complain(options.error());
  if (!arguments.why.empty()) options->front = PanelId::why;
  const auto size = size_of(arguments.window);
  if (!size) return complain(size.error());
  const bool snapshot = !arguments.screenshot.empty();
  options->user_files = !snapshot;
  options->open.plays = !snapshot && arguments.input.empty();
  if (snapshot) options->open.keep = false;
  auto opened = snapshot ? open_file(options->open, nullptr) : open_at_once(options->open);
  if (!opened) return complain(opened.error());
  if (snapshot) return take_screenshot(arguments, *size, std::move(*options), std::move(*opened));
  options->commands = first_commands(arguments);
  return show_window(std::move(*options), std::move(*opened),
                     arguments.window.empty() ? std::nullopt : std::optional(*size));
}

}  // namespace

int main(int argc, char** argv) {
  fungescope::ui::register_sudoku();
  std::signal(SIGPIPE, SIG_IGN);  // a closed output is an error of write()
  try {
    return run_main(argc, argv);
  } catch (const std::bad_alloc&) {
    write_message("fungescope: out of memory; lower --max-cells or --history-memory\n");
  } catch (const std::exception& error) {
    print_message("fungescope: {}\n", error.what());
  }
  return exit_code::stopped_by_error;
}
