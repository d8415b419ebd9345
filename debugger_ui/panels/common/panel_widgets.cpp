#include "debugger_ui/panels/common/panel_widgets.h"

#include "base/text_table.h"
#include "lang/instruction.h"
#include "lang/static_analysis.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <imgui/imgui_stdlib.h>

namespace fungescope::ui {

// ---- Text

void coloured_text(ImU32 colour, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

void wrapped_coloured_text(ImU32 colour, std::string_view text) {
  ImGui::PushTextWrapPos(0);
  coloured_text(colour, text);
  ImGui::PopTextWrapPos();
}

void placeholder_text(const Context& context, std::string_view text) {
  wrapped_coloured_text(context.theme.dim, text);
}

float character_width() {
  return ImGui::CalcTextSize("0").x;
}

std::string character_text(std::int64_t value) {
  switch (value) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    default:
      if (value >= ' ' && value < 0x7f) return fmt::format("'{}'", static_cast<char>(value));
      return {};
  }
}

// ---- Tooltips

void item_tooltip(const Context& context, std::string_view what, std::string_view command) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(character_width() * 48);
  ImGui::TextUnformatted(what.data(), what.data() + what.size());
  if (!command.empty()) coloured_text(context.theme.dim, command);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// ---- Buttons

bool text_button(const Context& context, const char* label, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, context.theme.raised);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  return pressed;
}

bool close_button(const Context& context, const char* id) {
  const float side = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id, {side, side});
  const ImU32 colour = ImGui::IsItemHovered() ? context.theme.text : context.theme.dim;
  const float inset = std::max(side * 0.3F, 3.0F);
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const float width = std::max(1.2F * context.scale, 1.0F);
  list->AddLine({corner.x + inset, corner.y + inset},
                {corner.x + side - inset, corner.y + side - inset}, colour, width);
  list->AddLine({corner.x + side - inset, corner.y + inset},
                {corner.x + inset, corner.y + side - inset}, colour, width);
  return pressed;
}

bool toggle_button(const Context& context, const char* label, bool chosen) {
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.theme.active : context.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? context.theme.text : context.theme.dim);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor(2);
  return pressed;
}

// ---- Commands

struct CommandField::State {
  std::string text;
  std::string submitted;   // the text that the error refers to
  std::size_t prefix = 0;  // length of the command before the text
  std::optional<Error> error;
  bool waits = false;  // for the response
  bool done = false;   // a command has succeeded
  bool focus = false;  // take the keyboard focus in the next frame
};

CommandField::CommandField() : state_(std::make_shared<State>()) {}

void CommandField::begin(std::string text) {
  clear();
  state_->text = std::move(text);
  state_->focus = true;
}

void CommandField::clear() {
  state_ = std::make_shared<State>();  // responses in flight refer to the old state
}

const std::string& CommandField::text() const {
  return state_->text;
}

void CommandField::submit(Context& context,
                          const std::function<std::string(const std::string&)>& to_command) {
  State& state = *state_;
  if (state.text.empty() || state.waits) return;
  const std::string line = to_command(state.text);
  state.submitted = state.text;
  state.prefix = line.size() > state.text.size() && line.ends_with(state.text)
                     ? line.size() - state.text.size()
                     : 0;
  state.waits = true;
  context.session.submit(line, [kept = state_](const CommandOutcome& answer) {
    kept->waits = false;
    if (!answer.response) {
      kept->error = answer.response.error();
      kept->focus = true;
      return;
    }
    kept->error.reset();
    kept->done = true;
    if (kept->text == kept->submitted) kept->text.clear();
  });
}

CommandField::Outcome CommandField::draw(
    Context& context, const char* id, const char* hint_text,
    const std::function<std::string(const std::string&)>& to_command, float width) {
  State& state = *state_;
  Outcome outcome = Outcome::open;
  if (std::exchange(state.done, false)) outcome = Outcome::done;
  if (std::exchange(state.focus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_Border, context.theme.bad);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, state.error ? context.scale : 0.0F);
  const bool entered =
      ImGui::InputTextWithHint(id, hint_text, &state.text, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const bool left = ImGui::IsItemDeactivated();
  if (entered) {
    submit(context, to_command);
  } else if (left) {
    outcome = Outcome::cancelled;
  }
  if (state.error && state.text != state.submitted) state.error.reset();
  if (state.error) draw_error(context);
  return outcome;
}

void CommandField::draw_error(Context& context) const {
  const State& state = *state_;
  const Error& error = *state.error;
  // Underlines the character at which the error is.
  if (error.where.column > state.prefix && state.prefix > 0) {
    const float left = ImGui::GetItemRectMin().x + ImGui::GetStyle().FramePadding.x;
    const float step = character_width();
    const float x = left + step * static_cast<float>(error.where.column - state.prefix - 1);
    const float y = ImGui::GetItemRectMax().y - 2 * context.scale;
    if (x + step <= ImGui::GetItemRectMax().x) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          {x, y - 1 * context.scale}, {x + step, y + 1 * context.scale}, context.theme.bad);
    }
  }
  std::string text = error.what;
  if (!error.advice.empty()) text += "; " + error.advice;
  if (!floating_) {
    wrapped_coloured_text(context.theme.bad, text);
    return;
  }
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(character_width() * 48);
  coloured_text(context.theme.bad, text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

std::function<std::string(const std::string&)> with_prefix(std::string prefix) {
  return [prefix = std::move(prefix)](const std::string& text) { return prefix + text; };
}

void ask_bookmark_name(Services& services, const Bookmark& bookmark) {
  services.prompt_line(fmt::format("bookmark at tick {}", with_separators(bookmark.tick)), "name",
                       bookmark.name, [&services, id = bookmark.id](const std::string& name) {
                         services.run(fmt::format("rename {} {}", id, quote(name)));
                       });
}

// ---- Places

void show_cell(Context& context, Point at) {
  context.selection.cell = at;
  context.selection.area.reset();
  context.selection.marked = {Rectangle{at, {1, 1}}};
  context.selection.show = at;
}

std::string to_place(Point at) {
  return fmt::format("({}, {})", at.x, at.y);
}

std::string_view instruction_word(std::int64_t value, const Dialect& dialect, bool string_mode) {
  if (string_mode && value != '"') return "string";
  return instruction(decode_op(dialect, value)).name;
}

ImU32 instruction_colour(const Theme& theme, std::int64_t value, const Dialect& dialect,
                         bool string_mode) {
  if (string_mode) return theme.of(InstructionClass::string);
  return theme.of(class_of(decode_op(dialect, value)));
}

std::string cell_glyph(std::int64_t value) {
  if (value >= ' ' && value < 0x7f) return std::string(1, static_cast<char>(value));
  return "\u00b7";
}

}  // namespace fungescope::ui
