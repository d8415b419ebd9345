// Compares two instants of the run, A and B.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_rows = 5000;
constexpr std::size_t max_stack = 12;
constexpr std::uint64_t max_output = 200;

struct ComparisonRow {
  Point at;
  std::string name;
  std::string before;
  std::string now;
};

struct ComparisonResponse {
  std::string problem;
  std::uint64_t cells = 0;
  std::vector<ComparisonRow> rows;
  std::string pointer;
  std::string stack;
  std::string above_a;  // top first; empty: nothing above the common part
  std::string above_b;
  std::string output;
  std::string input;
};

struct ComparisonQuery {
  Tick a = 0;
  Tick b = 0;
  std::uint64_t instant = 0;         // instants of different branches differ
  std::optional<BranchId> branch_a;  // unset: the present one
  friend bool operator==(const ComparisonQuery&, const ComparisonQuery&) = default;
};

std::string pointer_text(const Snapshot& at) {
  return fmt::format("{} {}", to_string(at.ip()), to_string(at.direction()));
}

std::string pointers(const InstantDiff& compared) {
  const std::string before = pointer_text(compared.before);
  const std::string now = pointer_text(compared.now);
  return before == now ? before + " in both" : before + "  \u2192  " + now;
}

std::string stack_in_common(const InstantDiff& compared) {
  const std::size_t before = compared.before.stack().size();
  const std::size_t now = compared.now.stack().size();
  if (before == now && before == compared.common_stack) {
    return fmt::format("{} values, the same in both", with_separators(now));
  }
  const std::string common =
      compared.common_stack == 0
          ? std::string("none in common")
          : fmt::format("the lowest {} in common", with_separators(compared.common_stack));
  return fmt::format("{}  \u2192  {}, {}", with_separators(before), count_text(now, "value"),
                     common);
}

// Formats the values above the common part, top first.
std::string stack_above(const std::vector<std::int64_t>& stack, std::size_t common) {
  std::string text;
  for (std::size_t i = 0; i + common < stack.size() && i < max_stack; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", stack[stack.size() - 1 - i]);
  }
  return text + (stack.size() > common + max_stack ? " ..." : "");
}

std::string outputs(Session& session, const InstantDiff& compared) {
  const std::uint64_t a = std::min(compared.before.output_size(), compared.now.output_size());
  const std::uint64_t b = std::max(compared.before.output_size(), compared.now.output_size());
  if (a == b) return fmt::format("{} bytes in both", with_separators(a));
  // Output after the present is not available without seeking.
  const std::uint64_t end = std::min(b, session.machine().output_size);
  const std::string text =
      end > a ? session.history().output(a, std::min(end, a + max_output)) : std::string();
  return fmt::format("{} bytes between{}{}", with_separators(b - a), text.empty() ? "" : ": ",
                     escape_controls(text));
}

// Of instants of two branches, neither output continues the other.
std::string output_sizes(const InstantDiff& compared) {
  return fmt::format("{}  \u2192  {} bytes", with_separators(compared.before.output_size()),
                     with_separators(compared.now.output_size()));
}

ComparisonResponse run_query(const ComparisonQuery& query, Session& session, Monitor& monitor) {
  ComparisonResponse response;
  const auto compared =
      diff_instants(session, query.a, query.b, max_rows, &monitor, query.branch_a);
  if (!compared) {
    response.problem = to_string(compared.error());
    return response;
  }
  response.cells = compared->cells;
  const Symbols& symbols = session.symbols();
  for (const CellDifference& cell : compared->listed) {
    response.rows.push_back({cell.at, cell_name(symbols, cell.at),
                             format_value_at(symbols, cell.at, cell.before),
                             format_value_at(symbols, cell.at, cell.now)});
  }
  response.pointer = pointers(*compared);
  response.stack = stack_in_common(*compared);
  response.above_a = stack_above(compared->before.stack(), compared->common_stack);
  response.above_b = stack_above(compared->now.stack(), compared->common_stack);
  response.output = query.branch_a ? output_sizes(*compared) : outputs(session, *compared);
  const std::uint64_t read_before = compared->before.input_position();
  const std::uint64_t read_now = compared->now.input_position();
  response.input = read_before == read_now
                       ? fmt::format("{} bytes read in both", with_separators(read_now))
                       : fmt::format("{}  \u2192  {} bytes read", with_separators(read_before),
                                     with_separators(read_now));
  return response;
}

class ComparisonPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::comparison; }
  [[nodiscard]] std::string_view title() const override { return "comparison"; }
  void draw(Context& context) override;

 private:
  // One of the two that are compared.
  struct Instant {
    std::optional<Tick> tick;  // of B, nothing: follows the present
    TickField field;           // shows the tick, and takes another
  };
  void draw_instants(Context& context);
  void draw_instant(Context& context, const char* name, Instant& instant);
  void draw_choices(Context& context, Instant& instant);
  void draw_summary(const Context& context, const ComparisonResponse& response) const;
  void draw_cells(Context& context, const ComparisonResponse& response) const;

  Instant a_;
  Instant b_;
  std::optional<BranchId> branch_a_;  // nothing: the present one
  std::shared_ptr<const ProgramInfo> program_;
  IdleQuery<ComparisonQuery, ComparisonResponse> query_;
};

void ComparisonPanel::draw(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (program_ != snapshot.program) {
    program_ = snapshot.program;
    a_ = {};
    b_ = {};
  }
  if (context.selection.compare_with) {
    a_.tick = std::exchange(context.selection.compare_with, {});
    branch_a_ = std::exchange(context.selection.compare_branch, {});
    if (branch_a_) b_.tick.reset();
  }
  const auto& branches = snapshot.branches;
  const bool known =
      branch_a_ && std::any_of(branches.begin(), branches.end(), [this](const BranchInfo& branch) {
        return branch.id == *branch_a_;
      });
  if (!known || branch_a_ == snapshot.branch) branch_a_.reset();
  const std::optional<Tick> a = a_.tick;
  draw_instants(context);
  if (a != a_.tick) branch_a_.reset();  // chosen here: of the present branch
  if (!a_.tick) {
    placeholder_text(context,
                     "type the tick of the instant A, choose it here, or right-click the timeline");
    return;
  }
  if (branch_a_) coloured_text(context.theme.dim, fmt::format("A is of branch {}", *branch_a_));
  const ComparisonQuery wanted{*a_.tick, b_.tick.value_or(snapshot.tick), snapshot.instant,
                               branch_a_};
  query_.update(context, slot::comparison, wanted, run_query);
  if (!query_.response()) return;
  const ComparisonResponse& response = *query_.response();
  if (!response.problem.empty())
    return wrapped_coloured_text(context.theme.warning, response.problem);
  draw_summary(context, response);
  draw_cells(context, response);
}

void ComparisonPanel::draw_instants(Context& context) {
  draw_instant(context, "A", a_);
  ImGui::SameLine(0, 2 * character_width());
  draw_instant(context, "B", b_);
  if (a_.tick) {
    ImGui::SameLine(0, 2 * character_width());
    if (text_button(context, "swap")) {
      const Tick a = *a_.tick;
      a_.tick = b_.tick.value_or(context.snapshot.tick);
      b_.tick = a;
    }
    item_tooltip(context, "exchange A and B");
  }
  a_.field.draw_error(context.theme);
  b_.field.draw_error(context.theme);
}

// Draws the name of an instant, a field with its tick, and a menu to choose another.
void ComparisonPanel::draw_instant(Context& context, const char* name, Instant& instant) {
  const bool first = &instant == &a_;
  ImGui::PushID(name);
  ImGui::AlignTextToFramePadding();
  coloured_text(context.theme.accent, name);
  ImGui::SameLine();
  // Left alone, the field shows the tick that is compared.
  const std::string shown = instant.tick ? with_separators(*instant.tick) : std::string();
  if (!instant.field.active() && instant.field.valid() && instant.field.text() != shown) {
    instant.field.set_text(shown);
  }
  const std::string hint =
      first ? "tick" : fmt::format("{}, the present", with_separators(context.snapshot.tick));
  const float digits = static_cast<float>(with_separators(context.snapshot.end).size());
  const float width = (std::max(digits, 6.0F) + (first ? 3.0F : 15.0F)) * character_width();
  const bool entered = instant.field.draw(
      context, {"##tick", hint.c_str(), width, ImGuiInputTextFlags_AutoSelectAll});
  item_tooltip(context, "type a tick and Enter: a number, start, end, now, +N or -N",
               fmt::format("tick {}", name));
  if (entered && instant.field.text().empty()) {
    instant.tick.reset();
  } else if (entered) {
    instant.tick = instant.field.tick(0);
    instant.field.set_text(with_separators(*instant.tick));
  }
  ImGui::SameLine(0, 2 * context.scale);
  if (ImGui::ArrowButton("##choose", ImGuiDir_Down)) ImGui::OpenPopup("instants");
  item_tooltip(context, first ? "choose the first instant" : "choose the second instant");
  if (ImGui::BeginPopup("instants")) {
    draw_choices(context, instant);
    ImGui::EndPopup();
  }
  ImGui::PopID();
}

void ComparisonPanel::draw_choices(Context& context, Instant& instant) {
  const ViewSnapshot& snapshot = context.snapshot;
  std::optional<Tick>& tick = instant.tick;
  const std::string here = fmt::format("this tick, {}", with_separators(snapshot.tick));
  if (ImGui::MenuItem(here.c_str())) tick = snapshot.tick;
  if (&instant == &b_ && ImGui::MenuItem("the present, as it moves", nullptr, !tick)) tick.reset();
  if (ImGui::MenuItem("the beginning")) tick = snapshot.begin;
  if (ImGui::MenuItem("the end of what is recorded")) tick = snapshot.end;
  if (!snapshot.bookmarks.empty()) ImGui::Separator();
  for (const Bookmark& bookmark : snapshot.bookmarks) {
    const std::string at = with_separators(bookmark.tick);
    if (ImGui::MenuItem(escape_controls(bookmark.name).c_str(), at.c_str())) tick = bookmark.tick;
  }
  if (!tick) return;
  ImGui::Separator();
  if (ImGui::MenuItem("go there", fmt::format("goto {}", *tick).c_str())) {
    context.session.seek(*tick, "instant of the comparison");
  }
}

void ComparisonPanel::draw_summary(const Context& context,
                                   const ComparisonResponse& response) const {
  const auto line = [&](const char* name, const std::string& text) {
    coloured_text(context.theme.dim, fmt::format("{:<8}", name));
    ImGui::SameLine();
    coloured_text(context.theme.text, text);
  };
  line("pointer", response.pointer);
  line("stack", response.stack);
  if (!response.above_a.empty()) line("  at A", response.above_a);
  if (!response.above_b.empty()) line("  at B", response.above_b);
  line("output", response.output);
  line("input", response.input);
  const bool more = response.cells > response.rows.size();
  line("cells", response.cells == 0
                    ? std::string("none differs")
                    : fmt::format("{} differ{}", with_separators(response.cells),
                                  more ? fmt::format(", the first {} of them here",
                                                     with_separators(response.rows.size()))
                                       : std::string()));
}

void ComparisonPanel::draw_cells(Context& context, const ComparisonResponse& response) const {
  if (response.rows.empty()) return;
  const Theme& theme = context.theme;
  using Row = ComparisonRow;
  ListTable<Row> table("cells");
  // In a low tile the whole panel scrolls instead.
  table.size.y =
      std::max(ImGui::GetContentRegionAvail().y, 6 * ImGui::GetTextLineHeightWithSpacing());
  table.column("cell", {.width = 10, .align = TableAlign::right},
               [&](const Row& row) { return CellText(theme.text, to_string(row.at)); });
  table.sort_by([](const Row& a, const Row& b) { return in_reading_order(a.at, b.at); });
  table.column("name", {}, [&](const Row& row) {
    return CellText(theme.dim, row.name == to_string(row.at) ? std::string() : row.name);
  });
  table.sort_by(by_member<&Row::name>);
  table.column("at A", {}, [&](const Row& row) { return CellText(theme.dim, row.before); });
  table.column("at B", {.width = rest_width},
               [&](const Row& row) { return CellText(theme.text, row.now); });
  table.name = [](const Row& row) { return to_string(row.at); };
  table.selected = [&](const Row& row) { return context.selection.cell == row.at; };
  table.click = [&](const Row& row) { show_cell(context, row.at); };
  table.tooltip = [&](const Row&) { item_tooltip(context, "show the cell in the playfield"); };
  table.draw(context, response.rows);
}

}  // namespace

std::unique_ptr<Panel> make_comparison_panel() {
  return std::make_unique<ComparisonPanel>();
}

}  // namespace fungescope::ui
