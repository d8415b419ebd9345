// Exports images and animations of the run to files.
//
//     exporter.save_png(ExportSubject::playfield, path, session);
//     exporter.ask_animation(snapshot, name);   // a dialog for the options, one for the file
//     exporter.frame(host, context, window);    // each frame, after the panels
//
// An animation seeks to the tick of each of its frames, draws it once the snapshot is complete, and
// adds it to the file. In the end it seeks back to the original tick.
#pragma once

#include "debugger_ui/app/export/pictures.h"
#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

// A modal dialog for the options of an animation.
class AnimationForm {
 public:
  // Preselects the whole run, and the board if there is one.
  void open(const ViewSnapshot& snapshot);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame. Returns the options once, when they are confirmed.
  [[nodiscard]] std::optional<AnimationOptions> draw(const ViewSnapshot& snapshot,
                                                     const Theme& theme, const InputQueue& input,
                                                     float scale);

 private:
  bool draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale);

  AnimationOptions options_;
  Modal modal_;
};

class Exporter {
 public:
  // Returns the pixels of the window without dialogs, of this frame or of the previous one.
  using WindowPixels = std::function<Result<Image>()>;

  Exporter();
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // Writes the file some frames later, and notifies the user of the result.
  void save_png(ExportSubject subject, std::string path, SessionThread& session);
  [[nodiscard]] bool writing() const { return !pngs_.empty(); }

  // Starts an animation; refused while another one is being made.
  void animate(const AnimationOptions& options, std::string path, Context& context);
  [[nodiscard]] bool animating() const { return animation_ != nullptr; }
  [[nodiscard]] double progress() const;  // 0 to 1
  // Ends the animation with the frames drawn so far.
  void stop();
  // Removes the file, and seeks back to the original tick.
  void cancel(SessionThread& session);
  // As `cancel`, without the seek: for a run that has been closed.
  void drop();

  // Opens the dialog for the options, then Services::prompt_save_path, which suggests
  // `name`-board.gif or the like.
  void ask_animation(const ViewSnapshot& snapshot, std::string name);
  [[nodiscard]] bool has_dialog() const { return animating() || form_.is_open(); }

  // Continues all exports, and draws the dialogs. May call `window`.
  void frame(ImguiHost& host, Context& context, const WindowPixels& window);

 private:
  struct Png {
    ExportSubject subject = ExportSubject::window;
    std::string path;
    std::optional<CellsSnapshot> cells;  // set once received
    BackgroundJob<Result<void>> writing;
    std::string note;
  };
  // Shared with the file dialog, which may close at any time.
  struct PendingAnimation {
    AnimationOptions options;
    std::string path;  // empty: not chosen yet
  };

  // Draws images during one frame of the window.
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

  std::unique_ptr<Panel> board_;  // separate, so that the visible panel keeps its state
  std::deque<std::shared_ptr<Png>> pngs_;
  std::unique_ptr<AnimationExport> animation_;
  AnimationForm form_;
  std::string name_ = "animation";
  Modal progress_;
  std::shared_ptr<PendingAnimation> pending_;
};

}  // namespace fungescope::ui
