// Shows the last answer about causes as a tree: a click on a line goes to its instant. The path of
// the unfolded part is drawn in the playfield and on the timeline.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/run/cause_rows.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

constexpr std::size_t indent_characters = 2;
// No answer is as deep.
constexpr std::size_t unbounded_depth = 1'000'000;
constexpr std::size_t decisions_by_default = 4;  // of `why here`

enum class WhyKey : std::uint8_t { up, down, fold, unfold, go };
constexpr auto why_keys = std::to_array<KeyRow<WhyKey>>({
    {WhyKey::up, Key::up, {}, "select a line"},
    {WhyKey::down, Key::down},
    {WhyKey::fold, Key::left, {}, "fold and unfold its causes"},
    {WhyKey::unfold, Key::right},
    {WhyKey::go, Key::enter, {}, "go to its instant"},
});

class WhyPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::why; }
  [[nodiscard]] std::string_view title() const override { return "why"; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override { return {key_group("why", why_keys)}; }

  void draw(Context& context) override {
    has_keyboard_ = ImGui::IsWindowFocused(keyboard_within) && !ImGui::GetIO().WantTextInput;
    take_answer(context.snapshot);
    if (answer_ == context.selection.hidden_answer) answer_.reset();
    draw_progress(context);
    if (answer_ == nullptr) {
      placeholder_text(context,
                       "choose \"why this value?\" in the menu of a cell, a variable, a value of "
                       "the stack or a printed byte, or point at it and press W");
      return;
    }
    draw_bar(context);
    if (answer_ == nullptr) return;  // it was just cleared
    if (!context.snapshot.why_holds) draw_old(context);
    // A small tile has no room for the summary: it comes after the last line.
    const float space = ImGui::GetContentRegionAvail().y;
    const float below = summary_height(context);
    const bool small = space - below < 8 * ImGui::GetTextLineHeightWithSpacing();
    draw_tree(context, small ? space : space - below, small);
    if (!small) draw_summary(context);
  }

  void save(nlohmann::ordered_json& settings) const override { settings["path"] = shows_path_; }
  void load(const nlohmann::ordered_json& settings) override {
    shows_path_ = read_setting<bool>(settings, "path").value_or(shows_path_);
  }

 private:
  using Line = std::size_t;  // index in the answer's tree

  void take_answer(const ViewSnapshot& snapshot) {
    if (snapshot.why == taken_) return;
    taken_ = snapshot.why;
    answer_ = taken_;
    selected_.reset();
    scroll_to_ = 0;
    if (answer_ == nullptr) return;
    rows_ = CauseRows(answer_->tree);
    update_path();
  }

  void update_path() {
    path_ = path_of(answer_->tree, rows_);
    widest_ = rows_.widest(indent_characters);
  }

  // ---- Above the tree

  // While a question is being answered, whoever asked it.
  static void draw_progress(Context& context) {
    const Activity& activity = context.snapshot.activity;
    if (!context.snapshot.busy() || !activity.line.starts_with("why ")) return;
    if (text_button(context, "cancel")) context.session.interrupt();
    name_item("why cancel");
    item_tooltip(context, "show what is known so far", "Esc");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    coloured_text(context.theme.dim,
                  fmt::format("{}, {:.0f} s", activity.line, std::floor(activity.seconds)));
    name_item("why progress");
  }

  // The row of buttons, with the instant of the question where it has room.
  void draw_bar(Context& context) {
    const float right = ImGui::GetContentRegionMax().x - ImGui::GetTextLineHeight();
    draw_switches(context);
    ImGui::SameLine();
    const std::string tick = "tick " + with_separators(answer_->tick);
    const float width = ImGui::CalcTextSize(tick.c_str()).x + 2 * character_width();
    if (ImGui::GetCursorPosX() + width > right) {
      ImGui::SetCursorPosX(right);
      const bool clears = draw_clear(context);
      draw_asked_at(context, tick);
      if (clears) clear(context);
      return;
    }
    draw_asked_at(context, tick);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right);
    if (draw_clear(context)) clear(context);
  }

  // From the board too, if it is about that.
  void clear(Context& context) {
    context.selection.hidden_answer = answer_;
    answer_.reset();
  }

  void draw_asked_at(Context& context, const std::string& tick) const {
    const bool here = answer_->tick == context.snapshot.tick;
    if (text_button(context, tick.c_str(), !here)) context.session.seek(answer_->tick);
    name_item("why asked at");
    item_tooltip(context, "the instant of the question", fmt::format("goto {}", answer_->tick));
  }

  static bool draw_clear(const Context& context) {
    const bool clears = close_button(context, "##clear");
    name_item("why clear");
    item_tooltip(context, "clear the answer and its path");
    return clears;
  }

  void draw_switches(Context& context) {
    const WhyQuestion& asked = answer_->question;
    const bool free = !context.snapshot.busy();
    WhyQuestion deeper = asked;
    const bool bounded = !asked.to_input && answer_->depth < unbounded_depth;
    deeper.depth = bounded ? 2 * std::max<std::size_t>(answer_->depth, 1) : answer_->depth;
    if (text_button(context, "deeper", free && bounded)) ask(context, deeper);
    name_item("why deeper");
    item_tooltip(context, bounded ? "twice as deep" : "it is shown at any depth already",
                 bounded ? to_line(deeper) : std::string());
    if (asks_here()) {
      ImGui::SameLine();
      WhyQuestion further = asked;
      further.subject = fmt::format("here {}", 2 * decisions());
      if (text_button(context, "further back", free && !answer_->tree.complete)) {
        ask(context, further);
      }
      name_item("why further");
      item_tooltip(context, "twice as many decisions", to_line(further));
    }
    ImGui::SameLine();
    WhyQuestion all = asked;
    all.all = !asked.all;
    if (toggle_button(context, "all", asked.all) && free) ask(context, all);
    name_item("why all");
    item_tooltip(context, "copies as lines of their own, addresses and decisions too",
                 to_line(all));
    ImGui::SameLine();
    WhyQuestion to_input = asked;
    to_input.to_input = !asked.to_input;
    to_input.depth.reset();
    if (toggle_button(context, "input", asked.to_input) && free) ask(context, to_input);
    name_item("why only input");
    item_tooltip(context, "only what leads to input, at any depth", to_line(to_input));
    ImGui::SameLine();
    if (toggle_button(context, "path", shows_path_)) shows_path_ = !shows_path_;
    name_item("why path");
    item_tooltip(context, "draw the causes in the playfield and on the timeline");
  }

  [[nodiscard]] bool asks_here() const { return answer_->question.subject.starts_with("here"); }
  [[nodiscard]] std::size_t decisions() const {
    const std::string& subject = answer_->question.subject;
    std::size_t count = decisions_by_default;
    const std::size_t blank = subject.find(' ');
    if (blank != std::string::npos) {
      std::from_chars(subject.data() + blank + 1, subject.data() + subject.size(), count);
    }
    return count;
  }

  void draw_old(Context& context) {
    if (text_button(context, "ask again", !context.snapshot.busy())) {
      context.services.run(to_line(answer_->question));
    }
    name_item("why again");
    item_tooltip(context, "about the present instant", to_line(answer_->question));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    wrapped_coloured_text(context.theme.warning, "old: the run was edited since");
    name_item("why old");
  }

  // Asks a variation at the instant of the question, while that is part of the present branch.
  void ask(Context& context, const WhyQuestion& question) const {
    if (!context.snapshot.why_holds) return context.services.run(to_line(question));
    Services* const services = &context.services;
    context.session.submit_at(
        answer_->tick, to_line(question), [services](const CommandOutcome& outcome) {
          if (!outcome.response) {
            services->notify(to_string(outcome.response.error()), Tone::warning);
          }
        });
  }

  // ---- The tree

  void draw_tree(Context& context, float height, bool with_summary) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::BeginChild("tree", {0, height}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
    row_height_ = std::floor(ImGui::GetTextLineHeight() + 4 * context.scale);
    gutter_ = gutter_characters() * character_width();
    handle_keys(context);
    scroll();
    ShownCauses shown;
    if (shows_path_) shown.path = path_.path;
    const float width = std::max(ImGui::GetContentRegionAvail().x,
                                 gutter_ + (static_cast<float>(widest_) + 3) * character_width());
    clicked_ = {};
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.visible().size()), row_height_);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        draw_row(context, rows_.visible()[static_cast<std::size_t>(i)], width, shown);
      }
    }
    if (with_summary) draw_summary(context);
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    context.selection.next_causes = std::move(shown);
    carry_out(context);
  }

  // Room for the largest number, and a blank.
  [[nodiscard]] float gutter_characters() const {
    const std::size_t most = path_.path == nullptr ? 0 : path_.path->steps.size();
    return shows_path_ ? static_cast<float>(std::to_string(most).size()) + 1 : 0;
  }

  void scroll() {
    if (!scroll_to_) return;
    const float top = static_cast<float>(rows_.row_of(*scroll_to_)) * row_height_;
    const float height = ImGui::GetWindowHeight();
    const float from = ImGui::GetScrollY();
    if (top < from || top + 2 * row_height_ > from + height) {
      ImGui::SetScrollY(std::max(top - height / 3, 0.0F));
    }
    scroll_to_.reset();
  }

  void draw_row(Context& context, Line line, float width, ShownCauses& shown) {
    const Theme& theme = context.theme;
    const CauseLine& cause = answer_->tree.lines[line];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 end{at.x + width, at.y + row_height_};
    const float unit = character_width();
    const float indent =
        static_cast<float>(indent_characters * std::min(cause.level, max_indent)) * unit;
    const float fold = at.x + gutter_ + indent;
    const float text = fold + 2 * unit;
    ImGui::PushID(static_cast<int>(line));
    const bool clicked = ImGui::InvisibleButton("line", {width, row_height_});
    name_item("why line", line);
    name_area("why fold", std::to_string(line), {{fold, at.y}, {text, end.y}});
    const bool hovered = ImGui::IsItemHovered();
    const float mouse = ImGui::GetIO().MousePos.x;
    const bool on_fold = rows_.has_children(line) && mouse >= fold && mouse < text;
    if (clicked) clicked_ = {line, on_fold ? Click::fold : Click::go};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool present = cause.tick == context.snapshot.tick && line > 0;
    if (present || selected_ == line) list.AddRectFilled(at, end, selected_row(theme));
    if (present) list.AddRectFilled(at, {at.x + 3 * context.scale, end.y}, theme.accent);
    if (hovered && !present) list.AddRectFilled(at, end, theme.hovered);
    if (hovered) hover(context, line, on_fold, shown);
    draw_words(context, line, {at.x + gutter_ - unit, fold, text}, at.y + 2 * context.scale);
    ImGui::PopID();
  }

  struct Columns {
    float number_end;
    float fold;
    float text;
  };
  void draw_words(const Context& context, Line line, const Columns& columns, float y) const {
    const Theme& theme = context.theme;
    const CauseLine& cause = answer_->tree.lines[line];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::size_t number = shows_path_ ? path_.number_of(line) : 0;
    if (number > 0) {
      const std::string digits = std::to_string(number);
      list.AddText({columns.number_end - ImGui::CalcTextSize(digits.c_str()).x, y}, theme.marked,
                   digits.c_str());
    }
    if (rows_.has_children(line)) {
      fold_triangle({columns.fold, y}, 0.26F * ImGui::GetTextLineHeight(), rows_.is_open(line),
                    theme.dim);
    }
    float x = columns.text;
    if (const std::string level = level_prefix(cause); !level.empty()) {
      list.AddText({x, y}, theme.faint, level.c_str());
      x += ImGui::CalcTextSize(level.c_str()).x;
    }
    const char* const words = cause.text.c_str();
    const char* const after = words + cause.value_end;
    list.AddText({x, y}, theme.text, words, after);
    x += ImGui::CalcTextSize(words, after).x;
    list.AddText({x, y}, cause.same_as ? theme.accent : theme.dim, after);
  }

  void hover(Context& context, Line line, bool on_fold, ShownCauses& shown) const {
    const CauseLine& cause = answer_->tree.lines[line];
    const Line meant = cause.same_as.value_or(line);
    const CauseLine& target = answer_->tree.lines[meant];
    if (shown.path != nullptr) shown.hovered = path_.steps[meant];
    shown.hovered_cell = target.by ? target.by : target.cell;
    context.selection.hovered_tick = target.tick;
    if (on_fold) {
      item_tooltip(context, rows_.is_open(line) ? "fold its causes" : "unfold its causes");
    } else if (cause.same_as) {
      item_tooltip(context, "click goes to the line with its causes");
    } else if (cause.tick) {
      item_tooltip(context,
                   cause.by ? fmt::format("click goes to the instant after {} was executed",
                                          to_string(*cause.by))
                            : "click goes to its instant",
                   fmt::format("goto {}", *cause.tick));
    } else if (cause.cell) {
      item_tooltip(context, "click shows the cell");
    }
  }

  // ---- Clicks and keys

  struct Click {
    enum Kind : std::uint8_t { none, fold, go };
    Line line = 0;
    Kind kind = none;
  };

  // After the rows were drawn, which a click may change.
  void carry_out(Context& context) {
    const Click click = std::exchange(clicked_, {});
    if (click.kind == Click::fold) {
      set_open(click.line, !rows_.is_open(click.line));
    } else if (click.kind == Click::go) {
      selected_ = click.line;
      go(context, click.line);
    }
  }

  void set_open(Line line, bool open) {
    rows_.set_open(line, open);
    update_path();
  }

  void go(Context& context, Line line) {
    const CauseLine& cause = answer_->tree.lines[line];
    if (cause.same_as) {
      rows_.reveal(*cause.same_as);
      update_path();
      selected_ = scroll_to_ = cause.same_as;
      return;
    }
    if (cause.by || cause.cell) show_cell(context, cause.by ? *cause.by : *cause.cell);
    if (cause.tick) context.session.seek(*cause.tick);
  }

  void handle_keys(Context& context) {
    if (!has_keyboard_) return;
    for_each_pressed(why_keys, context.input, [&](const KeyRow<WhyKey>& row) {
      const std::size_t place = selected_ ? rows_.row_of(*selected_) : 0;
      const Line line = rows_.visible()[place];
      switch (row.command) {
        case WhyKey::up:
          return select(rows_.visible()[place - (place > 0 ? 1 : 0)]);
        case WhyKey::down:
          return select(
              rows_.visible()[selected_ ? std::min(place + 1, rows_.visible().size() - 1) : 0]);
        case WhyKey::fold:
          if (rows_.has_children(line) && rows_.is_open(line)) return set_open(line, false);
          if (rows_.effect_of(line) != CauseRows::no_line) select(rows_.effect_of(line));
          return;
        case WhyKey::unfold:
          if (rows_.has_children(line)) set_open(line, true);
          return;
        case WhyKey::go:
          if (selected_) go(context, line);
          return;
      }
    });
  }

  void select(Line line) { selected_ = scroll_to_ = line; }

  // ---- Below the tree

  [[nodiscard]] float summary_height(const Context& context) const {
    const float width = ImGui::GetContentRegionAvail().x;
    float height = 4 * context.scale;
    for (const SummaryLine& line : answer_->tree.summary) {
      height += ImGui::CalcTextSize(line.text.c_str(), nullptr, false, width).y +
                ImGui::GetStyle().ItemSpacing.y;
    }
    return std::min(height, ImGui::GetContentRegionAvail().y / 2);
  }

  // The advice of the lines is what the switches are for.
  void draw_summary(const Context& context) const {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 2 * context.scale);
    for (const SummaryLine& line : answer_->tree.summary) {
      wrapped_coloured_text(line.cut ? context.theme.warning : context.theme.dim,
                            answer_->tree.complete ? line.text : "further decisions led here");
      name_item(line.cut ? "why cut" : "why summary");
    }
  }

  std::shared_ptr<const LastAnswer> taken_;   // from the snapshot
  std::shared_ptr<const LastAnswer> answer_;  // null if it was cleared
  CauseRows rows_;
  NumberedPath path_;
  std::size_t widest_ = 0;
  std::optional<Line> selected_;
  std::optional<Line> scroll_to_;
  Click clicked_;
  bool shows_path_ = true;
  float row_height_ = 0;
  float gutter_ = 0;
  bool has_keyboard_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_why_panel() {
  return std::make_unique<WhyPanel>();
}

}  // namespace fungescope::ui
