// Lists the writes to the selected cells, newest first.
#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/item_names.h"
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
constexpr int by_column = 4;

struct HistoryRow {
  Write write;
  std::string name;
  std::string before;  // empty: not known
  std::string now;
  std::string made;  // what made the new value; empty if it is not known
};

struct HistoryResponse {
  std::vector<HistoryRow> rows;  // newest first
  bool all = false;              // there are no more
  std::string problem;
};

struct HistoryQuery {
  std::vector<Rectangle> areas;
  std::size_t limit = initial_rows;
  std::uint64_t instant = 0;
  friend bool operator==(const HistoryQuery&, const HistoryQuery&) = default;
};

HistoryResponse run_query(const HistoryQuery& query, Session& session, Monitor& monitor) {
  HistoryResponse response;
  std::vector<Write> found;
  response.all = true;
  for (const Rectangle& area : query.areas) {
    auto some = writes(session, area, query.limit, &monitor);
    if (!some) {
      response.problem = to_string(some.error());
      return response;
    }
    if (some->size() == query.limit) response.all = false;
    found.insert(found.end(), some->begin(), some->end());
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

class CellHistory final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::history; }
  [[nodiscard]] std::string_view title() const override { return "history"; }
  void draw(Context& context) override;

 private:
  void draw_heading(Context& context) const;
  void draw_rows(Context& context);
  void draw_row(Context& context, const HistoryRow& row, std::size_t index) const;

  HistoryQuery wanted_;
  IdleQuery<HistoryQuery, HistoryResponse> query_;
};

// Returns the selected areas: the cells marked by another panel, else a rectangle, else a cell.
std::vector<Rectangle> selected(const Selection& selection, Size field) {
  std::vector<Rectangle> areas = selection.marked;
  if (areas.empty() && selection.area) areas.push_back(*selection.area);
  if (areas.empty() && selection.cell) areas.push_back({*selection.cell, {1, 1}});
  std::erase_if(areas, [field](const Rectangle& area) { return !fits_into(area, field); });
  if (areas.size() > max_areas) areas.resize(max_areas);
  return areas;
}

void CellHistory::draw(Context& context) {
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

void CellHistory::draw_heading(Context& context) const {
  const Rectangle& first = wanted_.areas.front();
  std::int64_t cells = 0;
  for (const Rectangle& area : wanted_.areas) cells += area.size.area();
  coloured_text(
      context.theme.dim,
      cells == 1
          ? "writes to " + cell_name(context.snapshot.program->symbols, first.corner)
          : fmt::format("writes to {} cells", with_separators(static_cast<std::uint64_t>(cells))));
  if (query_.is_last(wanted_) && context.snapshot.busy()) {
    ImGui::SameLine();
    coloured_text(context.theme.faint, "searching");
  }
}

void CellHistory::draw_rows(Context& context) {
  if (!query_.response()) return;
  const HistoryResponse& response = *query_.response();
  if (!response.problem.empty())
    return wrapped_coloured_text(context.theme.warning, response.problem);
  if (response.rows.empty()) return placeholder_text(context, "never written up to here");
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
  // The heading names a single cell. A table of its own keeps the column widths apart.
  const bool one = wanted_.areas.size() == 1 && wanted_.areas.front().size.area() == 1;
  if (!ImGui::BeginTable(one ? "writes of one" : "writes", 5, flags, {0, 0})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("       tick");
  ImGui::TableSetupColumn("cell",
                          one ? ImGuiTableColumnFlags_Disabled : ImGuiTableColumnFlags_None);
  ImGui::TableSetupColumn("was");
  ImGui::TableSetupColumn("became");
  ImGui::TableSetupColumn("by", ImGuiTableColumnFlags_WidthStretch);
  table_header(context);
  for_each_visible_row(response.rows.size(),
                       [&](std::size_t i) { draw_row(context, response.rows[i], i); });
  if (!response.all) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (text_button(context, "more")) wanted_.limit *= 4;
    item_tooltip(context, "look further back");
  }
  ImGui::EndTable();
}

void CellHistory::draw_row(Context& context, const HistoryRow& row, std::size_t index) const {
  const Theme& theme = context.theme;
  const bool here = row.write.tick == context.snapshot.tick;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string tick = fmt::format("{:>11}", with_separators(row.write.tick));
  ImGui::PushStyleColor(ImGuiCol_Text, here ? theme.accent : theme.text);
  const bool clicked = ImGui::Selectable(tick.c_str(), here, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::PopStyleColor();
  name_item("history row", index);
  const bool over_writer =
      !row.write.edit && (ImGui::TableGetColumnFlags(by_column) & ImGuiTableColumnFlags_IsHovered);
  if (over_writer) {
    item_tooltip(context, "show the p that wrote it" +
                              (row.made.empty() ? std::string() : "\nthe value: " + row.made));
    if (clicked) show_cell(context, row.write.by);
  } else {
    item_tooltip(context, "go to the instant after this write",
                 fmt::format("goto {}", row.write.tick));
    if (clicked) context.session.seek(row.write.tick, "write to " + row.name);
  }
  ImGui::TableNextColumn();
  coloured_text(theme.dim, row.name);
  ImGui::TableNextColumn();
  coloured_text(theme.dim, row.write.edit ? "?" : row.before);
  ImGui::TableNextColumn();
  coloured_text(theme.text, row.now);
  ImGui::TableNextColumn();
  coloured_text(row.write.edit ? theme.warning : theme.dim,
                row.write.edit ? "edit" : to_string(row.write.by));
  if (row.made.empty()) return;
  ImGui::SameLine();
  coloured_text(theme.faint, row.made);
}

}  // namespace

std::unique_ptr<Panel> make_cell_history_panel() {
  return std::make_unique<CellHistory>();
}

}  // namespace fungescope::ui
