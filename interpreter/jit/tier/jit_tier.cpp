#include "jit/tier/jit_tier.h"

#include "jit/lift/lift.h"
#include "jit/ir/listing.h"
#include "jit/tier/native_region.h"
#include "jit/passes/passes.h"
#include "jit/tier/region.h"
#include "jit/tier/rehearsal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fungescope::jit {
namespace {

using RegionId = std::uint32_t;

// Native code has 32 bits for the offset of a delta.
constexpr std::int64_t largest_area = std::int64_t{1} << 27U;

// How often one exit is taken before the region is thought over.
constexpr std::uint32_t lesson = 64;
// Ways out to code that could be inside, between two looks at whether compiling the region anew
// would cost less than they did; and how often that is done.
constexpr std::uint64_t leaves_to_think = 64;
constexpr std::uint32_t most_growths = 16;
// A region whose runs are shorter than that, on average, does not pay.
constexpr std::uint64_t runs_to_judge = 4'096;
constexpr Tick shortest_run = 60;
// Regions of so many blocks at most are compiled again as a part of others. An inner loop gets hot
// before its outer one, and is not worth leaving and entering each time.
constexpr std::size_t small_region = 32;
// Before a region is made, so much of the program is executed to learn from it: some 30 us. What
// has more cells and values on the stack is not copied for it.
constexpr Tick ticks_ahead = 2'000;
constexpr std::size_t largest_copy = 65'536;
// So many regions thrown away, and any more, make compiling dearer by as many times.
constexpr std::uint64_t dearest = 7;
// What coming and going costs, in the interpreter's ticks.
constexpr Tick ticks_of_an_entry = 100;

class Tier final : public JitTier {
 public:
  Tier(std::unique_ptr<Backend> backend, const JitOptions& options)
      : backend_(std::move(backend)), options_(options) {
    experience_.is_loose = [this](CellIndex cell) { return loose_.contains(cell); };
    experience_.goes_outside = [this](CellIndex cell) { return outside_.contains(cell); };
    experience_.dividend = [this](CellIndex cell) {
      const auto found = dividends_.find(cell);
      return found == dividends_.end() ? Dividend::small : found->second;
    };
  }

  bool begin(const BlockRun& run) override {
    Machine& machine = run.machine;
    const bool fits = machine.field.size().area() <= largest_area;
    if (!fits || run.probe.observer != nullptr) return false;
    cache_ = &run.cache;
    if (machine.field.source() != source_) drop_all();
    source_ = machine.field.source();
    set_mode(run.probe.written != nullptr);
    deltas_ = machine.field.deltas();
    marks_ = run.cache.marks();
    if (WriteMap* const map = run.probe.written; map != nullptr) {
      context_.written_cells = map->cells();
      context_.written_chunks = map->chunks();
    }
    return true;
  }

  BlockExit run(const BlockRun& run, Block& block) override {
    // Below the floor of a trap even what was just pushed may not be popped, and above its ceiling
    // nothing may be done at all.
    const auto size = static_cast<std::ptrdiff_t>(run.machine.stack.size());
    if (size < run.bounds.floor || size > run.bounds.ceiling) return BlockExit::not_ready;
    const Entry entry = entries_[block.entry - 1];
    NativeRegion& region = regions_[entry.region];
    Machine& machine = run.machine;
    std::int64_t* const bottom = machine.stack.reserve(machine.stack.size() + 1);
    context_.run = &run;
    context_.random = machine.random.state_place();
    context_.base = bottom + size - entry.depth;
    const Tick left = run.until - machine.tick;
    context_.floor = bottom + run.bounds.floor;
    context_.ceiling = bottom + depth_without_notes(machine, run.bounds);
    const std::uint64_t id =
        region.code->function()(left, deltas_, entry.number, &context_, source_, marks_);
    give_room_back(context_);
    machine.stack.set_size(static_cast<std::size_t>(context_.base - bottom));
    const Tick ticks = left - context_.left;
    machine.tick += ticks;
    statistics_.native_ticks += ticks;
    ++statistics_.entries;
    budget_ += ticks_of_an_entry;
    region.ticks += ticks;
    ++region.runs;
    const BlockExit exit = place(run, region.exits[id]);
    think_over(run, entry.region, static_cast<ExitId>(id));
    return exit;
  }

  [[nodiscard]] Tick patience() const override { return options_.patience; }

  void hot(const BlockRun& run, Block& block) override {
    budget_ += options_.patience;
    if (budget_ < next_look_ || poor_.contains(&block)) return;
    for (const RegionId id : regions_of(block)) {
      if (regions_[id].maps_writes == maps_writes_) return open_loops(run, id);
    }
    compile(run, {&block}, 0, no_region);
  }

  void discarded(Block& block) override {
    block.compiled = false;
    for (const RegionId id : regions_of(block)) invalidate(id);
    by_block_.erase(&block);
    poor_.erase(&block);
  }

  void relied_changed(CellIndex cell) override {
    const auto found = by_cell_.find(cell);
    if (found == by_cell_.end()) return;
    const std::vector<RegionId> ids = found->second;
    for (const RegionId id : ids) invalidate(id);
  }

  void all_discarded() override {
    drop_all();
    loose_.clear();
    outside_.clear();
    dividends_.clear();
    poor_.clear();
    budget_ = 0;
    next_look_ = 0;
  }

  [[nodiscard]] const JitStatistics& statistics() const override { return statistics_; }
  void set_listener(RegionListener* listener) override { listener_ = listener; }

 private:
  static constexpr RegionId no_region = ~RegionId{0};

  struct Entry {
    RegionId region = no_region;
    std::uint32_t number = 0;
    Block* block = nullptr;
    std::int16_t depth = 0;
  };

  // The stack may be so deep without its high-water mark or its memory having to grow.
  static std::ptrdiff_t depth_without_notes(const Machine& machine, const StackBounds& bounds) {
    const std::size_t noted = std::min(machine.stack.high_water(), machine.stack.capacity());
    return std::min(static_cast<std::ptrdiff_t>(noted), bounds.ceiling);
  }

  // ---- Coming back

  static BlockExit place(const BlockRun& run, const NativeExit& exit) {
    Machine& machine = run.machine;
    CellIndex cell = exit.block->cell;
    Heading heading = exit.block->heading;
    if (exit.kind != ExitKind::before_block) {
      const MicroOp& op = exit.block->ops[exit.op];
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

  void think_over(const BlockRun& run, RegionId id, ExitId exit_id) {
    NativeRegion& region = regions_[id];
    NativeExit& exit = region.exits[exit_id];
    if (region.runs == runs_to_judge) {
      if (region.ticks < runs_to_judge * shortest_run) return give_up(id);
      region.runs = 0;
      region.ticks = 0;
    }
    if (exit.kind == ExitKind::step) {
      if (++exit.count % lesson != 0) return;
      exit.assumes_wrong = exit.assumes_wrong || learn(run, id, exit);
      if (exit.assumes_wrong) recompile(run, id);  // later, if it cannot be afforded yet
      return;
    }
    if (exit.kind != ExitKind::before_block || !could_grow(id, *exit.block)) return;
    if (++region.leaves % leaves_to_think == 0) recompile(run, id);
  }

  // Could the code that follows be part of the region?
  bool could_grow(RegionId id, Block& block) const {
    if (regions_[id].grown >= most_growths || !block.has_code() || block.entry != 0) return false;
    const std::vector<RegionId> others = regions_of(block);
    const bool inside = std::find(others.begin(), others.end(), id) != others.end();
    return !inside && !is_elsewhere(block, id);
  }

  // Is there an assumption that this exit shows to be wrong?
  bool learn(const BlockRun& run, RegionId id, const NativeExit& exit) {
    const MicroOp& op = exit.block->ops[exit.op];
    const bool is_put = op.code == MicroCode::put || op.code == MicroCode::put_in_row;
    const bool is_get = op.code == MicroCode::get || op.code == MicroCode::get_in_row;
    if (divides(op.code)) return note_dividend(op.at, run.machine.stack.peek(1));
    if (!is_put && !is_get) return false;
    const Point target{run.machine.stack.peek(1), run.machine.stack.peek(0)};
    if (!run.cache.size().contains(target)) return outside_.insert(op.at).second;
    const CellIndex cell = run.cache.index_of(target);
    const std::uint8_t mark = run.cache.marks()[cell] & BlockCache::store_marks;
    if (!is_put || mark != BlockCache::relied || !loose_.insert(cell).second) return false;
    drop_others_on(cell, id);
    return true;
  }

  static bool divides(MicroCode code) {
    switch (code) {
      case MicroCode::divide:
      case MicroCode::divide_k:
      case MicroCode::divide_cell:
      case MicroCode::divide_or_step:
      case MicroCode::remainder:
      case MicroCode::remainder_k:
      case MicroCode::remainder_cell:
      case MicroCode::remainder_or_step:
        return true;
      default:
        return false;
    }
  }

  // Is that news?
  bool note_dividend(CellIndex cell, std::int64_t value) {
    Dividend& known = dividends_.try_emplace(cell, Dividend::small).first->second;
    const Dividend before = known;
    known = std::max(known, dividend_of(value));
    return known != before;
  }

  // As long as another region relies on the cell, its mark stops every store.
  void drop_others_on(CellIndex cell, RegionId kept) {
    const std::vector<RegionId> users = by_cell_[cell];
    for (const RegionId id : users) {
      if (id != kept) drop(id);
    }
  }

  // The interpreter is inside a region that has no entry where it came in. With one at each of its
  // loops, which is done at once, for compiling takes long, it will not stay outside for long.
  void open_loops(const BlockRun& run, RegionId id) {
    const NativeRegion& region = regions_[id];
    const std::uint32_t grown = region.grown + 1;
    std::vector<Block*> entries = region.entries;
    for (Block* header : region.headers) {
      if (header->entry == 0) entries.push_back(header);
    }
    if (entries.size() > region.entries.size()) compile(run, entries, grown, id);
  }

  void recompile(const BlockRun& run, RegionId id) {
    const std::vector<Block*> entries = regions_[id].entries;
    const std::uint32_t grown = regions_[id].grown + 1;
    compile(run, entries, grown, id);
  }

  void give_up(RegionId id) {
    for (Block* block : regions_[id].entries) poor_.insert(block);
    drop(id);
  }

  // ---- Compiling

  void compile(const BlockRun& run, std::vector<Block*> entries, std::uint32_t grown,
               RegionId replaced) {
    // By place, for the same code in every run.
    std::sort(entries.begin(), entries.end(), [](const Block* a, const Block* b) {
      return std::pair(a->cell, a->heading.index()) < std::pair(b->cell, b->heading.index());
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    const RegionLimits limits{options_.region_nodes};
    const Region region = find_region(
        entries, limits, [&](const Block& block) { return !is_elsewhere(block, replaced); });
    if (region.nodes.empty()) {
      poor_.insert(entries.begin(), entries.end());
      return;
    }
    if (!afford(region)) return;
    if (replaced != no_region) {
      drop(replaced);
      ++statistics_.recompilations;
    } else {
      look_ahead(run.machine, *entries.front());
    }
    if (statistics_.code_size > options_.code_limit) drop_all();
    const auto start = std::chrono::steady_clock::now();
    LiftOptions lift_options;
    lift_options.maps_writes = maps_writes_;
    Lifted lifted = lift(region, *cache_, experience_, lift_options);
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
      for (Block* block : entries) poor_.insert(block);
      return;
    }
    const RegionId id = keep(region, std::move(lifted), std::move(code), grown);
    if (listener_ != nullptr) tell(id, std::move(shown));
  }

  // Goes on for a while from where the region starts, on a copy of the machine: what would be
  // learned by leaving native code again and again is known before it is made.
  void look_ahead(const Machine& machine, const Block& from) {
    const auto cells = static_cast<std::size_t>(machine.field.size().area());
    if (cells + machine.stack.size() > largest_copy) return;
    Machine copy = machine;
    copy.ip = cache_->point_of(from.cell);
    copy.direction = from.heading.direction();
    copy.string_mode = from.heading.string_mode();
    const Rehearsal learned = rehearse(std::move(copy), "", ticks_ahead);
    outside_.insert(learned.outside.begin(), learned.outside.end());
    for (const auto& [cell, dividend] : learned.dividends) {
      Dividend& known = dividends_.try_emplace(cell, dividend).first->second;
      known = std::max(known, dividend);
    }
  }

  // In another region of some size, which the one being made can leave to: the same code twice is
  // twice the compiling.
  [[nodiscard]] bool is_elsewhere(const Block& block, RegionId replaced) const {
    if (!block.compiled) return false;
    const auto found = by_block_.find(&block);
    return found != by_block_.end() &&
           std::any_of(found->second.begin(), found->second.end(), [&](RegionId id) {
             return id != replaced && regions_[id].maps_writes == maps_writes_ &&
                    regions_[id].blocks.size() > small_region;
           });
  }

  bool afford(const Region& region) {
    Tick cost = 0;
    for (const Node& node : region.nodes) {
      if (!node.gate) cost += node.block->ops.size() * options_.worth;
    }
    cost *= 1 + std::min(statistics_.invalidations, dearest);
    if (cost > budget_) {
      next_look_ = cost;
      return false;
    }
    budget_ -= cost;
    next_look_ = 0;
    return true;
  }

  void tell(RegionId id, RegionListing listing) {
    const NativeRegion& region = regions_[id];
    for (const Block* block : region.entries) {
      listing.entries.push_back(cache_->point_of(block->cell));
    }
    listing.blocks = region.blocks.size();
    listing.code_bytes = region.code->size();
    listener_->compiled(id, std::move(listing));
  }

  RegionId keep(const Region& region, Lifted lifted, std::unique_ptr<MachineCode> code,
                std::uint32_t grown) {
    const RegionId id = free_region();
    NativeRegion& native = regions_[id];
    native = {};
    native.code = std::move(code);
    native.relied = std::move(lifted.relied);
    native.maps_writes = maps_writes_;
    native.grown = grown;
    for (const Exit& exit : lifted.graph.exits) {
      native.exits.push_back({exit.kind, exit.block, exit.op});
    }
    for (const Node& node : region.nodes) {
      native.blocks.push_back(node.block);
      if (!node.entry) continue;
      native.entries.push_back(node.block);
      native.depths.push_back(node.depth);
    }
    for (const Part& part : lifted.graph.parts) {
      if (part.header && part.block != nullptr)
        native.headers.push_back(const_cast<Block*>(part.block));
    }
    std::sort(native.blocks.begin(), native.blocks.end());
    native.blocks.erase(std::unique(native.blocks.begin(), native.blocks.end()),
                        native.blocks.end());
    for (Block* block : native.blocks) {
      block->compiled = true;
      by_block_[block].push_back(id);
    }
    for (const CellIndex cell : native.relied) {
      cache_->rely_on(cell);
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
    const NativeRegion& region = regions_[id];
    for (std::uint32_t i = 0; i < region.entries.size(); ++i) {
      entries_.push_back({id, i + 1, region.entries[i], region.depths[i]});
      region.entries[i]->set_entry(static_cast<std::uint32_t>(entries_.size()));
    }
  }

  // ---- Throwing away

  [[nodiscard]] std::vector<RegionId> regions_of(Block& block) const {
    const auto found = by_block_.find(&block);
    return found == by_block_.end() ? std::vector<RegionId>() : found->second;
  }

  void invalidate(RegionId id) {
    ++statistics_.invalidations;
    drop(id);
  }

  void drop(RegionId id) {
    if (listener_ != nullptr) listener_->dropped(id);
    NativeRegion& region = regions_[id];
    for (Block* block : region.entries) {
      if (block->entry != 0 && entries_[block->entry - 1].region == id) block->set_entry(0);
    }
    for (Block* block : region.blocks) {
      std::erase(by_block_[block], id);
      if (by_block_[block].empty()) {
        by_block_.erase(block);
        block->compiled = false;
      }
    }
    for (const CellIndex cell : region.relied) {
      std::vector<RegionId>& users = by_cell_[cell];
      std::erase(users, id);
      if (!users.empty()) continue;
      by_cell_.erase(cell);
      cache_->rely_no_more_on(cell);
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

  // Code that fills the write map is other code; both kinds are kept.
  void set_mode(bool maps_writes) {
    if (maps_writes == maps_writes_) return;
    maps_writes_ = maps_writes;
    for (const Entry& entry : entries_) {
      if (entry.block->entry != 0) entry.block->set_entry(0);
    }
    entries_.clear();
    for (RegionId id = 0; id < regions_.size(); ++id) {
      if (regions_[id].code != nullptr && regions_[id].maps_writes == maps_writes) set_entries(id);
    }
  }

  std::unique_ptr<Backend> backend_;
  JitOptions options_;
  Experience experience_;
  JitStatistics statistics_;
  RegionListener* listener_ = nullptr;
  BlockCache* cache_ = nullptr;
  const unsigned char* source_ = nullptr;
  std::int64_t* deltas_ = nullptr;
  const std::uint8_t* marks_ = nullptr;
  bool maps_writes_ = false;
  NativeContext context_;
  std::vector<NativeRegion> regions_;  // those without code are free
  std::vector<Entry> entries_;         // Block::entry - 1; of regions that are gone, too
  std::unordered_map<const Block*, std::vector<RegionId>> by_block_;
  std::unordered_map<CellIndex, std::vector<RegionId>> by_cell_;
  std::unordered_set<CellIndex> loose_;
  std::unordered_set<CellIndex> outside_;
  std::unordered_map<CellIndex, Dividend> dividends_;  // small, if it is not here
  std::unordered_set<const Block*> poor_;
  Tick budget_ = 0;     // of the interpreter's ticks
  Tick next_look_ = 0;  // not before the budget is so large
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
