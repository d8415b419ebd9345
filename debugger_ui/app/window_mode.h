// A layout without panels that takes the whole window below the menus, such as a game. A room such
// as sudoku/ registers one; a window without any has one that shows nothing and is never entered.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/messages.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// The application, as a mode uses it.
class ModeHost : public Services {
 public:
  // Opens a program with this input, in the debugger, after asking about unsaved changes. Calls
  // `then` once it is open.
  virtual void debug_with_input(std::string file, std::string input,
                                std::function<void()> then) = 0;
  [[nodiscard]] virtual SessionThread& session() = 0;
  [[nodiscard]] virtual const ViewSnapshot& snapshot() const = 0;
  virtual void enter_mode() = 0;
  virtual void ask(std::string title, std::string text,
                   std::vector<ChoiceDialog::Choice> choices) = 0;
  virtual void show_notice(Notice notice) = 0;
  virtual void remove_notice(std::string_view id) = 0;
};

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
using MakeMode = std::unique_ptr<WindowMode> (*)(ModeHost& host, const std::function<void()>& wake);

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
[[nodiscard]] inline std::unique_ptr<WindowMode> make_mode(ModeHost& host,
                                                           const std::function<void()>& wake) {
  const MakeMode make = detail::registered_mode();
  return make == nullptr ? std::make_unique<WindowMode>() : make(host, wake);
}

}  // namespace fungescope::ui
