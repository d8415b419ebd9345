// The line of a console in which input is typed.
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

class ConsoleLine {
 public:
  // Draws one row, `height()` high.
  void draw(Context& context);
  [[nodiscard]] static float height();
  [[nodiscard]] static KeyGroup keys();

 private:
  void forget_other_program(const ViewSnapshot& snapshot);
  void draw_field(Context& context, float width);
  void handle_keys(Context& context);
  void browse(int step);
  void paste_lines(Context& context);
  void enter(Context& context);
  void end_input(Context& context);
  void ask_file(Context& context);
  void handle_file(Context& context);

  std::string program_;  // its file: another program gets none of these lines
  std::string text_;
  std::vector<std::string> entered_;  // oldest first
  std::size_t shown_ = 0;             // of `entered_`; past its end: what is being typed
  std::string draft_;                 // what was being typed before browsing
  bool active_ = false;               // the field has the keyboard
  // A file's contents, handled in the next frame.
  std::shared_ptr<std::optional<Result<std::string>>> file_ =
      std::make_shared<std::optional<Result<std::string>>>();
};

}  // namespace fungescope::ui
