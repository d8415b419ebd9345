// A small popup with one line of text that becomes a command. It shows errors in place and stays
// open until the command is accepted or Escape is pressed.
#pragma once

#include "base/result.h"
#include "debugger_ui/panels/common/panel_widgets.h"

#include <functional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

class LinePopup {
 public:
  // Turns the text into the command to submit; empty if there is nothing left to do.
  using ToCommand = std::function<Result<std::string>(const std::string& text)>;

  struct Contents {
    std::string title;
    std::string hint;  // one line below the field
    std::string text;
    ToCommand to_command;
  };
  // Opens the popup at a screen position, at any time in a frame.
  void open(Contents contents, ImVec2 at);
  // Called each frame, always in the same window.
  void draw(Context& context);

 private:
  void submit(Context& context);

  Contents contents_;
  ImVec2 at_{};
  bool opening_ = false;
  bool take_focus_ = false;
  SubmittedCommand command_;
  std::string error_;
};

}  // namespace fungescope::ui
