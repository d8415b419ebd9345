// A modal dialog that asks for one line of text.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/theme.h"

#include <functional>
#include <string>

namespace fungescope::ui {

class LineDialog {
 public:
  using OnAccept = std::function<void(const std::string&)>;

  // Replaces the dialog that is open, if any.
  void open(std::string title, std::string hint, std::string text, OnAccept on_accept);
  [[nodiscard]] bool is_open() const { return open_; }
  // Call each frame; modal while open. May call `on_accept`.
  void draw(float scale, const InputQueue& input);

 private:
  void close(bool confirmed);

  bool open_ = false;
  bool opening_ = false;  // opens in the next frame
  std::string title_;
  std::string hint_;
  std::string text_;
  OnAccept on_accept_;
};

}  // namespace fungescope::ui
