// A small popup with one line of text that becomes a command. It shows errors in place and stays
// open until the command is accepted or Escape is pressed.
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/panel.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// A command in flight, and its error if it is refused.
class SubmittedCommand {
 public:
  enum class State : std::uint8_t { idle, waiting, refused, done };

  void submit(SessionThread& session, std::string line);
  void refuse(std::string error) { *answer_ = {State::refused, std::move(error)}; }
  void reset() { answer_ = std::make_shared<Outcome>(); }
  [[nodiscard]] State state() const { return answer_->state; }
  [[nodiscard]] const std::string& error() const { return answer_->error; }

 private:
  struct Outcome {
    State state = State::idle;
    std::string error;
  };
  // Shared with the callback, which may outlive this object or an earlier command.
  std::shared_ptr<Outcome> answer_ = std::make_shared<Outcome>();
};

class LinePopup {
 public:
  // Turns the text into the command to submit; empty if there is nothing left to do.
  using ToCommand = std::function<Result<std::string>(const std::string& text)>;

  struct Contents {
    std::string title;
    std::string hint;  // one line below the field
    std::string text;
    ToCommand act;
  };
  // Opens the popup at a screen position, at any time in a frame.
  void open(Contents contents, ImVec2 at);
  // Called each frame, always in the same window.
  void draw(Context& context);

 private:
  void take(Context& context);

  Contents contents_;
  ImVec2 at_{};
  std::array<char, 512> buffer_{};
  bool opening_ = false;
  bool focus_ = false;
  SubmittedCommand line_;
};

}  // namespace fungescope::ui
