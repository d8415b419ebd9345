// Pictures of the board and printable pages of puzzles, as files.
//
// A page holds the game's puzzle and further ones of its level, which are made in the background.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/printing/page_layout.h"

namespace fungescope::ui {

class PlayExport {
 public:
  enum class Subject : std::uint8_t { board, page, pdf };

  // Asks for the file.
  void ask(Subject what, const game::Game& game, Services& services);
  // Continues, in each frame.
  void frame(ImguiHost& host, const Context& context);
  [[nodiscard]] bool at_work() const { return !requests_->empty() || pages_.running(); }

 private:
  using Pages = std::vector<printing::Page>;
  struct Request {
    Subject what;
    std::string path;
    game::Game game;
  };

  [[nodiscard]] Result<void> write(ImguiHost& host, const Context& context, const Request& request,
                                   const Pages& pages) const;

  // Shared with the file dialog, which may answer at any time. The first one is worked on.
  std::shared_ptr<std::vector<Request>> requests_ = std::make_shared<std::vector<Request>>();
  BackgroundJob<Pages> pages_;
};

}  // namespace fungescope::ui
