// A layout without panels that takes the whole window below the menus, such as a game. A room such
// as sudoku/ registers one; a window without any has one that shows nothing and is never entered.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

class Application;

class WindowMode {
 public:
  WindowMode() = default;
  virtual ~WindowMode() = default;
  WindowMode(const WindowMode&) = delete;
  WindowMode& operator=(const WindowMode&) = delete;

  [[nodiscard]] virtual std::string_view title() const { return ""; }  // of the window

  // Takes up what was saved, and the settings, as `settings` returns them.
  virtual void load(bool /*user_files*/, const nlohmann::ordered_json& /*settings*/) {}
  [[nodiscard]] virtual nlohmann::ordered_json settings() const {
    return nlohmann::ordered_json::object();
  }
  // Writes what has changed, at the end of each frame; and the last time.
  virtual void save() {}
  virtual void close() {}

  // Advances the time; `shown`: the mode is the present layout. Returns whether something has
  // changed that a frame has to show.
  virtual bool update(double /*now*/, bool /*shown*/, const ViewSnapshot& /*snapshot*/) {
    return false;
  }
  // When `update` has something to do; infinite if it has not.
  [[nodiscard]] virtual double next_update() const {
    return std::numeric_limits<double>::infinity();
  }
  virtual void enter() {}                        // it becomes the present layout
  virtual void set_focused(bool /*focused*/) {}  // the window has the keyboard
  virtual void set_hidden(bool /*hidden*/) {}    // it is minimised
  [[nodiscard]] virtual bool at_work() const { return false; }

  // Called while it is the present layout and no dialog is open.
  virtual void handle_keys(const InputQueue& /*input*/) {}
  virtual void draw(const Context& /*context*/, ImVec2 /*corner*/, ImVec2 /*size*/) {}
  // Draws its dialogs over the window; while one is open, it has the keys.
  virtual void draw_dialogs(const Context& /*context*/) {}
  [[nodiscard]] virtual bool has_dialog() const { return false; }
  // Draws the pictures that were asked for.
  virtual void export_pictures(ImguiHost& /*host*/, const Context& /*context*/) {}

  // Adds its menus, which the window has while it is the present layout.
  virtual void add_actions(ActionTable& /*actions*/) {}
  // The keys that it handles itself.
  [[nodiscard]] virtual std::vector<KeyGroup> keys() const { return {}; }
};

// `wake` is called from any thread when there is something to draw.
using MakeMode = std::unique_ptr<WindowMode> (*)(Application& host,
                                                 const std::function<void()>& wake);

namespace detail {
inline MakeMode& registered_mode() {
  static MakeMode mode = nullptr;
  return mode;
}
}  // namespace detail

// The mode of windows that are made later.
inline void register_mode(MakeMode make) {
  detail::registered_mode() = make;
}
[[nodiscard]] inline std::unique_ptr<WindowMode> make_mode(Application& host,
                                                           const std::function<void()>& wake) {
  const MakeMode make = detail::registered_mode();
  return make == nullptr ? std::make_unique<WindowMode>() : make(host, wake);
}

}  // namespace fungescope::ui
