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
  return to_text(*found, to_string(query.cell), session) + (found->write ? "L goes there" : "");
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
  // The instant after the write, if there is one, and the report.
  using Found = Result<std::pair<std::optional<Tick>, std::string>>;
  SessionThread* const session = &context.session;
  Services* const services = &context.services;
  context.session.ask<Found>(
      slot::hover,
      [cell](Debugger& debugger, Monitor& monitor) -> Found {
        const std::string place = to_string(cell);
        LastWriter writer;
        if (debugger.session().machine().field.contains(cell)) {
          // Two, because the last write may be at the present instant.
          const Tick now = debugger.session().machine().tick;
          for (const Write& write : TRY(writes(debugger.session(), {cell, {1, 1}}, 2, &monitor))) {
            if (!writer.write && write.tick < now) writer.write = write;
          }
        }
        std::optional<Tick> tick;
        if (writer.write) tick = writer.write->tick;
        return Found({tick, to_text(writer, place, debugger.session())});
      },
      [session, services, cell](const Found& found) {
        if (!found) return services->notify(found.error().what, Tone::warning);
        const auto& [tick, report] = *found;
        services->notify(report.substr(0, report.find('\n')));
        if (tick) session->seek(*tick, "last write to " + to_string(cell));
      });
}

}  // namespace fungescope::ui
