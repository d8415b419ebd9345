#include "session/queries/heat.h"

#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <variant>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> size_changed(Tick tick) {
  return fail({}, fmt::format("the size of the field changed at tick {}", tick),
              "count an interval in which no reload changed it");
}

}  // namespace

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

Result<Tick> record_heat(Session& session, Tick from, Tick to, HeatRecorder& recorder,
                         Monitor* monitor) {
  History& history = session.history();
  if (auto same = check_field_size(history, from, to, recorder.field()); !same) {
    return tl::unexpected(same.error());
  }
  const ScopedSeek scoped_seek(history);
  if (history.seek(from, monitor) == StopReason::interrupted) return fail({}, "interrupted");
  if (history.machine().field.size() != recorder.field()) return size_changed(from);
  return replay(history, from, to, recorder, monitor);
}

}  // namespace fungescope
