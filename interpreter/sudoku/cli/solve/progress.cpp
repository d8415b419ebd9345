#include "sudoku/cli/solve/progress.h"

#include "base/text_table.h"
#include "front_end/standard_streams.h"

#include <cmath>

#include <fmt/format.h>

namespace fungescope {
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

}  // namespace fungescope
