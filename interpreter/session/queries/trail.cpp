#include "session/queries/trail.h"

#include "session/run_control/scoped_seek.h"

#include <algorithm>

namespace fungescope {

std::vector<Point> TrailRecorder::cells() const {
  std::vector<Point> cells = ring_;
  std::rotate(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(oldest_), cells.end());
  return cells;
}

void TrailRecorder::clear() {
  ring_.clear();
  oldest_ = 0;
}

std::vector<Point> trail(Session& session, std::size_t n) {
  History& history = session.history();
  const Tick present = history.tick();
  const Tick ticks = std::min<Tick>(n, present - history.begin());
  if (ticks == 0) return {};
  TrailRecorder recorder(n);
  // Without a monitor nothing can stop it within what is recorded.
  static_cast<void>(replay(history, present - ticks, present, recorder, nullptr));
  return recorder.cells();
}

}  // namespace fungescope
