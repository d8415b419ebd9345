// A panel: one view of the session, drawn into a tile.
//
// Each frame a panel draws from the snapshot, adds to `request` which data the next snapshot must
// contain for it, and submits commands. It never blocks, and caches nothing that a snapshot
// contains. Positions and sizes are pixels; multiply constants with `scale`.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/services.h"
#include "debugger_ui/widgets/theme.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

struct Context {
  const ViewSnapshot& snapshot;
  SessionThread& session;
  ViewRequest& request;  // of this frame; panels that are not visible add nothing
  const Fonts& fonts;
  const Theme& theme;
  Selection& selection;
  Services& services;
  const InputQueue& input;
  float scale;     // pixels per unit of length
  double seconds;  // since the previous frame
  double time;     // seconds since the start, for blinking and fading
};

class Panel {
 public:
  Panel() = default;
  virtual ~Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  [[nodiscard]] virtual PanelId id() const = 0;
  [[nodiscard]] virtual std::string_view title() const = 0;  // on its tab
  // Draws into the current ImGui window, a child that fills the tile below its tabs.
  virtual void draw(Context& context) = 0;
  // False if the program has nothing to show here; the tile then shows `nothing()`.
  [[nodiscard]] virtual bool available(const ViewSnapshot& /*picture*/) const { return true; }
  [[nodiscard]] virtual std::string_view nothing() const { return ""; }

  // The user's settings of this panel, kept between runs. Unknown members are preserved.
  virtual void save(nlohmann::ordered_json& /*settings*/) const {}
  virtual void load(const nlohmann::ordered_json& /*settings*/) {}
};

// Creates one of each, in the order of PanelId.
[[nodiscard]] std::vector<std::unique_ptr<Panel>> make_panels();

// The panel's name in the settings file; must not change.
[[nodiscard]] std::string_view name_of(PanelId panel);
[[nodiscard]] std::optional<PanelId> find_panel(std::string_view name);

}  // namespace fungescope::ui
