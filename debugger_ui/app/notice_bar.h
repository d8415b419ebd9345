// A bar above the panels that offers something until the user has chosen: a file that changed on
// disk, an edited run of an earlier session. Of several notices it shows the newest, and a button
// for the others.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

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

class NoticeBars {
 public:
  void show(Notice notice);
  void remove(std::string_view id);
  [[nodiscard]] bool has(std::string_view id) const;

  // Draws the bar at the cursor. A choice removes its notice, and so does "dismiss".
  void draw(const Context& context);

 private:
  // Draws the text of a bar, and leaves the cursor where its buttons go: after the text, or below
  // it if they do not fit there.
  void draw_text(const Context& context, const Notice& notice) const;
  [[nodiscard]] std::string more_label() const;  // empty if there is one notice

  std::vector<Notice> notices_;
};

}  // namespace fungescope::ui
