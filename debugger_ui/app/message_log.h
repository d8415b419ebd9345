// Messages to the user: each is shown for some seconds, and kept in a list.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <deque>
#include <optional>
#include <string>

namespace fungescope::ui {

class MessageLog {
 public:
  void add(std::string text, Tone tone);

  // Draws the latest messages above `bottom`, the top of the status bar.
  void draw_latest(const Theme& theme, float scale, float bottom, double now,
                   FrameSchedule& schedule);
  // Draws the list in an ImGui window of its own, while it is open.
  void draw_list(const Theme& theme, float scale);
  void toggle_list() { open_ = !open_; }

  struct Message {
    std::string text;
    Tone tone = Tone::plain;
    // Of the first frame that shows it, which may come long after the one before; unset until then.
    std::optional<double> time{};
  };
  [[nodiscard]] const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;  // newest first
  bool open_ = false;
};

}  // namespace fungescope::ui
