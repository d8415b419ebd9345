#include "base/escape.h"
#include "base/numbers.h"
#include "base/text_table.h"
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"
#include "session/expressions/lexer.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

ProgramOptions options_of(const ViewSnapshot& snapshot) {
  ProgramOptions options;
  options.seed = snapshot.program->seed;
  options.dialect = snapshot.program->dialect.name;
  options.size = snapshot.program->size;
  options.input_closed = snapshot.input.closed;
  constexpr std::size_t max_text = 1000;
  const InputSnapshot& input = snapshot.input;
  if (input.from == 0 && input.text.size() == input.size && input.size <= max_text) {
    options.input = ProgramOptions::Input::text;
    options.bytes = input.text;
  }
  return options;
}

std::string escaped_input(std::string_view bytes) {
  const std::string quoted = double_quoted(bytes);
  return quoted.substr(1, quoted.size() - 2);
}

Result<std::string> unescaped_input(std::string_view text) {
  std::string quoted = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted += '\\';
    quoted += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) quoted += text[++i];
  }
  quoted += '"';
  Lexer lexer(quoted);
  const Token token = lexer.take();
  if (token.kind != Token::Kind::text || !lexer.at_end()) {
    return fail({"input"},
                token.problem.empty() ? "it ends with a single \\" : std::string(token.problem),
                "write \\n, \\t, \\xNN, or \\\\ for a backslash");
  }
  return unquote(token).bytes;
}

void ProgramOptionsDialog::open(const ProgramOptions& options, std::uint64_t input_size,
                                std::function<void(const ProgramOptions&)> apply) {
  modal_.open();
  apply_ = std::move(apply);
  options_ = options;
  input_size_ = input_size;
  seed_ = fmt::to_string(options.seed);
  size_ = size_option(options.size);
  text_ = escaped_input(options.bytes);
}

Result<ProgramOptions> ProgramOptionsDialog::parse() const {
  ProgramOptions options = options_;
  const auto seed = parse_integer<std::uint64_t>(seed_);
  if (!seed) {
    return fail({"seed"}, single_quoted(seed_) + " is not a seed", "write a whole number from 0");
  }
  options.seed = *seed;
  options.size.reset();
  if (!size_.empty()) {
    const auto size = parse_size_option(size_);
    if (!size) return tl::unexpected(Error{{"size"}, size.error().what, size.error().advice});
    options.size = *size;
  }
  if (options.input == ProgramOptions::Input::text) {
    options.bytes = TRY(unescaped_input(text_));
  }
  if (options.input == ProgramOptions::Input::file && options.file.empty()) {
    return fail({"input"}, "the path of the file is missing", "write it, or choose a text");
  }
  return options;
}

void ProgramOptionsDialog::draw_input(float width) {
  using Input = ProgramOptions::Input;
  const auto choice = [this](const char* label, Input input) {
    if (ImGui::RadioButton(label, options_.input == input)) options_.input = input;
    name_item(std::string("option ") + label);
    ImGui::SameLine();
  };
  choice("as it is", Input::keep);
  choice("text", Input::text);
  choice("file", Input::file);
  ImGui::NewLine();
  if (options_.input == Input::keep) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s bytes", with_separators(input_size_).c_str());
    return;
  }
  ImGui::SetNextItemWidth(width);
  if (options_.input == Input::text) {
    const bool empty = text_.empty();
    text_field("##text", "\\n ends a line, \\xNN is a byte", text_, 0, AfterEnter::leave);
    // What is typed here is usually all of it.
    if (empty && !text_.empty()) options_.input_closed = true;
  } else {
    text_field("##file", "the path of a file", options_.file, 0, AfterEnter::leave);
  }
  name_item("option input");
  ImGui::Checkbox("the input ends here", &options_.input_closed);
  name_item("option input ends");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("else more can be typed while it runs");
}

void ProgramOptionsDialog::draw_fields(const Theme& theme, float scale) {
  const float width = 380 * scale;
  const auto label = [&](const char* text) {
    ImGui::AlignTextToFramePadding();
    coloured_text(theme.dim, text);
    ImGui::SameLine(90 * scale);
    ImGui::SetNextItemWidth(width);
  };
  label("seed");
  text_field("##seed", "a whole number: the same one, the same run", seed_, 0, AfterEnter::leave);
  name_item("option seed");
  label("dialect");
  if (ImGui::BeginCombo("##dialect", options_.dialect.c_str())) {
    for (const Dialect& dialect : dialects()) {
      const std::string name(dialect.name);
      if (ImGui::Selectable(name.c_str(), name == options_.dialect)) options_.dialect = name;
      name_item("dialect " + name);
    }
    ImGui::EndCombo();
  } else {
    name_item("option dialect");
  }
  label("field");
  text_field("##size", "WIDTHxHEIGHT or source; empty: as the dialect has it", size_, 0,
             AfterEnter::leave);
  name_item("option size");
  label("input");
  ImGui::BeginGroup();
  draw_input(width);
  ImGui::EndGroup();
}

void ProgramOptionsDialog::draw(const Theme& theme, float scale, const InputQueue& input) {
  if (!modal_.begin("Program options###program options", scale)) return;
  if (modal_.appearing()) focus_next_item();
  draw_fields(theme, scale);
  ImGui::Dummy({0, 2 * scale});
  const auto parsed = parse();
  ImGui::PushTextWrapPos(470 * scale);
  coloured_text(theme.bad, parsed ? "" : to_string(parsed.error()));
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 2 * scale});
  const DialogButton cancel{"cancel", "Escape", true, "option cancel"};
  const DialogButton accept{"restart with these", "Enter", parsed.has_value(), "option apply"};
  if (modal_.end(cancel, accept, input) == DialogChoice::accept) apply_(*parsed);
}

}  // namespace fungescope::ui
