// A modal dialog that asks a question with up to three answers.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/modal.h"

#include <functional>
#include <string>
#include <vector>

namespace fungescope::ui {

class ChoiceDialog {
 public:
  struct Choice {
    std::string label;
    std::function<void()> then;  // may open the next dialog
  };
  // The last choice is what Enter does. Escape, and the `cancel` button, do nothing.
  void open(std::string title, std::string text, std::vector<Choice> choices);
  // Asks before something is lost: `keep` is what Enter and Escape do.
  void open(std::string title, std::string text, Choice keep, Choice lose);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(float scale, const InputQueue& input);

 private:
  Modal modal_;
  std::string title_;
  std::string text_;
  Choice cancel_;
  std::vector<Choice> choices_;
  bool enter_cancels_ = false;
};

}  // namespace fungescope::ui
