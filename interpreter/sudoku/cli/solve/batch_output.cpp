#include "sudoku/cli/solve/batch_output.h"

#include "base/escape.h"
#include "base/json.h"
#include "base/text_table.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using puzzles::Grid;
using puzzles::to_line;

constexpr std::array<std::pair<std::string_view, SolutionFormat>, 6> formats{{
    {"auto", SolutionFormat::automatic},
    {"line", SolutionFormat::line},
    {"grid", SolutionFormat::grid},
    {"pretty", SolutionFormat::pretty},
    {"csv", SolutionFormat::csv},
    {"json", SolutionFormat::json},
}};

struct StatusRow {
  std::string_view word;
  int code;
};

// By SolveStatus.
constexpr std::array<StatusRow, 9> statuses{{
    {"solved", exit_code::done},
    {"unsolvable", exit_code::unsolvable},
    {"invalid", exit_code::invalid_puzzle},
    {"multiple", exit_code::several_solutions},
    {"wrong", exit_code::difference},
    {"difference", exit_code::difference},
    {"max-ticks", exit_code::max_ticks},
    {"error", exit_code::stopped_by_error},
    {"interrupted", exit_code::interrupted},
}};

StatusRow row_of(const BatchTask& task) {
  if (task.kind == BatchTask::Kind::malformed) return {"malformed", exit_code::no_puzzle};
  if (task.kind == BatchTask::Kind::unreadable) return {"unreadable", exit_code::usage};
  return statuses[static_cast<std::size_t>(task.result.status)];
}

bool is_solved(const BatchTask& task) {
  return exit_code_of(task) == exit_code::done;
}

std::string nine_lines(const Grid& grid) {
  const std::string line = to_line(grid);
  std::string text;
  for (std::size_t y = 0; y < 9; ++y) text += line.substr(y * 9, 9) + "\n";
  return text;
}

std::string json_line(const BatchTask& task) {
  Json json = Json::object();
  json["file"] = *task.file;
  if (task.line > 0) json["line"] = task.line;
  json["status"] = format_status(task);
  const bool has_puzzle = task.has_puzzle();
  if (has_puzzle) json["puzzle"] = to_line(task.puzzle);
  if (is_solved(task)) json["solution"] = to_line(task.result.solution);
  if (has_puzzle) json["ticks"] = task.result.ticks;
  if (!is_solved(task)) json["reason"] = has_puzzle ? task.result.reason : to_string(task.error);
  return json_text(json) + "\n";
}

std::string csv_line(const BatchTask& task, bool first) {
  return fmt::format("{}{},{},{},{}\n", first ? "puzzle,solution,status,ticks\n" : "",
                     task.has_puzzle() ? to_line(task.puzzle) : "",
                     is_solved(task) ? to_line(task.result.solution) : "", format_status(task),
                     task.result.ticks);
}

}  // namespace

Result<SolutionFormat> parse_format_option(const std::string& name) {
  for (const auto& [known, format] : formats) {
    if (known == name) return format;
  }
  return unknown_word("format", name, "auto, line, grid, pretty, csv, json");
}

std::size_t job_count(std::size_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

int final_exit_code(const std::string& error, const char* missing, int code) {
  if (!error.empty()) {
    print_error({{"<stdout>"}, error, missing});
    return exit_code::stopped_by_error;
  }
  return interrupted().load(std::memory_order_relaxed) ? exit_code::interrupted : code;
}

std::string_view format_status(const BatchTask& task) {
  return row_of(task).word;
}
int exit_code_of(const BatchTask& task) {
  return row_of(task).code;
}

void add_to_exit_code(int& code, const BatchTask& task, bool exit_zero) {
  const int own = exit_code_of(task);
  const bool refused =
      own >= exit_code::unsolvable && own <= exit_code::no_puzzle && !task.ends_file;
  if (code == exit_code::done && !(exit_zero && refused)) code = own;
}

std::string describe_failure(const BatchTask& task) {
  if (is_solved(task)) return {};
  if (!task.has_puzzle()) return to_string(task.error);
  const std::string_view word = format_status(task);
  const SourceLocation where{*task.file, task.line, 0};
  if (word == task.result.reason) return fmt::format("{}: {}", to_string(where), word);
  return fmt::format("{}: {}: {}", to_string(where), word, task.result.reason);
}

std::string format_grid(const Grid& solution, const Grid& puzzle, const GridStyle& drawing) {
  GridDrawing grid;
  for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
    grid.cells.push_back(std::to_string(solution.cells[i]));
    grid.givens.push_back(puzzle.cells[i] != 0);
  }
  return draw_grid(grid, drawing);
}

std::string format_result(const BatchTask& task, SolutionFormat format, const GridStyle& drawing,
                          bool first) {
  if (format == SolutionFormat::json) return json_line(task);
  if (format == SolutionFormat::csv) return csv_line(task, first);
  const bool drawn = format == SolutionFormat::grid || format == SolutionFormat::pretty;
  const std::string before = drawn && !first ? "\n" : "";
  if (!is_solved(task)) return fmt::format("{}{}\n", before, format_status(task));
  if (format == SolutionFormat::grid) return before + nine_lines(task.result.solution);
  if (format == SolutionFormat::pretty) {
    return before + format_grid(task.result.solution, task.puzzle, drawing);
  }
  return to_line(task.result.solution) + "\n";
}

namespace {

bool colours_allowed() {
  const char* const no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* const term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) != "dumb";
}

// Returns whether the locale's character set has line-drawing characters.
bool locale_is_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string upper(value);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return upper.find("UTF-8") != std::string::npos || upper.find("UTF8") != std::string::npos;
  }
  return false;
}

// The left end, the middle and the right end of a line between boxes.
using Joints = std::array<std::string_view, 3>;

std::string rule(const Joints& joints, std::string_view dash, std::size_t box_width) {
  std::string text;
  for (std::size_t box = 0; box < 3; ++box) {
    text += joints[box == 0 ? 0 : 1];
    for (std::size_t i = 0; i < box_width; ++i) text += dash;
  }
  return text.append(joints[2]).append("\n");
}

}  // namespace

GridStyle grid_style_for_output(bool is_terminal) {
  return {is_terminal && colours_allowed(), locale_is_utf8()};
}

std::string draw_grid(const GridDrawing& grid, const GridStyle& style) {
  std::size_t width = 1;
  for (const std::string& cell : grid.cells) width = std::max(width, display_width(cell));
  const std::size_t box_width = 3 * (width + 1) + 1;
  const std::string_view dash = style.unicode ? "─" : "-";
  const std::string_view bar = style.unicode ? "│" : "|";
  const Joints plain{"+", "+", "+"};
  std::string text = rule(style.unicode ? Joints{"┌", "┬", "┐"} : plain, dash, box_width);
  for (std::size_t y = 0; y < 9; ++y) {
    if (y > 0 && y % 3 == 0) {
      text += rule(style.unicode ? Joints{"├", "┼", "┤"} : plain, dash, box_width);
    }
    for (std::size_t x = 0; x < 9; ++x) {
      const std::size_t cell = y * 9 + x;
      if (x % 3 == 0) text.append(bar).append(" ");
      const bool bold = style.bold_givens && cell < grid.givens.size() && grid.givens[cell];
      text.append(width - display_width(grid.cells[cell]), ' ');
      if (bold) text += "\x1b[1m";
      text += grid.cells[cell];
      if (bold) text += "\x1b[0m";
      text += ' ';
    }
    text.append(bar).append("\n");
  }
  return text + rule(style.unicode ? Joints{"└", "┴", "┘"} : plain, dash, box_width);
}

// ---- Progress

namespace {

constexpr std::chrono::milliseconds interval{100};

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string format_progress(std::uint64_t count, double seconds, double fraction,
                            std::string_view note) {
  const double rate = seconds > 0 ? static_cast<double>(count) / seconds : 0;
  std::string text = fmt::format("{} puzzles, {} a second", with_separators(count),
                                 with_separators(static_cast<std::uint64_t>(rate)));
  if (!note.empty()) text.append(", ").append(note);
  if (fraction > 0 && fraction <= 1) {
    text += fmt::format(", {:.0f}%, {} left", fraction * 100,
                        duration(seconds * (1 - fraction) / fraction));
  }
  return text;
}

ProgressLine::ProgressLine()
    : wanted_(::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) != 1) {}

void ProgressLine::update(std::uint64_t count, double fraction, std::string_view note) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < interval) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  // Returns to the beginning of the line and erases the rest of a longer one.
  write_message(fmt::format("\r{}\x1b[K", format_progress(count, seconds, fraction, note)));
}

void ProgressLine::clear() {
  if (!drawn_) return;
  write_message("\r\x1b[K");
  drawn_ = false;
}

// ---- Results

ResultWriter::ResultWriter() : output_(STDOUT_FILENO) {}

void ResultWriter::print_failure(const BatchTask& task) {
  const std::string text = describe_failure(task);
  if (text.empty()) return;
  output_.flush();
  progress_.clear();
  print_message("fungescope: {}\n", text);
}

}  // namespace fungescope
