#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "session/why/value_maker.h"

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr double delay = 0.35;  // seconds

void add_counts(const ViewSnapshot& snapshot, Point at, CellTooltip& tooltip) {
  const HeatSnapshot* const heat = snapshot.heat.get();
  if (heat == nullptr || heat->block_bits > 0 || !heat->area.contains(at)) return;
  const HeatSnapshot::Cell& cell = heat->cells[heat->index_of(at)];
  tooltip.counts.push_back(fmt::format("{} · {} · {}", count_text(cell.executions, "execution"),
                                       count_text(cell.reads, "read"),
                                       count_text(cell.writes, "write")));
  tooltip.counts.push_back(
      fmt::format("in ticks {} to {}", with_separators(heat->from), with_separators(heat->to)));
}

// "written at tick 12,345 by (3, 4): 32 -> 118".
std::string to_text(const Write& write) {
  if (write.edit) return fmt::format("edited at tick {}", with_separators(write.tick));
  return fmt::format("written at tick {} by {}: {} -> {}", with_separators(write.tick),
                     to_string(write.by), write.before, write.now);
}

}  // namespace

CellTooltip cell_tooltip(const ViewSnapshot& snapshot, Point at) {
  CellTooltip tooltip;
  tooltip.heading = to_string(at);
  for (const std::string& name : names_at(snapshot.program->symbols, at)) {
    tooltip.heading += " · " + name;
  }
  const std::int64_t value = value_at(snapshot, at);
  tooltip.value = value_in_words(value);
  tooltip.instruction = describe_cell(value, snapshot.program->dialect);
  if (snapshot.reachable &&
      snapshot.reachable->reached.size() ==
          static_cast<std::size_t>(snapshot.program->field().area()) &&
      !snapshot.reachable->reached[snapshot.program->source->index_of(at)]) {
    tooltip.instruction += "  (not reached)";
  }
  const std::vector<Constant>& constants = snapshot.program->symbols.constants();
  for (const auto& [constant, direction] : constants_at(*snapshot.program->source, constants, at)) {
    const bool east = direction == Direction::east;
    tooltip.constants.push_back(
        fmt::format("{}{} is {}, {}", constant->code,
                    east ? "" : fmt::format(" going {}", to_string(direction)), constant->value,
                    constant->name));
  }
  if (at == snapshot.ip && !snapshot.playing()) tooltip.next = instruction_card(snapshot);
  add_counts(snapshot, at, tooltip);
  for (const BreakpointSnapshot& stop : snapshot.breakpoints) {
    const bool about_cells = stop.kind == BreakpointKind::cell || stop.kind == BreakpointKind::data;
    if (!about_cells || !stop.area.contains(at)) continue;
    tooltip.breakpoints.push_back(
        fmt::format("{} break {}{}", stop.id, stop.text, stop.enabled ? "" : " (disabled)"));
  }
  return tooltip;
}

std::string CellHover::find_writer(const Query& query, Session& session, Monitor& monitor) {
  if (!session.machine().field.contains(query.cell)) return {};
  const auto found = who_wrote(session, {query.cell, {1, 1}}, &monitor);
  if (!found) return {};
  if (!found->write) return "never written so far";
  std::string text = to_text(*found->write);
  if (found->maker) text += "\n" + to_text(*found->maker, session);
  return text + "\nL goes there";
}

void CellHover::draw(Context& context, std::optional<Point> cell) {
  if (cell != cell_) {
    cell_ = cell;
    since_ = context.time;
  }
  if (!cell_) return;
  // Who types is not looking at the mouse: nothing covers the cells until it moves again.
  const ImVec2 mouse = ImGui::GetMousePos();
  const InputFrame& input = context.input.frame();
  if (!input.presses.empty() || !input.text.empty()) dismissed_ = std::pair(mouse.x, mouse.y);
  if (dismissed_ == std::pair(mouse.x, mouse.y)) return;
  dismissed_.reset();
  if (context.time - since_ < delay) {
    context.schedule.within(delay - (context.time - since_));
    return;
  }
  const Query query{*cell_, context.snapshot.instant};
  writer_.update(context, slot::hover, query, find_writer);
  const CellTooltip tooltip = cell_tooltip(context.snapshot, *cell_);
  const Theme& theme = context.theme;
  ImGui::BeginTooltip();
  coloured_text(theme.dim, tooltip.heading);
  ImGui::TextUnformatted(tooltip.value.c_str());
  ImGui::TextUnformatted(tooltip.instruction.c_str());
  for (const std::string& line : tooltip.constants) ImGui::TextUnformatted(line.c_str());
  for (const std::string& line : tooltip.next)
    coloured_text(legible(theme.pointer, theme.panel), line);
  for (const std::string& line : tooltip.counts) coloured_text(theme.dim, line);
  for (const std::string& line : tooltip.breakpoints) coloured_text(theme.breakpoint, line);
  const std::string* const writer = writer_.response_to(query);
  if (writer != nullptr && !writer->empty()) coloured_text(theme.dim, *writer);
  ImGui::EndTooltip();
}

void go_to_last_write(Context& context, Point cell) {
  using Found = Result<std::vector<Write>>;
  SessionThread* const session = &context.session;
  Services* const services = &context.services;
  context.session.ask<Found>(
      slot::hover,
      [cell](Debugger& debugger, Monitor& monitor) -> Found {
        if (!debugger.session().machine().field.contains(cell)) return std::vector<Write>{};
        // Two, because the last write may be at the present instant.
        auto found = writes(debugger.session(), {cell, {1, 1}}, 2, &monitor);
        const Tick now = debugger.session().machine().tick;
        if (found && !found->empty() && found->front().tick >= now) found->erase(found->begin());
        return found;
      },
      [session, services, cell](const Found& found) {
        if (!found) {
          services->notify(found.error().what, Tone::warning);
        } else if (found->empty()) {
          services->notify(to_string(cell) + " was not written before this instant");
        } else {
          services->notify(to_string(cell) + ": " + to_text(found->front()));
          session->seek(found->front().tick, "last write to " + to_string(cell));
        }
      });
}

}  // namespace fungescope::ui
