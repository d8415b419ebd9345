// `why` on random programs, with edits, against the oracle that keeps all origins from the start.
#include "session/why/why.h"
#include "support/differential.h"
#include "support/generated/random_programs.h"
#include "support/generated/realistic_programs.h"

#include "../sessions.h"
#include "provenance_oracle.h"

namespace {

constexpr Tick oracle_run_length = 800;

std::string program(Random& random) {
  return below(random, 3) != 0 ? random_source(random) : source_of(realistic_program(random, {}));
}

std::string key_of(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::made:
      return fmt::format("made {} {}", origin.tick, origin.part);
    case Origin::Kind::empty:
      return fmt::format("empty {} {}", origin.tick, origin.part);
    case Origin::Kind::source:
      return "source " + to_string(origin.at());
    case Origin::Kind::cell_edit:
      return fmt::format("cell_edit {} {}", origin.tick, to_string(origin.at()));
    case Origin::Kind::stack_edit:
      return fmt::format("stack_edit {} {}", origin.tick, origin.slot);
    case Origin::Kind::start:
      return "start";
  }
  return {};
}

// As ProvenanceOracle lists them.
std::string listed(const WhyAnswer& answer) {
  std::string text = fmt::format("after {} copies\n", answer.root.copies);
  for (const Cause& cause : answer.causes) {
    if (!cause.origin) return "an unknown value";
    const bool is_input = cause.kind == Cause::Kind::input;
    text += fmt::format("{} {} {} {} {}", key_of(*cause.origin), to_string(cause.kind), cause.value,
                        cause.is_by_instruction() ? to_string(cause.by) : "",
                        is_input ? fmt::format("{}-{}", cause.input_begin, cause.input_end) : "");
    for (const Use& use : cause.uses) {
      text += fmt::format(" [{} {} {} {}]", to_string(use.role), use.value,
                          key_of(*answer.causes[use.cause].origin), use.copies);
    }
    text += '\n';
  }
  return text;
}

struct EditAt {
  Tick tick;
  Edit edit;
};

// A session on a random program that has run, with edits, and the oracle at the same instant.
class WhyCase {
 public:
  explicit WhyCase(std::uint64_t seed)
      : random_(seed),
        session_(open()),
        oracle_(session_->machine(), run_input_),
        present_(below(random_, oracle_run_length) + 1) {
    std::vector<EditAt> edits = random_edits();
    for (const EditAt& one : edits) {
      if (!run_to(one.tick)) continue;
      if (below(random_, 2) == 0) session_->history().run(one.tick + below(random_, 100));
      session_->history().seek(one.tick);
      if (session_->history().edit(one.edit)) oracle_.edit(one.edit);
    }
    run_to(present_);
    present_ = oracle_.machine().tick;
    // The recording may go on after the present.
    if (below(random_, 2) == 0) session_->history().run(present_ + below(random_, 200));
    session_->history().seek(present_);
    REQUIRE(session_->machine() == oracle_.machine());
  }

  void check_cell() {
    const Size size = session_->machine().field.size();
    Point at = random_point(random_, size);
    // Preferably one that was written.
    for (std::size_t i = 0; i < static_cast<std::size_t>(size.area()); ++i) {
      const std::size_t index =
          (session_->machine().field.index_of(at) + i) % static_cast<std::size_t>(size.area());
      if (!session_->machine().field.changed(index)) continue;
      at = {static_cast<std::int64_t>(index) % size.width,
            static_cast<std::int64_t>(index) / size.width};
      break;
    }
    const bool all = below(random_, 2) == 0;
    check({AskedCell{at}, "cell"}, all, oracle_.causes_of_cell(at, all));
  }
  void check_slot() {
    const std::size_t depth = oracle_.machine().stack.size();
    if (depth == 0) return;
    const std::size_t from_top = below(random_, std::min<std::size_t>(depth, 6));
    const bool all = below(random_, 2) == 0;
    check({AskedSlot{from_top}, "slot"}, all, oracle_.causes_of_slot(from_top, all));
  }
  void check_output() {
    if (oracle_.output().empty()) return;
    const std::uint64_t position = below(random_, oracle_.output().size());
    const bool all = below(random_, 2) == 0;
    check({AskedOutput{position}, "output"}, all, oracle_.causes_of_output(position, all));
  }

 private:
  std::unique_ptr<Session> open() {
    run_input_ = below(random_, 3) == 0 ? "" : "12 -7x\n+3 55 --1";
    SessionOptions options = sized_by_source();
    if (below(random_, 2) == 0) options.load.dialect = random_dialect(random_);
    options.seed = below(random_, 100);
    options.history.first_interval = 1 + below(random_, 200);
    options.max_stack = 1000;
    options.load.annotations = false;
    return open_session(program(random_), InputLog(run_input_, InputLog::End::closed),
                        std::move(options));
  }

  std::vector<EditAt> random_edits() {
    std::vector<EditAt> edits;
    if (below(random_, 3) != 0) return edits;
    const Size size = session_->machine().field.size();
    for (std::uint64_t count = 1 + below(random_, 4); count > 0; --count) {
      const Tick tick = below(random_, present_ + 1);
      const Point at = random_point(random_, size);
      switch (below(random_, 4)) {
        case 0:
          edits.push_back({tick, SetStack{{5, 0, 2, 1}}});
          break;
        case 1:
          edits.push_back({tick, SetInput{"8 9", true}});
          break;
        case 2:
          edits.push_back({tick, SetPointer{at, Direction::south, false}});
          break;
        default:
          edits.push_back({tick, SetCell{at, "0g:\\p3~,"[below(random_, 8)]}});
          break;
      }
      // Several at one instant belong to one branch.
      if (below(random_, 3) == 0) edits.push_back({tick, SetCell{at, 7}});
    }
    std::stable_sort(edits.begin(), edits.end(),
                     [](const EditAt& a, const EditAt& b) { return a.tick < b.tick; });
    return edits;
  }

  bool run_to(Tick tick) {
    while (oracle_.machine().tick < tick && oracle_.step()) {
    }
    session_->history().run(oracle_.machine().tick);
    return oracle_.machine().tick == tick;
  }

  void check(const AskedValue& asked, bool all, const std::string& expected) {
    WhyOptions options{.depth = ~std::size_t{0}, .all = all, .max_causes = ~std::size_t{0}};
    options.limits.window_ticks = 1 + below(random_, 60);
    options.limits.kept_windows = 1 + below(random_, 4);
    const auto answer = why(*session_, asked, options, nullptr).value();
    CAPTURE(asked.name);
    CAPTURE(all);
    CAPTURE(present_);
    REQUIRE(listed(answer) == expected);
    REQUIRE(session_->history().tick() == present_);
    REQUIRE_FALSE(answer.cut);
  }

  Random random_;
  std::string run_input_;
  std::unique_ptr<Session> session_;
  ProvenanceOracle oracle_;
  Tick present_;
};

}  // namespace

TEST_CASE("the causes of values of random programs are those that the oracle kept") {
  const std::uint64_t cases = random_cases(FUNGESCOPE_SANITIZED ? 150 : 10'000);
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    CAPTURE(seed);
    WhyCase one(seed);
    one.check_cell();
    one.check_slot();
    one.check_output();
  }
}
