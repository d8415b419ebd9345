#include "debugger_ui/app/export/animation_export.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// In a long run, background tasks may take longer: then the frame is drawn without them. Seconds.
constexpr double max_task_wait = 0.4;

}  // namespace

std::string_view name_of(ExportSubject subject) {
  switch (subject) {
    case ExportSubject::window:
      return "window";
    case ExportSubject::playfield:
      return "playfield";
    case ExportSubject::board:
      return "board";
  }
  return "";
}

std::string problem_of(const AnimationOptions& options) {
  if (options.to < options.from) return "the last tick comes before the first; exchange them";
  if (options.frames < 1 || options.frames > 2000) return "1 to 2000 frames are possible";
  if (options.delay < 20 || options.delay > 10'000) {
    return "a frame can stay 20 to 10,000 milliseconds";
  }
  if (options.width < 64 || options.width > 4096) return "the width can be 64 to 4096 pixels";
  return {};
}

AnimationExport::AnimationExport(const AnimationOptions& options, std::string path,
                                 const ViewSnapshot& snapshot)
    : options_(options), path_(std::move(path)), began_at_(snapshot.tick) {
  if (std::string problem = problem_of(options_); !problem.empty()) {
    error_ = Error{{}, std::move(problem), {}};
  }
}

void AnimationExport::stop() {
  if (next_ > 0) step_ = Step::write;
}

double AnimationExport::progress() const {
  return std::clamp(static_cast<double>(next_) / options_.frames, 0.0, 1.0);
}

Tick AnimationExport::goal() const {
  if (options_.frames < 2) return options_.from;
  // The product of span and frame could overflow.
  const auto parts = static_cast<Tick>(options_.frames - 1);
  const auto done = static_cast<Tick>(next_);
  const Tick span = options_.to - options_.from;
  return options_.from + span / parts * done + span % parts * done / parts;
}

bool AnimationExport::work(Context& context, const Draw& draw) {
  if (step_ == Step::wait) wait_for_picture(context);
  switch (error_ ? Step::write : step_) {
    case Step::seek:
      context.session.seek(goal(), Visit::same);
      since_ = context.time;
      settled_ = false;
      complete_ = 0;
      step_ = Step::wait;
      break;
    case Step::wait:
      break;
    case Step::cells:
      if (options_.subject == ExportSubject::playfield) {
        if (cells_ == nullptr) ask_cells(context);
        if (!cells_->has_value()) break;
      }
      if (!is_written()) break;
      add(draw(cells_ ? **cells_ : CellsSnapshot()));
      cells_.reset();
      break;
    case Step::write:
      return !finish();
  }
  return true;
}

// Two frames of the window must show the tick, as the pixels of the window are those of the
// previous frame.
void AnimationExport::wait_for_picture(const Context& context) {
  const bool there = context.snapshot.tick == goal() && !context.snapshot.busy();
  // If the session had settled by the previous frame, this frame's snapshot is final.
  const bool at_end = settled_ && !there;
  if (at_end) last_ = true;
  const bool timed_out = context.time - since_ > max_task_wait;
  if (at_end || (there && (settled_ || timed_out))) ++complete_;
  settled_ = context.session.settled();
  if (complete_ >= 2) step_ = Step::cells;
}

void AnimationExport::ask_cells(Context& context) {
  cells_ = std::make_shared<std::optional<CellsSnapshot>>();
  context.session.ask<CellsSnapshot>(
      slot::none, [](Debugger& debugger, Monitor& /*monitor*/) { return whole_field(debugger); },
      [cells = cells_](CellsSnapshot known) { *cells = std::move(known); });
}

void AnimationExport::add(Result<Image> image) {
  if (!image && !error_) error_ = image.error();
  if (error_) return;
  if (!gif_) {
    auto opened = GifWriter::open(path_, image->size, options_.delay);
    if (!opened) {
      error_ = opened.error();
      return;
    }
    gif_.emplace(std::move(*opened));
  }
  writing_.start([&gif = *gif_, image = std::move(*image)](const StopToken& /*stop*/) {
    return gif.add_frame(image);
  });
  ++next_;
  step_ = last_ || next_ >= options_.frames ? Step::write : Step::seek;
}

bool AnimationExport::is_written() {
  if (!writing_.running()) return true;
  const auto written = writing_.take();
  if (!written) return false;
  if (!*written && !error_) error_ = written->error();
  return true;
}

// Returns true when done or failed.
bool AnimationExport::finish() {
  if (!is_written()) return false;
  if (!gif_ || error_) return true;
  if (auto closed = gif_->close(); !closed) {
    error_ = closed.error();
    return true;
  }
  gif_.reset();
  return true;
}

}  // namespace fungescope::ui
