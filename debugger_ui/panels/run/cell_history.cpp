// Lists the writes to the selected cells, newest first.
#include "base/text_table.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"
#include "session/why/value_maker.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t initial_rows = 100;
constexpr std::size_t max_areas = 32;  // each is a search of its own

struct HistoryRow {
  Write write;
  std::string name;
  std::string before;  // empty: not known
  std::string now;
  std::string made;  // what made the new value; empty if it is not known
};

struct HistoryResponse {
  std::vector<HistoryRow> rows;  // newest first
  bool all = true;               // nothing is left to ask for
};

struct HistoryQuery {
  std::vector<Rectangle> areas;
  std::size_t limit = initial_rows;
  std::uint64_t instant = 0;
  friend bool operator==(const HistoryQuery&, const HistoryQuery&) = default;
};

Result<HistoryResponse> run_query(const HistoryQuery& query, Session& session, Monitor& monitor) {
  HistoryResponse response;
  std::vector<Write> found;
  for (const Rectangle& area : query.areas) {
    const auto some = TRY(writes(session, area, query.limit, &monitor));
    if (some.size() == query.limit) response.all = false;
    found.insert(found.end(), some.begin(), some.end());
  }
  const auto newer = [](const Write& a, const Write& b) { return a.tick > b.tick; };
  std::stable_sort(found.begin(), found.end(), newer);
  if (found.size() > query.limit) {
    found.resize(query.limit);
    response.all = false;
  }
  const Symbols& symbols = session.symbols();
  ValueMakers makers(session, &monitor);
  for (const Write& write : found) {
    HistoryRow row{write, cell_name(symbols, write.at), {}, {}, {}};
    row.now = format_value_at(symbols, write.at, write.now);
    if (!write.edit) {
      row.before = format_value_at(symbols, write.at, write.before);
      if (const auto maker = makers.of(write)) row.made = to_text(*maker, session);
    }
    response.rows.push_back(std::move(row));
  }
  return response;
}

// Returns the selected areas: the cells marked by another panel, else a rectangle, else a cell.
std::vector<Rectangle> selected(const Selection& selection, Size field) {
  std::vector<Rectangle> areas = selection.marked;
  if (areas.empty() && selection.area) areas.push_back(*selection.area);
  if (areas.empty() && selection.cell) areas.push_back({*selection.cell, {1, 1}});
  std::erase_if(areas, [field](const Rectangle& area) { return !fits_into(area, field); });
  if (areas.size() > max_areas) areas.resize(max_areas);
  return areas;
}

class CellHistory final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::history; }
  void draw(Context& context) override {
    const ViewSnapshot& snapshot = context.snapshot;
    if (snapshot.program == nullptr) return;
    auto areas = selected(context.selection, snapshot.program->field());
    if (areas.empty()) {
      placeholder_text(context, "select a cell of the playfield or the board to see who wrote it");
      return;
    }
    if (areas != wanted_.areas) {
      wanted_ = {std::move(areas), initial_rows};
      query_.clear();
    }
    wanted_.instant = snapshot.instant;
    query_.update(context, slot::cell_history, wanted_, run_query);
    draw_heading(context);
    draw_rows(context);
  }

 private:
  void draw_heading(Context& context) const {
    const Rectangle& first = wanted_.areas.front();
    std::int64_t cells = 0;
    for (const Rectangle& area : wanted_.areas) cells += area.size.area();
    coloured_text(context.theme.dim,
                  cells == 1
                      ? "writes to " + cell_name(context.snapshot.program->symbols, first.corner)
                      : fmt::format("writes to {} cells",
                                    with_separators(static_cast<std::uint64_t>(cells))));
    if (query_.is_last(wanted_) && context.snapshot.busy()) {
      ImGui::SameLine();
      coloured_text(context.theme.faint, "searching");
    }
  }

  void draw_rows(Context& context) {
    if (!query_.response()) return;
    const Result<HistoryResponse>& found = *query_.response();
    if (!found) return wrapped_coloured_text(context.theme.warning, to_string(found.error()));
    const HistoryResponse& response = *found;
    if (response.rows.empty()) return placeholder_text(context, "never written up to here");
    const Theme& theme = context.theme;
    // The heading names a single cell.
    const bool one = wanted_.areas.size() == 1 && wanted_.areas.front().size.area() == 1;
    ListTable<HistoryRow> table("writes");
    table.column("tick", right_aligned(11), [&](const HistoryRow& row) {
      const bool here = row.write.tick == context.snapshot.tick;
      return CellText(here ? theme.accent : theme.text, with_separators(row.write.tick));
    });
    table.sort_by(
        [](const HistoryRow& a, const HistoryRow& b) { return a.write.tick < b.write.tick; });
    const auto cell_flags = one ? ImGuiTableColumnFlags_Disabled : ImGuiTableColumnFlags_None;
    table.column("cell", {.flags = cell_flags}, theme.dim,
                 [&](const HistoryRow& row) { return row.name; });
    table.sort_by(by_member<&HistoryRow::name>);
    table.column("was", {}, theme.dim,
                 [&](const HistoryRow& row) { return row.write.edit ? "?" : row.before; });
    table.column("became", {}, theme.text, [&](const HistoryRow& row) { return row.now; });
    table.column("by", {.width = rest_width}, [&](const HistoryRow& row) {
      const Write& write = row.write;
      return CellText(write.edit ? theme.warning : theme.dim,
                      write.edit ? "edit" : to_string(write.by))
          .add(theme.faint, row.made);
    });
    table.name = [&](const HistoryRow& row) {
      return fmt::format("history row {}", &row - response.rows.data());
    };
    table.selected = [&](const HistoryRow& row) { return row.write.tick == context.snapshot.tick; };
    table.click = [&](const HistoryRow& row) {
      context.session.seek(row.write.tick, "write to " + row.name);
    };
    table.tooltip = [&](const HistoryRow& row) {
      item_tooltip(context, "go to the instant after this write",
                   fmt::format("goto {}", row.write.tick));
    };
    if (!response.all) {
      table.further_rows = [&] {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (text_button(context, "more")) wanted_.limit *= 4;
        item_tooltip(context, "look further back");
      };
    }
    table.draw(context, response.rows);
  }

  HistoryQuery wanted_;
  IdleQuery<HistoryQuery, Result<HistoryResponse>> query_;
};

}  // namespace

std::unique_ptr<Panel> make_cell_history_panel() {
  return std::make_unique<CellHistory>();
}

}  // namespace fungescope::ui
