// Fields for a line of text that becomes a command (LineField, widgets/text_field.h).
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/text_field.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Turns a text into the command to submit. It is empty if there is nothing left to do.
using ToCommand = std::function<Result<std::string>(const std::string& text)>;
// Prepends a prefix: how most fields make their command.
[[nodiscard]] ToCommand with_prefix(std::string prefix);

// For a command. It keeps the text until the command succeeds. Where the text is the command's
// suffix, the column of an error is underlined.
class CommandField {
 public:
  enum class Outcome : std::uint8_t { open, cancelled, done };

  explicit CommandField(bool accepts_empty = false) : accepts_empty_(accepts_empty) {}

  enum class ErrorPlace : std::uint8_t { below, tooltip };
  // Draws the field, and its error below it, or in a tooltip if there is no room. Returns `done` if
  // a command has succeeded since the last frame.
  Outcome draw(Context& context, const LineField::Look& look, const ToCommand& to_command,
               ErrorPlace place = ErrorPlace::below);

  // The same in a row of a table: as tall as a line of text, with its error in a tooltip.
  Outcome draw_in_row(Context& context, const LineField::Look& look, const ToCommand& to_command);

  // Starts editing this text and takes the keyboard focus.
  void begin(std::string text);
  void clear();
  [[nodiscard]] const std::string& text() const { return field_.text(); }
  [[nodiscard]] bool valid() const { return field_.valid(); }

 private:
  [[nodiscard]] bool waiting() const { return answer_ != nullptr && !answer_->has_value(); }
  // Returns whether there is nothing to wait for.
  bool submit(SessionThread& session, const ToCommand& to_command);

  LineField field_;
  bool accepts_empty_;
  std::string submitted_;   // the text that the command refers to
  std::size_t prefix_ = 0;  // length of the command before the text
  // Shared with the callback, which may outlive this object. Null: nothing was submitted.
  std::shared_ptr<std::optional<Result<void>>> answer_;
};

// A small popup with a field for a command. It stays open until the command succeeds or Escape is
// pressed.
class LinePopup {
 public:
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
  Contents contents_;
  ImVec2 at_{};
  bool opening_ = false;
  CommandField field_{true};
};

}  // namespace fungescope::ui
