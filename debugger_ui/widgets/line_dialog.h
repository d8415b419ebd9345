// A modal dialog for one line of text.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/checked_field.h"
#include "debugger_ui/widgets/modal.h"

#include <functional>
#include <string>

namespace fungescope::ui {

class LineDialog {
 public:
  using OnAccept = std::function<void(const std::string&)>;

  // Replaces the contents if it is open. A text that `check` refuses is not accepted, and the
  // error is shown below it; without a check every text is.
  void open(std::string title, std::string hint, std::string text, OnAccept on_accept,
            CheckedField::Check check = {});
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame. Calls `on_accept` when the text is confirmed.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  Modal modal_;
  std::string title_;
  std::string hint_;
  CheckedField field_;
  CheckedField::Check check_;
  OnAccept on_accept_;
};

}  // namespace fungescope::ui
