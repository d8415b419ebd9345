// One line of text in a small popup, and what became of it: mistakes are told in place, and
// the popup stays until the line is accepted, or Escape.
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/panel.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// A command on its way to the session, and its error if it comes back with one.
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
  // Shared with the callback, which may come when this is gone, or about another line.
  std::shared_ptr<Outcome> answer_ = std::make_shared<Outcome>();
};

class LinePopup {
 public:
  // The command to submit for a text; an empty one if nothing is left to do.
  using ToCommand = std::function<Result<std::string>(const std::string& text)>;

  struct Contents {
    std::string title;
    std::string hint;  // below the field, one line
    std::string text;
    ToCommand act;
  };
  // At a place of the screen. May be called at any time of a frame.
  void open(Contents contents, ImVec2 at);
  // Each frame, in the same window.
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
