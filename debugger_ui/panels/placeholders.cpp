// Panels that are not there yet.
#include "debugger_ui/panels/panels.h"

namespace fungescope::ui {
namespace {

class Placeholder final : public Panel {
 public:
  Placeholder(PanelId id, std::string_view title) : id_(id), title_(title) {}
  [[nodiscard]] PanelId id() const override { return id_; }
  [[nodiscard]] std::string_view title() const override { return title_; }
  void draw(Context& /*context*/) override { ImGui::TextDisabled("not there yet"); }

 private:
  PanelId id_;
  std::string_view title_;
};

}  // namespace

// clang-format off
std::unique_ptr<Panel> make_puzzle_panel() { return std::make_unique<Placeholder>(PanelId::puzzle, "puzzle"); }
// clang-format on

}  // namespace fungescope::ui
