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
constexpr std::size_t short_label = 4;   // such labels share a row

// Keypads have three columns; long lists of numbers have ten.
std::size_t columns_of(std::size_t short_labels) {
  return short_labels <= 12 ? 3 : short_labels <= 30 ? 5 : 10;
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
  std::size_t longest = 0;
  const auto shorts = static_cast<std::size_t>(
      std::count_if(options.begin(), options.end(), [&](const TypedPart::Option& option) {
        const bool is_short = option.label.size() <= short_label;
        if (is_short) longest = std::max(longest, option.label.size());
        return is_short;
      }));
  const std::size_t columns = columns_of(shorts);
  const float side = character_width() * static_cast<float>(longest + 2);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float row =
      static_cast<float>(columns) * (side + style.ItemSpacing.x) - style.ItemSpacing.x;
  if (!trim(text_).empty()) coloured_text(context.theme.dim, escape_controls(text_) + "...");
  const TypedPart::Option* chosen = nullptr;
  std::size_t column = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const TypedPart::Option& option = options[i];
    const bool is_short = option.label.size() <= short_label;
    if (column > 0 && is_short) ImGui::SameLine();
    const float long_width = ImGui::CalcTextSize(option.label.c_str()).x + 2 * style.FramePadding.x;
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Button(option.label.c_str(),
                      {is_short ? side : std::max(shorts > 0 ? row : 0, long_width), 0})) {
      chosen = &option;
    }
    ImGui::PopID();
    name_item("choice " + option.label);
    column = is_short ? (column + 1) % columns : 0;
  }
  if (chosen == nullptr) return false;
  text_ += chosen->text;
  return true;
}

}  // namespace fungescope::ui
