// The interface of panels. A panel is one view of the session, drawn into a tile of the window.
//
// Each frame a panel draws the snapshot, adds to `request` the parts that the next snapshot must
// contain, and submits commands. It never waits, and does not copy state that a snapshot has.
// Frames come with input and news from the session; what changes with time asks `schedule` for one.
// Positions and sizes are in pixels; multiply constants by `scale`.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/key_table.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/services.h"
#include "debugger_ui/widgets/theme.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

class RunPair;
class SourceEditing;

// When the next frame is due although nothing happens. The window sleeps between frames: whatever
// changes with time alone asks, while it is drawn, for the frame in which it will have changed.
//
//     if (context.time - since_ < delay) context.schedule.within(delay - (context.time - since_));
class FrameSchedule {
 public:
  // Asks for a frame in at most `seconds` after this one; 0 or less: the next one that the display
  // can show, for animations and work that continues in each frame.
  void within(double seconds) { seconds_ = std::min(seconds_, std::max(seconds, 0.0)); }

  // Infinite if no frame was asked for.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  double seconds_ = std::numeric_limits<double>::infinity();
};

struct Context {
  const ViewSnapshot& snapshot;
  SessionThread& session;
  ViewRequest& request;  // of this frame; only visible panels add to it
  const Fonts& fonts;
  const Theme& theme;
  Selection& selection;
  Services& services;
  const InputQueue& input;
  float scale;     // pixels per unit of length
  double seconds;  // since the previous frame
  double time;     // since the start, for animations
  FrameSchedule& schedule;
  SourceEditing* editing = nullptr;  // null where nothing can be edited, as in exported pictures
  bool minimap = true;               // whether the playfield may show one
  RunPair* pair = nullptr;           // with the other run, if there is one
};

class Panel {
 public:
  Panel() = default;
  virtual ~Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  [[nodiscard]] virtual PanelId id() const = 0;
  // Draws into the current ImGui window, a child that fills the tile below its tabs.
  virtual void draw(Context& context) = 0;
  // Whether the program has anything to show here. If not, `nothing` says why.
  [[nodiscard]] virtual bool available(const ViewSnapshot& /*picture*/) const { return true; }
  [[nodiscard]] virtual std::string_view nothing() const { return ""; }

  // The keys that it takes while it has the keyboard, by the tables that it handles them by.
  [[nodiscard]] virtual std::vector<KeyGroup> keys() const { return {}; }

  // Writes and reads the panel's settings; `load` ignores unknown members.
  virtual void save(nlohmann::ordered_json& /*settings*/) const {}
  virtual void load(const nlohmann::ordered_json& /*settings*/) {}
  // Whether each layout has settings of this panel of its own, as overlays are.
  [[nodiscard]] virtual bool has_settings_by_layout() const { return false; }
};

}  // namespace fungescope::ui
