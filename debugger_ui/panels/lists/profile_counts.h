// A profile as it is shown: the hottest cells and straight runs of an interval.
#pragma once

#include "base/result.h"
#include "session/queries/profile.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct ProfileCounts {
  struct Cell {
    Point at;
    std::int64_t value = 0;  // at the present instant
    CellCounts counts;
    std::string name;  // "grid(2,5)", "(3, 4)"
  };
  Tick from = 0;
  Tick to = 0;
  std::vector<Cell> cells;       // executed most often, at most `max_rows`
  std::vector<StraightRun> runs;  // most ticks first, likewise
  std::uint64_t all_runs = 0;

  static constexpr std::size_t max_rows = 1000;
};

// Of the ticks from + 1 .. to. Fails and costs as `profile` (session/queries/profile.h) does.
[[nodiscard]] Result<ProfileCounts> collect_profile(Session& session, Tick from, Tick to,
                                                    Monitor* monitor);

// The cells from the first to the last of a straight run.
[[nodiscard]] Rectangle area_of(const StraightRun& run);

// A part of a whole in percent, with one decimal; "0.0 %" of nothing.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);

// What a person types for a tick: a number, with separators, K, M or G behind it. Nothing if it is
// none.
[[nodiscard]] std::optional<Tick> parse_tick(std::string_view text);

enum class ProfileSortKey : std::uint8_t { place, ticks, share, reads, writes, times };

void sort_cells(std::vector<ProfileCounts::Cell>& cells, ProfileSortKey by, bool rising);
void sort_runs(std::vector<StraightRun>& runs, ProfileSortKey by, bool rising);

}  // namespace fungescope::ui
