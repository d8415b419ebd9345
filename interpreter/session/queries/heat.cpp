#include "session/queries/heat.h"

#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> size_changed(Tick tick) {
  return fail({}, fmt::format("the size of the field changed at tick {}", tick),
              "count an interval in which no reload changed it");
}

class TrailRecorder final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_execute(Tick /*tick*/, Point at) override { cells.push_back(at); }
  std::vector<Point> cells;
};

}  // namespace

void PagedNumbers::widen(Page& page, std::uint64_t value) {
  const auto bits = static_cast<std::size_t>(std::bit_width(value));
  Page wide{nullptr, std::max<std::size_t>((bits + 7) / 8, 1)};
  wide.bytes = std::make_unique<std::byte[]>(bytes_for(wide.width));
  for (std::size_t i = 0; page.width > 0 && i < page_size; ++i) {
    const std::uint64_t number = load(page, i) & mask(page.width);
    std::memcpy(wide.bytes.get() + i * wide.width, &number, wide.width);
  }
  used_ += bytes_for(wide.width) - (page.width > 0 ? bytes_for(page.width) : 0);
  page = std::move(wide);
}

Result<void> check_field_size(const History& history, Tick from, Tick to, Size size) {
  for (const BranchInfo& branch : edited_branches(history)) {
    if (branch.begin <= from || branch.begin >= to) continue;
    for (const Edit& edit : branch.edits) {
      const auto* reload = std::get_if<SetSource>(&edit);
      if (reload != nullptr && reload->field->size() != size) return size_changed(branch.begin);
    }
  }
  return {};
}

std::vector<Touch> TouchRecorder::take() {
  std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(oldest_), ring_.end());
  oldest_ = 0;
  return std::exchange(ring_, {});
}

std::vector<Point> trail(Session& session, std::size_t n) {
  History& history = session.history();
  const Tick present = history.tick();
  const Tick ticks = std::min<Tick>(n, present - history.begin());
  if (ticks == 0) return {};
  TrailRecorder recorder;
  // Cannot fail: the range is recorded, and no monitor interrupts.
  static_cast<void>(replay(history, present - ticks, present, recorder, nullptr));
  return std::move(recorder.cells);
}

}  // namespace fungescope
