#include "jit/tier/jit_tier.h"

#include "jit/lift/lift.h"
#include "jit/lift/region.h"
#include "jit/passes/passes.h"
#include "jit/tier/bans.h"
#include "jit/tier/estimate.h"
#include "jit/tier/jit_listing.h"
#include "jit/tier/ledger.h"
#include "jit/tier/machine_code.h"
#include "jit/tier/profile_run.h"
#include "jit/tier/speculations.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <unordered_map>
#include <utility>

namespace fungescope::jit {
namespace {

using RegionId = std::uint32_t;

// Native code encodes the offset of a delta in 32 bits.
constexpr std::int64_t max_area = std::int64_t{1} << 27U;

// A guard that fails this often makes its region be recompiled without the speculation.
constexpr std::uint32_t exit_threshold = 64;
// Exits to other code between two attempts to recompile a region with that code. Prime, so that the
// attempts meet each of several exits that are taken in turn.
constexpr std::uint64_t exits_per_growth_check = 61;
constexpr std::uint32_t max_recompiles = 16;
// Regions of at most this many superblocks may be compiled again as part of others: an inner loop
// gets hot before its outer one, which should not leave and enter it each time.
constexpr std::size_t small_region = 32;
// Before a region is compiled, the program is profiled for this long, some 30 us, on a copy of the
// machine; unless it has more cells and stack values than this.
constexpr Tick lookahead_ticks = 2'000;
constexpr std::size_t max_lookahead_size = 65'536;
constexpr Work unlimited = Work{1} << 60U;

struct NativeExit {
  ExitKind kind = ExitKind::before_block;
  Superblock* superblock = nullptr;
  std::uint16_t op = 0;
  std::uint32_t count = 0;          // times taken
  bool speculation_failed = false;  // recompile without it
};

struct CompiledRegion {
  std::unique_ptr<MachineCode> code;
  std::vector<Superblock*> entries;  // entry number i + 1
  std::vector<std::int16_t>
      depths;  // of the stack at each entry: the distance of slot 0 below the top
  std::vector<Superblock*> superblocks;  // each once
  std::vector<Superblock*> headers;      // of its loops
  std::vector<CellIndex> dependencies;
  std::vector<NativeExit> exits;
  bool marks_writes = false;
  std::uint32_t recompiles = 0;  // times recompiled
  Work compile_cost = 0;
  RegionAccount account;
  std::uint64_t side_exits = 0;  // to other superblocks
};

class Tier final : public JitTier {
 public:
  Tier(std::unique_ptr<Backend> backend, const JitOptions& options)
      : backend_(std::move(backend)),
        options_(options),
        ledger_(options.unconditional ? Ledger(0, unlimited)
                                      : Ledger(options.hotness_threshold, options.allowance)),
        interval_(rate_.ticks(options.sample_interval)) {}

  bool begin(const BlockRun& run) override {
    Machine& machine = run.machine;
    const bool fits = machine.field.size().area() <= max_area;
    if (!fits || run.probe.observer != nullptr) return false;
    cache_ = &run.cache;
    if (machine.field.source() != source_) {
      drop_all();
      ledger_.restart();
    }
    source_ = machine.field.source();
    set_marks_writes(run.probe.written != nullptr);
    deltas_ = machine.field.deltas();
    marks_ = run.cache.marks();
    if (WriteMap* const map = run.probe.written; map != nullptr) {
      context_.written_cells = map->cells();
      context_.written_chunks = map->chunks();
    }
    return true;
  }

  BlockExit run(const BlockRun& run, Superblock& superblock) override {
    // Outside the bounds of a stack trap, each operation is left to the interpreter.
    const auto size = static_cast<std::ptrdiff_t>(run.machine.stack.size());
    if (size < run.bounds.floor || size > run.bounds.ceiling) return BlockExit::not_ready;
    const Entry entry = entries_[superblock.entry - 1];
    CompiledRegion& region = regions_[entry.region];
    Machine& machine = run.machine;
    std::int64_t* const bottom = machine.stack.reserve(machine.stack.size() + 1);
    context_.run = &run;
    context_.random = machine.random.state_address();
    context_.base = bottom + size - entry.depth;
    const Tick left = run.until - machine.tick;
    context_.floor = bottom + run.bounds.floor;
    const std::int64_t* const ceiling = bottom + depth_without_growth(machine, run.bounds);
    context_.ceiling = ceiling;
    context_.max_ceiling = bottom + max_depth(machine, run.bounds);
    const std::uint64_t id =
        region.code->function()(left, deltas_, entry.number, &context_, source_, marks_);
    flush_output_buffer(context_);
    const auto new_size = static_cast<std::size_t>(context_.base - bottom);
    machine.stack.set_size(new_size, context_.ceiling == ceiling
                                         ? 0
                                         : new_high_water(bottom, region.exits[id], new_size));
    const Tick ticks = left - context_.left;
    machine.tick += ticks;
    statistics_.native_ticks += ticks;
    ++statistics_.entries;
    ledger_.add_stay(region.account.add_stay(ticks));
    const BlockExit exit = restore_machine(run, region.exits[id]);
    on_side_exit(run, entry.region, static_cast<ExitId>(id));
    return exit;
  }

  [[nodiscard]] Tick sample_interval() const override { return interval_; }
  [[nodiscard]] bool translates_at_once() const override { return options_.unconditional; }

  void on_sample(const BlockRun& run, Superblock& superblock) override {
    const Rate here(work_of(superblock), superblock.length);
    ledger_.add_interpreted(here.of(interval_));
    rate_.average(here);
    interval_ = rate_.ticks(options_.sample_interval);
    samples_.add(superblock);
    if (!ledger_.may_search() || bans_.contains(superblock, ledger_.interpreted())) return;
    const std::vector<RegionId>* const regions = regions_with(superblock);
    for (std::size_t i = 0; regions != nullptr && i < regions->size(); ++i) {
      const RegionId id = (*regions)[i];
      if (regions_[id].marks_writes == marks_writes_) return add_loop_entries(run, id);
    }
    compile(run, {&superblock}, 0, no_region);
  }

  void on_block_discarded(Superblock& superblock) override {
    if (const std::vector<RegionId>* const found = regions_with(superblock); found != nullptr) {
      const std::vector<RegionId> ids = *found;
      for (const RegionId id : ids) invalidate(id);
    }
    superblock.compiled = false;
    by_block_.erase(&superblock);
    bans_.remove(superblock);
  }

  void on_dependency_changed(CellIndex cell) override {
    const auto found = by_cell_.find(cell);
    if (found == by_cell_.end()) return;
    const std::vector<RegionId> ids = found->second;
    for (const RegionId id : ids) invalidate(id);
  }

  void on_all_discarded() override {
    drop_all();
    speculations_.clear();
    bans_.clear();
    samples_.clear();
  }

  [[nodiscard]] const JitStatistics& statistics() const override { return statistics_; }
  void set_listener(RegionListener* listener) override { listener_ = listener; }

 private:
  static constexpr RegionId no_region = ~RegionId{0};

  struct Entry {
    RegionId region = no_region;
    std::uint32_t number = 0;
    Superblock* superblock = nullptr;
    std::int16_t depth = 0;
  };

  // The depth up to which the memory of the stack need not grow.
  static std::ptrdiff_t max_depth(const Machine& machine, const StackBounds& bounds) {
    return std::min(static_cast<std::ptrdiff_t>(machine.stack.capacity()), bounds.ceiling);
  }
  // The depth up to which the high-water mark need not grow, either.
  static std::ptrdiff_t depth_without_growth(const Machine& machine, const StackBounds& bounds) {
    return std::min(static_cast<std::ptrdiff_t>(machine.stack.high_water()),
                    max_depth(machine, bounds));
  }

  // Returns the high-water mark that native code has reached, after it has raised its ceiling. It
  // does so before it executes the superblock that needs it. If it has left before or in that
  // superblock, then only the cells up to there count.
  [[nodiscard]] std::size_t new_high_water(const std::int64_t* bottom, const NativeExit& exit,
                                           std::size_t size) const {
    StackEffect executed;  // of the superblock, up to the exit
    Tick remaining = context_.left;
    if (exit.kind != ExitKind::before_block) {
      executed = exit.superblock->uses[exit.op];
      remaining += exit.superblock->ops[exit.op].ticks;
    }
    if (remaining != context_.raised_at) return static_cast<std::size_t>(context_.ceiling - bottom);
    const std::ptrdiff_t size_at_entry = static_cast<std::ptrdiff_t>(size) - executed.depth;
    return static_cast<std::size_t>(
        std::max(context_.ceiling_before - bottom, executed.max_size(size_at_entry)));
  }

  // ---- Exits

  static BlockExit restore_machine(const BlockRun& run, const NativeExit& exit) {
    Machine& machine = run.machine;
    CellIndex cell = exit.superblock->cell;
    Heading heading = exit.superblock->heading;
    if (exit.kind != ExitKind::before_block) {
      const MicroOp& op = exit.superblock->ops[exit.op];
      cell = op.at;
      heading = op.heading;
    }
    machine.ip = run.cache.point_of(cell);
    machine.direction = heading.direction();
    machine.string_mode = heading.string_mode();
    switch (exit.kind) {
      case ExitKind::step:
        return BlockExit::step;
      case ExitKind::input_wait:
        return BlockExit::input_wait;
      case ExitKind::output_closed:
        return BlockExit::output_closed;
      default:
        return BlockExit::not_ready;
    }
  }

  void on_side_exit(const BlockRun& run, RegionId id, ExitId exit_id) {
    CompiledRegion& region = regions_[id];
    NativeExit& exit = region.exits[exit_id];
    if (region.account.is_due() && region.account.review()) return give_up(id);
    if (exit.kind == ExitKind::step) {
      if (++exit.count % exit_threshold != 0) return;
      exit.speculation_failed = exit.speculation_failed || update_feedback(run, id, exit);
      if (exit.speculation_failed) recompile(run, id);  // or later, if the budget does not suffice
      return;
    }
    if (exit.kind != ExitKind::before_block) return;
    if (++region.side_exits % exits_per_growth_check == 0 && can_grow(id, *exit.superblock))
      recompile(run, id);
  }

  // Whether the code at an exit could join the region.
  bool can_grow(RegionId id, Superblock& superblock) const {
    if (regions_[id].recompiles >= max_recompiles || !superblock.has_code() ||
        superblock.entry != 0)
      return false;
    const std::vector<RegionId>* const found = regions_with(superblock);
    const bool inside =
        found != nullptr && std::find(found->begin(), found->end(), id) != found->end();
    return !inside && !is_in_other_region(superblock, id);
  }

  // Records the speculation that failed at an exit. Returns whether it is a new one.
  bool update_feedback(const BlockRun& run, RegionId id, const NativeExit& exit) {
    const Speculations::Failure failure =
        speculations_.add_failure(exit.superblock->ops[exit.op], run.machine, run.cache);
    if (failure.aliased) drop_other_dependents(*failure.aliased, id);
    return failure.is_new;
  }

  // As long as another region depends on the cell, its mark makes every store exit.
  void drop_other_dependents(CellIndex cell, RegionId except) {
    const std::vector<RegionId> users = by_cell_[cell];
    for (const RegionId id : users) {
      if (id != except) drop(id);
    }
  }

  // The interpreter executes superblocks of a region without reaching an entry. Recompiles the
  // region with an entry at each of its loops (on-stack replacement), all at once to compile only
  // once.
  void add_loop_entries(const BlockRun& run, RegionId id) {
    const CompiledRegion& region = regions_[id];
    const std::uint32_t recompiles = region.recompiles + 1;
    std::vector<Superblock*> entries = region.entries;
    for (Superblock* header : region.headers) {
      if (header->entry == 0) entries.push_back(header);
    }
    if (entries.size() > region.entries.size()) compile(run, entries, recompiles, id);
  }

  void recompile(const BlockRun& run, RegionId id) {
    const std::vector<Superblock*> entries = regions_[id].entries;
    const std::uint32_t recompiles = regions_[id].recompiles + 1;
    compile(run, entries, recompiles, id);
  }

  // Entering the region does not pay.
  void give_up(RegionId id) {
    ++statistics_.given_up;
    ban(regions_[id].entries, regions_[id].compile_cost);
    close(id);
  }

  void ban(const std::vector<Superblock*>& superblocks, Work compile_cost) {
    for (const Superblock* superblock : superblocks)
      bans_.add(*superblock, ledger_.interpreted(), compile_cost);
  }
  void ban_forever(const std::vector<Superblock*>& superblocks) {
    for (const Superblock* superblock : superblocks) bans_.add_forever(*superblock);
  }

  // ---- Compiling

  void compile(const BlockRun& run, std::vector<Superblock*> entries, std::uint32_t recompiles,
               RegionId replaced) {
    // By position, so that the code is the same in every run.
    std::sort(entries.begin(), entries.end(), [](const Superblock* a, const Superblock* b) {
      return std::pair(a->cell, a->heading.index()) < std::pair(b->cell, b->heading.index());
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    if (!ledger_.may_search()) return;
    const Found found = search(run.machine, entries, replaced);
    const JitRegion& region = found.region;
    if (region.nodes.empty()) return;
    Work debt = found.cost;
    if (replaced != no_region) {
      debt += regions_[replaced].account.debt();
      drop(replaced);
      ++statistics_.recompilations;
    }
    const auto start = std::chrono::steady_clock::now();
    if (replaced == no_region && is_profiled(run.machine))
      profile_ahead(run.machine, *entries.front());
    if (statistics_.code_size > options_.max_code_bytes) drop_all();
    LiftOptions lift_options;
    lift_options.marks_writes = marks_writes_;
    Lifted lifted = lift(region, *cache_, speculations_.feedback(), lift_options);
    RegionListing shown;
    if (listener_ != nullptr) shown.lifted = to_text(lifted.graph);
    optimise(lifted.graph);
    const bool is_random = std::any_of(
        lifted.graph.blocks.begin(), lifted.graph.blocks.end(), [](const BasicBlock& block) {
          return !block.dead && block.terminator == TerminatorKind::quarter;
        });
    const Rate gain = found.estimate.gain(is_random);
    if (!gain.is_positive() && !options_.unconditional) {
      statistics_.compile_seconds += seconds_since(start);
      ++statistics_.given_up;
      return ban(entries, found.cost);
    }
    Listing listing;
    auto code = backend_->compile(lifted.graph, source_, listener_ != nullptr ? &listing : nullptr);
    statistics_.compile_seconds += seconds_since(start);
    if (listener_ != nullptr) {
      shown.nodes = to_text(region, run.cache.size());
      shown.optimised = to_text(lifted.graph);
      shown.code = to_text(listing, lifted.graph, run.machine.field);
    }
    if (code == nullptr) return ban_forever(entries);
    const RegionId id = install(region, std::move(lifted), std::move(code), recompiles);
    regions_[id].compile_cost = found.cost;
    regions_[id].account = RegionAccount(debt, gain);
    if (listener_ != nullptr) notify_listener(id, std::move(shown));
  }

  // A region that was found; empty if it is not compiled now.
  struct Found {
    JitRegion region;
    RegionEstimate estimate;
    Work cost = 0;
  };

  Found search(const Machine& machine, const std::vector<Superblock*>& entries, RegionId replaced) {
    const auto start = std::chrono::steady_clock::now();
    Found found;
    const auto may_include = [&](const Superblock& superblock) {
      return !is_in_other_region(superblock, replaced);
    };
    const auto accept = [&](std::span<const RegionNode> nodes) {
      return is_worth_compiling(nodes, entries, machine, replaced, found);
    };
    found.region =
        form_region(entries, RegionLimits{options_.max_region_nodes}, may_include, accept);
    ++statistics_.searches;
    if (found.region.nodes.empty()) ++statistics_.refused;
    statistics_.search_seconds += seconds_since(start);
    return found;
  }

  bool is_worth_compiling(std::span<const RegionNode> nodes,
                          const std::vector<Superblock*>& entries, const Machine& machine,
                          RegionId replaced, Found& found) {
    const Work search_cost = cost::of_search(nodes.size());
    RegionEstimate& estimate = found.estimate;
    estimate = samples_.estimate(nodes);
    if (estimate.superblocks.empty()) {
      ban_forever(entries);
      return false;
    }
    found.cost = cost::region + estimate.code;
    if (replaced == no_region && is_profiled(machine)) found.cost += cost_of_profile(machine);
    if (!estimate.is_promising() && !options_.unconditional) {
      for (const Superblock* superblock : estimate.superblocks)
        bans_.add(*superblock, ledger_.interpreted(), found.cost);
      const auto bans = static_cast<Work>(estimate.superblocks.size());
      ledger_.add_vain_search(search_cost + bans * cost::ban);
      return false;
    }
    ledger_.charge(search_cost);
    return ledger_.spend(found.cost, estimate.code);
  }

  static double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  [[nodiscard]] static std::size_t size_of(const Machine& machine) {
    return static_cast<std::size_t>(machine.field.size().area()) + machine.stack.size();
  }
  [[nodiscard]] static bool is_profiled(const Machine& machine) {
    return size_of(machine) <= max_lookahead_size;
  }
  [[nodiscard]] static Work cost_of_profile(const Machine& machine) {
    return cost::profile_run + static_cast<Work>(size_of(machine)) * cost::profiled_cell;
  }

  // Profiles a copy of the machine from the start of the region, to find the speculations that
  // would fail before the code is generated.
  void profile_ahead(const Machine& machine, const Superblock& from) {
    Machine copy = machine;
    copy.ip = cache_->point_of(from.cell);
    copy.direction = from.heading.direction();
    copy.string_mode = from.heading.string_mode();
    speculations_.add(profile_run(std::move(copy), "", lookahead_ticks));
  }

  // Whether another region, not a small one, contains the superblock. Code is not compiled twice.
  [[nodiscard]] bool is_in_other_region(const Superblock& superblock, RegionId replaced) const {
    if (!superblock.compiled) return false;
    const auto found = by_block_.find(&superblock);
    return found != by_block_.end() &&
           std::any_of(found->second.begin(), found->second.end(), [&](RegionId id) {
             return id != replaced && regions_[id].marks_writes == marks_writes_ &&
                    regions_[id].superblocks.size() > small_region;
           });
  }

  void notify_listener(RegionId id, RegionListing listing) {
    const CompiledRegion& region = regions_[id];
    for (const Superblock* superblock : region.entries) {
      listing.entries.push_back(cache_->point_of(superblock->cell));
    }
    listing.superblocks = region.superblocks.size();
    listing.code_bytes = region.code->size();
    listener_->compiled(id, std::move(listing));
  }

  RegionId install(const JitRegion& region, Lifted lifted, std::unique_ptr<MachineCode> code,
                   std::uint32_t recompiles) {
    const RegionId id = free_region();
    CompiledRegion& native = regions_[id];
    native = {};
    native.code = std::move(code);
    native.dependencies = std::move(lifted.dependencies);
    native.marks_writes = marks_writes_;
    native.recompiles = recompiles;
    for (const Exit& exit : lifted.graph.exits) {
      native.exits.push_back({exit.kind, exit.superblock, exit.op});
    }
    for (const RegionNode& node : region.nodes) {
      native.superblocks.push_back(node.superblock);
      if (!node.entry) continue;
      native.entries.push_back(node.superblock);
      native.depths.push_back(node.depth);
    }
    for (const BasicBlock& block : lifted.graph.blocks) {
      if (block.header && block.superblock != nullptr)
        native.headers.push_back(const_cast<Superblock*>(block.superblock));
    }
    std::sort(native.superblocks.begin(), native.superblocks.end());
    native.superblocks.erase(std::unique(native.superblocks.begin(), native.superblocks.end()),
                             native.superblocks.end());
    for (Superblock* superblock : native.superblocks) {
      superblock->compiled = true;
      by_block_[superblock].push_back(id);
    }
    for (const CellIndex cell : native.dependencies) {
      cache_->add_dependency(cell);
      by_cell_[cell].push_back(id);
    }
    statistics_.code_size += native.code->size();
    ++statistics_.regions;
    set_entries(id);
    return id;
  }

  RegionId free_region() {
    for (RegionId id = 0; id < regions_.size(); ++id) {
      if (regions_[id].code == nullptr) return id;
    }
    regions_.emplace_back();
    return static_cast<RegionId>(regions_.size() - 1);
  }

  void set_entries(RegionId id) {
    const CompiledRegion& region = regions_[id];
    for (std::uint32_t i = 0; i < region.entries.size(); ++i) {
      entries_.push_back({id, i + 1, region.entries[i], region.depths[i]});
      region.entries[i]->set_entry(static_cast<std::uint32_t>(entries_.size()));
    }
  }

  // ---- Discarding

  // Null: none.
  [[nodiscard]] const std::vector<RegionId>* regions_with(const Superblock& superblock) const {
    if (!superblock.compiled) return nullptr;
    const auto found = by_block_.find(&superblock);
    return found == by_block_.end() ? nullptr : &found->second;
  }

  void invalidate(RegionId id) {
    ++statistics_.invalidations;
    close(id);
  }

  // Discards a region for good.
  void close(RegionId id) {
    ledger_.close(regions_[id].account);
    drop(id);
  }

  void drop(RegionId id) {
    if (listener_ != nullptr) listener_->dropped(id);
    CompiledRegion& region = regions_[id];
    for (Superblock* superblock : region.entries) {
      if (superblock->entry != 0 && entries_[superblock->entry - 1].region == id)
        superblock->set_entry(0);
    }
    for (Superblock* superblock : region.superblocks) {
      std::erase(by_block_[superblock], id);
      if (by_block_[superblock].empty()) {
        by_block_.erase(superblock);
        superblock->compiled = false;
      }
    }
    for (const CellIndex cell : region.dependencies) {
      std::vector<RegionId>& users = by_cell_[cell];
      std::erase(users, id);
      if (!users.empty()) continue;
      by_cell_.erase(cell);
      cache_->remove_dependency(cell);
    }
    statistics_.code_size -= region.code->size();
    region = {};
  }

  void drop_all() {
    for (RegionId id = 0; id < regions_.size(); ++id) {
      if (regions_[id].code != nullptr) drop(id);
    }
    entries_.clear();
  }

  // Code that fills the write map differs from code that does not; both are kept.
  void set_marks_writes(bool marks_writes) {
    if (marks_writes == marks_writes_) return;
    marks_writes_ = marks_writes;
    for (const Entry& entry : entries_) {
      if (entry.superblock->entry != 0) entry.superblock->set_entry(0);
    }
    entries_.clear();
    for (RegionId id = 0; id < regions_.size(); ++id) {
      if (regions_[id].code != nullptr && regions_[id].marks_writes == marks_writes)
        set_entries(id);
    }
  }

  std::unique_ptr<Backend> backend_;
  JitOptions options_;
  Speculations speculations_;
  JitStatistics statistics_;
  RegionListener* listener_ = nullptr;
  BlockCache* cache_ = nullptr;
  const unsigned char* source_ = nullptr;
  std::int64_t* deltas_ = nullptr;
  const std::uint8_t* marks_ = nullptr;
  bool marks_writes_ = false;
  NativeContext context_;
  std::vector<CompiledRegion> regions_;  // unused if they have no code
  std::vector<Entry> entries_;           // by Superblock::entry - 1; also of discarded regions
  std::unordered_map<const Superblock*, std::vector<RegionId>> by_block_;
  std::unordered_map<CellIndex, std::vector<RegionId>> by_cell_;
  Bans bans_;
  Samples samples_;
  Ledger ledger_;
  Rate rate_{1, 2};  // of the interpreter's work, a moving average
  Tick interval_;    // ticks from the last sample to the next
};

}  // namespace

std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options) {
  auto backend = make_backend();
  return backend == nullptr ? nullptr : make_jit_tier(options, std::move(backend));
}

std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options,
                                       std::unique_ptr<Backend> backend) {
  return std::make_unique<Tier>(std::move(backend), options);
}

}  // namespace fungescope::jit
