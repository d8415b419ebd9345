// The dialog that makes a link of the present state: what is in it, what to leave out, how long it
// is.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/theme.h"
#include "session/commands/session_link.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// What the user has left in a link.
struct SharedParts {
  bool input = true;
  bool instant = true;  // the tick
  bool stops = true;    // and watched expressions
};

// Returns the link with these parts. Without its input, a run that has read some has no tick: it
// would be another instant.
[[nodiscard]] SessionImage with_parts(SessionImage link, SharedParts parts, bool has_read_input);

class ShareDialog {
 public:
  struct Actions {
    std::function<void(const std::string& address)> copy;
    std::function<void(const std::string& page)> keep_page;
  };
  struct Contents {
    PresentLink present;
    bool has_read_input = false;  // before the present instant
    std::string page;             // the address before the link; may be empty
    bool own_page = false;        // this window is that page: it is not asked for
  };
  void open(Contents contents, Actions actions);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  void update();  // makes the link again
  void draw_contents(const Theme& theme, float scale);
  void draw_link(const Theme& theme, float scale);

  Modal modal_;
  Contents contents_;
  Actions actions_;
  SharedParts parts_;
  std::string page_;
  Result<std::string> address_;
  std::string shown_;  // the address, in the field
};

}  // namespace fungescope::ui
