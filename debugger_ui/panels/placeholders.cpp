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
std::unique_ptr<Panel> make_board_panel() { return std::make_unique<Placeholder>(PanelId::board, "board"); }
std::unique_ptr<Panel> make_regions_panel() { return std::make_unique<Placeholder>(PanelId::regions, "regions"); }
std::unique_ptr<Panel> make_puzzle_panel() { return std::make_unique<Placeholder>(PanelId::puzzle, "puzzle"); }
std::unique_ptr<Panel> make_breakpoints_panel() { return std::make_unique<Placeholder>(PanelId::breakpoints, "breakpoints"); }
std::unique_ptr<Panel> make_trace_panel() { return std::make_unique<Placeholder>(PanelId::trace, "trace"); }
std::unique_ptr<Panel> make_profile_panel() { return std::make_unique<Placeholder>(PanelId::profile, "profile"); }
std::unique_ptr<Panel> make_comparison_panel() { return std::make_unique<Placeholder>(PanelId::comparison, "comparison"); }
std::unique_ptr<Panel> make_cell_history_panel() { return std::make_unique<Placeholder>(PanelId::history, "history"); }
// clang-format on

}  // namespace fungescope::ui
