// Pictures and animations of the run as files.
//
//     exporter.save_png(ExportSubject::playfield, path, vm);
//     exporter.ask_animation(picture, name);    // a dialog, then a file, then the work
//     exporter.frame(host, context, window);    // each frame, after the panels
//
// An animation goes through its ticks with the window: each of its frames is sought, drawn as
// soon as the picture is there and complete, and added to the file; then the run is where it was.
#pragma once

#include "debugger_ui/app/export/animation_export.h"
#include "debugger_ui/app/export/animation_form.h"
#include "debugger_ui/app/export/export_drawing.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/panel.h"

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

class Exporter {
 public:
  // The pixels of the window with the picture of this frame or of the one before, without dialogs.
  using WindowPixels = std::function<Result<Image>()>;

  Exporter();
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // Written some frames later; a notice says what became of it.
  void save_png(ExportSubject subject, std::string path, SessionThread& session);
  [[nodiscard]] bool writing() const { return !pngs_.empty(); }

  // One at a time; while one is made, a further one is refused.
  void animate(const AnimationOptions& options, std::string path, Context& context);
  [[nodiscard]] bool animating() const { return animation_ != nullptr; }
  [[nodiscard]] double progress() const;  // 0 to 1
  // Keeps the frames that are there, as a shorter animation.
  void stop();
  // Removes what was written, and goes back to where the run was.
  void cancel(SessionThread& session);
  // As cancel, where the run is no more.
  void drop();

  // Opens the dialog for the options; the file is asked for by Services::prompt_save_path, which is
  // offered `name`-board.gif or the like.
  void ask_animation(const ViewSnapshot& snapshot, std::string name);
  [[nodiscard]] bool has_dialog() const { return animating() || form_.is_open(); }

  // The work of a frame, and the dialogs. `window` is called within.
  void frame(ImguiHost& host, Context& context, const WindowPixels& window);

 private:
  struct Png {
    ExportSubject subject = ExportSubject::window;
    std::string path;
    std::optional<CellsSnapshot> cells;  // when they have come
    std::future<Result<void>> writing;
    std::string note;
  };
  // Shared with the dialog for a file, which may answer at any time.
  struct Wanted {
    AnimationOptions options;
    std::string path;  // empty: not yet
  };

  // Of one frame of the window.
  struct Canvas {
    ImguiHost& host;
    const WindowPixels& window;
  };

  [[nodiscard]] Result<Drawing> draw(ExportSubject subject, Canvas canvas, Context& context,
                                     const CellsSnapshot& cells, int width);
  void work_on_pngs(Canvas canvas, Context& context);
  [[nodiscard]] bool work_on(Png& png, Canvas canvas, Context& context);
  void work_on_animation(Canvas canvas, Context& context);
  void draw_form(Context& context);
  void draw_progress(Context& context);

  std::unique_ptr<Panel> board_;  // its own, so that the one on the screen stays as it is
  std::deque<std::shared_ptr<Png>> pngs_;
  std::unique_ptr<AnimationExport> animation_;
  AnimationForm form_;
  std::string name_ = "animation";
  std::shared_ptr<Wanted> wanted_;
};

}  // namespace fungescope::ui
