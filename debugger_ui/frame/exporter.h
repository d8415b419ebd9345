// Pictures and animations of the run as files.
//
//     exporter.save_png(Subject::playfield, path, context);
//     exporter.animate(options, path, context);
//     exporter.frame(context);          // each frame, after the panels
//
// An animation goes through its ticks with the window: each of its frames is sought, drawn as
// soon as the picture is there and complete, and added to the file; then the run is where it was.
#pragma once

#include "debugger_ui/frame/export_drawing.h"
#include "debugger_ui/frame/panel.h"
#include "debugger_ui/platform/gif.h"
#include "debugger_ui/platform/imgui_host.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

enum class Subject : std::uint8_t { window, playfield, board };
[[nodiscard]] std::string_view name_of(Subject subject);

struct AnimationOptions {
  Subject subject = Subject::board;
  Tick from = 0;
  Tick to = 0;      // above `from`, or the same for one frame
  int frames = 60;  // 1 to 2000, evenly over the ticks
  int delay = 100;  // milliseconds a frame, 20 to 10,000
  int width = 600;  // pixels, of playfield and board; 64 to 4096
};

class Exporter {
 public:
  // `window` gives the pixels of the window as it is, without what the exporter draws over it;
  // it is called within `frame`.
  Exporter(ImguiHost& host, std::function<Result<Image>()> window);
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // Written some frames later; a notice says what became of it.
  void save_png(Subject subject, std::string path, Context& context);

  // One at a time. The file takes its name when it is complete.
  void animate(const AnimationOptions& options, std::string path, Context& context);
  [[nodiscard]] bool animating() const { return animation_ != nullptr; }
  [[nodiscard]] double progress() const;  // 0 to 1
  // Removes what was written, and goes back to where the run was.
  void cancel(Context& context);

  // Opens the dialog for the options of an animation; the file is asked for by
  // Services::ask_save.
  void ask_animation(const Picture& picture);

  // The work of a frame, and the dialogs.
  void frame(Context& context);

 private:
  struct Animation;
  struct Form;

  [[nodiscard]] Result<Drawing> draw(Subject subject, Context& context, const CellsPicture& cells,
                                     int width);
  void work(Context& context);
  void add_frame(Context& context);
  void end(Context& context);
  void write(Subject subject, const std::string& path, Context& context, const CellsPicture& cells);
  void draw_form(Context& context);
  void draw_progress(Context& context);

  ImguiHost& host_;
  std::function<Result<Image>()> window_;
  std::unique_ptr<Panel> board_;  // its own, so that the one on the screen stays as it is

  struct Png {
    Subject subject;
    std::string path;
    std::optional<CellsPicture> cells;  // when they have come
  };
  std::shared_ptr<Png> png_;
  std::unique_ptr<Animation> animation_;
  std::unique_ptr<Form> form_;
};

}  // namespace fungescope::ui
