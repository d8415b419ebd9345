// What differs between two instants of the run, A and B.
#include "session/queries/comparison.h"

#include "base/printable.h"
#include "base/text_table.h"
#include "debugger_ui/panels/lists/decoded.h"
#include "debugger_ui/panels/common/list_tools.h"
#include "debugger_ui/panels/common/panels.h"
#include "session/expressions/cell_names.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t most_rows = 5000;
constexpr std::size_t most_stack = 12;
constexpr std::uint64_t most_output = 200;
constexpr double patience = 0.12;  // seconds that the present has to rest

struct Row {
  Point at;
  std::string name;
  std::string before;
  std::string now;
};

struct Answered {
  std::string problem;
  std::uint64_t cells = 0;
  std::vector<Row> rows;
  std::string pointer;
  std::string stack;
  std::string above_a;  // top first; empty: nothing but what is in common
  std::string above_b;
  std::string output;
  std::string input;
};

struct Question {
  Tick a = 0;
  Tick b = 0;
  std::uint64_t instant = 0;  // another branch has other instants
  friend bool operator==(const Question&, const Question&) = default;
};

std::string pointer_text(const Snapshot& at) {
  constexpr std::array<const char*, 4> directions{"east", "south", "west", "north"};
  return fmt::format("{} {}", to_place(at.ip()),
                     directions[static_cast<std::size_t>(at.direction())]);
}

std::string pointers(const Comparison& compared) {
  const std::string before = pointer_text(compared.before);
  const std::string now = pointer_text(compared.now);
  return before == now ? before + " in both" : before + "  \u2192  " + now;
}

std::string stack_in_common(const Comparison& compared) {
  const std::size_t before = compared.before.stack().size();
  const std::size_t now = compared.now.stack().size();
  if (before == now && before == compared.common_stack) {
    return fmt::format("{} values, the same in both", with_separators(now));
  }
  return fmt::format("{}  \u2192  {} values, the lowest {} in common", with_separators(before),
                     with_separators(now), with_separators(compared.common_stack));
}

// The values above those in common, top first.
std::string stack_above(const std::vector<std::int64_t>& stack, std::size_t common) {
  std::string text;
  for (std::size_t i = 0; i + common < stack.size() && i < most_stack; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", stack[stack.size() - 1 - i]);
  }
  return text + (stack.size() > common + most_stack ? " ..." : "");
}

std::string outputs(Session& session, const Comparison& compared) {
  const std::uint64_t a = std::min(compared.before.output_size(), compared.now.output_size());
  const std::uint64_t b = std::max(compared.before.output_size(), compared.now.output_size());
  if (a == b) return fmt::format("{} bytes in both", with_separators(a));
  // Behind the present there is none to be read without going there.
  const std::uint64_t end = std::min(b, session.machine().output_size);
  const std::string text =
      end > a ? session.history().output(a, std::min(end, a + most_output)) : std::string();
  return fmt::format("{} bytes between{}{}", with_separators(b - a), text.empty() ? "" : ": ",
                     printable(text));
}

Answered answer(const Question& question, Session& session, Monitor& monitor) {
  Answered answered;
  const auto compared = compare(session, question.a, question.b, most_rows, &monitor);
  if (!compared) {
    answered.problem = to_string(compared.error());
    return answered;
  }
  answered.cells = compared->cells;
  const Symbols& symbols = session.symbols();
  for (const CellDifference& cell : compared->listed) {
    answered.rows.push_back({cell.at, cell_name(symbols, cell.at),
                             decoded(symbols, cell.at, cell.before),
                             decoded(symbols, cell.at, cell.now)});
  }
  answered.pointer = pointers(*compared);
  answered.stack = stack_in_common(*compared);
  answered.above_a = stack_above(compared->before.stack(), compared->common_stack);
  answered.above_b = stack_above(compared->now.stack(), compared->common_stack);
  answered.output = outputs(session, *compared);
  const std::uint64_t read_before = compared->before.input_position();
  const std::uint64_t read_now = compared->now.input_position();
  answered.input = read_before == read_now
                       ? fmt::format("{} bytes read in both", with_separators(read_now))
                       : fmt::format("{}  \u2192  {} bytes read", with_separators(read_before),
                                     with_separators(read_now));
  return answered;
}

class ComparisonPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::comparison; }
  [[nodiscard]] std::string_view title() const override { return "comparison"; }
  void draw(Context& context) override;

 private:
  void draw_instants(Context& context);
  void draw_instant(Context& context, const char* name, std::optional<Tick>& tick);
  void ask(Context& context);
  void draw_summary(const Context& context, const Answered& answered) const;
  void draw_cells(Context& context, const Answered& answered) const;

  std::optional<Tick> a_;
  std::optional<Tick> b_;  // nothing: the present, whatever it is
  std::optional<Question> asked_;
  std::uint64_t instant_ = 0;
  double rests_since_ = 0;
  std::shared_ptr<const ProgramInfo> program_;
  std::shared_ptr<std::optional<Answered>> answer_ =
      std::make_shared<std::optional<Answered>>();  // shared with the question that is asked
};

void ComparisonPanel::draw(Context& context) {
  const Picture& picture = context.picture;
  if (program_ != picture.program) {
    program_ = picture.program;
    a_.reset();
    b_.reset();
  }
  if (context.selection.compare_with) a_ = std::exchange(context.selection.compare_with, {});
  draw_instants(context);
  if (!a_) {
    empty_line(context, "choose the instant A: here, or by a right click in the timeline");
    return;
  }
  ask(context);
  if (!answer_->has_value()) return;
  const Answered& answered = **answer_;
  if (!answered.problem.empty()) return wrapped_text_in(context.theme.warning, answered.problem);
  draw_summary(context, answered);
  draw_cells(context, answered);
}

void ComparisonPanel::draw_instants(Context& context) {
  draw_instant(context, "A", a_);
  ImGui::SameLine(0, 2 * character_width());
  draw_instant(context, "B", b_);
  if (!a_) return;
  ImGui::SameLine(0, 2 * character_width());
  if (text_button(context, "swap")) {
    const Tick a = *a_;
    a_ = b_.value_or(context.picture.tick);
    b_ = a;
  }
  hint(context, "exchange A and B");
}

// Its name, its tick, and a menu of instants to put there.
void ComparisonPanel::draw_instant(Context& context, const char* name, std::optional<Tick>& tick) {
  const Picture& picture = context.picture;
  const bool first = &tick == &a_;
  ImGui::PushID(name);
  ImGui::AlignTextToFramePadding();
  text_in(context.theme.accent, name);
  ImGui::SameLine();
  const std::string label = tick    ? with_separators(*tick)
                            : first ? std::string("choose")
                                    : fmt::format("{}, the present", with_separators(picture.tick));
  if (text_button(context, (label + "###instant").c_str())) ImGui::OpenPopup("instants");
  hint(context, first ? "choose the first instant" : "choose the second instant");
  if (ImGui::BeginPopup("instants")) {
    const std::string here = fmt::format("this tick, {}", with_separators(picture.tick));
    if (ImGui::MenuItem(here.c_str())) tick = picture.tick;
    if (!first && ImGui::MenuItem("the present, as it moves", nullptr, !tick)) tick.reset();
    if (ImGui::MenuItem("the beginning")) tick = picture.begin;
    if (ImGui::MenuItem("the end of what is recorded")) tick = picture.end;
    if (!picture.bookmarks.empty()) ImGui::Separator();
    for (const Bookmark& bookmark : picture.bookmarks) {
      const std::string at = with_separators(bookmark.tick);
      if (ImGui::MenuItem(printable(bookmark.name).c_str(), at.c_str())) tick = bookmark.tick;
    }
    if (tick) {
      ImGui::Separator();
      if (ImGui::MenuItem("go there", fmt::format("goto {}", *tick).c_str())) {
        context.vm.seek(*tick);
      }
    }
    ImGui::EndPopup();
  }
  ImGui::PopID();
}

void ComparisonPanel::ask(Context& context) {
  const Picture& picture = context.picture;
  if (instant_ != picture.instant) {
    instant_ = picture.instant;
    rests_since_ = context.time;
  }
  const Question wanted{*a_, b_.value_or(picture.tick), picture.instant};
  if (asked_ == wanted || picture.playing()) return;
  const bool moved = asked_ && asked_->instant != wanted.instant;
  if (moved && context.time - rests_since_ < patience) return;
  asked_ = wanted;
  context.vm.ask<Answered>(
      slot::comparison,
      [wanted](Debugger& debugger, Monitor& monitor) {
        return answer(wanted, debugger.session(), monitor);
      },
      [place = answer_](Answered answered) { *place = std::move(answered); });
}

void ComparisonPanel::draw_summary(const Context& context, const Answered& answered) const {
  const auto line = [&](const char* name, const std::string& text) {
    text_in(context.theme.dim, fmt::format("{:<8}", name));
    ImGui::SameLine();
    text_in(context.theme.text, text);
  };
  line("pointer", answered.pointer);
  line("stack", answered.stack);
  if (!answered.above_a.empty()) line("  at A", answered.above_a);
  if (!answered.above_b.empty()) line("  at B", answered.above_b);
  line("output", answered.output);
  line("input", answered.input);
  const bool more = answered.cells > answered.rows.size();
  line("cells", answered.cells == 0
                    ? std::string("none differs")
                    : fmt::format("{} differ{}", with_separators(answered.cells),
                                  more ? fmt::format(", the first {} of them here",
                                                     with_separators(answered.rows.size()))
                                       : std::string()));
}

void ComparisonPanel::draw_cells(Context& context, const Answered& answered) const {
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
  // In a low tile the panel scrolls as a whole.
  const float height =
      std::max(ImGui::GetContentRegionAvail().y, 6 * ImGui::GetTextLineHeightWithSpacing());
  if (answered.rows.empty() || !ImGui::BeginTable("cells", 4, flags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("      cell");
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("at A");
  ImGui::TableSetupColumn("at B", ImGuiTableColumnFlags_WidthStretch);
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  ImGui::TableHeadersRow();
  ImGui::PopStyleColor();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(answered.rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Row& row = answered.rows[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      const bool selected = context.selection.cell == row.at;
      const std::string place = fmt::format("{:>10}", to_place(row.at));
      if (ImGui::Selectable(place.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns)) {
        show_cell(context, row.at);
      }
      hint(context, "show the cell in the playfield");
      ImGui::TableNextColumn();
      text_in(context.theme.dim, row.name == to_place(row.at) ? std::string_view() : row.name);
      ImGui::TableNextColumn();
      text_in(context.theme.dim, row.before);
      ImGui::TableNextColumn();
      text_in(context.theme.changed, row.now);
      ImGui::PopID();
    }
  }
  ImGui::EndTable();
}

}  // namespace

std::unique_ptr<Panel> make_comparison_panel() {
  return std::make_unique<ComparisonPanel>();
}

}  // namespace fungescope::ui
