// The bars of the window: the menu bar, the transport bar above the panels, with buttons for run
// control, the speed and the tick, and the status bar below them, with the run's status, position
// and memory; and sheets over the window: all keys, messages, and the versions.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/app/messages.h"
#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/text_field.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// Of a speed in ticks per second: "250 k ticks/s", "unlimited".
[[nodiscard]] std::string speed_text(double speed);

class Transport {
 public:
  // Returns whether the user has changed how runs are played.
  bool draw(Context& context, Settings& settings, const ActionTable& actions);
  // Focuses the field of the tick.
  void edit_tick() { tick_.begin({}); }

 private:
  void draw_tick(Context& context);

  LineField tick_;
  std::string followed_;  // the text of the present tick
};

// Draws the tooltip of the last item: the effect of an action, its command and its key.
void action_hint(const Theme& theme, const Action& action);

// The progress of work, 0 to 1; -1 if its goal is unknown.
[[nodiscard]] inline float progress_share(Tick now, Tick goal) {
  if (goal == 0 || goal == no_limit) return -1;
  return static_cast<float>(static_cast<double>(now) / static_cast<double>(goal));
}

// `other_work` describes work such as opening a file (empty: none); `share` is its progress.
// `editing`: the state of the editor (empty: nothing to say). `cancel` ends the work.
void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::string& editing, const Action& cancel);

// The menu bar, in which closed menus are named "menu LABEL" and entries "entry LABEL".
class MenuBar {
 public:
  // Opens the first menu by the keyboard, in the next frame.
  void open() { opening_ = 0; }
  // Draws into the current window, which must have a menu bar.
  void draw(Context& context, const ActionTable& actions, ActionScope scope);

 private:
  std::optional<std::size_t> opening_;  // the place of a menu in the bar
};

// ---- Sheets, which Escape or a click elsewhere closes

// Every key of the window: the keys of actions by menu, then of each panel or, if it is the
// present layout, of the mode. Its lines are named "key KEYS LABEL".
void draw_key_sheet(PopupState& state, const Theme& theme, float scale, const ActionTable& actions,
                    const std::vector<std::unique_ptr<Panel>>& panels, const WindowMode* mode);
// All messages, newest first, named "messages".
void draw_message_sheet(PopupState& state, const Theme& theme, float scale,
                        const MessageLog& messages);
void draw_about(PopupState& state, const Theme& theme, float scale);

}  // namespace fungescope::ui
