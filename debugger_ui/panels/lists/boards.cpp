// The board of a program of a known kind, or else the regions that the source makes boards.
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/common/region_boards.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/window_extension.h"

#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

class BoardPanel final : public Panel {
 public:
  BoardPanel() {
    for (const WindowExtension* const extension : window_extensions()) {
      of_kinds_.emplace_back(extension, extension->make_board());
    }
  }

  [[nodiscard]] PanelId id() const override { return PanelId::board; }
  [[nodiscard]] std::string_view title() const override { return "board"; }
  [[nodiscard]] bool available(const ViewSnapshot& snapshot) const override {
    return window_extension_of(*snapshot.program) != nullptr ||
           has_region_boards(*snapshot.program);
  }
  [[nodiscard]] std::string_view nothing() const override {
    return "no region is drawn as a board; choose one in the source: #$board = grid";
  }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    std::vector<KeyGroup> groups;
    for (const auto& [extension, panel] : of_kinds_) {
      for (KeyGroup& group : panel->keys()) groups.push_back(std::move(group));
    }
    return groups;
  }

  void draw(Context& context) override {
    const WindowExtension* const present = window_extension_of(*context.snapshot.program);
    for (const auto& [extension, panel] : of_kinds_) {
      if (extension == present) return panel->draw(context);
    }
    if (has_region_boards(*context.snapshot.program)) return draw_region_boards(context);
    placeholder_text(context, nothing());
  }

 private:
  std::vector<std::pair<const WindowExtension*, std::unique_ptr<Panel>>> of_kinds_;
};

}  // namespace

std::unique_ptr<Panel> make_board_panel() {
  return std::make_unique<BoardPanel>();
}

}  // namespace fungescope::ui
