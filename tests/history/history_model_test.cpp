// Compares a history with the simplest model of one: a list of all machines for each branch.
#include "history/history.h"
#include "history/ports.h"
#include "support/poll_limit.h"
#include "support/test.h"

#include "stepped_run.h"

namespace {

// ---- Recorders

using Event = std::tuple<char, Tick, Point, Point, std::int64_t, std::int64_t>;

class EventList final : public Observer {
 public:
  explicit EventList(Interest interest) : interest_(interest) {}
  [[nodiscard]] Interest interest() const override { return interest_; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    events.emplace_back('w', tick, by, at, before, now);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    events.emplace_back('r', tick, by, at, value, value);
  }
  void on_execute(Tick tick, Point at) override { events.emplace_back('x', tick, at, at, 0, 0); }

  std::vector<Event> events;

 private:
  Interest interest_;
};

// Accepts writes that begin below `limit`.
class ShortOutput final : public Output {
 public:
  explicit ShortOutput(std::size_t limit) : limit_(limit) {}
  bool write(std::string_view bytes) override {
    if (text.size() >= limit_) return false;
    text += bytes;
    return true;
  }
  std::string text;

 private:
  std::size_t limit_;
};

// ---- The model

struct ModelBranch {
  BranchId parent = 0;
  std::vector<Machine> states;                     // one a tick
  std::vector<std::optional<std::size_t>> stores;  // [i]: by the instruction before states[i]
  std::string output;                              // all of it, the parent's share included
  InputLog input;

  [[nodiscard]] Tick begin() const { return states.front().tick; }
  [[nodiscard]] Tick end() const { return states.back().tick; }
};

class OneStore final : public Observer {
 public:
  explicit OneStore(const Playfield& field) : field_(field) {}
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    index = field_.index_of(at);
  }
  std::optional<std::size_t> index;

 private:
  const Playfield& field_;
};

Result<void> change(Machine& machine, InputLog& input, const Edit& edit) {
  const auto refused = [] { return fail({}, "it does not fit"); };
  if (const auto* cell = std::get_if<SetCell>(&edit)) {
    if (!machine.field.contains(cell->at)) return refused();
    machine.field.set(cell->at, cell->value);
  } else if (const auto* stack = std::get_if<SetStack>(&edit)) {
    if (stack->values.size() > machine.max_stack) return refused();
    machine.stack = {};
    for (const std::int64_t value : stack->values) machine.stack.push(value);
  } else if (const auto* pointer = std::get_if<SetPointer>(&edit)) {
    if (!machine.field.contains(pointer->at)) return refused();
    machine.ip = pointer->at;
    machine.direction = pointer->direction;
    machine.string_mode = pointer->string_mode;
    machine.status = Status::running;
    machine.fault = {};
  } else if (const auto* rest = std::get_if<SetInput>(&edit)) {
    const auto read = static_cast<std::size_t>(machine.input_position);
    input = InputLog(std::string(input.bytes().substr(0, read)) + rest->bytes,
                     rest->closed ? InputLog::End::closed : InputLog::End::open);
  } else if (const auto* source = std::get_if<SetSource>(&edit)) {
    if (!source->field->contains(machine.ip)) return refused();
    Playfield field = *source->field;
    for (std::int64_t y = 0; y < field.size().height; ++y) {
      for (std::int64_t x = 0; x < field.size().width; ++x) {
        const Point at{x, y};
        if (!machine.field.contains(at)) continue;
        const bool same = machine.field.source()[machine.field.index_of(at)] ==
                          field.source()[field.index_of(at)];
        if (same) field.set(at, machine.field.at(at));
      }
    }
    machine.field = field;
  }
  return {};
}

class Model {
 public:
  Model(const Machine& start, InputLog input) {
    branches_[0].states = {start};
    branches_[0].stores = {std::nullopt};
    branches_[0].input = std::move(input);
  }

  BranchId current = 0;
  Tick tick = 0;

  [[nodiscard]] const std::map<BranchId, ModelBranch>& branches() const { return branches_; }
  [[nodiscard]] ModelBranch& branch() { return branches_.at(current); }
  [[nodiscard]] BranchId owner_of(Tick at) const {
    BranchId id = current;
    while (at < branches_.at(id).begin()) id = branches_.at(id).parent;
    return id;
  }
  [[nodiscard]] const Machine& at(Tick when) const {
    const ModelBranch& owner = branches_.at(owner_of(when));
    return owner.states.at(when - owner.begin());
  }
  [[nodiscard]] const Machine& machine() const { return at(tick); }
  // Returns the output of the current line up to that tick.
  [[nodiscard]] std::string output(Tick when) const {
    const ModelBranch& owner = branches_.at(owner_of(when));
    return owner.output.substr(0, at(when).output_size);
  }

  // Executes one instruction with the given hooks. Returns its reason alone.
  StopReason step(RunHooks& travel) {
    const BranchId id = owner_of(tick);
    ModelBranch& owner = branches_.at(id);
    const bool records = tick == owner.end() && id == current;
    Machine next = machine();
    LogInput input(owner.input);
    StringOutput all;
    Output& output = travel.output == nullptr ? all : *travel.output;
    Probe probe{.observer = travel.observer};
    const bool fits = travel.traps != nullptr && travel.traps->field() == next.field.size();
    probe.traps = fits ? travel.traps : nullptr;
    probe.skip_traps_at = travel.skip_traps_at;
    const StopReason reason = run_reference(next, {input, output}, tick + 1, probe);
    travel.event = probe.event;
    if (next.tick == tick) return reason;
    if (records) record(next);
    ++tick;
    return reason;
  }

  StopReason run(Tick until, RunHooks& travel) {
    while (tick < until) {
      const Tick before = tick;
      const BranchId owner = owner_of(before);
      const StopReason reason = step(travel);
      if (reason == StopReason::trapped || tick == before) return reason;
      const bool jumped = owner_of(tick) != owner;
      if (reason != StopReason::tick_reached && !jumped) return reason;
    }
    return StopReason::tick_reached;
  }

  // Records up to the tick of the history.
  void extend(Tick end) {
    const Tick present = std::exchange(tick, branch().end());
    RunHooks travel;
    run(end, travel);
    REQUIRE(branch().end() == end);
    tick = present;
  }

  Result<void> edit(const Edit& edit, BranchId next_id) {
    Machine changed = machine();
    const BranchId id = owner_of(tick);
    InputLog input = branches_.at(id).input;
    if (auto done = change(changed, input, edit); !done) return done;
    const bool joins = id == current && id != 0 && branch().states.size() == 1;
    if (!joins) {
      const std::string printed = output(tick);
      current = next_id;
      branches_[current].parent = id;
      branch().output = printed;
      branch().stores = {std::nullopt};
    }
    branch().states.assign(1, changed);
    branch().input = std::move(input);
    return {};
  }

  void drop(BranchId id) {
    std::vector<BranchId> children;
    for (const auto& [child, branch] : branches_) {
      if (child != 0 && branch.parent == id) children.push_back(child);
    }
    branches_.erase(id);
    for (const BranchId child : children) drop(child);
  }

  [[nodiscard]] bool is_on_line(BranchId id) const {
    for (BranchId on = current;; on = branches_.at(on).parent) {
      if (on == id) return true;
      if (on == 0) return false;
    }
  }

  // Considers the ticks begin + 1 .. end of the line.
  [[nodiscard]] bool has_stored(Tick begin, Tick end, const std::set<std::size_t>& cells) const {
    for (Tick t = begin + 1; t <= end; ++t) {
      const BranchId id = owner_of(t);
      const ModelBranch& owner = branches_.at(id);
      if (id != 0 && owner.begin() == t) return true;
      const auto& store = owner.stores[t - owner.begin()];
      if (store && cells.contains(*store)) return true;
    }
    return false;
  }

 private:
  // After the end of the current branch: the actual output and stores.
  void record(const Machine& next) {
    ModelBranch& on = branch();
    Machine again = machine();
    LogInput input(on.input);
    StringOutput printed;
    OneStore store(again.field);
    run_reference(again, {input, printed}, next.tick, &store);
    const std::size_t size = next.output_size - machine().output_size;
    on.output.resize(machine().output_size);
    on.output += printed.text.substr(printed.text.size() - size);
    on.states.push_back(next);
    on.stores.push_back(store.index);
  }

  std::map<BranchId, ModelBranch> branches_;
};

// ---- The comparison

class Pair {
 public:
  Pair(std::uint64_t seed, const Machine& start, const InputLog& input,
       const HistoryOptions& options)
      : random_(seed), history_(start, input, options), model_(start, input) {}

  void act() {
    switch (below(random_, 16)) {
      case 0:
      case 1:
      case 2:
        return run();
      case 3:
      case 4:
      case 5:
        return seek();
      case 6:
        return interrupted_seek();
      case 7:
        return look_back();
      case 8:
        return take_snapshot();
      case 9:
        return read_output();
      case 10:
        return give_input();
      case 11:
      case 12:
        return edit();
      case 13:
        return switch_branch();
      case 14:
        return drop();
      default:
        return ask_for_stores();
    }
  }

  void check() {
    REQUIRE(history_.branch() == model_.current);
    REQUIRE(history_.tick() == model_.tick);
    REQUIRE(history_.end() == model_.branch().end());
    REQUIRE(history_.machine() == model_.machine());
    REQUIRE(history_.input() == model_.branch().input);
    const History::Usage usage = history_.usage();
    REQUIRE(usage.peak_bytes >= usage.bytes);
    const auto infos = history_.branches();
    REQUIRE(infos.size() == model_.branches().size());
    REQUIRE(usage.checkpoints >= infos.size());
    for (const BranchInfo& info : infos) {
      const ModelBranch& branch = model_.branches().at(info.id);
      REQUIRE(info.parent == branch.parent);
      REQUIRE(info.begin == branch.begin());
      REQUIRE(info.end == branch.end());
    }
  }

  [[nodiscard]] std::uint64_t intervals_without_stores() const { return intervals_without_stores_; }

  void check_snapshots() {
    for (const auto& [snapshot, machine] : snapshots_) {
      REQUIRE(snapshot.tick() == machine.tick);
      REQUIRE(snapshot.field_size() == machine.field.size());
      const auto area = static_cast<std::size_t>(machine.field.size().area());
      for (std::size_t i = 0; i < area; ++i) REQUIRE(snapshot.cell(i) == machine.field.at(i));
      const auto values = machine.stack.values();
      REQUIRE(snapshot.stack() == std::vector<std::int64_t>(values.begin(), values.end()));
      REQUIRE(snapshot.ip() == machine.ip);
    }
  }

 private:
  [[nodiscard]] Tick some_tick() { return below(random_, history_.end() + 1); }
  [[nodiscard]] bool is_long() const { return history_.end() > 1500; }

  void run() {
    if (is_long() && history_.tick() == history_.end()) return;
    const Tick until = history_.tick() + below(random_, 400);
    std::optional<Traps> traps;
    if (below(random_, 2) == 0) traps = random_traps(random_, history_.machine().field.size());
    const Interest interest = below(random_, 2) == 0 ? Interest::writes : Interest::all;
    const std::size_t room = below(random_, 4) == 0 ? below(random_, 20) : 100'000;
    const bool observed = below(random_, 2) == 0;
    const bool heard = below(random_, 2) == 0;
    const Tick skip_traps_at = below(random_, 2) == 0 ? history_.tick() : no_limit;
    EventList seen(interest);
    EventList expected(interest);
    ShortOutput output(room);
    ShortOutput expected_output(room);
    const auto travel_with = [&](EventList& events, ShortOutput& to) {
      RunHooks travel{.traps = traps ? &*traps : nullptr,
                      .skip_traps_at = skip_traps_at,
                      .observer = observed ? &events : nullptr,
                      .output = heard ? &to : nullptr};
      return travel;
    };
    RunHooks travel = travel_with(seen, output);
    RunHooks other = travel_with(expected, expected_output);
    const StopReason arrival = history_.run(until, travel);
    const StopReason reason = model_.run(until, other);
    CHECK(arrival == reason);
    if (reason == StopReason::trapped) CHECK(travel.event == other.event);
    CHECK(seen.events == expected.events);
    CHECK(output.text == expected_output.text);
  }

  void arrive() {
    if (history_.end() > model_.branch().end()) model_.extend(history_.end());
    model_.tick = history_.tick();
  }

  void seek() {
    Tick target = some_tick();
    if (below(random_, 4) == 0 && !is_long()) target = history_.end() + below(random_, 50);
    if (below(random_, 4) == 0) target = model_.branch().begin();
    const bool recorded = target <= history_.end();
    const StopReason arrival = history_.seek(target);
    if (recorded) {
      CHECK(arrival == StopReason::tick_reached);
      CHECK(history_.tick() == target);
    }
    arrive();
  }

  void interrupted_seek() {
    PollLimit monitor(below(random_, 4));
    history_.seek(some_tick(), &monitor);
    arrive();
  }

  void look_back() {
    Tick end = history_.end();
    for (int pieces = 0; end > 0 && pieces < 20; ++pieces) {
      const History::Segment segment = history_.segment_before(end);
      REQUIRE(segment.end == end);
      REQUIRE(segment.begin < end);
      if (below(random_, 3) == 0) {
        REQUIRE(history_.seek(segment.begin) == StopReason::tick_reached);
        model_.tick = history_.tick();
        check();
      }
      end = segment.begin;
    }
  }

  void take_snapshot() {
    snapshots_.emplace_back(history_.snapshot(), model_.machine());
    if (snapshots_.size() > 6) snapshots_.erase(snapshots_.begin());
  }

  void read_output() {
    const std::string all = model_.output(model_.tick);
    const std::size_t from = below(random_, all.size() + 1);
    const std::size_t to = from + below(random_, all.size() - from + 1);
    REQUIRE(history_.output(from, to) == all.substr(from, to - from));
  }

  void give_input() {
    InputLog& input = model_.branch().input;
    const bool was_closed = input.closed();
    if (below(random_, 6) == 0) {
      CHECK(history_.close_input());
      input.close();
      return;
    }
    const std::string bytes = below(random_, 2) == 0 ? "7 " : "x";
    CHECK(history_.give_input(bytes).has_value() != was_closed);
    if (!was_closed) input.append(bytes);
  }

  Edit some_edit() {
    const Playfield& field = history_.machine().field;
    const auto area = static_cast<std::uint64_t>(field.size().area());
    const auto place = static_cast<std::int64_t>(below(random_, area));
    const Point at{place % field.size().width, place / field.size().width};
    switch (below(random_, 6)) {
      case 0:
        return SetCell{at, static_cast<std::int64_t>(below(random_, 128))};
      case 1:
        return SetStack{std::vector<std::int64_t>(below(random_, 200), 7)};
      case 2:
        return SetPointer{at, all_directions[below(random_, 4)], below(random_, 4) == 0};
      case 3:
        return SetInput{below(random_, 2) == 0 ? "4 2x" : "", below(random_, 2) == 0};
      case 4:
        return SetCell{{-1, 5}, 3};
      default:
        return SetSource{std::make_shared<const Playfield>(other_source(field))};
    }
  }

  // Changes some bytes, and often the size.
  Playfield other_source(const Playfield& field) {
    Size size = field.size();
    if (below(random_, 2) == 0) size.width = 1 + static_cast<std::int64_t>(below(random_, 40));
    if (below(random_, 2) == 0) size.height = 1 + static_cast<std::int64_t>(below(random_, 12));
    Playfield::Bytes bytes(static_cast<std::size_t>(size.area()), ' ');
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        auto& byte = bytes[static_cast<std::size_t>(y * size.width + x)];
        if (field.contains({x, y})) byte = field.source()[field.index_of({x, y})];
        if (below(random_, 20) == 0) byte = "0123456789+-gp:<>^v_|"[below(random_, 21)];
      }
    }
    return {size, std::move(bytes)};
  }

  void edit() {
    if (model_.branches().size() > 12) return;
    if (below(random_, 4) == 0) {
      history_.seek(below(random_, 2) == 0 ? 0 : history_.end());
      model_.tick = history_.tick();
    }
    // Several edits at one instant share a branch, or begin branches at the same tick.
    for (std::uint64_t count = 1 + below(random_, 2); count > 0; --count) {
      const Edit edit = some_edit();
      const bool done = history_.edit(edit).has_value();
      if (done && history_.branch() != model_.current) CHECK(history_.branch() == next_id_);
      REQUIRE(model_.edit(edit, next_id_).has_value() == done);
      if (model_.current == next_id_) ++next_id_;
    }
  }

  BranchId some_branch() {
    auto at = model_.branches().begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(random_, model_.branches().size())));
    return at->first;
  }

  void switch_branch() {
    const BranchId id = some_branch();
    const Tick target = std::min(history_.tick(), model_.branches().at(id).end());
    if (below(random_, 4) == 0) {
      PollLimit monitor(below(random_, 2));
      static_cast<void>(history_.switch_to(id, &monitor));
    } else {
      REQUIRE(history_.switch_to(id));
      CHECK(history_.tick() == target);
    }
    model_.current = id;
    model_.tick = history_.tick();
  }

  void drop() {
    const BranchId id = some_branch();
    const bool refused = model_.is_on_line(id);
    CHECK(history_.drop(id).has_value() != refused);
    CHECK_FALSE(history_.drop(next_id_));
    if (!refused) model_.drop(id);
  }

  void ask_for_stores() {
    if (history_.end() == 0) return;
    Tick begin = below(random_, history_.end());
    const Tick end = begin + 1 + below(random_, history_.end() - begin);
    if (below(random_, 2) == 0) begin = history_.segment_before(end).begin;
    std::set<std::size_t> cells;
    const auto area = static_cast<std::uint64_t>(history_.machine().field.size().area());
    for (std::uint64_t count = 1 + below(random_, 3); count > 0; --count) {
      cells.insert(below(random_, area));
    }
    std::vector<CellGroup> groups;
    for (const std::size_t cell : cells) {
      const CellGroup one{static_cast<std::uint32_t>(cell / CellGroup::size),
                          std::uint64_t{1} << (cell % CellGroup::size)};
      groups = merged(groups, std::vector{one});
    }
    const bool maybe = history_.may_have_written({begin, end}, groups);
    CAPTURE(begin);
    CAPTURE(end);
    if (model_.has_stored(begin, end, cells)) CHECK(maybe);
    if (!maybe) ++intervals_without_stores_;
  }

  Random random_;
  BranchId next_id_ = 1;
  History history_;
  Model model_;
  std::vector<std::pair<Snapshot, Machine>> snapshots_;
  std::uint64_t intervals_without_stores_ = 0;  // that the index of written cells found
};

}  // namespace

TEST_CASE("a history equals the list of all earlier machines after any operations") {
  std::uint64_t intervals_without_stores = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Machine start = random_machine(seed);
    HistoryOptions options;
    options.first_interval = 1 + below(random, 100);
    options.memory_limit = std::size_t{4000} << below(random, 9);
    const InputLog input(below(random, 2) == 0 ? "12 -7x\n+3" : "",
                         below(random, 2) == 0 ? InputLog::End::closed : InputLog::End::open);
    Pair pair(seed, start, input, options);
    for (int i = 0; i < 80; ++i) {
      CAPTURE(i);
      pair.act();
      pair.check();
    }
    pair.check_snapshots();
    intervals_without_stores += pair.intervals_without_stores();
  }
  CHECK(intervals_without_stores > 10);
}

TEST_CASE("an edit of the stack keeps values at its bottom") {
  History history(Machine(program_from_text("1234....@")), InputLog());
  history.run(4);
  REQUIRE(history.edit(SetStack{{9, 8}, 3}));
  REQUIRE(history.edit(SetStack{{}, 4}));
  CHECK(std::ranges::equal(history.machine().stack.values(), std::vector{1, 2, 3, 9}));
  CHECK_FALSE(history.edit(SetStack{{7}, 5}));
  history.run(no_limit);
  CHECK(history.output(0, 8) == "9 3 2 1 ");
  history.seek(5);
  CHECK(std::ranges::equal(history.machine().stack.values(), std::vector{1, 2, 3}));
}

TEST_CASE("an edit that does not fit fails and changes nothing") {
  History history(Machine(program_from_text("12+.@")), InputLog());
  history.run(2);
  const std::uint64_t hash = history.machine().hash();
  CHECK_FALSE(history.edit(SetCell{{99, 0}, 1}));
  CHECK_FALSE(history.edit(SetPointer{{0, -1}}));
  CHECK(history.branches().size() == 1);
  CHECK(history.machine().hash() == hash);
}
