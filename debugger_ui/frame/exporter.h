// Pictures as files: of the window, of a panel as large as it needs to be, and animations. Works in
// steps of a frame, between which the window stays alive.
#pragma once

#include "debugger_ui/frame/panel.h"
#include "debugger_ui/platform/gif.h"
#include "debugger_ui/platform/imgui_host.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

enum class Subject : std::uint8_t { window, field, board };

class Exporter {
 public:
  struct Animation {
    Tick from = 0;
    Tick to = 0;
    int frames = 60;  // 1 to 2000
    int delay = 60;   // milliseconds a frame
  };

  void begin_picture(Subject subject, std::string path);
  // Goes through the ticks, and back to where the present is.
  void begin_animation(Subject subject, std::string path, Animation animation,
                       const Picture& picture);
  void cancel();  // an unfinished file is removed

  [[nodiscard]] bool at_work() const { return job_ != nullptr; }
  [[nodiscard]] std::string words() const;
  [[nodiscard]] float share() const;

  // Does a step, after the frame's panels were drawn. `draw_window` draws all of the window into
  // the context that it is given. What it needs to see is added to `context.look`.
  void work(ImguiHost& host, Context& context, PixelSize window,
            const std::function<void(Context&)>& draw_window);

 private:
  struct Job;
  std::shared_ptr<Job> job_;
};

}  // namespace fungescope::ui
