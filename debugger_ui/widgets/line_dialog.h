// A dialog that asks for one line of text.
#pragma once

#include "debugger_ui/widgets/theme.h"
#include "debugger_ui/platform/input.h"

#include <functional>
#include <string>

namespace fungescope::ui {

class LineDialog {
 public:
  using Take = std::function<void(const std::string&)>;

  // In place of the one that is open.
  void open(std::string title, std::string hint, std::string text, Take take);
  [[nodiscard]] bool is_open() const { return open_; }
  // Each frame; modal while it is open. `take` is called within.
  void draw(float scale, const InputQueue& input);

 private:
  void close(bool confirmed);

  bool open_ = false;
  bool opening_ = false;  // from the next frame on
  std::string title_;
  std::string hint_;
  std::string text_;
  Take take_;
};

}  // namespace fungescope::ui
