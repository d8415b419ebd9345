// Lists the run tick by tick; the visible rows are replayed.
#include "session/queries/trace.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/analysis/static_analysis.h"
#include "lang/geometry.h"
#include "lang/value_format.h"
#include "session/expressions/symbols.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Rows replayed before and after the visible ones, at least.
constexpr Tick rows_around = 200;
// Rows are replayed while playing up to this many ticks per second.
constexpr double slow = 30;

// The instruction executed at the instant before `tick`. If it is not executed yet, the rest is the
// state before it.
struct InstantRow : TraceRow {
  bool executed = false;
  std::string effect;  // "grid(2,5) 0 -> 7", "prints 'x'"; "next" or "ended" if not executed
};

std::string effect_text(const TraceRow& row, const Symbols& symbols) {
  if (!row.output.empty()) return "prints " + single_quoted(row.output);
  if (!row.stored) return {};
  return fmt::format("{} {} -> {}", cell_name(symbols, row.stored->at), row.stored->before,
                     row.stored->now);
}

// The last recorded instant, whose instruction is not executed.
InstantRow last_row(const Machine& machine) {
  const char* const effect = machine.status == Status::running ? "next"
                             : machine.status == Status::ended ? "ended"
                                                               : "faulted";
  return {next_row(machine), false, effect};
}

// Replays the instants from .. to of the present branch, as far as they are recorded; the present
// is unchanged. Fails if interrupted. Cost: a seek, and a microsecond per row.
Result<std::vector<InstantRow>> replay(Session& session, Tick from, Tick to, Monitor* monitor) {
  History& history = session.history();
  from = std::max(from, history.begin());
  to = std::min(to, history.end());
  std::vector<InstantRow> rows;
  if (from > to) return rows;
  const auto add = [&](const TraceRow& row) -> Result<void> {
    rows.push_back({row, true, effect_text(row, session.symbols())});
    return {};
  };
  const Tick end = std::min(to + 1, history.end());
  TRY(trace(session, from, end, add, monitor));
  if (to < history.end()) return rows;
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(to, monitor));
  rows.push_back(last_row(history.machine()));
  return rows;
}

// The rows that are replayed: blocks around the visible ones.
struct TraceQuery {
  Tick from = 0;
  Tick to = 0;
  BranchId branch = 0;
  std::shared_ptr<const ProgramInfo> program;
  // The end of the recording and the present, if the rows reach the end, which an edit may change.
  Tick end = 0;
  std::uint64_t present = 0;
  std::uint64_t instant = 0;  // 0: it runs at once
  friend bool operator==(const TraceQuery&, const TraceQuery&) = default;
};

class TracePanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::trace; }

  void draw(Context& context) override {
    draw_toolbar(context);
    const ViewSnapshot& snapshot = context.snapshot;
    if (snapshot.end == snapshot.begin && snapshot.tick == snapshot.end && !snapshot.playing()) {
      placeholder_text(context, "nothing has run yet; a step records the first tick");
    }
    ImGui::BeginChild("rows", {0, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_rows(context);
    ImGui::EndChild();
  }

 private:
  // ---- Toolbar

  void draw_toolbar(Context& context) {
    if (text_button(context, "present")) centre_ = true;
    item_tooltip(context, "scroll to the present instant");
    right_aligned_text(context.theme.dim, "tick " + with_separators(context.snapshot.tick));
  }

  // ---- Rows

  void draw_rows(Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 heading = ImGui::GetCursorScreenPos();
    const ImVec2 corner{heading.x, heading.y + row_height};
    const ImVec2 size{ImGui::GetContentRegionAvail().x,
                      std::max(ImGui::GetContentRegionAvail().y - row_height, row_height)};
    const auto visible = static_cast<std::uint64_t>(std::max(size.y / row_height, 1.0F));
    const std::uint64_t rows = snapshot.end - snapshot.begin + 1;
    follow(snapshot, visible);
    const float bar = scroller_.update(corner, size, rows, visible);
    const Tick first = snapshot.begin + std::min(scroller_.first(), rows - 1);
    const Tick last = std::min(snapshot.end, first + visible);
    fetch(context, first, last);
    draw_table(context, first, last, size.x - bar);
  }

  void draw_table(Context& context, Tick first, Tick last, float width) {
    const ViewSnapshot& snapshot = context.snapshot;
    const Theme& theme = context.theme;
    const Dialect& dialect = snapshot.program->dialect;
    const Size field = snapshot.program->field();
    const auto digits =
        static_cast<float>(std::max<std::size_t>(with_separators(snapshot.end + 1).size(), 4));
    const auto point_width =
        static_cast<float>(to_string(Point{field.width - 1, field.height - 1}).size());
    const bool wide = width >= (digits + point_width + 40) * character_width();
    const auto known = [&](Tick instant) { return row_at(snapshot, instant); };
    ListTable<Tick> table("trace");
    table.flags = ImGuiTableFlags_None;  // it has only the visible rows
    table.size.x = width;
    table.column("tick", right_aligned(digits + 0.5F), [&](Tick instant) {
      return CellText(instant == snapshot.tick ? theme.accent : theme.dim,
                      with_separators(instant));
    });
    table.column("cell", {.width = point_width}, [&](Tick instant) {
      const InstantRow* const row = known(instant);
      return row == nullptr ? CellText(theme.faint, "\u2026")
                            : CellText(theme.text, to_string(row->at));
    });
    // Of what is known about the instruction.
    const auto column = [&](const char* heading, ColumnLook look, auto text) {
      table.column(heading, look, [known, text](Tick instant) {
        const InstantRow* const row = known(instant);
        return row == nullptr ? CellText() : text(*row);
      });
    };
    column("", {.width = 1}, [&](const InstantRow& row) {
      return CellText(instruction_colour(theme, row.cell, dialect, row.string_mode),
                      cell_glyph(row.cell));
    });
    const auto if_wide = wide ? ImGuiTableColumnFlags_None : ImGuiTableColumnFlags_Disabled;
    column("instruction", {.width = 16, .flags = if_wide},
           [&](const InstantRow& row) { return CellText(theme.text, name_in_words(row.name)); });
    column("top", right_aligned(8), [&](const InstantRow& row) {
      if (!row.executed) return CellText();
      if (row.depth == 0) return CellText(theme.faint, "-");
      return CellText(theme.text, value_within(row.values.front(), 8 * character_width()));
    });
    column("effect", {.width = rest_width},
           [&](const InstantRow& row) { return CellText(theme.text, row.effect); });
    table.name = [](Tick instant) { return fmt::format("trace row {}", instant); };
    table.selected = [&](Tick instant) { return instant == snapshot.tick; };
    table.click = [&](Tick instant) {
      context.session.seek(instant, "click in the trace");
      if (const InstantRow* const row = known(instant)) {
        context.selection.cell = row->at;
        context.selection.show = row->at;
      }
    };
    table.tooltip = [&](Tick instant) {
      if (!ImGui::IsItemHovered()) return;
      context.selection.hovered_tick = instant;
      draw_tooltip(context, instant, known(instant));
    };
    std::vector<Tick> shown(static_cast<std::size_t>(last - first + 1));
    std::iota(shown.begin(), shown.end(), first);
    table.draw(context, shown);
  }

  // Keeps the present visible when it changes.
  void follow(const ViewSnapshot& snapshot, std::uint64_t visible) {
    const std::uint64_t present = snapshot.tick - snapshot.begin;
    if (followed_ != snapshot.tick) scroller_.reveal(present, visible);
    followed_ = snapshot.tick;
    if (std::exchange(centre_, false)) {
      scroller_.set_first(present > visible / 2 ? present - visible / 2 : 0);
    }
  }

  void fetch(Context& context, Tick first, Tick last) {
    const ViewSnapshot& snapshot = context.snapshot;
    const bool fast = snapshot.playing() && snapshot.activity.ticks_per_second > slow;
    if (fast || snapshot.busy()) return;
    const Tick block = first / rows_around;
    TraceQuery wanted{(block - std::min<Tick>(block, 1)) * rows_around,
                      (last / rows_around + 2) * rows_around, snapshot.branch, snapshot.program};
    if (wanted.to >= snapshot.end) {
      wanted.end = snapshot.end;
      wanted.present = snapshot.instant;
    }
    query_.update(context, slot::trace, wanted,
                  [](const TraceQuery& query, Session& session, Monitor& monitor) {
                    return replay(session, query.from, query.to, &monitor)
                        .value_or(std::vector<InstantRow>());
                  });
  }

  // Null if it is not replayed.
  [[nodiscard]] const InstantRow* row_at(const ViewSnapshot& snapshot, Tick instant) const {
    const TraceQuery& query = query_.answered();
    const std::vector<InstantRow>* const rows = query_.response();
    if (rows == nullptr || query.program != snapshot.program || query.branch != snapshot.branch) {
      return nullptr;
    }
    if (rows->empty() || instant + 1 < rows->front().tick) return nullptr;
    const Tick offset = instant + 1 - rows->front().tick;
    return offset < rows->size() ? &(*rows)[static_cast<std::size_t>(offset)] : nullptr;
  }

  static void draw_tooltip(const Context& context, Tick instant, const InstantRow* row) {
    std::string text;
    if (row != nullptr) {
      text =
          fmt::format("{} going {}: {}\n", to_string(row->at), to_string(row->direction),
                      row->string_mode
                          ? fmt::format("pushes {} in string mode", describe_value(row->cell, "  "))
                          : describe_cell(row->cell, context.snapshot.program->dialect));
      if (row->executed && row->depth == 0) text += "the stack is empty afterwards\n";
      if (row->executed && row->depth > 0) {
        text += fmt::format("{} on top of {} values afterwards\n", row->values.front(),
                            with_separators(row->depth));
      }
      if (!row->effect.empty()) text += row->effect + '\n';
    }
    item_tooltip(context, text + "click goes to the instant before it",
                 fmt::format("goto {}", instant));
  }

  RowScroller scroller_;
  std::optional<Tick> followed_;
  bool centre_ = true;
  IdleQuery<TraceQuery, std::vector<InstantRow>> query_;
};

}  // namespace

std::unique_ptr<Panel> make_trace_panel() {
  return std::make_unique<TracePanel>();
}

}  // namespace fungescope::ui
