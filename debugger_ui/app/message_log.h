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
  // Adds a message to the list alone: it is shown elsewhere.
  void add_to_list(std::string text, Tone tone);

  // Draws the latest messages above `bottom`. Each stays for some seconds from the first frame that
  // shows it: it may have come after a long time without frames.
  void draw_latest(const Theme& theme, float scale, float bottom, double now,
                   FrameSchedule& schedule);
  // Draws the list in an ImGui window of its own, while it is open.
  void draw_list(const Theme& theme, float scale);
  void toggle_list() { open_ = !open_; }

  struct Message {
    std::string text;
    Tone tone = Tone::plain;
    std::optional<double> shown_at;  // nothing: in no frame yet
  };
  [[nodiscard]] const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;  // newest first
  bool open_ = false;
  ImVec2 list_corner_{0, 0};  // of the list's window in the last frame
  ImVec2 list_size_{0, 0};    // 0: it was not open yet
};

}  // namespace fungescope::ui
