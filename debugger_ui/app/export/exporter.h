// Exports pictures and animations of the run to files.
//
//     exporter.save_png(ExportSubject::playfield, path, session);
//     exporter.ask_animation(snapshot, name);   // a dialog, then a file, then the export
//     exporter.frame(host, context, window);    // each frame, after the panels
//
// An animation seeks to each of its ticks in the visible window, draws the frame once the snapshot
// is complete, and adds it to the file. At the end the run is at the instant it started from.
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
  // Returns the window's pixels, with this frame's snapshot or the previous one, without dialogs.
  using WindowPixels = std::function<Result<Image>()>;

  Exporter();
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // Written some frames later; a notice reports the result.
  void save_png(ExportSubject subject, std::string path, SessionThread& session);
  [[nodiscard]] bool writing() const { return !pngs_.empty(); }

  // One at a time; a second one is refused.
  void animate(const AnimationOptions& options, std::string path, Context& context);
  [[nodiscard]] bool animating() const { return animation_ != nullptr; }
  [[nodiscard]] double progress() const;  // 0 to 1
  // Keeps the frames made so far, as a shorter animation.
  void stop();
  // Removes the file, and seeks back to where the run was.
  void cancel(SessionThread& session);
  // As cancel, for a run that no longer exists.
  void drop();

  // Opens the dialog for the options. The path is then requested with Services::prompt_save_path,
  // with `name`-board.gif or similar as its default.
  void ask_animation(const ViewSnapshot& snapshot, std::string name);
  [[nodiscard]] bool has_dialog() const { return animating() || form_.is_open(); }

  // Continues exports and draws the dialogs. May call `window`.
  void frame(ImguiHost& host, Context& context, const WindowPixels& window);

 private:
  struct Png {
    ExportSubject subject = ExportSubject::window;
    std::string path;
    std::optional<CellsSnapshot> cells;  // set when they arrive
    std::future<Result<void>> writing;
    std::string note;
  };
  // Shared with the save dialog, which may be confirmed at any time.
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

  std::unique_ptr<Panel> board_;  // a separate panel, so that the visible one keeps its state
  std::deque<std::shared_ptr<Png>> pngs_;
  std::unique_ptr<AnimationExport> animation_;
  AnimationForm form_;
  std::string name_ = "animation";
  std::shared_ptr<Wanted> wanted_;
};

}  // namespace fungescope::ui
