// The console: output and input as in a terminal, at any instant of the run.
#include "base/result.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/common/typed_input.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/run/console_text.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{16} << 20U;

bool has_ended(const InputSnapshot& input) {
  return input.closed && input.position >= input.size;
}

const char* hint(const ViewSnapshot& snapshot) {
  if (snapshot.status != Status::running) return "the program has ended";
  if (replaces_input(snapshot)) {
    return has_ended(snapshot.input) ? "the input has ended; a line begins a branch that goes on"
                                     : "a line here begins a branch";
  }
  if (!snapshot.input.awaited) return "input";
  return snapshot.input.resumes ? "the program waits for a line, and then goes on"
                                : "the program waits for a line; then press Play";
}

enum class LineKey : std::uint8_t { earlier, later, end };
constexpr auto line_keys = std::to_array<KeyRow<LineKey>>({
    {LineKey::earlier, Key::up, {}, "the line entered before"},
    {LineKey::later, Key::down, {}, "the line entered after it"},
    {LineKey::end, Key::d, with_ctrl, "send without a line end; end the input"},
});

// The line in which input is typed.
class ConsoleLine {
 public:
  // Draws a row, below one of the program's buttons if it has any: `height()` high.
  void draw(Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    forget_other_program(snapshot);
    handle_file(context);
    const bool open = snapshot.status == Status::running;
    draw_buttons(context, open);
    ImGui::AlignTextToFramePadding();
    coloured_text(snapshot.input.awaited ? context.theme.warning : context.theme.dim, ">");
    ImGui::SameLine();
    const ImGuiStyle& style = ImGui::GetStyle();
    const float buttons =
        ImGui::CalcTextSize("endfile").x + 4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
    ImGui::BeginDisabled(!open);
    draw_field(context,
               std::max(ImGui::GetContentRegionAvail().x - buttons, 8 * character_width()));
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (text_button(context, "end", open && !has_ended(snapshot.input))) end_input(context);
    item_tooltip(context, "ends the input, as Ctrl+D does in the empty line", "input end");
    ImGui::SameLine();
    if (text_button(context, "file", open)) ask_file(context);
    item_tooltip(context, "the bytes of a file as input");
  }

  [[nodiscard]] static float height(const ViewSnapshot& snapshot) {
    const bool has_buttons = !snapshot.program->symbols.buttons().empty();
    return (has_buttons ? 2.0F : 1.0F) * ImGui::GetFrameHeightWithSpacing();
  }

  [[nodiscard]] static KeyGroup keys() { return key_group("the console's line", line_keys); }

 private:
  void forget_other_program(const ViewSnapshot& snapshot) {
    if (program_ == snapshot.program->file) return;
    const bool active = active_;
    *this = ConsoleLine();
    active_ = active;
    program_ = snapshot.program->file;
  }

  void draw_buttons(Context& context, bool open) {
    const std::vector<Button>& buttons = context.snapshot.program->symbols.buttons();
    for (std::size_t i = 0; i < buttons.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      ImGui::PushID(static_cast<int>(i));
      if (text_button(context, buttons[i].name.c_str(), open)) typed_.press(context, buttons[i]);
      ImGui::PopID();
      name_item("button " + buttons[i].name);
    }
    typed_.draw(context);
  }

  void draw_field(Context& context, float width) {
    if (active_) paste_lines(context);
    if (std::exchange(context.selection.focus_console, false)) focus_next_item();
    ImGui::SetNextItemWidth(width);
    const bool entered =
        text_field("##input", hint(context.snapshot), text_, ImGuiInputTextFlags_EnterReturnsTrue);
    active_ = ImGui::IsItemActive();
    name_item("console line");
    name_area("console hint", hint(context.snapshot),
              {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (ImGui::IsItemHovered() && !active_) {
      item_tooltip(context, "Enter gives the line to the program; Up and Down restore earlier ones",
                   input_command(context.snapshot, text_ + '\n'));
      name_item("console line");
    }
    if (active_) handle_keys(context);
    if (entered) enter(context);
  }

  void handle_keys(Context& context) {
    for_each_pressed(line_keys, context.input, [&](const KeyRow<LineKey>& row) {
      if (row.command == LineKey::end) return end_input(context);
      browse(row.command == LineKey::earlier ? -1 : 1);
    });
  }

  // Brings back earlier lines.
  void browse(int step) {
    if (step < 0 ? shown_ == 0 : shown_ >= entered_.size()) return;
    if (shown_ == entered_.size()) draft_ = text_;
    shown_ += static_cast<std::size_t>(step);
    text_ = shown_ == entered_.size() ? draft_ : entered_[shown_];
  }

  // Of pasted text, all lines but the last are entered at once. Text without a line end is left to
  // the field.
  void paste_lines(Context& context) {
    if (!context.input.pressed(Key::v, with_ctrl)) return;
    const char* const clipboard = ImGui::GetClipboardText();
    std::string all = text_ + (clipboard == nullptr ? "" : clipboard);
    std::erase(all, '\r');
    const std::size_t end = all.rfind('\n');
    if (end == std::string::npos) return;
    context.services.run(input_command(context.snapshot, all.substr(0, end + 1)));
    text_ = all.substr(end + 1);
  }

  void enter(Context& context) {
    context.services.run(input_command(context.snapshot, text_ + '\n'));
    if (!text_.empty() && (entered_.empty() || entered_.back() != text_)) entered_.push_back(text_);
    shown_ = entered_.size();
    text_.clear();
  }

  // As at a terminal: text is passed on without a line end; an empty line ends the input.
  void end_input(Context& context) {
    if (!text_.empty()) {
      context.services.run(input_command(context.snapshot, text_));
      text_.clear();
      return;
    }
    if (has_ended(context.snapshot.input)) return;
    if (replaces_input(context.snapshot)) context.services.run("input replace \"\"");
    context.services.run("input end");
  }

  void ask_file(Context& context) {
    SessionThread* const session = &context.session;
    context.services.prompt_line(
        "Input from a file", "path of the file", "",
        [session, file = file_](const std::string& path) {
          if (path.empty()) return;
          session->ask<Result<std::string>>(
              slot::none,
              [path](Debugger& debugger, Monitor&) { return debugger.files().read(path); },
              [file](Result<std::string> bytes) { *file = std::move(bytes); });
        });
  }

  void handle_file(Context& context) {
    if (!*file_) return;
    const Result<std::string> bytes = *std::exchange(*file_, std::nullopt);
    if (!bytes) {
      context.services.notify(to_string(bytes.error()), Tone::bad);
    } else if (bytes->size() > max_file_bytes) {
      context.services.notify("the file is larger than 16 MB; restart with it as the input",
                              Tone::bad);
    } else {
      context.services.run(input_command(context.snapshot, *bytes));
    }
  }

  std::string program_;  // its file: another program gets none of these lines
  std::string text_;
  std::vector<std::string> entered_;  // oldest first
  std::size_t shown_ = 0;             // of `entered_`; past its end: what is being typed
  std::string draft_;                 // what was being typed before browsing
  bool active_ = false;               // the field has the keyboard
  TypedInput typed_;                  // by the buttons
  // A file's contents, handled in the next frame.
  std::shared_ptr<std::optional<Result<std::string>>> file_ =
      std::make_shared<std::optional<Result<std::string>>>();
};

class ConsolePanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {ConsoleText::keys(), ConsoleLine::keys()};
  }

  void draw(Context& context) override {
    if (text_.take_find_request()) {
      finding_ = true;
      take_focus_ = true;
    }
    if (finding_) draw_find(context);
    const float height =
        std::max(ImGui::GetContentRegionAvail().y - ConsoleLine::height(context.snapshot),
                 ImGui::GetTextLineHeight());
    ImGui::BeginChild("text", {0, height}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoMove);
    text_.draw(context);
    ImGui::EndChild();
    line_.draw(context);
  }

 private:
  void draw_find(Context& context) {
    const std::string size = count_text(context.snapshot.output.size, "byte");
    const float unit = character_width();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(size.c_str()).x -
                       3 * ImGui::GetFrameHeight() - 5 * ImGui::GetStyle().ItemSpacing.x;
    if (std::exchange(take_focus_, false)) focus_next_item();
    ImGui::SetNextItemWidth(std::clamp(room, 6 * unit, 28 * unit));
    const bool entered =
        text_field("##find", "find", needle_, ImGuiInputTextFlags_EnterReturnsTrue);
    item_tooltip(context,
                 "type a text; Enter goes to the next place, Shift+Enter to the one before");
    if (ImGui::IsItemActive() && context.input.pressed(Key::escape)) finding_ = false;
    if (entered) text_.find(context, needle_, context.input.frame().mods.shift);
    ImGui::SameLine();
    if (ImGui::ArrowButton("##before", ImGuiDir_Up)) text_.find(context, needle_, true);
    item_tooltip(context, "the place before");
    ImGui::SameLine();
    if (ImGui::ArrowButton("##next", ImGuiDir_Down)) text_.find(context, needle_, false);
    item_tooltip(context, "the next place");
    ImGui::SameLine();
    if (close_button(context, "##close")) finding_ = false;
    right_aligned_text(context.theme.dim, size);
  }

  ConsoleText text_;
  ConsoleLine line_;
  bool finding_ = false;
  bool take_focus_ = false;
  std::string needle_;
};

}  // namespace

std::unique_ptr<Panel> make_console_panel() {
  return std::make_unique<ConsolePanel>();
}

}  // namespace fungescope::ui
