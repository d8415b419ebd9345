// Pictures for export: the whole playfield or a panel of any size, independent of the window, and
// animated GIFs of a range of ticks, one frame of the window at a time.
#pragma once

#include "base/result.h"
#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/widgets/panel.h"

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

// Draws the whole field with regions, instruction pointer, trail and breakpoints, at the text size
// of the window, or smaller to fit `width` (0: any) and max_side pixels. `cells` is the result of
// `whole_field`; if it is empty, the cells of the snapshot are drawn. May be called within a frame
// or between two.
[[nodiscard]] Result<Drawing> draw_playfield(ImguiHost& host, const Context& context,
                                             const CellsSnapshot& cells, int width = 0);

// Must be called on the session's thread. Cost: nine bytes per cell; empty where cells would be
// smaller than 1.5 pixels, and only their density is drawn.
[[nodiscard]] CellsSnapshot whole_field(Debugger& debugger);

// Draws a panel as in a tile of that size.
[[nodiscard]] Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel,
                                       PixelSize size);

enum class ExportSubject : std::uint8_t { window, playfield, board };
[[nodiscard]] std::string_view name_of(ExportSubject subject);

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

// The file has a temporary name until it is complete. Destroying the animation before that removes
// the file.
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
  void ask_cells(Context& context);
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

  std::shared_ptr<std::optional<CellsSnapshot>> cells_;
  std::optional<GifWriter> gif_;
  // While the session seeks to the next tick. Destroyed before the file that it writes.
  BackgroundJob<Result<void>> writing_;
  std::optional<Error> error_;
};

}  // namespace fungescope::ui
