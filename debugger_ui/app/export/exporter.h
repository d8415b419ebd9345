// Exports images and animations of the run to files.
//
//     exporter.save_png(ExportSubject::playfield, path, session);
//     exporter.ask_animation(snapshot, name);   // a dialog for the options, one for the file
//     exporter.frame(host, context, window);    // each frame, after the panels
#pragma once

#include "base/result.h"
#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

inline constexpr int max_side = 8192;  // pixels

struct Drawing {
  Image image;
  std::string note;  // for the user, if it was scaled down; else empty
};

// Begins an ImGui window that fills a picture, in ImguiHost::render_offscreen; ends by ImGui::End.
void begin_picture(ImU32 background, float padding = 0);

// The cells of the whole field, once they are there: empty where they would be smaller than 1.5
// pixels, and only their density is drawn.
using FieldCells = std::shared_ptr<std::optional<CellsSnapshot>>;

// Draws the whole field with regions, instruction pointer, trail and breakpoints, at the text size
// of the window, or smaller to fit `width` (0: any) and max_side pixels. If `cells` is empty,
// the cells of the snapshot are drawn. May be called within a frame or between two.
[[nodiscard]] Result<Drawing> draw_playfield(ImguiHost& host, const Context& context,
                                             const CellsSnapshot& cells, int width = 0);

// Draws a panel as in a tile of that size.
[[nodiscard]] Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel,
                                       PixelSize size);

enum class ExportSubject : std::uint8_t { window, playfield, board };
[[nodiscard]] inline std::string_view name_of(ExportSubject subject) {
  return std::array<std::string_view, 3>{"window", "playfield", "board"}.at(
      static_cast<std::size_t>(subject));
}
// Asks for what a picture of the subject needs besides a snapshot: nothing, unless it is the
// playfield. Cost: nine bytes per cell.
[[nodiscard]] FieldCells ask_cells(ExportSubject subject, SessionThread& session);

struct AnimationOptions {
  ExportSubject subject = ExportSubject::board;
  Tick from = 0;
  Tick to = 0;      // greater than `from`, or equal for one frame
  int frames = 60;  // 1 to 2000, evenly over the ticks
  int delay = 100;  // milliseconds per frame, 20 to 10,000
  int width = 600;  // pixels, of playfield and board; 64 to 4096
};

// Returns what is wrong with the options and what to do about it; empty if they are valid.
[[nodiscard]] std::string problem_of(const AnimationOptions& options);

// Makes an animated GIF of a range of ticks, one frame of the window at a time: seeks to the tick
// of each frame, draws it once the snapshot is complete, and adds it to the file. The file has a
// temporary name until it is complete. Destroying the animation before that removes the file.
class AnimationExport {
 public:
  using Draw = std::function<Result<Image>(const CellsSnapshot&)>;

  // Remembers the tick of the snapshot, for `began_at`.
  AnimationExport(const AnimationOptions& options, std::string path, const ViewSnapshot& snapshot);
  AnimationExport(const AnimationExport&) = delete;
  AnimationExport& operator=(const AnimationExport&) = delete;

  // Continues during a frame of the window: draws once the snapshot is complete. Returns false when
  // done or failed.
  [[nodiscard]] bool work(Context& context, const Draw& draw);

  // Ends the animation after the frames drawn so far, or after the first.
  void stop();

  [[nodiscard]] double progress() const;  // 0 to 1
  [[nodiscard]] const AnimationOptions& options() const { return options_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] int frames() const { return next_; }  // done
  [[nodiscard]] Tick began_at() const { return began_at_; }

 private:
  enum class Step : std::uint8_t { seek, wait, cells, write };

  [[nodiscard]] Tick goal() const;
  void wait_for_picture(const Context& context);
  void add(Result<Image> image);
  // Returns whether the last frame is in the file, or could not be written.
  [[nodiscard]] bool is_written();
  [[nodiscard]] bool finish();

  AnimationOptions options_;
  std::string path_;
  Tick began_at_;
  Step step_ = Step::seek;
  int next_ = 0;
  bool last_ = false;  // the run ends before the next one
  double since_ = 0;
  bool settled_ = false;
  int complete_ = 0;  // number of window frames that showed the goal

  FieldCells cells_;
  std::optional<GifWriter> gif_;
  // While the session seeks to the next tick. Destroyed before the file that it writes.
  BackgroundJob<Result<void>> writing_;
  std::optional<Error> error_;
};

class Exporter {
 public:
  // Returns the pixels of the window without dialogs, of this frame or of the previous one.
  using WindowPixels = std::function<Result<Image>()>;

  Exporter();
  ~Exporter() = default;
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // Writes the file some frames later, and notifies the user of the result.
  void save_png(ExportSubject subject, std::string path, SessionThread& session);
  [[nodiscard]] bool writing() const { return !pngs_.empty(); }

  // Starts an animation. In the end it seeks back to the original tick.
  void animate(const AnimationOptions& options, std::string path, const Context& context);
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
    ExportSubject subject;
    std::string path;
    FieldCells cells;
    BackgroundJob<Result<void>> writing;
    std::string note;
  };

  // Draws images during one frame of the window.
  struct Canvas {
    ImguiHost& host;
    const WindowPixels& window;
  };

  [[nodiscard]] Result<Drawing> draw(ExportSubject subject, Canvas canvas, Context& context,
                                     const CellsSnapshot& cells, int width);
  [[nodiscard]] bool work_on(Png& png, Canvas canvas, Context& context);
  void work_on_animation(Canvas canvas, Context& context);
  [[nodiscard]] bool draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale);
  void draw_form(Context& context);
  void draw_progress(Context& context);

  std::unique_ptr<Panel> board_;  // separate, so that the visible panel keeps its state
  std::deque<std::unique_ptr<Png>> pngs_;
  std::unique_ptr<AnimationExport> animation_;
  AnimationOptions options_;  // of the next animation
  Modal form_;                // for them
  std::string name_ = "animation";
  std::string path_;  // where to start it; empty: not chosen yet
  Modal progress_;
};

}  // namespace fungescope::ui
