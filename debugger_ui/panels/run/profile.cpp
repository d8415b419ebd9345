// Shows where time is spent: the most executed cells, and the straight runs with the most ticks.
#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "lang/analysis/static_analysis.h"
#include "session/expressions/symbols.h"
#include "session/queries/heat.h"
#include "session/session.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

// The ticks from + 1 .. to of a branch.
struct ProfileQuery {
  Tick from = 0;
  Tick to = 0;
  std::uint64_t instant = 0;  // at which it ends
  BranchId branch = 0;
  std::shared_ptr<const ProgramInfo> program;
  [[nodiscard]] Tick ticks() const { return to - from; }
  friend bool operator==(const ProfileQuery&, const ProfileQuery&) = default;
};

struct ProfileCounts {
  struct Cell {
    Point at;
    std::int64_t value = 0;  // at the present instant
    CellCounts counts;
    std::string name;  // "grid(2,5)", "(3, 4)"
  };
  std::vector<Cell> cells;        // most executed first, at most `max_rows`
  std::vector<StraightRun> runs;  // most ticks first, at most `max_rows`

  static constexpr std::size_t max_rows = 1000;
};

// Cost: that of `profile` (session/queries/heat.h).
Result<ProfileCounts> count_ticks(const ProfileQuery& query, Session& session, Monitor& monitor) {
  ProfileCounts counts;
  auto counted = TRY(profile(session, query.from, query.to, &monitor));
  const Playfield& field = session.machine().field;
  for (const auto& [at, cell] :
       counted.top_cells(&CellCounts::executions, ProfileCounts::max_rows)) {
    const std::int64_t value = field.size().contains(at) ? field.at(at) : 0;
    counts.cells.push_back({at, value, cell, cell_name(session.symbols(), at)});
  }
  counted.runs.resize(std::min(counted.runs.size(), ProfileCounts::max_rows));
  counts.runs = std::move(counted.runs);
  return counts;
}

constexpr Tick last_ticks = 1'000'000;
// Counted automatically: about 100 ms.
constexpr Tick max_automatic_ticks = 4'000'000;
enum class ProfileRange : std::uint8_t { last, whole };
enum class ProfileView : std::uint8_t { cells, runs };

class ProfilePanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::profile; }

  void draw(Context& context) override {
    draw_toolbar(context);
    draw_state(context);
    const Result<ProfileCounts>* const counts = query_.response();
    if (counts == nullptr || !*counts) return;
    if (view_ == ProfileView::cells) {
      draw_cells(context, **counts);
    } else {
      draw_runs(context, **counts);
    }
  }

  void save(nlohmann::ordered_json& settings) const override {
    settings["range"] = static_cast<int>(range_);
    settings["view"] = static_cast<int>(view_);
  }
  void load(const nlohmann::ordered_json& settings) override {
    const auto choice = [&](const char* name, int max) {
      return std::clamp(read_setting<int>(settings, name).value_or(0), 0, max);
    };
    range_ = static_cast<ProfileRange>(choice("range", 1));
    view_ = static_cast<ProfileView>(choice("view", 1));
  }

 private:
  // ---- What is counted

  void draw_toolbar(Context& context) {
    const auto range = [&](const char* label, ProfileRange which, const char* what) {
      if (toggle_button(context, label, range_ == which)) range_ = which;
      item_tooltip(context, what, "profile FROM TO");
      ImGui::SameLine(0, 1);
    };
    range("last 1M", ProfileRange::last, "the last million ticks up to the present");
    range("whole run", ProfileRange::whole, "all that is recorded");
    ImGui::SameLine(0, 3 * character_width());
    if (toggle_button(context, "cells", view_ == ProfileView::cells)) view_ = ProfileView::cells;
    item_tooltip(context, "the cells that were executed most often", "profile");
    ImGui::SameLine(0, 1);
    if (toggle_button(context, "runs", view_ == ProfileView::runs)) view_ = ProfileView::runs;
    item_tooltip(context, "the straight runs that took most ticks", "hot");
  }

  [[nodiscard]] ProfileQuery wanted(const ViewSnapshot& snapshot) const {
    const bool whole = range_ == ProfileRange::whole;
    const Tick to = whole ? snapshot.end : snapshot.tick;
    const Tick from = whole ? snapshot.begin : to - std::min(to - snapshot.begin, last_ticks);
    return {from, to, to, snapshot.branch, snapshot.program};
  }

  // Counts short intervals, and others after a click. One line: the interval that is shown, that it
  // is counted, or a button to start.
  void draw_state(Context& context) {
    const Theme& theme = context.theme;
    const ProfileQuery query = wanted(context.snapshot);
    const bool starts = query.ticks() <= max_automatic_ticks || confirmed_ == query;
    if (starts) query_.update(context, slot::profile, query, count_ticks);
    const Result<ProfileCounts>* const shown = query_.response();
    const bool current = query_.response_to(query) != nullptr;
    const std::string ticks = with_separators(query.ticks()) + " ticks";
    if (current ? !shown->has_value() : !starts) {
      if (text_button(context, ("count " + ticks).c_str(), !context.snapshot.busy())) {
        confirmed_ = query;
        query_.clear();
      }
      item_tooltip(context, "replays the interval, at some 40 million ticks a second",
                   fmt::format("profile {} {}", query.from, query.to));
    } else if (!current && query_.is_last(query)) {
      coloured_text(theme.dim, "counting " + ticks);
      ImGui::SameLine();
      if (text_button(context, "cancel")) context.session.interrupt();
      item_tooltip(context, "end the count");
    }
    if (shown == nullptr) return;
    if (!*shown) {
      // Another one was ended by a newer query.
      if (current) wrapped_coloured_text(theme.bad, to_string(shown->error()));
      return;
    }
    const ProfileQuery& counted = query_.answered();
    wrapped_coloured_text(
        current ? theme.dim : theme.faint,
        counted.ticks() == 0
            ? std::string("nothing has run in this interval")
            : fmt::format("ticks {} to {}{}", with_separators(counted.from),
                          with_separators(counted.to), current ? "" : ", as counted before"));
  }

  // ---- The tables

  static CellText count_cell(const Context& context, std::uint64_t count) {
    return {count == 0 ? context.theme.faint : context.theme.text, with_separators(count)};
  }

  // Draws the share of the ticks as a bar, with its number over it. The bar is full for `max`.
  void draw_share(const Context& context, std::uint64_t part, std::uint64_t max) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float share =
        max == 0 ? 0 : static_cast<float>(static_cast<double>(part) / static_cast<double>(max));
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + 1}, {at.x + width * share, at.y + ImGui::GetTextLineHeight() - 1},
        with_alpha(context.theme.accent, 0.35F));
    TableBase::draw_text(share_cell(context, part), TableAlign::right);
  }
  [[nodiscard]] CellText share_cell(const Context& context, std::uint64_t part) const {
    const auto ticks = static_cast<double>(std::max<Tick>(query_.answered().ticks(), 1));
    return {context.theme.text, fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / ticks)};
  }

  // A table whose rows are areas of the playfield, which a click selects.
  template <class Row, class AreaOf>
  static ListTable<Row> table_of_areas(Context& context, const char* id,
                                       const AreaOf& area_of_row) {
    ListTable<Row> table(id);
    table.flags |= ImGuiTableFlags_RowBg;
    table.name = [area_of_row](const Row& row) { return to_string(area_of_row(row).corner); };
    table.selected = [&context, area_of_row](const Row& row) {
      const std::vector<Rectangle>& marked = context.selection.marked;
      return marked.size() == 1 && marked[0] == area_of_row(row);
    };
    table.click = [&context, area_of_row](const Row& row) {
      show_cell(context, area_of_row(row).corner);
      context.selection.marked = {area_of_row(row)};
    };
    return table;
  }

  static ColumnLook count_column(float width, bool shown = true, bool sorts = false) {
    return {width, TableAlign::right,
            ImGuiTableColumnFlags_PreferSortDescending |
                (shown ? 0 : ImGuiTableColumnFlags_Disabled) |
                (sorts ? ImGuiTableColumnFlags_DefaultSort : 0)};
  }

  static bool is_wide() { return ImGui::GetContentRegionAvail().x >= 46 * character_width(); }

  void draw_cells(Context& context, const ProfileCounts& counts) const {
    using Row = ProfileCounts::Cell;
    const Dialect& dialect = context.snapshot.program->dialect;
    const bool wide = is_wide();
    std::uint64_t max = 0;
    for (const Row& cell : counts.cells) max = std::max(max, cell.counts.executions);
    auto table = table_of_areas<Row>(context, "cells", [](const Row& cell) {
      return Rectangle{cell.at, {1, 1}};
    });
    table.column("cell", {.width = 14}, [&](const Row& cell) {
      return CellText(instruction_colour(context.theme, cell.value, dialect, false),
                      cell_glyph(cell.value))
          .add(context.theme.text, to_string(cell.at));
    });
    table.sort_by([](const Row& a, const Row& b) { return in_reading_order(a.at, b.at); });
    const auto count = [&](const char* heading, std::uint64_t CellCounts::*member,
                           ColumnLook look) {
      table.column(heading, look, [&context, member](const Row& cell) {
        return count_cell(context, cell.counts.*member);
      });
      table.sort_by(
          [member](const Row& a, const Row& b) { return a.counts.*member < b.counts.*member; });
    };
    count("executed", &CellCounts::executions, count_column(12, true, true));
    count("share", &CellCounts::executions, count_column(rest_width));
    table.columns.back().text = [&](const Row& cell) {
      return share_cell(context, cell.counts.executions);
    };
    table.draw_with([&](const Row& cell) { draw_share(context, cell.counts.executions, max); });
    count("read", &CellCounts::reads, count_column(9, wide));
    count("written", &CellCounts::writes, count_column(9, wide));
    table.tooltip = [&](const Row& cell) {
      item_tooltip(context, fmt::format("{}\n{}", cell.name, describe_cell(cell.value, dialect)),
                   "click shows it in the playfield");
    };
    table.draw(context, counts.cells);
  }

  void draw_runs(Context& context, const ProfileCounts& counts) const {
    using Row = StraightRun;
    const bool wide = is_wide();
    std::uint64_t max = 0;
    for (const Row& run : counts.runs) max = std::max(max, run.ticks);
    auto table = table_of_areas<Row>(
        context, "runs", [](const Row& run) { return rectangle_between(run.first, run.last); });
    table.column("run", {.width = wide ? 20.0F : 13.0F}, [&](const Row& run) {
      return CellText(context.theme.text,
                      fmt::format("{} \u2192 {}", to_argument(run.first), to_argument(run.last)));
    });
    table.sort_by([](const Row& a, const Row& b) { return in_reading_order(a.first, b.first); });
    table.column("times", count_column(10, wide),
                 [&](const Row& run) { return count_cell(context, run.times); });
    table.sort_by(by_member<&Row::times>);
    table.column("ticks", count_column(wide ? 12.0F : 10.0F, true, true),
                 [&](const Row& run) { return count_cell(context, run.ticks); });
    table.sort_by(by_member<&Row::ticks>);
    table.column("share", count_column(rest_width),
                 [&](const Row& run) { return share_cell(context, run.ticks); });
    table.sort_by(by_member<&Row::ticks>);
    table.draw_with([&](const Row& run) { draw_share(context, run.ticks, max); });
    table.tooltip = [&](const Row& run) {
      item_tooltip(context,
                   fmt::format("from {} to {}, {} times", to_string(run.first), to_string(run.last),
                               with_separators(run.times)),
                   "click shows it in the playfield");
    };
    table.draw(context, counts.runs);
  }

  ProfileRange range_ = ProfileRange::last;
  ProfileView view_ = ProfileView::cells;
  IdleQuery<ProfileQuery, Result<ProfileCounts>> query_;
  std::optional<ProfileQuery> confirmed_;  // by a click
};

}  // namespace

std::unique_ptr<Panel> make_profile_panel() {
  return std::make_unique<ProfilePanel>();
}

}  // namespace fungescope::ui
