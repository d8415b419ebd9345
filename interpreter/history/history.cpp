// Recording and seeking.
//
// `live_` is the machine at the present instant. Branches hold checkpoints. A tick is
// owned by the current branch from its beginning on, before that by its parent, and so
// on. Going forward past the beginning of a branch executes nothing: it restores the
// branch's first checkpoint, which contains the edits.
//
// A seek restores the nearest checkpoint and replays. A long replay creates extra
// checkpoints near its end (`near_`), at distances that double, so that the steps back
// that usually follow replay very little.
//
// Recording happens only at the end of a branch. Leaving that end creates a checkpoint,
// however short the interval; thinning removes superfluous ones.
#include "history/history.h"

#include "history/live_state.h"
#include "history/pace.h"
#include "history/ports.h"
#include "history/timeline.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Checkpoints near the present instant: their min distance in ticks, and max number.
constexpr Tick nearest_distance = 256;
constexpr std::size_t max_near = 64;

// A checkpoint costs time in proportion to the bytes it copies. This many ticks per byte
// keep the cost at a few percent of the run.
constexpr Tick ticks_per_captured_byte = 6;

// Beyond this number, checkpoints do not make seeks faster.
constexpr std::size_t max_checkpoints = 4096;

// The kept output of all branches may take this share of the memory limit.
constexpr std::size_t output_share = 8;

// Ends a replay once it has printed the requested output.
class CaptureMonitor final : public Monitor {
 public:
  explicit CaptureMonitor(const OutputCapture& capture) : capture_(capture) {}
  bool should_continue(Tick /*now*/, Tick /*goal*/) override { return !capture_.complete(); }

 private:
  const OutputCapture& capture_;
};

BranchInfo info_of(const Branch& branch) {
  return {branch.id, branch.parent, branch.begin(), branch.end, branch.edits};
}

}  // namespace

class History::Core {
 public:
  Core(const Machine& start, InputLog input, const HistoryOptions& options)
      : options_(options),
        interval_(std::max<Tick>(1, options.first_interval)),
        live_(start, options.engine) {
    add_branch(Branch(0, 0, live_.capture(), std::move(input)));
    leave_checkpoint();
  }

  [[nodiscard]] const Machine& machine() const { return live_.machine(); }
  [[nodiscard]] const Branch& current() const { return *current_; }
  [[nodiscard]] Tick begin() const { return branches_.begin()->second->begin(); }

  // ---- Running

  StopReason run(Tick until, RunHooks& hooks) {
    pace_.begin_run();
    for (;;) {
      const Tick tick = machine().tick;
      if (tick >= until) return StopReason::tick_reached;
      const StopReason reason = run_slice(slice_end(until), hooks);
      if (reason != StopReason::tick_reached) return reason;
      if (machine().tick < until && hooks.monitor != nullptr &&
          !hooks.monitor->should_continue(machine().tick, until)) {
        return StopReason::interrupted;
      }
    }
  }

  StopReason seek(Tick target, Monitor* monitor) {
    target = std::max(target, begin());
    if (target == machine().tick) return StopReason::tick_reached;
    RunHooks hooks;
    hooks.monitor = monitor;
    leave_checkpoint();
    const Tick recorded = std::min(target, current_->end);
    const Snapshot* base = restorable_at_or_before(recorded);
    const bool from_here = machine().tick <= recorded && machine().tick >= base->tick();
    if (!from_here) restore(*base);
    const StopReason reason = replay_to(recorded, hooks);
    if (reason != StopReason::tick_reached || target == recorded) return reason;
    return run(target, hooks);
  }

  // ---- Searching

  Segment segment_before(Tick end) {
    leave_checkpoint();
    return {restorable_at_or_before(std::max(end, begin() + 1) - 1)->tick(), end};
  }

  bool may_have_written(Segment segment, std::span<const CellGroup> cells) {
    leave_checkpoint();
    Tick end = segment.end;
    for (const Branch* branch = current_; end > segment.begin; branch = parent_of(*branch)) {
      const Tick begin = std::max(segment.begin, branch->begin());
      if (segment.begin < branch->begin() && branch->begin() <= end) return true;  // the edits
      if (begin < end && branch->timeline.may_have_written(begin, end, cells)) return true;
      end = std::min(end, branch->begin());
      if (branch->id == branch->parent) break;
    }
    return false;
  }

  Snapshot snapshot() {
    if (at_the_end()) {
      leave_checkpoint();
      if (current_->timeline.last().tick() == machine().tick) return current_->timeline.last();
    }
    return live_.capture();
  }

  // ---- Input and output

  Result<void> append_input(std::string_view bytes) {
    if (current_->input.closed()) {
      return fail({}, "the input was closed", "replace it: that starts a branch");
    }
    current_->input.append(bytes);
    return {};
  }
  Result<void> close_input() {
    current_->input.close();
    return {};
  }

  std::string output(std::uint64_t from, std::uint64_t to) {
    to = std::min(to, machine().output_size);
    if (from >= to) return {};
    std::string text;
    for (const Branch* branch : lineage_of(*current_)) {
      const std::uint64_t begin = std::max(from, branch->output_begin());
      const std::uint64_t kept_end = branch->output_begin() + branch->output.size();
      // Output that a branch keeps beyond the beginning of the next one is of another future.
      const Branch* next = next_in_lineage(*branch);
      const std::uint64_t last =
          std::min({to, kept_end, next == nullptr ? to : next->output_begin()});
      if (begin >= last) continue;
      if (begin != from + text.size()) break;
      text += branch->output.substr(begin - branch->output_begin(), last - begin);
    }
    if (text.size() < to - from) text += replayed_output(from + text.size(), to);
    return text;
  }

  // ---- Branches

  Result<void> edit(const Edit& edit) {
    const Branch& owner = owner_of(machine().tick);
    const bool joins = &owner == current_ && owner.id != 0 && owner.begin() == owner.end;
    InputLog input = owner.input;
    if (!joins) leave_checkpoint();
    if (auto applied = fungescope::apply(edit, live_, input); !applied) return applied;
    near_.clear();
    if (joins) {
      current_->timeline.restart(live_.capture());
      current_->input = std::move(input);
    } else {
      add_branch(Branch(next_id_, owner.id, live_.capture(), std::move(input)));
    }
    current_->edits.push_back(edit);
    leave_checkpoint();
    return {};
  }

  Result<void> switch_to(BranchId id, Monitor* monitor) {
    const auto found = branches_.find(id);
    if (found == branches_.end()) return no_branch(id);
    const Tick tick = machine().tick;
    leave_checkpoint();
    near_.clear();
    current_ = found->second.get();
    plan_checkpoints();
    const Tick target = std::min(tick, current_->end);
    const Snapshot& base = *restorable_at_or_before(target);
    restore(base);
    if (seek(target, monitor) == StopReason::interrupted) {
      return fail({}, "interrupted on the way", fmt::format("this is tick {}", machine().tick));
    }
    return {};
  }

  Result<void> drop(BranchId id) {
    if (branches_.find(id) == branches_.end()) return no_branch(id);
    for (const Branch* branch : lineage_of(*current_)) {
      if (branch->id == id) {
        return fail({}, fmt::format("the present is on branch {} or came from it", id),
                    "go to another branch first");
      }
    }
    drop_children_of(id);
    branches_.erase(id);
    note_usage();
    return {};
  }

  [[nodiscard]] std::vector<BranchInfo> branches() const {
    std::vector<BranchInfo> infos;
    for (const auto& [id, branch] : branches_) infos.push_back(info_of(*branch));
    return infos;
  }
  [[nodiscard]] BranchInfo info(BranchId id) const { return info_of(*branches_.at(id)); }

  [[nodiscard]] Usage usage() const {
    const std::size_t bytes = bytes_used();
    return {checkpoints(), bytes, std::max(peak_bytes_, bytes), interval_};
  }

 private:
  // ---- The lineage: the branches from the root to the current one

  [[nodiscard]] const Branch* parent_of(const Branch& branch) const {
    return branches_.at(branch.parent).get();
  }
  [[nodiscard]] const Branch& owner_of(Tick tick) const {
    const Branch* branch = current_;
    while (tick < branch->begin() && branch->id != branch->parent) branch = parent_of(*branch);
    return *branch;
  }
  // Returns the branch after `branch` in the lineage; null for the current one.
  [[nodiscard]] const Branch* next_in_lineage(const Branch& branch) const {
    if (&branch == current_) return nullptr;
    const Branch* next = current_;
    while (parent_of(*next) != &branch) next = parent_of(*next);
    return next;
  }
  // Oldest first.
  [[nodiscard]] std::vector<const Branch*> lineage_of(const Branch& last) const {
    std::vector<const Branch*> line{&last};
    while (line.back()->id != line.back()->parent) line.push_back(parent_of(*line.back()));
    std::reverse(line.begin(), line.end());
    return line;
  }
  // Returns where the branch's part of the lineage ends.
  [[nodiscard]] Tick end_in_lineage(const Branch& branch) const {
    const Branch* next = next_in_lineage(branch);
    return next == nullptr ? branch.end : next->begin();
  }
  [[nodiscard]] bool at_the_end() const {
    return owner_ == current_ && machine().tick == current_->end;
  }

  void add_branch(Branch branch) {
    next_id_ = branch.id + 1;
    std::unique_ptr<Branch>& place = branches_[branch.id];
    place = std::make_unique<Branch>(std::move(branch));
    current_ = place.get();
    owner_ = current_;
  }

  void drop_children_of(BranchId id) {
    std::vector<BranchId> children;
    for (const auto& [child, branch] : branches_) {
      if (branch->parent == id && child != id) children.push_back(child);
    }
    for (const BranchId child : children) {
      drop_children_of(child);
      branches_.erase(child);
    }
  }

  static tl::unexpected<Error> no_branch(BranchId id) {
    return fail({}, fmt::format("there is no branch {}", id), "list them with branches");
  }

  // ---- Seeking

  // Callers must have created a checkpoint at the present instant.
  void restore(const Snapshot& snapshot) {
    live_.restore(snapshot);
    owner_ = &owner_of(snapshot.tick());
  }

  [[nodiscard]] const Snapshot* restorable_at_or_before(Tick tick) const {
    const Snapshot* best = owner_of(tick).timeline.at_or_before(tick);
    assert(best != nullptr);
    for (const Snapshot& snapshot : near_) {
      if (snapshot.tick() <= tick && snapshot.tick() > best->tick()) best = &snapshot;
    }
    return best;
  }

  // Enters the branch of the lineage that begins at this instant, if there is one. Returns whether
  // it did.
  bool settle() {
    const Branch& owner = owner_of(machine().tick);
    if (&owner == owner_) return false;
    restore(owner.timeline.first());
    return true;
  }

  // Replays to a recorded tick at or after the present one, with checkpoints near the end.
  StopReason replay_to(Tick target, RunHooks& hooks) {
    for (;;) {
      const Tick distance = target - machine().tick;
      const Tick steps = distance == 0 ? 0 : (distance - 1) / nearest_distance;
      if (steps == 0) return run(target, hooks);
      const StopReason reason = run(target - std::bit_floor(steps) * nearest_distance, hooks);
      if (reason != StopReason::tick_reached) return reason;
      remember_as_near();
    }
  }

  void remember_as_near() {
    const Tick here = machine().tick;
    if (restorable_at_or_before(here)->tick() == here) return;
    if (near_.size() == max_near) {
      const auto distance = [here](const Snapshot& s) {
        return s.tick() > here ? s.tick() - here : here - s.tick();
      };
      near_.erase(std::max_element(
          near_.begin(), near_.end(),
          [&](const Snapshot& a, const Snapshot& b) { return distance(a) < distance(b); }));
    }
    near_.push_back(live_.capture());
    note_usage();
    if (over_budget()) near_.clear();
  }

  // ---- One slice of a run

  // Max bytes of output the current branch may keep, its present bytes included.
  [[nodiscard]] std::size_t output_budget() const {
    std::size_t room = options_.memory_limit / output_share;
    for (const auto& [id, branch] : branches_) {
      if (branch.get() != current_) room -= std::min(room, branch->output.size());
    }
    return room;
  }

  [[nodiscard]] Tick slice_end(Tick until) const {
    const Tick tick = machine().tick;
    const Tick longest = pace_.slice();
    until = until - tick > longest ? tick + longest : until;
    return std::min(until,
                    at_the_end() ? std::max(next_checkpoint_, tick + 1) : end_in_lineage(*owner_));
  }

  StopReason run_slice(Tick stop, RunHooks& hooks) {
    const bool records = at_the_end();
    LogInput input(owner_->input);
    HistoryOutput output(machine(), records ? &current_->output : nullptr, owner_->output_begin(),
                         output_budget(), hooks.output);
    Probe probe;
    probe.observer = hooks.observer;
    // After a reload that changed the size, traps refer to other cells.
    const bool fits = hooks.traps != nullptr && hooks.traps->field() == machine().field.size();
    probe.traps = fits ? hooks.traps : nullptr;
    probe.skip_traps_at = hooks.skip_traps_at;
    const Tick begin = machine().tick;
    const Tick native_before = live_.native_ticks();
    const StopReason reason = live_.run({input, output}, stop, probe);
    pace_.note(machine().tick - begin, live_.native_ticks() - native_before);
    hooks.event = probe.event;
    if (records) {
      current_->end = machine().tick;
      if (machine().tick >= next_checkpoint_) {
        leave_checkpoint();
      } else if (machine().tick >= next_tail_) {
        leave_tail();
      }
    }
    const bool jumped = settle();
    if (jumped && reason != StopReason::trapped) return StopReason::tick_reached;
    return reason;
  }

  // ---- Checkpoints

  // Creates a checkpoint if this is the end of the recording.
  void leave_checkpoint() {
    if (!at_the_end()) return;
    if (machine().tick > current_->timeline.last().tick()) {
      std::vector<CellGroup> written = merged(tail_written_, live_.written());
      tail_written_.clear();
      current_->timeline.append({live_.capture(), std::move(written)});
      note_usage();
      make_room();
    }
    plan_checkpoints();
  }

  // Schedules the next checkpoint after the end of the current branch.
  void plan_checkpoints() {
    next_checkpoint_ = current_->end + worth_while(interval_);
    next_tail_ = current_->end + worth_while(options_.first_interval);
  }

  // Where checkpoints are far apart, the end of a recording has them at the first interval, so
  // that going back from the end of a run is a short replay too.
  void leave_tail() {
    tail_written_ = merged(tail_written_, live_.written());
    remember_as_near();
    next_tail_ = machine().tick + worth_while(options_.first_interval);
  }

  [[nodiscard]] Tick worth_while(Tick interval) const {
    const Tick shortest =
        std::max<Tick>(options_.first_interval, ticks_per_captured_byte * live_.captured_bytes());
    return std::max(interval, pace_.of_intervals() * shortest);
  }

  [[nodiscard]] std::size_t checkpoints() const {
    std::size_t count = 0;
    for (const auto& [id, branch] : branches_) count += branch->timeline.checkpoints().size();
    return count;
  }
  [[nodiscard]] std::size_t bytes_used() const {
    std::size_t bytes = live_.snapshot_bytes();
    for (const auto& [id, branch] : branches_) {
      bytes += branch->timeline.bytes() + branch->output.capacity();
    }
    for (const Snapshot& snapshot : near_) bytes += snapshot.unshared_bytes();
    return bytes;
  }
  void note_usage() { peak_bytes_ = std::max(peak_bytes_, bytes_used()); }
  [[nodiscard]] bool over_budget() const {
    return bytes_used() > options_.memory_limit || checkpoints() > max_checkpoints;
  }
  // Thins far enough below the limits that the next thinning is not soon.
  [[nodiscard]] bool roomy() const {
    return bytes_used() <= options_.memory_limit / 4 * 3 &&
           checkpoints() <= max_checkpoints / 4 * 3;
  }

  void make_room() {
    if (!over_budget()) return;
    near_.clear();
    for (;;) {
      for (const auto& [id, branch] : branches_) branch->timeline.thin(interval_);
      // Keep the first and the last of each branch.
      if (roomy() || checkpoints() <= 2 * branches_.size()) return;
      interval_ *= 2;
    }
  }

  [[nodiscard]] std::string replayed_output(std::uint64_t from, std::uint64_t to) {
    leave_checkpoint();
    const Tick present = machine().tick;
    const Branch* branch = current_;
    while (branch->output_begin() > from && branch->id != branch->parent) {
      branch = parent_of(*branch);
    }
    const Snapshot* base = &branch->timeline.before_output(from);
    if (base->tick() >= end_in_lineage(*branch)) base = &branch->timeline.first();
    restore(*base);
    OutputCapture capture(machine(), from, to);
    CaptureMonitor unfinished(capture);
    RunHooks hooks;
    hooks.output = &capture;
    hooks.monitor = &unfinished;
    run(present, hooks);
    seek(present, nullptr);
    return std::move(capture.text);
  }

  HistoryOptions options_;
  Tick interval_;
  LiveState live_;
  std::map<BranchId, std::unique_ptr<Branch>> branches_;
  Branch* current_ = nullptr;
  const Branch* owner_ = nullptr;
  BranchId next_id_ = 0;
  Pace pace_;
  std::vector<Snapshot> near_;  // in the lineage, unordered
  Tick next_checkpoint_ = 0;    // due at the end of the recording
  Tick next_tail_ = 0;
  std::vector<CellGroup> tail_written_;  // since the last checkpoint, up to the last tail
  std::size_t peak_bytes_ = 0;
};

History::History(const Machine& start, InputLog input, const HistoryOptions& options)
    : core_(std::make_unique<Core>(start, std::move(input), options)) {}
History::~History() = default;
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;

const Machine& History::machine() const {
  return core_->machine();
}
Tick History::end() const {
  return core_->current().end;
}
Tick History::begin() const {
  return core_->begin();
}

StopReason History::run(Tick until, RunHooks& hooks) {
  return core_->run(until, hooks);
}
StopReason History::run(Tick until) {
  RunHooks hooks;
  return core_->run(until, hooks);
}
StopReason History::seek(Tick tick, Monitor* monitor) {
  return core_->seek(tick, monitor);
}

History::Segment History::segment_before(Tick end) const {
  return core_->segment_before(end);
}
bool History::may_have_written(Segment segment, std::span<const CellGroup> cells) const {
  return core_->may_have_written(segment, cells);
}

Snapshot History::snapshot() {
  return core_->snapshot();
}

const InputLog& History::input() const {
  return core_->current().input;
}
Result<void> History::give_input(std::string_view bytes) {
  return core_->append_input(bytes);
}
Result<void> History::close_input() {
  return core_->close_input();
}
std::string History::output(std::uint64_t from, std::uint64_t to) {
  return core_->output(from, to);
}

Result<void> History::edit(const Edit& edit) {
  return core_->edit(edit);
}
BranchId History::branch() const {
  return core_->current().id;
}
std::vector<BranchInfo> History::branches() const {
  return core_->branches();
}
BranchInfo History::info(BranchId branch) const {
  return core_->info(branch);
}
Result<void> History::switch_to(BranchId branch, Monitor* monitor) {
  return core_->switch_to(branch, monitor);
}
Result<void> History::drop(BranchId branch) {
  return core_->drop(branch);
}

History::Usage History::usage() const {
  return core_->usage();
}

}  // namespace fungescope
