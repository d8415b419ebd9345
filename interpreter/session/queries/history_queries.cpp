#include "session/queries/history_queries.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"
#include "session/run_control/steps.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

class SlotWriterSearch {
 public:
  SlotWriterSearch(Session& session, std::size_t slot, Monitor* monitor)
      : session_(session),
        history_(session.history()),
        slot_(slot),
        monitor_(monitor),
        branches_(edited_branches(history_)),
        query_(session.machine().field.size()) {
    query_.depths = {slot + 1};
  }

  Result<std::optional<SlotWriter>> run(Tick end) {
    bool interrupted = false;
    if (is_edited(end)) return writer_;
    const auto done = search_segments_backward(
        history_, query_, end, monitor_, [&](const History::Segment& segment) {
          interrupted = !run_segment(segment);
          return writer_.has_value() || interrupted || is_edited(segment.begin);
        });
    if (!done || interrupted) return interrupted_error();
    return writer_;
  }

 private:
  // Runs a segment and finds the last instruction in it that wrote the value which the slot has at
  // its end. Returns false if interrupted.
  bool run_segment(const History::Segment& segment) {
    const auto visit = [&](const SearchHit& search_hit) {
      if (session_.machine().stack.size() <= slot_) {
        writer_.reset();
      } else if (!is_unchanged(search_hit.event)) {
        writer_ = writer_of(search_hit.event);
      }
      return false;
    };
    return search_forward(history_, query_, false, segment.end, monitor_, visit) !=
           StopReason::interrupted;
  }

  // After a reload just after the instruction, its cell may hold another one.
  [[nodiscard]] Op op_by(const TrapEvent& event) const {
    const Machine& machine = session_.machine();
    if (!machine.field.contains(event.by)) return Op::blank;
    return decode_op(machine.dialect, machine.field.at(event.by));
  }

  [[nodiscard]] bool is_unchanged(const TrapEvent& event) const {
    return op_by(event) == Op::duplicate && event.depth_before == slot_ + 1;
  }

  [[nodiscard]] SlotWriter writer_of(const TrapEvent& event) const {
    SlotWriter writer{history_.tick(), event.by, {}};
    const std::size_t depth = event.depth_before;
    const bool pops = event.is(TrapEvent::floor);  // else it is a push, possibly in string mode
    if (pops && op_by(event) == Op::swap && depth >= 2) {
      writer.moved_from = slot_ == depth - 1 ? depth - 2 : depth - 1;
    }
    return writer;
  }

  [[nodiscard]] bool is_edited(Tick tick) const {
    return std::any_of(branches_.begin(), branches_.end(), [tick](const BranchInfo& branch) {
      return branch.begin == tick &&
             std::any_of(branch.edits.begin(), branch.edits.end(),
                         [](const Edit& edit) { return std::holds_alternative<SetStack>(edit); });
    });
  }

  Session& session_;
  History& history_;
  std::size_t slot_;
  Monitor* monitor_;
  std::vector<BranchInfo> branches_;
  SearchQuery query_;
  std::optional<SlotWriter> writer_;
};

}  // namespace

Result<std::optional<SlotWriter>> last_slot_writer(Session& session, std::size_t slot, Tick end,
                                                   Monitor* monitor) {
  return SlotWriterSearch(session, slot, monitor).run(end);
}

namespace {

// ---- Writes

class WriteSearch {
 public:
  WriteSearch(Session& session, const Rectangle& area, std::size_t limit, Monitor* monitor)
      : history_(session.history()),
        area_(area),
        limit_(limit),
        monitor_(monitor),
        branches_(edited_branches(history_)),
        present_(history_.tick()),
        query_(session.machine().field.size()) {
    query_.traps.set(area, Access::write);
    query_.stores = cells_in(area, session.machine().field.size());
  }

  Result<std::vector<Write>> run() {
    const ScopedSeek scoped_seek(history_);
    bool interrupted = false;
    const auto done = search_segments_backward(history_, query_, scoped_seek.present(), monitor_,
                                               [&](const History::Segment& segment) {
                                                 add_edits_from(segment.end);
                                                 if (found_.size() < limit_)
                                                   interrupted = !run_segment(segment);
                                                 return interrupted || found_.size() >= limit_;
                                               });
    if (!done || interrupted) return interrupted_error();
    add_edits_from(history_.begin());
    if (found_.size() > limit_) found_.resize(limit_);
    return std::move(found_);
  }

 private:
  bool run_segment(const History::Segment& segment) {
    std::deque<Write> newest;
    const std::size_t wanted = limit_ - found_.size();
    const StopReason arrival = search_forward(
        history_, query_, false, segment.end, monitor_, [&](const SearchHit& search_hit) {
          const TrapEvent& event = search_hit.event;
          if (!event.is(TrapEvent::write)) return false;
          newest.push_back({history_.tick(), event.by, event.at, event.before, event.now, false});
          if (newest.size() > wanted) newest.pop_front();
          return false;
        });
    found_.insert(found_.end(), newest.rbegin(), newest.rend());
    return arrival != StopReason::interrupted;
  }

  // Adds the edits at or after `tick` that are not in the list yet. An edit comes after the store
  // that ends at the same tick.
  void add_edits_from(Tick tick) {
    for (; edited_ < branches_.size() && branches_[edited_].begin >= tick; ++edited_) {
      const BranchInfo& branch = branches_[edited_];
      if (branch.begin > present_) continue;
      for (auto edit = branch.edits.rbegin(); edit != branch.edits.rend(); ++edit) {
        const auto* cell = std::get_if<SetCell>(&*edit);
        if (cell == nullptr || !area_.contains(cell->at)) continue;
        found_.push_back({branch.begin, {}, cell->at, 0, cell->value, true});
      }
    }
  }

  History& history_;
  Rectangle area_;
  std::size_t limit_;
  Monitor* monitor_;
  std::vector<BranchInfo> branches_;  // the latest first
  std::size_t edited_ = 0;            // how many of them have been added
  Tick present_;
  SearchQuery query_;
  std::vector<Write> found_;
};

// ---- Differences between instants

std::size_t common_prefix(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(shorter);
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace

Result<std::optional<Write>> last_write(Session& session, const Rectangle& area, Monitor* monitor) {
  auto found = TRY(writes(session, area, 1, monitor));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

Result<std::vector<Write>> writes(Session& session, const Rectangle& area, std::size_t limit,
                                  Monitor* monitor) {
  return WriteSearch(session, area, limit, monitor).run();
}

Result<std::optional<Push>> who_pushed(Session& session, std::size_t from_top, Monitor* monitor) {
  const std::size_t depth = session.machine().stack.size();
  if (from_top >= depth) {
    return fail(
        {}, fmt::format("the stack holds {} values", depth),
        depth == 0 ? std::string() : fmt::format("0 to {} are counted from the top", depth - 1));
  }
  const ScopedSeek scoped_seek(session.history());
  Push push{0, {}, session.machine().stack.peek(from_top), 0, 0};
  std::size_t slot = depth - 1 - from_top;
  Tick end = scoped_seek.present();
  for (;;) {
    const auto writer = TRY(last_slot_writer(session, slot, end, monitor));
    if (!writer) return std::optional<Push>{};
    push.tick = writer->tick;
    push.by = writer->by;
    push.slot = slot;
    if (!writer->moved_from) return std::optional<Push>{push};
    slot = *writer->moved_from;
    end = push.tick - 1;
    ++push.moved;
  }
}

Result<std::optional<Tick>> when(Session& session, RunDirection direction,
                                 const Expression& expression, Monitor* monitor) {
  if (has_become_true(session, expression)) return std::optional<Tick>{session.machine().tick};
  const ScopedSeek scoped_seek(session.history());
  const StopInfo stopped = search_until(session, direction, expression, monitor);
  if (stopped.reason == StopInfo::Reason::interrupted) return interrupted_error();
  if (stopped.reason != StopInfo::Reason::arrived) return std::optional<Tick>{};
  return std::optional<Tick>{stopped.tick};
}

InstantDiff compare_snapshots(Snapshot before, Snapshot now, std::size_t max_listed) {
  const std::int64_t width = before.field_size().width;
  InstantDiff comparison{std::move(before), std::move(now), 0, {}, 0};
  Snapshot::compare(comparison.before, comparison.now,
                    [&](std::size_t index, std::int64_t was, std::int64_t is) {
                      if (comparison.cells++ >= max_listed) return;
                      const auto cell = static_cast<std::int64_t>(index);
                      comparison.listed.push_back({{cell % width, cell / width}, was, is});
                    });
  comparison.common_stack = common_prefix(comparison.before.stack(), comparison.now.stack());
  return comparison;
}

Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now, std::size_t max_listed,
                                  Monitor* monitor, std::optional<BranchId> branch_of_before) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  const BranchId present = history.branch();
  const auto snapshot_at = [&](BranchId branch, Tick tick) -> Result<Snapshot> {
    if (history.branch() != branch) TRY(history.switch_to(branch, monitor));
    TRY(scoped_seek.seek(tick, monitor));
    return history.snapshot();
  };
  auto first = TRY(snapshot_at(branch_of_before.value_or(present), before));
  auto second = TRY(snapshot_at(present, now));
  const Size size = first.field_size();
  if (size != second.field_size()) {
    return fail({},
                fmt::format("the field was {}x{} and is {}x{}", size.width, size.height,
                            second.field_size().width, second.field_size().height),
                "compare instants between which the source was not reloaded");
  }
  return compare_snapshots(std::move(first), std::move(second), max_listed);
}

// ---- The instructions that read or write a place

namespace {

constexpr Tick max_replayed = 100'000'000;

class ReferenceRecorder final : public Observer {
 public:
  explicit ReferenceRecorder(const Rectangle& area) : area_(area) {}

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point by, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    count(true, by, at, tick);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t /*value*/) override {
    count(false, by, at, tick);
  }

  // Returns null if there are too many.
  Reference* reference(bool write, Point by) {
    const std::tuple key(!write, by.y, by.x);
    const auto known = references.find(key);
    if (known != references.end()) return &known->second;
    more = more || references.size() == max_references;
    return more ? nullptr : &references.try_emplace(key, Reference{by, write}).first->second;
  }

  std::map<std::tuple<bool, std::int64_t, std::int64_t>, Reference> references;  // in their order
  bool more = false;

 private:
  void count(bool write, Point by, Point at, Tick tick) {
    Reference* const found = area_.contains(at) ? reference(write, by) : nullptr;
    if (found == nullptr) return;
    ++found->count;
    found->last = tick;
  }

  Rectangle area_;
};

}  // namespace

Result<References> find_references(Session& session, const Rectangle& area, Monitor* monitor) {
  History& history = session.history();
  const Tick now = history.tick();
  References result;
  result.from = std::max(history.begin(), now > max_replayed ? now - max_replayed : 0);
  ReferenceRecorder recorder(area);
  const Machine& machine = session.machine();
  for (const CellAccess& access : constant_accesses(machine.field, machine.dialect)) {
    Reference* const found =
        area.contains(access.at) ? recorder.reference(access.write, access.by) : nullptr;
    if (found != nullptr) found->constant = true;
  }
  const auto reached = TRY(replay(history, result.from, now, recorder, monitor));
  if (reached < now) return fail({}, "interrupted");
  for (const auto& [key, reference] : recorder.references) result.found.push_back(reference);
  result.more = recorder.more;
  return result;
}

}  // namespace fungescope
