// The console: output and input as in a terminal, at any instant of the run.
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/console/console_line.h"
#include "debugger_ui/panels/console/console_text.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <string>
#include <utility>

namespace fungescope::ui {
namespace {

class ConsolePanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  [[nodiscard]] std::string_view title() const override { return "console"; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {ConsoleText::keys(), ConsoleLine::keys()};
  }

  void draw(Context& context) override {
    if (text_.take_find_request()) {
      finding_ = true;
      take_focus_ = true;
    }
    if (finding_) draw_find(context);
    const float height = std::max(ImGui::GetContentRegionAvail().y - ConsoleLine::height(),
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
