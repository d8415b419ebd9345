// Shows the last answer about causes as a tree: a click on a line goes to its instant. The path of
// the unfolded part is drawn in the playfield and on the timeline.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/run/cause_rows.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/modal.h"
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
  [[nodiscard]] std::vector<KeyGroup> keys() const override { return {key_group("why", why_keys)}; }

  void draw(Context& context) override {
    has_keyboard_ = ImGui::IsWindowFocused(keyboard_within) && !ImGui::GetIO().WantTextInput;
    take_answer(context.snapshot);
    const auto& hidden = context.selection.hidden_answer;
    draw_progress(context);
    if (answer_ == nullptr || answer_ == hidden) {
      placeholder_text(context,
                       "choose \"why this value?\" in the menu of a cell, a variable, a value of "
                       "the stack or a printed byte, or point at it and press W");
      return;
    }
    draw_bar(context);
    if (answer_ == hidden) return;  // it was just cleared
    if (!context.snapshot.why_holds) draw_old(context);
    draw_summary(context);
    draw_tree(context);
  }

  void save(nlohmann::ordered_json& settings) const override { settings["path"] = shows_path_; }
  void load(const nlohmann::ordered_json& settings) override {
    shows_path_ = read_setting<bool>(settings, "path").value_or(shows_path_);
  }

 private:
  using Line = std::size_t;  // index in the answer's tree

  void take_answer(const ViewSnapshot& snapshot) {
    if (snapshot.why == answer_) return;
    answer_ = snapshot.why;
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

  // The row of buttons, and the instant of the question, on a line of its own where it has no room.
  void draw_bar(Context& context) {
    draw_switches(context);
    ImGui::SameLine();
    const bool clears = close_button(context, "##clear");
    name_item("why clear");
    item_tooltip(context, "clear the answer and its path");
    ImGui::SameLine();
    const std::string tick = "tick " + with_separators(answer_->tick);
    if (ImGui::GetContentRegionAvail().x < button_width(tick.c_str())) ImGui::NewLine();
    const bool here = answer_->tick == context.snapshot.tick;
    if (text_button(context, tick.c_str(), !here)) context.session.seek(answer_->tick);
    name_item("why asked at");
    item_tooltip(context, "the instant of the question", fmt::format("goto {}", answer_->tick));
    if (clears) context.selection.hidden_answer = answer_;  // on the board too, if it is about that
  }

  void draw_switches(Context& context) {
    const WhyQuestion& asked = answer_->question;
    WhyQuestion deeper = asked;
    const bool bounded = !asked.to_input && answer_->depth < unbounded_depth;
    if (bounded) deeper.depth = 2 * std::max<std::size_t>(answer_->depth, 1);
    draw_variation(context, "deeper", "why deeper", deeper, bounded,
                   bounded ? "twice as deep" : "it is shown at any depth already");
    if (asks_here()) {
      WhyQuestion further = asked;
      further.subject = fmt::format("here {}", 2 * decisions());
      draw_variation(context, "further back", "why further", further, !answer_->tree.complete,
                     "twice as many decisions");
    }
    WhyQuestion all = asked;
    all.all = !asked.all;
    draw_variation(context, "all", "why all", all, true,
                   "copies as lines of their own, addresses and decisions too", asked.all);
    WhyQuestion to_input = asked;
    to_input.to_input = !asked.to_input;
    to_input.depth.reset();
    draw_variation(context, "input", "why only input", to_input, true,
                   "only what leads to input, at any depth", asked.to_input);
    if (toggle_button(context, "path", shows_path_)) shows_path_ = !shows_path_;
    name_item("why path");
    item_tooltip(context, "draw the causes in the playfield and on the timeline");
  }

  // A button that asks another question.
  void draw_variation(Context& context, const char* label, const char* name,
                      const WhyQuestion& question, bool possible, const char* what,
                      bool chosen = false) {
    ImGui::BeginDisabled(!possible || context.snapshot.busy());
    if (toggle_button(context, label, chosen)) ask(context, question);
    ImGui::EndDisabled();
    name_item(name);
    item_tooltip(context, what, to_line(question));
    ImGui::SameLine();
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

  // The advice of the lines is what the switches are for.
  void draw_summary(const Context& context) const {
    for (const SummaryLine& line : answer_->tree.summary) {
      wrapped_coloured_text(line.cut ? context.theme.warning : context.theme.dim,
                            answer_->tree.complete ? line.text : "further decisions led here");
      name_item(line.cut ? "why cut" : "why summary");
    }
  }

  // Asks a variation at the instant of the question, while that is part of the present branch.
  void ask(Context& context, const WhyQuestion& question) const {
    if (!context.snapshot.why_holds) return context.services.run(to_line(question));
    Services* const services = &context.services;
    context.session.submit(
        to_line(question),
        [services](const CommandOutcome& outcome) {
          if (!outcome.response) {
            services->notify(to_string(outcome.response.error()), Tone::warning);
          }
        },
        answer_->tick);
  }

  // ---- The tree

  void draw_tree(Context& context) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::BeginChild("tree", {0, 0}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
    row_height_ = std::floor(ImGui::GetTextLineHeight() + 4 * context.scale);
    // Room for the largest number, and a blank.
    const std::size_t most = path_.path == nullptr ? 0 : path_.path->steps.size();
    const std::size_t gutter = shows_path_ ? std::to_string(most).size() + 1 : 0;
    gutter_ = static_cast<float>(gutter) * character_width();
    handle_keys(context);
    scroll();
    ShownCauses shown;
    if (shows_path_) shown.path = path_.path;
    const float width = std::max(ImGui::GetContentRegionAvail().x,
                                 gutter_ + (static_cast<float>(widest_) + 3) * character_width());
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.visible().size()), row_height_);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        draw_row(context, rows_.visible()[static_cast<std::size_t>(i)], width, shown);
      }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    context.selection.next_causes = std::move(shown);
    // After the rows were drawn, which a click may change.
    if (const auto line = std::exchange(fold_, std::nullopt)) {
      set_open(*line, !rows_.is_open(*line));
    }
    if (const auto line = std::exchange(go_to_, std::nullopt)) {
      selected_ = line;
      go(context, *line);
    }
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
    const float unit = character_width();
    const float indent =
        static_cast<float>(indent_characters * std::min(cause.level, max_indent)) * unit;
    const float fold = at.x + gutter_ + indent;
    float x = fold + 2 * unit;
    const bool present = cause.tick == context.snapshot.tick && line > 0;
    ImGui::PushID(static_cast<int>(line));
    ImGui::PushStyleColor(ImGuiCol_Header, selected_row(theme));
    const bool clicked =
        ImGui::Selectable("##line", present || selected_ == line, 0, {width, row_height_});
    ImGui::PopStyleColor();
    name_item("why line", line);
    name_area("why fold", std::to_string(line), {{fold, at.y}, {x, at.y + row_height_}});
    const float mouse = ImGui::GetIO().MousePos.x;
    const bool on_fold = rows_.has_children(line) && mouse >= fold && mouse < x;
    if (clicked) (on_fold ? fold_ : go_to_) = line;
    if (ImGui::IsItemHovered()) hover(context, line, on_fold, shown);
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (present) {
      list.AddRectFilled(at, {at.x + 3 * context.scale, at.y + row_height_}, theme.accent);
    }
    const float y = at.y + 2 * context.scale;
    if (const std::size_t number = shows_path_ ? path_.number_of(line) : 0; number > 0) {
      const std::string digits = std::to_string(number);
      list.AddText({at.x + gutter_ - unit * static_cast<float>(digits.size() + 1), y}, theme.marked,
                   digits.c_str());
    }
    if (rows_.has_children(line)) {
      fold_triangle({fold, y}, 0.26F * ImGui::GetTextLineHeight(), rows_.is_open(line), theme.dim);
    }
    const auto write = [&](ImU32 colour, const std::string& text) {
      list.AddText({x, y}, colour, text.c_str());
      x += ImGui::CalcTextSize(text.c_str()).x;
    };
    write(theme.faint, level_prefix(cause));
    write(theme.text, cause.text.substr(0, cause.value_end));
    write(cause.same_as ? theme.accent : theme.dim, cause.text.substr(cause.value_end));
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
      const auto& visible = rows_.visible();
      const std::size_t next = selected_ ? std::min(place + 1, visible.size() - 1) : 0;
      const bool folds = rows_.has_children(line);
      if (row.command == WhyKey::up) select(visible[place - (place > 0 ? 1 : 0)]);
      if (row.command == WhyKey::down) select(visible[next]);
      if (row.command == WhyKey::go && selected_) go(context, line);
      if (row.command == WhyKey::unfold && folds) set_open(line, true);
      if (row.command != WhyKey::fold) return;
      if (folds && rows_.is_open(line)) return set_open(line, false);
      if (rows_.effect_of(line) != CauseRows::no_line) select(rows_.effect_of(line));
    });
  }

  void select(Line line) { selected_ = scroll_to_ = line; }

  std::shared_ptr<const LastAnswer> answer_;
  CauseRows rows_;
  NumberedPath path_;
  std::size_t widest_ = 0;
  std::optional<Line> selected_;
  std::optional<Line> scroll_to_;
  std::optional<Line> fold_;   // that was clicked in this frame
  std::optional<Line> go_to_;  // the same
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
