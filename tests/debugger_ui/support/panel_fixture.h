// Draws a single panel off screen, on a real session, with synthesised input.
//
//     PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
//     fixture.seek(100'000);
//     fixture.click("board");
//     const Image image = fixture.draw();
#pragma once

#include "base/json.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/support/read_png.h"
#include "debugger_ui/support/user.h"
#include "debugger_ui/widgets/panel.h"
#include "support/eventually.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {

[[nodiscard]] inline Json saved_by(const Panel& panel) {
  Json settings;
  panel.save(settings);
  return settings;
}

struct FixtureOptions {
  PixelSize size{800, 600};
  bool dark = true;
  std::string source{};  // empty: sudoku.b93
  std::string input{};   // with an empty source: the sample puzzle
  bool input_closed = true;
};

class PanelFixture : public Services, public User {
 public:
  // Submits the commands, and draws.
  explicit PanelFixture(std::unique_ptr<Panel> panel, FixtureOptions options = {},
                        const Lines& commands = {});
  ~PanelFixture() override = default;

  [[nodiscard]] SessionThread& session() { return *session_; }
  [[nodiscard]] ImguiHost& host() { return *host_; }
  [[nodiscard]] InputQueue& queue() override { return input_; }
  [[nodiscard]] const ItemNames& names() const override { return names_; }
  [[nodiscard]] Selection& selection() { return selection_; }
  [[nodiscard]] Panel& panel() { return *panel_; }
  [[nodiscard]] const ViewSnapshot& snapshot() const override { return *snapshot_; }

  // Draws frames until the input is empty, the session has settled on the request, and a frame has
  // shown the result. Returns that frame.
  Image draw();
  void settle() override { draw(); }
  // Draws frames without waiting.
  void frame();
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  template <class Condition>
  void frames_until(const Condition& condition) {
    REQUIRE(test::eventually([&] {
      frame();
      return condition();
    }));
  }
  void submit(std::string line);  // without drawing
  void submit_all(const Lines& commands) {
    for (const std::string& command : commands) submit(command);
    draw();
  }
  void seek(Tick tick) { submit_all({"goto " + std::to_string(tick)}); }

  // A widget with this label: an item of the open menu, or a button of the panel but not of child
  // windows and tables. Searches by moving the mouse over all widgets, at most some hundred frames.
  // Return false if it is not found.
  bool click_widget(const std::string& label);
  bool hover_widget(const std::string& label);  // which opens a submenu
  // Chooses in the menu of an item. Requires that it is there.
  void choose(const std::string& name, const std::string& entry, ImVec2 fraction = item_middle);

  // The panel's calls of Services.
  Lines lines;  // run
  Lines notices;
  std::vector<PanelId> revealed;
  std::string copied;
  std::string restarted_with;
  std::string answer_line;  // to prompt_line, prompt_save_path

  void notify(std::string text, Tone /*tone*/) override { notices.push_back(std::move(text)); }
  void run(std::string line) override;
  void reveal(PanelId id) override { revealed.push_back(id); }
  void prompt_line(std::string /*title*/, std::string /*hint*/, std::string /*text*/,
                   std::function<void(const std::string&)> on_accept) override {
    on_accept(answer_line);
  }
  void prompt_save_path(std::string /*title*/, std::string /*name*/,
                        std::function<void(const std::string& path)> on_accept) override {
    on_accept(answer_line);
  }
  void copy(const std::string& text) override { copied = text; }
  void run_with_input(std::string bytes) override { restarted_with = bytes; }
  void run_with_cells(const Rectangle& /*area*/, const std::string& characters) override {
    restarted_with = characters;
  }

 private:
  ImVec2 move_to(const std::string& name, ImVec2 fraction) override;
  std::optional<ImVec2> find_widget(const std::string& label);

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
