// Measures the window on a program of 2000 x 12,000 cells, off screen: the memory after each step,
// and how long overlays and panels take to answer.
//
//     ./x bench field --passes=1 --whole
//
// The program alternates between a loop, which writes and reads `--passes` x 4 million cells, and a
// snake that executes all 24 million. The run is as long as one round of both. `--whole` counts the
// whole run, too, which takes some 25 ns a tick.
//
// Columns: the present memory (RssAnon + RssFile of /proc/self/status) and its maximum, in MB; the
// wall-clock time until the first answer, and until the answer is complete, in ms.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/panels/playfield/cell_colours.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace {

using namespace fungescope;
using namespace fungescope::ui;
using Clock = std::chrono::steady_clock;

constexpr std::size_t width = 2000;
constexpr std::size_t height = 12'000;
constexpr Tick ticks_per_write = 203;
constexpr Tick writes_per_pass = Tick{1998} * 1998;

// In cell (0,1) is how many cells of this round are written, in (1,1) which of two values that do
// nothing when they are executed: a blank and `$`.
std::string snake(int passes) {
  const std::string columns = "94*1+9*6*";  // 1998
  const std::string x = "01g" + columns + "%1+";
  const std::string y = "01g" + columns + "/3+";
  std::string code = ">11g1+2%11p001p";
  const std::size_t loop = code.size();
  code += ">11g4*48*+" + x + y + "p" + x + y + "g$01g1+:01p" + columns + ":*" +
          std::to_string(passes) + "*1-`#v_v";
  const std::size_t back = code.size() - 1;
  const std::size_t exit = code.size() - 3;
  std::string source;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line(width, row < 3 ? ' ' : row % 2 == 0 ? '>' : '<');
    if (row == 0) line.replace(0, code.size(), code);
    if (row == 1) {
      line[0] = line[1] = '0';
      line[loop] = '^';
      line[exit] = 'v';
      line[exit + 1] = '#';
      line[back] = '<';
    }
    if (row == 2) line[exit] = '>';
    if (row >= 2) line[row % 2 == 0 ? width - 1 : 0] = 'v';
    source += line + '\n';
  }
  return source;
}

double megabytes(std::string_view field) {
  std::ifstream status("/proc/self/status");
  double sum = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field)) sum += std::atof(line.c_str() + line.find(':') + 1) / 1024;
  }
  return sum;
}

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void report(const std::string& step, double first = -1, double complete = -1) {
  const auto time = [](double ms) { return ms < 0 ? std::string() : fmt::format("{:.0f}", ms); };
  fmt::print("{:<52}{:>8.0f}{:>8.0f}{:>9}{:>10}\n", step,
             megabytes("RssAnon") + megabytes("RssFile"), megabytes("VmHWM"), time(first),
             time(complete));
  std::fflush(stdout);
}

class Measurement {
 public:
  Measurement(HeadlessApplication& window, bool whole) : window_(window), whole_(whole) {}

  void run(Tick end) {
    window_.settle();
    report("opened");
    const auto begin = Clock::now();
    play_to(end);
    report(fmt::format("played to tick {}", end), -1, since(begin));
    for (const LayoutPreset layout :
         {LayoutPreset::solver, LayoutPreset::code, LayoutPreset::profile}) {
      const auto shown = Clock::now();
      window_.application().settings().layout = layout;
      window_.settle(60);
      report(fmt::format("layout {}", name_of(layout)), -1, since(shown));
    }
    window_.application().settings().layout = LayoutPreset::code;
    window_.settle();
    for (const OverlayInfo& info : overlay_infos) show(info.overlay, false, end);
    for (const Tick tick : {end / 2, end / 3, end - 3, end - 100'000, Tick{1000}, end}) {
      const auto begun = Clock::now();
      (void)window_.run("goto " + std::to_string(tick));
      const double there = since(begun);
      window_.settle();
      report(fmt::format("goto {}", tick), there, since(begun));
    }
    if (!whole_) return;
    show(Overlay::executions, true, end);
    show(Overlay::writes, true, end);
    show(Overlay::executions, false, end);
  }

 private:
  void play_to(Tick end) {
    SessionThread& session = window_.application().session();
    (void)window_.run("break tick " + std::to_string(end));
    session.play(RunDirection::forward, SessionThread::unlimited);
    while (session.snapshot()->tick < end) window_.frame();
    window_.settle();
    (void)window_.run("delete 1");
  }

  void click(const std::string& item) {
    if (const auto box = window_.names().find(item)) {
      const ImVec2 at = box->at({0.5F, 0.5F});
      InputQueue& input = window_.input();
      input.move(at.x, at.y);
      input.push({.kind = InputEvent::Kind::mouse_press});
      input.push({.kind = InputEvent::Kind::mouse_release});
    }
    for (int i = 0; i < 4; ++i) window_.frame();
  }

  void show(Overlay overlay, bool whole_run, Tick end) {
    const auto begin = Clock::now();
    click(fmt::format("overlay {}", static_cast<int>(overlay)));
    if (std::exchange(whole_run_, whole_run) != whole_run) click("overlay range");
    double first = -1;
    for (;;) {
      window_.frame();
      window_.frame();
      const ViewSnapshot& now = window_.application().snapshot();
      if (!needs_heat(overlay)) break;
      if (now.heat != nullptr && first < 0) first = since(begin);
      const bool right =
          now.heat != nullptr && now.heat->to == end && (now.heat->from == 0) == whole_run;
      if (right) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    report(fmt::format("overlay {}, {}", overlay_infos[static_cast<std::size_t>(overlay)].name,
                       whole_run ? "whole run" : "last million ticks"),
           first, since(begin));
  }

  HeadlessApplication& window_;
  bool whole_;
  bool whole_run_ = false;  // as the button of the overlays is set
};

}  // namespace

int main(int count, char** arguments) {
  int passes = 1;
  bool whole = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument.starts_with("--passes=")) passes = std::atoi(argument.substr(9).data());
    whole = whole || argument == "--whole";
  }
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  SessionOptions how;
  how.history.memory_limit = std::size_t{256} << 20U;
  auto session = Session::open(snake(passes), {}, how);
  if (!session) return 1;
  OpenedFile opened;
  opened.start.session = std::move(*session);
  auto window = HeadlessApplication::create({1600, 1000}, options, std::move(opened));
  if (!window) return 1;
  fmt::print("{:<52}{:>8}{:>8}{:>9}{:>10}\n", "step", "MB", "max", "first ms", "complete");
  Measurement(**window, whole)
      .run(static_cast<Tick>(passes) * writes_per_pass * ticks_per_write + width * height);
  return 0;
}
