#include "debugger_ui/session_thread/trail_refinement.h"

#include "session/queries/trail.h"

#include <optional>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr std::size_t length = 48;

class TrailRefinement final : public Refinement {
 public:
  Progress work(Debugger& debugger, const Occasion& occasion, Monitor& /*monitor*/) override {
    if (instant_ == occasion.instant) return Progress::done;
    instant_ = occasion.instant;
    if (occasion.playing) {
      // Going slowly, the places where it was seen will do: looking back at each of them would
      // leave a checkpoint a tick.
      cells_.push_back(debugger.session().machine().ip);
      if (cells_.size() > length) cells_.erase(cells_.begin());
    } else {
      cells_ = trail(debugger.session(), length);
    }
    return Progress::news;
  }
  void show(const Occasion& occasion, Picture& picture) const override {
    if (instant_ == occasion.instant) picture.trail = cells_;
  }

 private:
  std::optional<std::uint64_t> instant_;
  std::vector<Point> cells_;
};

}  // namespace

std::unique_ptr<Refinement> make_trail_refinement() {
  return std::make_unique<TrailRefinement>();
}

}  // namespace fungescope::ui
