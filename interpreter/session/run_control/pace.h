// The speed at which a run is played: the ticks that are due after a time. Without a clock, so that
// any caller's time gives the same ticks.
//
//     Pace pace({PaceMode::guided});
//     pace.elapse(1.0 / 60);                          // each frame
//     while (const Tick due = pace.due(at)) {         // `at`: ticks since the start of the run
//       ... run at most `due` ticks, up to an event ...
//       pace.ran(at, ticks, at_event);
//     }
#pragma once

#include "vm/machine.h"

#include <cstdint>

namespace fungescope {

enum class PaceMode : std::uint8_t {
  // Begins with single instructions and accelerates as the run continues; rests at each event.
  guided,
  ticks,   // `rate` ticks per second; 0: as fast as possible
  events,  // `rate` events per second, and as fast as possible between them
};

struct PaceSettings {
  PaceMode mode = PaceMode::guided;
  // Guided: a factor, 1 by default. With it, sudoku.b93 solves its default puzzle in 20 to 30 s.
  double rate = 1;
  friend bool operator==(const PaceSettings&, const PaceSettings&) = default;
};

class Pace {
 public:
  // The max lag that is made up for, in seconds. A run that lags more drops the rest of it.
  static constexpr double max_lag = 0.1;

  // `has_events`: whether the run will report any.
  Pace(const PaceSettings& settings, bool has_events);

  void elapse(double seconds);
  // Returns how many ticks may run now; 0: none yet; no_limit: any number.
  [[nodiscard]] Tick due(Tick at) const;
  // Reports a run of `ticks` that began at `at`, and whether an event ended it.
  void ran(Tick at, Tick ticks, bool event);
  // Rests for so many seconds more at the event just reported; only a guided run does.
  void hold(double seconds) {
    if (settings_.mode == PaceMode::guided) credit_ -= seconds / settings_.rate;
  }
  // Returns the seconds until a tick is due, 0 or less if one is.
  [[nodiscard]] double seconds_until_due(Tick at) const {
    return unlimited() ? 0 : 1 / speed(at) - credit_;
  }

  // Returns the ticks per second at this instant of a run, without the rests; infinite: unlimited.
  [[nodiscard]] double speed(Tick at) const;
  [[nodiscard]] bool unlimited() const {
    return settings_.mode == PaceMode::ticks && settings_.rate <= 0;
  }

 private:
  [[nodiscard]] double rest(Tick at) const;  // seconds after an event

  PaceSettings settings_;
  bool has_events_;
  double credit_ = 0;  // seconds of playing that are due; negative while it rests
};

}  // namespace fungescope
