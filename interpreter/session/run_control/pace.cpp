#include "session/run_control/pace.h"

#include "vm/run.h"

#include <algorithm>
#include <limits>

namespace fungescope {
namespace {

// Guided playing. The speed grows with the ticks that have passed: exponentially in time, first
// quickly, up to a plateau at which a program's phases last for seconds, then slowly, so that the
// longest run comes to an end.
constexpr double first_speed = 8;  // ticks per second
constexpr double growth = 1.4;     // per second, up to the plateau
// From about here on single instructions are not followed, and the growth is itself growing.
constexpr double first_ticks = 2000;
constexpr double plateau = 60'000;     // ticks per second
constexpr double later_growth = 0.06;  // per second, beyond it
constexpr double event_rest = 0.07;    // seconds, at the plateau and below

constexpr double endless = std::numeric_limits<double>::infinity();

}  // namespace

Pace::Pace(const PaceSettings& settings, bool has_events)
    : settings_(settings), has_events_(has_events) {}

double Pace::speed(Tick at) const {
  if (settings_.mode == PaceMode::events) return endless;
  if (settings_.mode == PaceMode::ticks) return settings_.rate > 0 ? settings_.rate : endless;
  const auto ticks = static_cast<double>(at);
  const double first =
      std::min(first_speed + growth * ticks + ticks * ticks / first_ticks, plateau);
  // Without events to rest at, there is nothing to see on a plateau.
  const double later = (has_events_ ? later_growth : growth) * ticks;
  return settings_.rate * std::max(first, later);
}

double Pace::rest(Tick at) const {
  if (settings_.mode == PaceMode::ticks) return 0;
  if (settings_.mode == PaceMode::events) return 1 / settings_.rate;
  return event_rest / settings_.rate * std::min(1.0, plateau * settings_.rate / speed(at));
}

void Pace::elapse(double seconds) {
  const double slowest = settings_.mode == PaceMode::ticks && settings_.rate > 0
                             ? 1 / settings_.rate
                             : 0;  // one tick must fit
  credit_ = std::min(credit_ + seconds, std::max({max_lag, slowest, 1 / first_speed}));
}

Tick Pace::due(Tick at) const {
  if (unlimited()) return no_limit;
  if (credit_ <= 0) return 0;
  const double now = speed(at);
  if (now == endless) return no_limit;
  // Rounding must not lose the tick for which the time was waited.
  return static_cast<Tick>(credit_ * now + 1e-6);
}

void Pace::ran(Tick at, Tick ticks, bool event) {
  if (unlimited()) return;
  credit_ -= static_cast<double>(ticks) / speed(at);
  if (event) credit_ -= rest(at);
}

}  // namespace fungescope
