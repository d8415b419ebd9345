// A panel: one view of the session, drawn into the tile that it is given.
//
// Each frame a panel draws the picture, says in `request` what the next picture has to hold for
// it, and submits commands. It never waits, and keeps nothing that a picture has. Positions and
// sizes are pixels; multiply fixed ones with `scale`.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/services.h"
#include "debugger_ui/widgets/theme.h"

#include <string_view>

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
  float scale;     // pixels a unit of length
  double seconds;  // since the frame before
  double time;     // since the start: for what blinks or fades
};

class Panel {
 public:
  Panel() = default;
  virtual ~Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  [[nodiscard]] virtual PanelId id() const = 0;
  [[nodiscard]] virtual std::string_view title() const = 0;  // on its tab
  // Into the current ImGui window, a child that fills the tile below its tabs.
  virtual void draw(Context& context) = 0;
  // False where the program has nothing to show here: then a line says why, see `nothing`.
  [[nodiscard]] virtual bool available(const ViewSnapshot& /*picture*/) const { return true; }
  [[nodiscard]] virtual std::string_view nothing() const { return ""; }

  // What a person has set in it, kept between runs; unknown members are left alone.
  virtual void save(nlohmann::ordered_json& /*settings*/) const {}
  virtual void load(const nlohmann::ordered_json& /*settings*/) {}
};

}  // namespace fungescope::ui
