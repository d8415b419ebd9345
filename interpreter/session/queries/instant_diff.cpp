#include "session/queries/instant_diff.h"

#include "session/run_control/scoped_seek.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::size_t common_prefix(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(shorter);
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

Result<Snapshot> snapshot_at(ScopedSeek& scoped_seek, History& history, Tick tick,
                             Monitor* monitor) {
  if (auto there = scoped_seek.go_to(tick, monitor); !there) return tl::unexpected(there.error());
  return history.snapshot();
}

}  // namespace

Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now, std::size_t max_listed,
                            Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  auto first = snapshot_at(scoped_seek, history, before, monitor);
  if (!first) return tl::unexpected(first.error());
  auto second = snapshot_at(scoped_seek, history, now, monitor);
  if (!second) return tl::unexpected(second.error());
  const Size size = first->field_size();
  if (size != second->field_size()) {
    return fail({},
                fmt::format("the field was {}x{} and is {}x{}", size.width, size.height,
                            second->field_size().width, second->field_size().height),
                "compare instants between which the source was not reloaded");
  }
  InstantDiff comparison{std::move(*first), std::move(*second), 0, {}, 0};
  Snapshot::compare(
      comparison.before, comparison.now, [&](std::size_t index, std::int64_t was, std::int64_t is) {
        if (comparison.cells++ >= max_listed) return;
        const auto place = static_cast<std::int64_t>(index);
        comparison.listed.push_back({{place % size.width, place / size.width}, was, is});
      });
  comparison.common_stack = common_prefix(comparison.before.stack(), comparison.now.stack());
  return comparison;
}

}  // namespace fungescope
