#include "jit/tier/jit_tier.h"

#include "jit/lift/lift.h"
#include "jit/lift/region.h"
#include "jit/passes/passes.h"
#include "jit/tier/jit_listing.h"
#include "jit/tier/machine_code.h"
#include "jit/tier/profile_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fungescope::jit {
namespace {

using RegionId = std::uint32_t;

// Native code encodes the offset of a delta in 32 bits.
constexpr std::int64_t max_area = std::int64_t{1} << 27U;

// A guard that fails this often makes its region be recompiled without the speculation.
constexpr std::uint32_t exit_threshold = 64;
// Exits to code that could join the region, between two attempts to recompile it with that code;
// and the maximal number of recompilations.
constexpr std::uint64_t exits_per_growth_check = 64;
constexpr std::uint32_t max_recompiles = 16;
// A region with a shorter average run is given up.
constexpr std::uint64_t runs_per_review = 4'096;
constexpr Tick min_average_run = 60;
// Regions of at most this many superblocks may be compiled again as part of others: an inner loop
// gets hot before its outer one, which should not leave and enter it each time.
constexpr std::size_t small_region = 32;
// Before a region is compiled, the program is profiled for this long, some 30 us, on a copy of the
// machine; unless it has more cells and stack values than this.
constexpr Tick lookahead_ticks = 2'000;
constexpr std::size_t max_lookahead_size = 65'536;
// Each invalidated region raises the cost of compiling, up to 1 + this times.
constexpr std::uint64_t max_backoff = 7;
// The cost of entering and leaving native code, in interpreted ticks.
constexpr Tick entry_cost = 100;

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
  std::uint64_t runs = 0;
  Tick ticks = 0;
  std::uint64_t side_exits = 0;  // to code that could join it
};

class Tier final : public JitTier {
 public:
  Tier(std::unique_ptr<Backend> backend, const JitOptions& options)
      : backend_(std::move(backend)), options_(options) {
    feedback_.is_aliased = [this](CellIndex cell) { return aliased_.contains(cell); };
    feedback_.goes_out_of_bounds = [this](CellIndex cell) { return out_of_bounds_.contains(cell); };
    feedback_.dividend = [this](CellIndex cell) {
      const auto found = dividends_.find(cell);
      return found == dividends_.end() ? DividendRange::small : found->second;
    };
  }

  bool begin(const BlockRun& run) override {
    Machine& machine = run.machine;
    const bool fits = machine.field.size().area() <= max_area;
    if (!fits || run.probe.observer != nullptr) return false;
    cache_ = &run.cache;
    if (machine.field.source() != source_) drop_all();
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
    context_.ceiling = bottom + depth_without_growth(machine, run.bounds);
    const std::uint64_t id =
        region.code->function()(left, deltas_, entry.number, &context_, source_, marks_);
    flush_output_buffer(context_);
    machine.stack.set_size(static_cast<std::size_t>(context_.base - bottom));
    const Tick ticks = left - context_.left;
    machine.tick += ticks;
    statistics_.native_ticks += ticks;
    ++statistics_.entries;
    budget_ += entry_cost;
    region.ticks += ticks;
    ++region.runs;
    const BlockExit exit = restore_machine(run, region.exits[id]);
    on_side_exit(run, entry.region, static_cast<ExitId>(id));
    return exit;
  }

  [[nodiscard]] Tick sample_interval() const override { return options_.sample_interval; }
  [[nodiscard]] bool translates_at_once() const override { return options_.hotness_threshold == 0; }

  void on_sample(const BlockRun& run, Superblock& superblock) override {
    budget_ += options_.sample_interval;
    if (budget_ < retry_budget_ || blacklisted_.contains(&superblock)) return;
    for (const RegionId id : regions_with(superblock)) {
      if (regions_[id].marks_writes == marks_writes_) return add_loop_entries(run, id);
    }
    compile(run, {&superblock}, 0, no_region);
  }

  void on_block_discarded(Superblock& superblock) override {
    superblock.compiled = false;
    for (const RegionId id : regions_with(superblock)) invalidate(id);
    by_block_.erase(&superblock);
    blacklisted_.erase(&superblock);
  }

  void on_dependency_changed(CellIndex cell) override {
    const auto found = by_cell_.find(cell);
    if (found == by_cell_.end()) return;
    const std::vector<RegionId> ids = found->second;
    for (const RegionId id : ids) invalidate(id);
  }

  void on_all_discarded() override {
    drop_all();
    aliased_.clear();
    out_of_bounds_.clear();
    dividends_.clear();
    blacklisted_.clear();
    budget_ = 0;
    retry_budget_ = 0;
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

  // The depth up to which neither the high-water mark nor the memory of the stack has to grow.
  static std::ptrdiff_t depth_without_growth(const Machine& machine, const StackBounds& bounds) {
    const std::size_t noted = std::min(machine.stack.high_water(), machine.stack.capacity());
    return std::min(static_cast<std::ptrdiff_t>(noted), bounds.ceiling);
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
    if (region.runs == runs_per_review) {
      if (region.ticks < runs_per_review * min_average_run) return blacklist(id);
      region.runs = 0;
      region.ticks = 0;
    }
    if (exit.kind == ExitKind::step) {
      if (++exit.count % exit_threshold != 0) return;
      exit.speculation_failed = exit.speculation_failed || update_feedback(run, id, exit);
      if (exit.speculation_failed) recompile(run, id);  // or later, if the budget does not suffice
      return;
    }
    if (exit.kind != ExitKind::before_block || !can_grow(id, *exit.superblock)) return;
    if (++region.side_exits % exits_per_growth_check == 0) recompile(run, id);
  }

  // Whether the code at an exit could join the region.
  bool can_grow(RegionId id, Superblock& superblock) const {
    if (regions_[id].recompiles >= max_recompiles || !superblock.has_code() ||
        superblock.entry != 0)
      return false;
    const std::vector<RegionId> others = regions_with(superblock);
    const bool inside = std::find(others.begin(), others.end(), id) != others.end();
    return !inside && !is_in_other_region(superblock, id);
  }

  // Records the speculation that failed at an exit. Returns whether it is a new one.
  bool update_feedback(const BlockRun& run, RegionId id, const NativeExit& exit) {
    const MicroOp& op = exit.superblock->ops[exit.op];
    const bool is_put = op.code == MicroOpcode::put || op.code == MicroOpcode::put_in_row;
    const bool is_get = op.code == MicroOpcode::get || op.code == MicroOpcode::get_in_row;
    if (divides(op.code)) return widen_dividend(op.at, run.machine.stack.peek(1));
    if (!is_put && !is_get) return false;
    const Point target{run.machine.stack.peek(1), run.machine.stack.peek(0)};
    if (!run.cache.size().contains(target)) return out_of_bounds_.insert(op.at).second;
    const CellIndex cell = run.cache.index_of(target);
    const std::uint8_t mark = run.cache.marks()[cell] & BlockCache::store_marks;
    if (!is_put || mark != BlockCache::dependency || !aliased_.insert(cell).second) return false;
    drop_other_dependents(cell, id);
    return true;
  }

  static bool divides(MicroOpcode code) {
    switch (code) {
      case MicroOpcode::divide:
      case MicroOpcode::divide_k:
      case MicroOpcode::divide_cell:
      case MicroOpcode::divide_or_step:
      case MicroOpcode::remainder:
      case MicroOpcode::remainder_k:
      case MicroOpcode::remainder_cell:
      case MicroOpcode::remainder_or_step:
        return true;
      default:
        return false;
    }
  }

  // Returns whether the range changes.
  bool widen_dividend(CellIndex cell, std::int64_t value) {
    DividendRange& known = dividends_.try_emplace(cell, DividendRange::small).first->second;
    const DividendRange before = known;
    known = std::max(known, dividend_range_of(value));
    return known != before;
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

  void blacklist(RegionId id) {
    for (Superblock* superblock : regions_[id].entries) blacklisted_.insert(superblock);
    drop(id);
  }

  // ---- Compiling

  void compile(const BlockRun& run, std::vector<Superblock*> entries, std::uint32_t recompiles,
               RegionId replaced) {
    // By position, so that the code is the same in every run.
    std::sort(entries.begin(), entries.end(), [](const Superblock* a, const Superblock* b) {
      return std::pair(a->cell, a->heading.index()) < std::pair(b->cell, b->heading.index());
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    const RegionLimits limits{options_.max_region_nodes};
    const JitRegion region = form_region(entries, limits, [&](const Superblock& superblock) {
      return !is_in_other_region(superblock, replaced);
    });
    if (region.nodes.empty()) {
      blacklisted_.insert(entries.begin(), entries.end());
      return;
    }
    if (!spend_budget(region)) return;
    if (replaced != no_region) {
      drop(replaced);
      ++statistics_.recompilations;
    } else {
      profile_ahead(run.machine, *entries.front());
    }
    if (statistics_.code_size > options_.max_code_bytes) drop_all();
    const auto start = std::chrono::steady_clock::now();
    LiftOptions lift_options;
    lift_options.marks_writes = marks_writes_;
    Lifted lifted = lift(region, *cache_, feedback_, lift_options);
    RegionListing shown;
    if (listener_ != nullptr) shown.lifted = to_text(lifted.graph);
    optimise(lifted.graph);
    Listing listing;
    auto code = backend_->compile(lifted.graph, source_, listener_ != nullptr ? &listing : nullptr);
    statistics_.compile_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (listener_ != nullptr) {
      shown.nodes = to_text(region, run.cache.size());
      shown.optimised = to_text(lifted.graph);
      shown.code = to_text(listing, lifted.graph, run.machine.field);
    }
    if (code == nullptr) {
      for (Superblock* superblock : entries) blacklisted_.insert(superblock);
      return;
    }
    const RegionId id = install(region, std::move(lifted), std::move(code), recompiles);
    if (listener_ != nullptr) notify_listener(id, std::move(shown));
  }

  // Profiles a copy of the machine from the start of the region, to find the speculations that
  // would fail before the code is generated.
  void profile_ahead(const Machine& machine, const Superblock& from) {
    const auto cells = static_cast<std::size_t>(machine.field.size().area());
    if (cells + machine.stack.size() > max_lookahead_size) return;
    Machine copy = machine;
    copy.ip = cache_->point_of(from.cell);
    copy.direction = from.heading.direction();
    copy.string_mode = from.heading.string_mode();
    const ExecutionProfile profile = profile_run(std::move(copy), "", lookahead_ticks);
    out_of_bounds_.insert(profile.out_of_bounds.begin(), profile.out_of_bounds.end());
    for (const auto& [cell, dividend] : profile.dividends) {
      DividendRange& known = dividends_.try_emplace(cell, dividend).first->second;
      known = std::max(known, dividend);
    }
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

  bool spend_budget(const JitRegion& region) {
    Tick cost = 0;
    for (const RegionNode& node : region.nodes) {
      if (!node.is_stub) cost += node.superblock->ops.size() * options_.hotness_threshold;
    }
    cost *= 1 + std::min(statistics_.invalidations, max_backoff);
    if (cost > budget_) {
      retry_budget_ = cost;
      return false;
    }
    budget_ -= cost;
    retry_budget_ = 0;
    return true;
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

  [[nodiscard]] std::vector<RegionId> regions_with(Superblock& superblock) const {
    const auto found = by_block_.find(&superblock);
    return found == by_block_.end() ? std::vector<RegionId>() : found->second;
  }

  void invalidate(RegionId id) {
    ++statistics_.invalidations;
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
  ProfileFeedback feedback_;
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
  std::unordered_set<CellIndex> aliased_;
  std::unordered_set<CellIndex> out_of_bounds_;
  std::unordered_map<CellIndex, DividendRange> dividends_;  // `small` by default
  std::unordered_set<const Superblock*> blacklisted_;
  Tick budget_ = 0;        // interpreted ticks not yet spent on compiling
  Tick retry_budget_ = 0;  // the budget needed for the next attempt
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
