#include "debugger_ui/panels/common/breakpoint_text.h"

#include "base/escape.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

void remove_first(std::string& text, const std::string& part) {
  if (const std::size_t at = text.find(part); at != std::string::npos) text.erase(at, part.size());
}

}  // namespace

std::string breakpoint_location(const BreakpointSnapshot& stop) {
  std::string text = stop.text;
  if (!stop.log.empty()) remove_first(text, " log " + double_quoted(stop.log));
  if (!stop.condition.empty()) remove_first(text, " if " + stop.condition);
  return text;
}

std::string break_command(std::string_view typed) {
  const bool whole = typed == "break" || typed.starts_with("break ");
  return whole ? std::string(typed) : "break " + std::string(typed);
}

std::optional<Tick> parse_tick_location(std::string_view text) {
  constexpr std::string_view word = "tick ";
  if (!text.starts_with(word)) return std::nullopt;
  text.remove_prefix(word.size());
  Tick tick = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), tick);
  return read.ec == std::errc() ? std::optional(tick) : std::nullopt;
}

const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell) {
  const Rectangle area{cell, {1, 1}};
  const auto found = std::find_if(snapshot.breakpoints.begin(), snapshot.breakpoints.end(),
                                  [&](const BreakpointSnapshot& stop) {
                                    return stop.kind == BreakpointKind::cell && stop.area == area;
                                  });
  return found == snapshot.breakpoints.end() ? nullptr : &*found;
}

std::string toggle_command(const ViewSnapshot& snapshot, Point cell) {
  const BreakpointSnapshot* const stop = breakpoint_at(snapshot, cell);
  return stop == nullptr ? "break " + to_argument(cell) : fmt::format("delete {}", stop->id);
}

}  // namespace fungescope::ui
