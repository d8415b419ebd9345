// Pictures and animations of the run as files.
//
//     exporter.save_png(ExportSubject::playfield, path, context);
//     exporter.ask_animation(picture);  // a dialog, then a file, then the work
//     exporter.frame(context);          // each frame, after the panels
//
// An animation goes through its ticks with the window: each of its frames is sought, drawn as
// soon as the picture is there and complete, and added to the file; then the run is where it was.
#pragma once

#include "debugger_ui/frame/animation.h"
#include "debugger_ui/frame/animation_form.h"
#include "debugger_ui/frame/export_drawing.h"
#include "debugger_ui/frame/panel.h"
#include "debugger_ui/platform/imgui_host.h"

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

class PictureExporter {
 public:
  // `window` gives the pixels of the window with the picture of this frame or of the one before,
  // without what the exporter draws over it; it is called within `frame`.
  PictureExporter(ImguiHost& host, std::function<Result<Image>()> window);
  ~PictureExporter();
  PictureExporter(const PictureExporter&) = delete;
  PictureExporter& operator=(const PictureExporter&) = delete;

  // Written some frames later; a notice says what became of it.
  void save_png(ExportSubject subject, std::string path, Context& context);
  [[nodiscard]] bool writing() const { return !pngs_.empty(); }

  // One at a time; while one is made, a further one is refused.
  void animate(const AnimationOptions& options, std::string path, Context& context);
  [[nodiscard]] bool animating() const { return animation_ != nullptr; }
  [[nodiscard]] double progress() const;  // 0 to 1
  // Removes what was written, and goes back to where the run was.
  void cancel(Context& context);

  // Opens the dialog for the options; the file is asked for by Services::ask_save.
  void ask_animation(const Picture& picture) { form_.open(picture); }

  // The work of a frame, and the dialogs.
  void frame(Context& context);

 private:
  struct Png {
    ExportSubject subject = ExportSubject::window;
    std::string path;
    std::optional<CellsPicture> cells;  // when they have come
    std::future<Result<void>> writing;
    std::string note;
  };
  // Shared with the dialog for a file, which may answer at any time.
  struct Wanted {
    AnimationOptions options;
    std::string path;  // empty: not yet
  };

  [[nodiscard]] Result<Drawing> draw(ExportSubject subject, Context& context,
                                     const CellsPicture& cells, int width);
  void work_on_pngs(Context& context);
  [[nodiscard]] bool work_on(Png& png, Context& context);
  void work_on_animation(Context& context);
  void draw_form(Context& context);
  void draw_progress(Context& context);

  ImguiHost& host_;
  std::function<Result<Image>()> window_;
  std::unique_ptr<Panel> board_;  // its own, so that the one on the screen stays as it is
  std::deque<std::shared_ptr<Png>> pngs_;
  std::unique_ptr<Animation> animation_;
  AnimationForm form_;
  std::shared_ptr<Wanted> wanted_;
};

}  // namespace fungescope::ui
