#include "jit/tier/jit_tier.h"

#include "jit/lift/lift.h"
#include "jit/lift/region.h"
#include "jit/passes/passes.h"
#include "jit/tier/compiled_regions.h"
#include "jit/tier/ledger.h"
#include "jit/tier/machine_code.h"
#include "jit/tier/profile_run.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace fungescope::jit {
namespace {

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

class Tier final : public JitTier {
 public:
  Tier(std::unique_ptr<Backend> backend, const JitOptions& options)
      : backend_(std::move(backend)),
        traits_(backend_->traits()),
        options_(options),
        ledger_(options.unconditional ? Ledger(0, unlimited)
                                      : Ledger(options.hotness_threshold, options.allowance)),
        interval_(rate_.ticks(options.sample_interval)) {}

  bool begin(const BlockRun& run) override {
    Machine& machine = run.machine;
    const bool fits = machine.field.size().area() <= max_area;
    if (!fits || run.probe.observer != nullptr) return false;
    cache_ = &run.cache;
    regions_.set_cache(run.cache);
    if (machine.field.source() != native_.source()) {
      drop_all();
      ledger_.restart();
    }
    regions_.set_marks_writes(run.probe.written != nullptr);
    native_.begin(run);
    activate_ready();
    return true;
  }

  BlockExit run(const BlockRun& run, Superblock& superblock) override {
    // Outside the bounds of a stack trap, each operation is left to the interpreter.
    const auto size = static_cast<std::ptrdiff_t>(run.machine.stack.size());
    if (size < run.bounds.floor || size > run.bounds.ceiling) return BlockExit::not_ready;
    const CompiledRegions::Entry entry = regions_.entry_of(superblock);
    CompiledRegion& region = regions_[entry.region];
    const NativeCall::Stay stay = native_.execute(run, region, entry, traits_.max_stay);
    statistics_.native_ticks += stay.ticks;
    ++statistics_.entries;
    ledger_.add_stay(region.account.add_stay(stay.ticks));
    on_side_exit(run, entry.region, stay.exit);
    return stay.result;
  }

  [[nodiscard]] Tick sample_interval() const override { return interval_; }
  [[nodiscard]] bool translates_at_once() const override { return options_.unconditional; }

  void on_sample(const BlockRun& run, Superblock& superblock) override {
    const Rate here(work_of(superblock), superblock.length);
    ledger_.add_interpreted(here.of(interval_));
    rate_.average(here);
    interval_ = rate_.ticks(options_.sample_interval);
    samples_.add(superblock);
    activate_ready();
    if (superblock.entry != 0) return;
    if (!ledger_.may_search() || bans_.contains(superblock, ledger_.interpreted())) return;
    for (const RegionId id : regions_.with(superblock)) {
      if (regions_[id].marks_writes == regions_.marks_writes()) return add_loop_entries(run, id);
    }
    compile(run, {&superblock}, no_region);
  }

  void on_block_discarded(Superblock& superblock) override {
    invalidate_all(regions_.with(superblock));
    bans_.remove(superblock);
  }

  void on_dependency_changed(CellIndex cell) override {
    invalidate_all(regions_.depending_on(cell));
  }

  void on_all_discarded() override {
    drop_all();
    speculations_ = {};
    bans_.clear();
    samples_.clear();
  }

  [[nodiscard]] const JitStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] Tick max_stay() const override { return traits_.max_stay; }
  void set_listings(RegionListings* listings) override { listings_ = listings; }

 private:
  // ---- Exits

  void on_side_exit(const BlockRun& run, RegionId id, ExitId exit_id) {
    CompiledRegion& region = regions_[id];
    NativeExit& exit = region.exits[exit_id];
    if (region.account.review()) return give_up(id);
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
    const std::span<const RegionId> found = regions_.with(superblock);
    const bool inside = std::find(found.begin(), found.end(), id) != found.end();
    return !inside && !is_in_other_region(superblock, id);
  }

  // Records the speculation that failed at an exit. Returns whether it is a new one.
  bool update_feedback(const BlockRun& run, RegionId id, const NativeExit& exit) {
    const FailedSpeculation failure =
        add_failure(speculations_, exit.superblock->ops[exit.op], run.machine, run.cache);
    if (failure.aliased) drop_other_dependents(*failure.aliased, id);
    return failure.is_new;
  }

  // As long as another region depends on the cell, its mark makes every store exit.
  void drop_other_dependents(CellIndex cell, RegionId except) {
    const std::span<const RegionId> found = regions_.depending_on(cell);
    const std::vector<RegionId> users(found.begin(), found.end());
    for (const RegionId id : users) {
      if (id != except) drop(id);
    }
  }

  // The interpreter executes superblocks of a region without reaching an entry. Recompiles the
  // region with an entry at each of its loops (on-stack replacement), all at once to compile only
  // once.
  void add_loop_entries(const BlockRun& run, RegionId id) {
    const CompiledRegion& region = regions_[id];
    if (!may_be_replaced(region)) return;
    std::vector<Superblock*> entries = region.entries;
    for (Superblock* header : region.headers) {
      if (header->entry == 0) entries.push_back(header);
    }
    if (entries.size() > region.entries.size()) compile(run, entries, id);
  }

  void recompile(const BlockRun& run, RegionId id) {
    if (may_be_replaced(regions_[id])) compile(run, regions_[id].entries, id);
  }

  // Whether neither the region's code nor its replacement's is pending.
  [[nodiscard]] static bool may_be_replaced(const CompiledRegion& region) {
    return region.is_active && region.replaced_by == no_region;
  }

  // Entering the region does not pay.
  void give_up(RegionId id) {
    ++statistics_.given_up;
    ban(regions_[id].entries, regions_[id].compile_cost);
    close(id);
  }

  template <class Superblocks>
  void ban(const Superblocks& superblocks, Work compile_cost) {
    for (const Superblock* superblock : superblocks)
      bans_.add(*superblock, ledger_.interpreted(), compile_cost);
  }
  void ban_forever(const std::vector<Superblock*>& superblocks) {
    for (const Superblock* superblock : superblocks) bans_.add_forever(*superblock);
  }

  // ---- Compiling

  // Compiles the code from these entries, in place of a region if `replaced` is one.
  void compile(const BlockRun& run, std::vector<Superblock*> entries, RegionId replaced) {
    // By position, so that the code is the same in every run.
    std::sort(entries.begin(), entries.end(), [](const Superblock* a, const Superblock* b) {
      return std::pair(a->cell, a->heading.index()) < std::pair(b->cell, b->heading.index());
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    if (!ledger_.may_search()) return;
    const Found found = search(run.machine, entries, replaced);
    const JitRegion& region = found.region;
    if (region.nodes.empty()) return;
    std::uint32_t recompiles = 0;
    if (replaced != no_region) {
      recompiles = regions_[replaced].recompiles + 1;
      ++statistics_.recompilations;
    }
    const auto start = std::chrono::steady_clock::now();
    if (is_profiled(run.machine, replaced)) profile_ahead(run.machine, *entries.front());
    if (statistics_.code_size > options_.max_code_bytes ||
        regions_.count() >= traits_.max_regions) {
      drop_all();
      replaced = no_region;
    }
    Lifted lifted = lift(region, *cache_, speculations_, regions_.marks_writes());
    RegionListing shown;
    if (listings_ != nullptr) shown.lifted = to_text(lifted.graph);
    optimise(lifted.graph);
    const bool is_random = std::any_of(
        lifted.graph.blocks.begin(), lifted.graph.blocks.end(), [](const BasicBlock& block) {
          return !block.dead && block.terminator == TerminatorKind::quarter;
        });
    const Rate gain = found.estimate.gain(is_random);
    if (!gain.is_positive() && !options_.unconditional) {
      statistics_.compile_seconds += seconds_since(start);
      ++statistics_.given_up;
      if (replaced != no_region) drop(replaced);
      return ban(entries, found.cost);
    }
    Listing listing;
    auto code = backend_->compile(lifted.graph, native_.source(),
                                  listings_ != nullptr ? &listing : nullptr);
    statistics_.compile_seconds += seconds_since(start);
    if (listings_ != nullptr) {
      shown.nodes = to_text(region, run.cache.size());
      shown.optimised = to_text(lifted.graph);
      shown.code = to_text(listing, lifted.graph, run.machine.field);
    }
    if (code == nullptr) {
      if (replaced != no_region) drop(replaced);
      return ban_forever(entries);
    }
    const RegionId id =
        regions_.install(region, std::move(lifted), std::move(code), recompiles, replaced);
    statistics_.code_size += regions_[id].code->size();
    ++statistics_.regions;
    regions_[id].compile_cost = found.cost;
    regions_[id].account = RegionAccount(found.cost, gain);
    if (listings_ != nullptr) add_listing(id, std::move(shown));
    activate_ready();
  }

  // Makes regions enterable whose code has become ready.
  void activate_ready() {
    if (regions_.pending().empty()) return;
    const std::vector<RegionId> pending = regions_.pending();
    for (const RegionId id : pending) {
      const CodeState state = regions_[id].code->state();
      if (state == CodeState::pending) continue;
      const RegionId replaced = regions_[id].replaces;
      if (replaced != no_region) {
        regions_[id].account.add_debt(regions_[replaced].account.debt());
        drop(replaced);
      }
      if (state == CodeState::ready) {
        regions_.activate(id);
      } else {
        ban_forever(regions_[id].entries);
        drop(id);
      }
    }
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
    found.region = form_region(entries, {}, may_include, accept);
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
    if (is_profiled(machine, replaced)) found.cost += cost::of_profile(size_of(machine));
    if (!estimate.is_promising() && !options_.unconditional) {
      ban(estimate.superblocks, found.cost);
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
  [[nodiscard]] static bool is_profiled(const Machine& machine, RegionId replaced) {
    return replaced == no_region && size_of(machine) <= max_lookahead_size;
  }
  // Profiles a copy of the machine from the start of the region, to find the speculations that
  // would fail before the code is generated.
  void profile_ahead(const Machine& machine, const Superblock& from) {
    Machine copy = machine;
    copy.ip = cache_->point_of(from.cell);
    copy.direction = from.heading.direction();
    copy.string_mode = from.heading.string_mode();
    const ProfileFeedback ahead = profile_run(std::move(copy), "", lookahead_ticks).feedback;
    speculations_.out_of_bounds.insert(ahead.out_of_bounds.begin(), ahead.out_of_bounds.end());
    for (const auto& [cell, range] : ahead.dividends) speculations_.widen_dividend(cell, range);
  }

  // Whether another region, not a small one, contains the superblock. Code is not compiled twice.
  [[nodiscard]] bool is_in_other_region(const Superblock& superblock, RegionId replaced) const {
    const std::span<const RegionId> found = regions_.with(superblock);
    return std::any_of(found.begin(), found.end(), [&](RegionId id) {
      return id != replaced && regions_[id].marks_writes == regions_.marks_writes() &&
             regions_[id].superblocks.size() > small_region;
    });
  }

  void add_listing(RegionId id, RegionListing listing) {
    const CompiledRegion& region = regions_[id];
    for (const Superblock* superblock : region.entries) {
      listing.entries.push_back(cache_->point_of(superblock->cell));
    }
    listing.superblocks = region.superblocks.size();
    listing.code_bytes = region.code->size();
    (*listings_)[id] = std::move(listing);
  }

  // ---- Discarding

  void invalidate_all(std::span<const RegionId> found) {
    const std::vector<RegionId> ids(found.begin(), found.end());
    for (const RegionId id : ids) {
      ++statistics_.invalidations;
      close(id);
    }
  }

  // Discards a region for good.
  void close(RegionId id) {
    ledger_.close(regions_[id].account);
    drop(id);
  }

  void drop(RegionId id) {
    if (listings_ != nullptr) listings_->erase(id);
    statistics_.code_size -= regions_[id].code->size();
    regions_.drop(id);
  }

  void drop_all() {
    for (const RegionId id : regions_.all()) drop(id);
  }

  std::unique_ptr<Backend> backend_;
  BackendTraits traits_;
  JitOptions options_;
  ProfileFeedback speculations_;
  JitStatistics statistics_;
  RegionListings* listings_ = nullptr;
  BlockCache* cache_ = nullptr;
  NativeCall native_;
  CompiledRegions regions_;
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
