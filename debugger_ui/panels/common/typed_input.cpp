#include "debugger_ui/panels/common/typed_input.h"

#include "base/escape.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cfloat>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr const char* choice_popup = "typed choice";
constexpr float max_popup_height = 360;  // at scale 1

// Numbers share rows: keypads have three columns, and long lists ten. Words have a row each.
bool shares_row(const std::string& label) {
  return label.size() <= 4 && is_digit_character(label.front());
}
std::size_t columns_of(std::size_t numbers) {
  return numbers <= 12 ? 3 : numbers <= 30 ? 5 : 10;
}

}  // namespace

bool replaces_input(const ViewSnapshot& snapshot) {
  const InputSnapshot& input = snapshot.input;
  const bool past = !snapshot.playing() && snapshot.tick < snapshot.end;
  return input.closed || (past && input.position < input.size);
}

// Quoted, so that nothing in it is parsed as another argument.
std::string input_command(const ViewSnapshot& snapshot, std::string_view bytes) {
  return (replaces_input(snapshot) ? "input replace " : "input ") + double_quoted(bytes);
}

bool TypedInput::types(const RegionBoardView& view, const TypedText& typed, Point square) {
  return !typed.empty() && std::none_of(typed.begin(), typed.end(), [&](const TypedPart& part) {
    return (part.kind == TypedPart::Kind::column && view.columns.at(square.x).empty()) ||
           (part.kind == TypedPart::Kind::row && view.rows.at(square.y).empty());
  });
}

void TypedInput::click(Context& context, const RegionBoardView& view, const TypedText& typed,
                       Point square) {
  if (!types(view, typed, square)) return;
  const bool waits = is_typing(view) && !choosing_ && program_ == context.snapshot.program->file;
  // A second click on the square takes it back.
  if (waits && squares_.back() == square) return begin({}, nullptr);
  if (!waits) begin(typed, &view);
  program_ = context.snapshot.program->file;
  squares_.push_back(square);
  column_ = view.columns.at(square.x);
  row_ = view.rows.at(square.y);
  advance(context);
}

void TypedInput::press(Context& context, const Button& button) {
  begin(button.typed, nullptr);
  advance(context);
}

void TypedInput::begin(TypedText typed, const RegionBoardView* view) {
  *this = TypedInput();
  typed_ = std::move(typed);
  if (view == nullptr) return;
  board_ = view->name;
  values_ = view->values;
}

// Goes on up to a choice, to a label of the next square, or to the end.
void TypedInput::advance(Context& context) {
  for (; next_ < typed_.size(); ++next_) {
    const TypedPart& part = typed_[next_];
    if (part.kind == TypedPart::Kind::choice) {
      opening_ = true;
      return;
    }
    if (part.kind == TypedPart::Kind::text) {
      text_ += part.text;
      continue;
    }
    std::string& label = part.kind == TypedPart::Kind::column ? column_ : row_;
    if (label.empty()) return;
    text_ += std::exchange(label, {});
  }
  context.services.run(input_command(context.snapshot, text_));
  begin({}, nullptr);
}

void TypedInput::draw(Context& context) {
  if (std::exchange(opening_, false)) {
    ImGui::OpenPopup(choice_popup);
    choosing_ = true;
  }
  if (!choosing_) return;
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, max_popup_height * context.scale});
  if (!ImGui::BeginPopup(choice_popup)) return begin({}, nullptr);  // closed without a choice
  const bool chosen = draw_options(context);
  if (chosen) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!chosen) return;
  choosing_ = false;
  ++next_;
  advance(context);
}

// Returns whether one was chosen; it is typed then.
bool TypedInput::draw_options(Context& context) {
  std::vector<TypedPart::Option> options;
  for (const std::string& value : values_) {
    if (typed_[next_].values) options.push_back({value, value});
  }
  const auto& others = typed_[next_].options;
  options.insert(options.end(), others.begin(), others.end());
  const ImGuiStyle& style = ImGui::GetStyle();
  std::size_t numbers = 0;
  float side = 0;   // of a number's button
  float words = 0;  // of the others'
  for (const TypedPart::Option& option : options) {
    const float width = ImGui::CalcTextSize(option.label.c_str()).x + 2 * style.FramePadding.x;
    const bool shares = shares_row(option.label);
    numbers += shares ? 1 : 0;
    float& widest = shares ? side : words;
    widest = std::max(widest, width);
  }
  side = std::max(side, ImGui::GetFrameHeight());
  const std::size_t columns = columns_of(numbers);
  const float row = static_cast<float>(columns) * (side + style.ItemSpacing.x);
  if (numbers > 0) words = std::max(words, row - style.ItemSpacing.x);
  if (!trim(text_).empty()) coloured_text(context.theme.dim, escape_controls(text_) + "...");
  const TypedPart::Option* chosen = nullptr;
  std::size_t column = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool shares = shares_row(options[i].label);
    if (column > 0 && shares) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Button(options[i].label.c_str(), {shares ? side : words, 0})) chosen = &options[i];
    ImGui::PopID();
    name_item("choice " + options[i].label);
    column = shares ? (column + 1) % columns : 0;
  }
  if (chosen == nullptr) return false;
  text_ += chosen->text;
  return true;
}

}  // namespace fungescope::ui
