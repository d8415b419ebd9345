// Storage of a run:
//
// `live_` is the machine at the current instant. Branches hold checkpoints, and each instant
// belongs to the owner of its tick (see branch_tree.h). Running past the beginning of a branch
// executes nothing: it jumps to the branch's first checkpoint, which includes the edits.
//
// A seek restores the nearest checkpoint and replays. Long replays add checkpoints at exponentially
// decreasing distances to their target (`near_`), so that the steps back that usually follow replay
// little.
//
// Recording happens at the end of a branch only. Whenever the machine leaves it, a checkpoint is
// added there, however short the interval; thinning drops surplus ones. Where a state is too large
// for the memory limit there is none, and the way back is the replay from the one before.
#include "history/history.h"

#include "history/ports.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Distance of the checkpoint closest to the target of a seek, at least: copying so many values of
// the stack takes as long as replaying a tick. And the maximum number of such checkpoints.
constexpr Tick nearest_distance = 256;
constexpr std::size_t values_per_tick = 4;
constexpr std::size_t max_near = 64;

// The cost of a checkpoint is proportional to the bytes that it copies. This many ticks per byte
// keep it at a few percent of the run.
constexpr Tick ticks_per_captured_byte = 6;

// Further checkpoints would not make seeks faster.
constexpr std::size_t max_checkpoints = 4096;

// A state may take 1 - 1 / state_reserve of the memory. With a larger one, thinning would leave
// only two checkpoints.
constexpr std::size_t state_reserve = 4;

// Input and edits, which cannot be dropped, leave at least 1 / given_reserve of the limit to the
// rest.
constexpr std::size_t given_reserve = 4;

// The end of a recording is never further from a checkpoint than this, some seconds in the
// interpreter, whatever that takes: queries return there without asking a monitor.
constexpr Tick longest_return = Tick{1} << 31U;

// The stored output of all branches may take 1 / output_share of the memory.
constexpr std::size_t output_share = 8;

BranchInfo info_of(const Branch& branch) {
  return {branch.id, branch.parent, branch.begin(), branch.end, branch.edits};
}

tl::unexpected<Error> no_branch(BranchId id) {
  return fail({}, fmt::format("there is no branch {}", id), "list them with branches");
}

}  // namespace

History::History(const Machine& start, InputLog input, const HistoryOptions& options)
    : options_(options),
      interval_(std::max<Tick>(1, options.first_interval)),
      live_(start, options.engine) {
  add_branch(0, std::move(input));
  add_checkpoint();
}

// ---- Running

StopReason History::run(Tick until, RunHooks& hooks) {
  live_.begin_run(hooks.observer != nullptr);
  for (;;) {
    const Tick tick = machine().tick;
    if (tick >= until) return StopReason::tick_reached;
    const StopReason reason = run_slice(slice_end(until), until, hooks);
    if (reason != StopReason::tick_reached) return reason;
    if (machine().tick < until && hooks.monitor != nullptr &&
        !hooks.monitor->should_continue(machine().tick, until)) {
      return StopReason::interrupted;
    }
  }
}

StopReason History::seek(Tick target, Monitor* monitor) {
  target = std::max(target, begin());
  if (target == machine().tick) return StopReason::tick_reached;
  RunHooks hooks{.monitor = monitor};
  if (!add_checkpoint(monitor, target)) return StopReason::interrupted;
  const Tick recorded = std::min(target, tree_.current().end);
  const Snapshot* base = restorable_at_or_before(recorded);
  const bool from_here = machine().tick <= recorded && machine().tick >= base->tick();
  if (!from_here) restore(*base);
  const StopReason reason = replay_to(recorded, hooks);
  if (machine().tick == target) return StopReason::tick_reached;
  if (reason != StopReason::tick_reached || target == recorded) return reason;
  return run(target, hooks);
}

// ---- Searching

History::Segment History::segment_before(Tick end) {
  add_checkpoint();
  return {restorable_at_or_before(std::max(end, begin() + 1) - 1)->tick(), end};
}

bool History::may_have_written(Segment segment, std::span<const CellGroup> cells) {
  add_checkpoint();
  Tick end = segment.end;
  for (const Branch* branch = &tree_.current(); end > segment.begin;
       branch = &tree_.parent_of(*branch)) {
    const Tick begin = std::max(segment.begin, branch->begin());
    if (segment.begin < branch->begin() && branch->begin() <= end) return true;  // the edits
    if (begin < end && branch->checkpoints.may_have_written(begin, end, cells)) return true;
    if (end > branch->checkpoints.last().tick() && intersect(branch->tail_written, cells)) {
      return true;
    }
    end = std::min(end, branch->begin());
    if (branch->id == branch->parent) break;
  }
  return false;
}

Snapshot History::snapshot() {
  if (at_recording_end()) {
    add_checkpoint();
    if (tree_.current().checkpoints.last().tick() == machine().tick)
      return tree_.current().checkpoints.last();
  }
  return live_.capture();
}
Snapshot History::snapshot_of_cells() {
  if (at_recording_end()) keep_written();
  return live_.capture_cells();
}

// ---- Input and output

Result<void> History::give_input(std::string_view bytes) {
  if (tree_.current().input.closed()) {
    return fail({}, "the input was closed", "replace it: that starts a branch");
  }
  tree_.current().input.append(bytes);
  return {};
}
Result<void> History::close_input() {
  tree_.current().input.close();
  return {};
}

std::string History::output(std::uint64_t from, std::uint64_t to) {
  to = std::min(to, machine().output_size);
  if (from >= to) return {};
  std::string text = tree_.stored_output(from, to);
  if (text.size() < to - from) text += replayed_output(from + text.size(), to);
  return text;
}

// ---- Branches

Result<void> History::edit(const Edit& edit, Monitor* monitor) {
  const Branch& owner = tree_.owner_of(machine().tick);
  const bool joins = &owner == &tree_.current() && owner.id != 0 && owner.begin() == owner.end;
  InputLog input = owner.input;
  // Later snapshots share what this copies of a large stack.
  const auto poll = [&] { return asks(monitor, machine().tick); };
  if (!live_.capture_stack(std::numeric_limits<std::size_t>::max(), poll)) {
    return fail({}, "interrupted; nothing was changed");
  }
  if (!joins) add_checkpoint();
  if (auto applied = fungescope::apply(edit, live_, input); !applied) return applied;
  near_.clear();
  if (joins) {
    tree_.current().checkpoints.restart(live_.capture());
    tree_.current().input = std::move(input);
  } else {
    add_branch(owner.id, std::move(input));
  }
  tree_.current().edits.push_back(edit);
  add_checkpoint();
  return {};
}

Result<void> History::switch_to(BranchId id, Monitor* monitor) {
  Branch* const branch = tree_.find(id);
  if (branch == nullptr) return no_branch(id);
  const Tick tick = machine().tick;
  const auto interrupted = [this] {
    return fail({}, "interrupted on the way", fmt::format("this is tick {}", machine().tick));
  };
  if (!add_checkpoint(monitor, tick)) return interrupted();
  near_.clear();
  tree_.set_current(*branch);
  plan_checkpoints();
  const Tick target = std::min(tick, tree_.current().end);
  const Snapshot& base = *restorable_at_or_before(target);
  restore(base);
  if (seek(target, monitor) == StopReason::interrupted) return interrupted();
  return {};
}

Result<void> History::drop(BranchId id) {
  if (!has_branch(id)) return no_branch(id);
  for (const Branch* branch : tree_.line()) {
    if (branch->id == id) {
      return fail({}, fmt::format("the present is on branch {} or came from it", id),
                  "go to another branch first");
    }
  }
  tree_.drop(id);
  note_usage();
  return {};
}

std::vector<BranchInfo> History::branches() const {
  std::vector<BranchInfo> infos;
  for (const auto& [id, branch] : tree_.all()) infos.push_back(info_of(*branch));
  return infos;
}
BranchInfo History::info(BranchId id) const {
  return info_of(*tree_.find(id));
}

History::Usage History::usage() const {
  const std::size_t bytes = bytes_used();
  return {tree_.checkpoint_count(), bytes, std::max(peak_bytes_, bytes), interval_};
}

// ---- Seeking

// The caller has called add_checkpoint.
void History::restore(const Snapshot& snapshot) {
  live_.restore(snapshot);
  owner_ = &tree_.owner_of(snapshot.tick());
}

const Snapshot* History::restorable_at_or_before(Tick tick) const {
  const Snapshot* best = tree_.owner_of(tick).checkpoints.at_or_before(tick);
  assert(best != nullptr);
  for (const Snapshot& snapshot : near_) {
    if (snapshot.tick() <= tick && snapshot.tick() > best->tick()) best = &snapshot;
  }
  return best;
}

// Enters the branch on the line that begins at this instant, if any. Returns whether it did.
bool History::enter_branch() {
  const Branch& owner = tree_.owner_of(machine().tick);
  if (&owner == owner_) return false;
  restore(owner.checkpoints.first());
  return true;
}

// Replays to a recorded tick at or after the current one, and adds near checkpoints on the way.
StopReason History::replay_to(Tick target, RunHooks& hooks) {
  for (;;) {
    const Tick distance = target - machine().tick;
    const Tick nearest = std::max<Tick>(nearest_distance, machine().stack.size() / values_per_tick);
    const Tick steps = distance == 0 ? 0 : (distance - 1) / nearest;
    if (steps == 0) return run(target, hooks);
    const StopReason reason = run(target - std::bit_floor(steps) * nearest, hooks);
    if (reason != StopReason::tick_reached) return reason;
    if (!add_near_checkpoint(hooks.monitor, target)) return StopReason::interrupted;
  }
}

// Returns false if the monitor interrupts, as the other functions that add checkpoints; but only
// when it is done, so that a repeated seek continues from here.
bool History::add_near_checkpoint(Monitor* monitor, Tick goal) {
  const Tick here = machine().tick;
  if (restorable_at_or_before(here)->tick() == here) return true;
  if (machine().stack.size() >= too_deep_) return true;
  bool continues = true;
  // The copy may share nothing with the other states, and then not fit beside them.
  const auto poll = [&] {
    continues = continues && asks(monitor, goal);
    return !over_limit();
  };
  std::optional<Snapshot> state = capture(largest_state(), poll);
  if (!state) {
    if (over_limit()) near_.clear();
    return continues;
  }
  if (near_.size() == max_near) {
    const auto distance = [here](const Snapshot& s) {
      return s.tick() > here ? s.tick() - here : here - s.tick();
    };
    near_.erase(std::max_element(
        near_.begin(), near_.end(),
        [&](const Snapshot& a, const Snapshot& b) { return distance(a) < distance(b); }));
  }
  near_.push_back(std::move(*state));
  note_usage();
  if (over_limit()) near_.clear();
  return continues;
}

// ---- One slice of a run

// Returns the maximum bytes of output that the current branch may store.
std::size_t History::output_limit() const {
  const std::size_t limit = options_.memory_limit / output_share;
  return limit - std::min(limit, tree_.other_output_bytes());
}

Tick History::slice_end(Tick until) const {
  const Tick tick = machine().tick;
  const Tick longest = live_.slice();
  until = until - tick > longest ? tick + longest : until;
  return std::min(until, at_recording_end() ? std::max(next_checkpoint_, tick + 1)
                                            : tree_.end_on_line(*owner_));
}

StopReason History::run_slice(Tick stop, Tick goal, RunHooks& hooks) {
  const bool records = at_recording_end();
  LogInput input(owner_->input);
  HistoryOutput output(machine(), records ? &tree_.current().output : nullptr,
                       owner_->output_begin(), output_limit(), hooks.output);
  Probe probe;
  probe.observer = hooks.observer;
  // After a reload that changed the size, the traps are for another field.
  const bool fits = hooks.traps != nullptr && hooks.traps->field() == machine().field.size();
  probe.traps = fits ? hooks.traps : nullptr;
  probe.skip_traps_at = hooks.skip_traps_at;
  StopReason reason = live_.run({input, output}, stop, probe);
  hooks.event = probe.event;
  if (records) {
    tree_.current().end = machine().tick;
    const bool continues = machine().tick >= next_checkpoint_ ? add_checkpoint(hooks.monitor, goal)
                           : machine().tick >= next_tail_ ? add_tail_checkpoint(hooks.monitor, goal)
                                                          : true;
    if (!continues && reason == StopReason::tick_reached) reason = StopReason::interrupted;
  }
  const bool jumped = enter_branch();
  if (jumped && reason != StopReason::trapped) return StopReason::tick_reached;
  return reason;
}

// ---- Checkpoints

// Asks a monitor whether to continue copying the present state.
bool History::asks(Monitor* monitor, Tick goal) {
  note_usage();
  return monitor == nullptr || monitor->should_continue(machine().tick, goal);
}

// Takes a snapshot of at most `limit` bytes, if `poll` lets it.
std::optional<Snapshot> History::capture(std::size_t limit, const std::function<bool()>& poll) {
  bool completes = true;
  std::optional<Snapshot> state = live_.capture(limit, [&] { return completes = poll(); });
  const std::size_t depth = machine().stack.size();
  if (state && depth >= too_deep_) too_deep_ = std::numeric_limits<std::size_t>::max();
  if (!state && completes) too_deep_ = depth;
  return state;
}

void History::keep_written() {
  tree_.current().tail_written = merged(tree_.current().tail_written, live_.written());
}

// At the end of the recording, ensures that it can be restored, or that the way to it can be
// replayed. Does nothing elsewhere.
bool History::add_checkpoint(Monitor* monitor, Tick goal) {
  if (!at_recording_end()) return true;
  Branch& branch = tree_.current();
  const Tick distance = machine().tick - branch.checkpoints.last().tick();
  bool continues = true;
  if (distance > 0) {
    keep_written();
    const std::size_t limit =
        distance > longest_return ? std::numeric_limits<std::size_t>::max() : largest_state();
    if (auto state = capture(limit, [&] { return continues = asks(monitor, goal); })) {
      branch.checkpoints.append({std::move(*state), std::exchange(branch.tail_written, {})});
      note_usage();
      thin_checkpoints();
    }
  }
  plan_checkpoints();
  return continues;
}

// Schedules the checkpoints after the end of the current branch.
void History::plan_checkpoints() {
  next_checkpoint_ = tree_.current().end + min_interval(interval_);
  next_tail_ = tree_.current().end + min_interval(options_.first_interval);
}

// While checkpoints are far apart, the end of a recording is covered at the initial interval, so
// that seeking back from the end of a run does not replay much.
bool History::add_tail_checkpoint(Monitor* monitor, Tick goal) {
  keep_written();
  const bool continues = add_near_checkpoint(monitor, goal);
  next_tail_ = machine().tick + min_interval(options_.first_interval);
  return continues;
}

Tick History::min_interval(Tick interval) const {
  const Tick shortest =
      std::max<Tick>(options_.first_interval, ticks_per_captured_byte * live_.captured_bytes());
  return std::max(interval, live_.interval_factor() * shortest);
}

std::size_t History::bytes_used() const {
  std::size_t bytes = live_.snapshot_bytes() + tree_.given_bytes() + tree_.recorded_bytes();
  for (const Snapshot& snapshot : near_) bytes += snapshot.unshared_bytes();
  return bytes;
}
// Returns the bytes that all else may take.
std::size_t History::room() const {
  const std::size_t limit = options_.memory_limit;
  return std::max(limit - std::min(limit, tree_.given_bytes()), limit / given_reserve);
}
std::size_t History::largest_state() const {
  return room() - room() / state_reserve;
}
bool History::over_limit() const {
  return bytes_used() - tree_.given_bytes() > room() || tree_.checkpoint_count() > max_checkpoints;
}
// Leaves enough below the limits that thinning is not due again soon.
bool History::well_below_limit() const {
  return bytes_used() - tree_.given_bytes() <= room() / 4 * 3 &&
         tree_.checkpoint_count() <= max_checkpoints / 4 * 3;
}

void History::thin_checkpoints() {
  if (!over_limit()) return;
  near_.clear();
  for (;;) {
    tree_.thin(interval_);
    // The first and the last of each branch are never dropped.
    if (well_below_limit() || tree_.checkpoint_count() <= 2 * tree_.all().size()) return;
    interval_ *= 2;
  }
}

std::string History::replayed_output(std::uint64_t from, std::uint64_t to) {
  add_checkpoint();
  const Tick present = machine().tick;
  const Branch* branch = &tree_.current();
  while (branch->output_begin() > from && branch->id != branch->parent) {
    branch = &tree_.parent_of(*branch);
  }
  const Snapshot* base = &branch->checkpoints.before_output(from);
  if (base->tick() >= tree_.end_on_line(*branch)) base = &branch->checkpoints.first();
  restore(*base);
  OutputCapture capture(machine(), from, to);
  RunHooks hooks{.output = &capture, .monitor = &capture};
  run(present, hooks);
  seek(present, nullptr);
  return std::move(capture.text);
}

}  // namespace fungescope
