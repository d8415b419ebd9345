#include "session/why/provenance.h"

#include "session/queries/history_queries.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

namespace fungescope {
std::string_view to_string(CutBy cut) {
  constexpr std::array<std::string_view, 3> names{"interrupt", "ticks", "values"};
  return names[static_cast<std::size_t>(cut)];
}

Provenance::Provenance(Session& session, const TraceLimits& limits, Monitor* monitor)
    : session_(session),
      limits_(limits),
      monitor_(monitor),
      edits_(session),
      branch_(session.history().branch()),
      present_(session.history().tick()) {}

// ---- Windows

const Window* Provenance::kept_window_of(Tick tick) {
  const auto found = std::find_if(windows_.begin(), windows_.end(), [tick](const Window& window) {
    return window.begin() < tick && tick <= window.end();
  });
  if (found == windows_.end()) return nullptr;
  windows_.splice(windows_.begin(), windows_, found);
  return &windows_.front();
}

Traced<const Window*> Provenance::window_of(Tick tick) {
  if (const Window* const kept = kept_window_of(tick)) return kept;
  const Tick aligned = (tick - 1) / limits_.window_ticks * limits_.window_ticks;
  const Tick begin = std::max(aligned, edits_.boundary_before(tick - 1));
  const Tick end =
      std::min({aligned + limits_.window_ticks, edits_.boundary_after(tick), present_});
  if (traced_ + (end - begin) > limits_.max_ticks) return tl::unexpected(CutBy::ticks);
  traced_ += end - begin;
  if (!trace(begin, end)) return tl::unexpected(CutBy::interrupt);
  return &windows_.front();
}

// An instant with edits belongs to the branch that they began. So that a window before them ends in
// the state without them, it is traced on the branch that executed it.
bool Provenance::trace(Tick begin, Tick end) {
  History& history = session_.history();
  const BranchId owner = edits_.owner(begin);
  if (owner != branch_ && !history.switch_to(owner, monitor_)) return false;
  bool done = history.seek(begin, monitor_) != StopReason::interrupted;
  if (done) {
    auto window = Window::trace(history, end, monitor_);
    done = window.has_value();
    if (done) windows_.push_front(std::move(*window));
  }
  if (windows_.size() > limits_.kept_windows) windows_.pop_back();
  if (owner != branch_ && !history.switch_to(branch_, monitor_)) return false;
  return done;
}

Traced<Step> Provenance::step(Tick tick) {
  const auto window = TRY(window_of(tick));
  const Step* const step = window->step(tick);
  assert(step != nullptr);
  return *step;
}

// ---- Values

Origin Provenance::made(const ValueRef& ref) const {
  const bool empty = ref.kind == ValueRef::Kind::empty;
  return {empty ? Origin::Kind::empty : Origin::Kind::made, ref.part, ref.number};
}

Traced<Origin> Provenance::resolve(const ValueRef& ref, Tick tick) {
  if (ref.kind == ValueRef::Kind::made || ref.kind == ValueRef::Kind::empty) return made(ref);
  const auto window = TRY(window_of(tick));
  const Tick begin = window->begin();
  if (ref.kind == ValueRef::Kind::slot) return of_slot(ref.number, begin);
  return of_cell(window->field().point_at(ref.number), begin);
}

Traced<Origin> Provenance::of_cell(Point at, Tick instant) {
  const auto edit = edits_.of_cell(at, instant);
  const Tick begin = session_.history().begin();
  const Tick lowest = edit ? edit->tick : begin;
  // The windows before the instant that are traced already.
  while (instant > lowest) {
    const Window* const window = kept_window_of(instant);
    if (window == nullptr) break;
    if (!window->field().contains(at)) break;
    const auto index = static_cast<std::size_t>(at.y * window->field().width + at.x);
    const ValueRef ref = window->cell(index, instant);
    if (ref.kind != ValueRef::Kind::cell) return made(ref);
    instant = window->begin();
  }
  const std::pair key{at.y, std::pair{at.x, instant}};
  if (const auto known = cells_.find(key); known != cells_.end()) return known->second;
  Origin origin{edit && !edit->source ? Origin::Kind::cell_edit : Origin::Kind::source, 0, lowest,
                at.x, at.y};
  Tick end = instant;
  while (end > lowest) {
    // A search ends where a reload has changed the size of the field.
    const Size size = edits_.field_before(end);
    const Tick piece = std::max(lowest, edits_.boundary_before(end - 1));
    if (size.contains(at)) {
      SearchQuery query(size);
      const Rectangle cell{at, {1, 1}};
      query.traps.set(cell, Access::write);
      query.stores = cells_in(cell, size);
      query.lowest = piece;
      const auto found =
          find_last(session_.history(), query, end, true, monitor_,
                    [](const SearchHit& hit) { return hit.event.is(TrapEvent::write); });
      if (!found) return tl::unexpected(CutBy::interrupt);
      if (*found) {
        origin = {Origin::Kind::made, 0, (*found)->tick};
        break;
      }
    }
    end = piece;
  }
  cells_.emplace(key, origin);
  return origin;
}

Traced<Origin> Provenance::of_slot(std::size_t slot, Tick instant) {
  const auto edit = edits_.of_stack(instant);
  const Tick lowest = edit.value_or(session_.history().begin());
  while (instant > lowest) {
    const Window* const window = kept_window_of(instant);
    if (window == nullptr) break;
    const ValueRef ref = window->slot(slot, instant);
    if (ref.kind != ValueRef::Kind::slot) return made(ref);
    instant = window->begin();
  }
  const std::pair key{slot, instant};
  if (const auto known = slots_.find(key); known != slots_.end()) return known->second;
  Origin origin{edit ? Origin::Kind::stack_edit : Origin::Kind::start, 0, lowest, 0, 0, slot};
  if (instant > lowest) {
    const auto writer = last_slot_writer(session_, slot, instant, monitor_);
    if (!writer) return tl::unexpected(CutBy::interrupt);
    if (*writer) {
      // The result of that instruction which is in this slot.
      const Tick tick = (*writer)->tick;
      const auto window = TRY(window_of(tick));
      origin = made(window->slot(slot, tick));
    }
  }
  slots_.emplace(key, origin);
  return origin;
}

}  // namespace fungescope
