// The window in the Play layout, with the user's files in a folder of its own.
//
//     PlayWindow window;
//     window.paste(easy_puzzle);
//     window.tap(Key::digit_5);
//     CHECK(window.digit_at("r1c3") == 5);
#pragma once

#include "debugger_ui/sudoku/app/play_layout.h"
#include "debugger_ui/support/app_window.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/techniques/words/explanation.h"
#include <doctest/doctest.h>
#include <imgui/imgui.h>

namespace fungescope::ui {

// Singles solve it: its rating is 1.2, easy.
inline constexpr std::string_view easy_puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline constexpr std::string_view easy_solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

struct PlayWindow : AppWindow {
  explicit PlayWindow(PixelSize size = {1280, 800}, TemporaryFolder* home = nullptr)
      : AppWindow({.layout = LayoutPreset::play, .user_files = true, .size = size}, home) {}

  [[nodiscard]] PlayModel& model() const {
    return static_cast<PlayLayout&>(application().mode()).model();
  }
  [[nodiscard]] PlayState& state() const { return model().state; }
  [[nodiscard]] const game::Game& game() const { return state().game(); }
  [[nodiscard]] const game::CellContent& content(int cell) const {
    return game().board().at(static_cast<techniques::Cell>(cell));
  }

  // Begins a game with this puzzle, by the clipboard.
  void paste(std::string_view puzzle) {
    ImGui::SetClipboardText(std::string(puzzle).c_str());
    tap(Key::v, with_ctrl);
  }
  // Moves the cursor by a click.
  void select(int cell) {
    click("cell " + techniques::to_text(static_cast<techniques::Cell>(cell)));
  }
  void enter(int cell, int digit, Mods mods = {}) {
    select(cell);
    tap(static_cast<Key>(static_cast<int>(Key::digit_0) + digit), mods);
  }
  [[nodiscard]] bool plays() const { return settings().layout == LayoutPreset::play; }
};

// With a game that has begun.
struct EasyGame : PlayWindow {
  explicit EasyGame(PixelSize size = {1280, 800}, TemporaryFolder* home = nullptr)
      : PlayWindow(size, home) {
    paste(easy_puzzle);
  }
};

}  // namespace fungescope::ui

// NOLINTNEXTLINE(google-global-names-in-headers)
using namespace fungescope;
using namespace fungescope::ui;  // NOLINT(google-global-names-in-headers)
