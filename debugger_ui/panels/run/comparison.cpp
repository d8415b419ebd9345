// Compares two instants of the run, A and B.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/idle_query.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/text_field.h"
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
  std::vector<std::pair<const char*, std::string>> summary;  // what is compared, and how it differs
  std::vector<ComparisonRow> rows;
};

struct ComparisonQuery {
  Tick a = 0;
  Tick b = 0;
  std::uint64_t instant = 0;         // instants of different branches differ
  std::optional<BranchId> branch_a;  // unset: the present one
  friend bool operator==(const ComparisonQuery&, const ComparisonQuery&) = default;
};

std::string change(const std::string& before, const std::string& now) {
  return before == now ? before + " in both" : before + "  \u2192  " + now;
}

std::string pointer_text(const Snapshot& at) {
  return fmt::format("{} {}", to_string(at.ip()), to_string(at.direction()));
}

// Formats the values above the common part, top first.
std::string stack_above(const std::vector<std::int64_t>& stack, std::size_t common) {
  std::string text;
  for (std::size_t i = 0; i + common < stack.size() && i < max_stack; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", stack[stack.size() - 1 - i]);
  }
  return text + (stack.size() > common + max_stack ? " ..." : "");
}

// Returns the output between the instants, as far as it is known without seeking.
std::string output_between(Session& session, const InstantDiff& compared) {
  const auto [a, b] = std::minmax({compared.before.output_size(), compared.now.output_size()});
  const std::uint64_t end = std::min({b, session.machine().output_size, a + max_output});
  return end > a ? ": " + escape_controls(session.history().output(a, end)) : std::string();
}

Result<ComparisonResponse> run_query(const ComparisonQuery& query, Session& session,
                                     Monitor& monitor) {
  ComparisonResponse response;
  const InstantDiff compared =
      TRY(diff_instants(session, query.a, query.b, max_rows, &monitor, query.branch_a));
  const Symbols& symbols = session.symbols();
  for (const CellDifference& cell : compared.listed) {
    response.rows.push_back({cell.at, cell_name(symbols, cell.at),
                             format_value_at(symbols, cell.at, cell.before),
                             format_value_at(symbols, cell.at, cell.now)});
  }
  const Snapshot& before = compared.before;
  const Snapshot& now = compared.now;
  const auto add = [&](const char* name, std::string text) {
    if (!text.empty()) response.summary.emplace_back(name, std::move(text));
  };
  add("pointer", change(pointer_text(before), pointer_text(now)));
  add("stack",
      change(count_text(before.stack().size(), "value"), count_text(now.stack().size(), "value")) +
          fmt::format(", the lowest {} the same", with_separators(compared.common_stack)));
  add("  at A", stack_above(before.stack(), compared.common_stack));
  add("  at B", stack_above(now.stack(), compared.common_stack));
  // Of instants of two branches, neither output continues the other.
  add("output",
      change(count_text(before.output_size(), "byte"), count_text(now.output_size(), "byte")) +
          (query.branch_a ? "" : output_between(session, compared)));
  add("input", change(count_text(before.input_position(), "byte"),
                      count_text(now.input_position(), "byte")));
  const std::size_t listed = response.rows.size();
  add("cells", count_text(compared.cells, "cell") + " differ" +
                   (compared.cells > listed
                        ? fmt::format(", the first {} of them here", with_separators(listed))
                        : ""));
  return response;
}

class ComparisonPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::comparison; }
  void draw(Context& context) override {
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
    if (find_branch(snapshot, branch_a_) == nullptr || branch_a_ == snapshot.branch) {
      branch_a_.reset();
    }
    const std::optional<Tick> a = a_.tick;
    draw_instants(context);
    if (a != a_.tick) branch_a_.reset();  // chosen here: of the present branch
    if (!a_.tick) {
      placeholder_text(context, "type the tick of the instant A, or right-click the timeline");
      return;
    }
    if (branch_a_) coloured_text(context.theme.dim, fmt::format("A is of branch {}", *branch_a_));
    const ComparisonQuery wanted{*a_.tick, b_.tick.value_or(snapshot.tick), snapshot.instant,
                                 branch_a_};
    query_.update(context, slot::comparison, wanted, run_query);
    if (!query_.response()) return;
    const Result<ComparisonResponse>& response = *query_.response();
    if (!response) return wrapped_coloured_text(context.theme.warning, to_string(response.error()));
    for (const auto& [name, text] : response->summary) {
      coloured_text(context.theme.dim, fmt::format("{:<8}", name));
      ImGui::SameLine();
      coloured_text(context.theme.text, text);
    }
    draw_cells(context, *response);
  }

 private:
  // One of the two that are compared.
  struct Instant {
    std::optional<Tick> tick;  // of B, nothing: follows the present
    LineField field;           // shows the tick, and takes another
  };
  void draw_instants(Context& context) {
    draw_instant(context, "A", a_);
    ImGui::SameLine(0, 2 * character_width());
    draw_instant(context, "B", b_);
    a_.field.draw_error(context.theme);
    b_.field.draw_error(context.theme);
  }

  // Draws the name of an instant, and a field with its tick.
  void draw_instant(Context& context, const char* name, Instant& instant) {
    const ViewSnapshot& snapshot = context.snapshot;
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
        first ? "tick" : fmt::format("{}, the present", with_separators(snapshot.tick));
    const float digits = static_cast<float>(with_separators(snapshot.end).size());
    const float width = (std::max(digits, 6.0F) + (first ? 3.0F : 15.0F)) * character_width();
    std::optional<Tick> typed;
    const auto check = [&](const std::string& text) -> Result<void> {
      typed = TRY(parse_tick(text, tick_words(snapshot)));
      return {};
    };
    const bool entered = instant.field.draw(
        context.theme, context.scale,
        {"##tick", hint.c_str(), width, ImGuiInputTextFlags_AutoSelectAll}, check);
    item_tooltip(context, "type a tick and Enter: a number, start, end, now, +N or -N",
                 fmt::format("tick {}", name));
    if (entered) instant.tick = instant.field.text().empty() ? std::nullopt : typed;
    if (entered && typed) instant.field.set_text(with_separators(*typed));
    ImGui::PopID();
  }

  void draw_cells(Context& context, const ComparisonResponse& response) const {
    if (response.rows.empty()) return;
    const Theme& theme = context.theme;
    using Row = ComparisonRow;
    ListTable<Row> table("cells");
    // In a low tile the whole panel scrolls instead.
    table.size.y =
        std::max(ImGui::GetContentRegionAvail().y, 6 * ImGui::GetTextLineHeightWithSpacing());
    table.column("cell", right_aligned(10), theme.text,
                 [&](const Row& row) { return to_string(row.at); });
    table.sort_by([](const Row& a, const Row& b) { return in_reading_order(a.at, b.at); });
    table.column("name", {}, theme.dim, [&](const Row& row) {
      return row.name == to_string(row.at) ? std::string() : row.name;
    });
    table.sort_by(by_member<&Row::name>);
    table.column("at A", {}, theme.dim, [&](const Row& row) { return row.before; });
    table.column("at B", {.width = rest_width}, theme.text,
                 [&](const Row& row) { return row.now; });
    table.name = [](const Row& row) { return to_string(row.at); };
    table.selected = [&](const Row& row) { return context.selection.cell == row.at; };
    table.click = [&](const Row& row) { show_cell(context, row.at); };
    table.tooltip = [&](const Row&) { item_tooltip(context, "show the cell in the playfield"); };
    table.draw(context, response.rows);
  }

  Instant a_;
  Instant b_;
  std::optional<BranchId> branch_a_;  // nothing: the present one
  std::shared_ptr<const ProgramInfo> program_;
  IdleQuery<ComparisonQuery, Result<ComparisonResponse>> query_;
};

}  // namespace

std::unique_ptr<Panel> make_comparison_panel() {
  return std::make_unique<ComparisonPanel>();
}

}  // namespace fungescope::ui
