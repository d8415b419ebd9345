// Draws a single panel off screen, on a real session, with synthesised input.
//
//     PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
//     fixture.seek(100'000);
//     const Image image = fixture.draw();
//     fixture.click("board");
#pragma once

#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/support/read_png.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

struct FixtureOptions {
  PixelSize size{800, 600};
  bool dark = true;
  std::string source{};  // empty: sudoku.b93
  std::string input{};   // with an empty source: the sample puzzle
  bool input_closed = true;
};

class PanelFixture : public Services {
 public:
  explicit PanelFixture(std::unique_ptr<Panel> panel, FixtureOptions options = {});
  ~PanelFixture() override;

  [[nodiscard]] SessionThread& session() { return *session_; }
  [[nodiscard]] ImguiHost& host() { return *host_; }
  [[nodiscard]] InputQueue& input() { return input_; }
  [[nodiscard]] Selection& selection() { return selection_; }
  [[nodiscard]] Panel& panel() { return *panel_; }
  // The newest, as of the last frame.
  [[nodiscard]] const ViewSnapshot& snapshot() const { return *snapshot_; }

  // Draws frames until the input is empty, the session has settled on the request, and a frame has
  // shown the result. Returns that frame.
  Image draw();
  // Draws one frame without waiting.
  void frame();
  void seek(Tick tick);           // and settles
  void submit(std::string line);  // and settles

  // The boxes of named items in the latest frame (widgets/item_names.h): a row, a region, the field
  // for a command. `fraction` is the point within the item. Throws if there is none of that name;
  // the message lists the names.
  [[nodiscard]] ImVec2 point_of(const std::string& name, ImVec2 fraction = {0.5F, 0.5F}) const;
  [[nodiscard]] bool has_item(const std::string& name) const;
  // Clicks it, and draws.
  void click(const std::string& name, MouseButton button = MouseButton::left);
  void click_at(const std::string& name, ImVec2 fraction, MouseButton button = MouseButton::left);
  void double_click(const std::string& name, ImVec2 fraction = {0.5F, 0.5F});

  // The panel's calls of Services.
  std::vector<std::string> lines;  // run
  std::vector<std::string> notices;
  std::vector<PanelId> revealed;
  std::string copied;
  std::string restarted_with;
  std::function<std::string()> answer_line = [] {
    return std::string();
  };  // to prompt_line, prompt_save_path

  void notify(std::string text, Tone tone) override;
  void run(std::string line) override;
  void reveal(PanelId panel) override;
  void prompt_line(std::string title, std::string hint, std::string text,
                   std::function<void(const std::string&)> on_accept) override;
  void prompt_save_path(std::string title, std::string name,
                        std::function<void(const std::string& path)> on_accept) override;
  void copy(const std::string& text) override;
  void run_with_input(std::string bytes) override;
  void run_with_cells(const Rectangle& area, const std::string& characters) override;

 private:
  ImVec2 move_to(const std::string& name, ImVec2 fraction);

  FixtureOptions options_;
  std::unique_ptr<Offscreen> screen_;
  std::unique_ptr<ImguiHost> host_;
  std::unique_ptr<Panel> panel_;
  std::unique_ptr<SessionThread> session_;
  InputQueue input_;
  ItemNames names_;
  Selection selection_;
  std::shared_ptr<const ViewSnapshot> snapshot_;
  double time_ = 0;
};

}  // namespace fungescope::ui
