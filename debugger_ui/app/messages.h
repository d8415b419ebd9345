// Messages to the user: lines that are shown for some seconds and kept in a list, and bars that
// offer something until the user has chosen.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// Each message is shown for some seconds, and kept in the list.
class MessageLog {
 public:
  // Without `is_shown` it is in the list alone.
  void add(std::string text, Tone tone, bool is_shown = true);

  // Draws the latest messages above `bottom`. Each stays for some seconds from the first frame that
  // shows it: it may have come after a long time without frames.
  void draw_latest(const Theme& theme, float scale, float bottom, double now,
                   FrameSchedule& schedule);

  struct Message {
    std::string text;
    Tone tone = Tone::plain;
    std::optional<double> shown_at;  // nothing: in no frame yet
  };
  [[nodiscard]] const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;  // newest first
};

// Offers something: a file that changed on disk, an edited run of an earlier session.
struct Notice {
  struct Choice {
    std::string label;
    std::string hint;
    std::function<void()> then;
  };
  std::string id;  // of two notices with one id the later replaces the other
  std::string text;
  std::vector<Choice> choices;
};

// A bar above the panels. Of several notices it shows the newest, and a button for the others.
class NoticeBars {
 public:
  void show(Notice notice);
  void remove(std::string_view id) {
    std::erase_if(notices_, [id](const Notice& notice) { return notice.id == id; });
  }
  [[nodiscard]] bool has(std::string_view id) const;

  // Draws the bar at the cursor. A choice removes its notice, and so does "dismiss".
  void draw(const Context& context);

 private:
  std::vector<Notice> notices_;
};

}  // namespace fungescope::ui
