// Native code that prints, to outputs with large, small and no buffers, against the reference.
#include "jit/evaluator.h"
#include "jit/tier/jit_tier.h"
#include "support/bounded_output.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// Records how much had been printed at each read.
class NotingInput final : public Input {
 public:
  explicit NotingInput(const BoundedOutput& output) : output_(output) {}
  int at(std::uint64_t position) override {
    printed.push_back(output_.text.size());
    return static_cast<int>(position % 256);
  }
  std::vector<std::size_t> printed;

 private:
  const BoundedOutput& output_;
};

struct Side {
  Side(std::string_view program, std::size_t limit, std::size_t room)
      : machine(program_from_text(program, {40, 10})), output(limit, room), input(output) {}
  Machine machine;
  BoundedOutput output;
  NotingInput input;
};

class Race {
 public:
  Race(std::string_view program, const NamedBackend& backend, std::size_t limit, std::size_t room)
      : expected_(program, limit, 0), found_(program, limit, room) {
    JitOptions eager{.sample_interval = 64, .unconditional = true};
    std::unique_ptr<JitTier> tier = make_jit_tier(eager, backend.make());
    statistics_ = &tier->statistics();
    interpreter_.emplace(std::move(tier));
  }

  StopReason run(Tick until) {
    const StopReason why =
        run_reference(expected_.machine, {expected_.input, expected_.output}, until);
    CHECK(interpreter_->run(found_.machine, {found_.input, found_.output}, until) == why);
    CHECK(found_.machine.tick == expected_.machine.tick);
    CHECK(found_.machine.output_size == found_.output.text.size());
    CHECK(found_.machine == expected_.machine);
    CHECK(found_.output.text == expected_.output.text);
    CHECK(found_.input.printed == expected_.input.printed);
    return why;
  }
  void open_by(std::size_t more) {
    expected_.output.limit += more;
    found_.output.limit += more;
  }
  [[nodiscard]] Tick tick() const { return found_.machine.tick; }
  [[nodiscard]] const BoundedOutput& output() const { return found_.output; }
  [[nodiscard]] double native_share() const {
    return static_cast<double>(statistics_->native_ticks) / static_cast<double>(tick());
  }

 private:
  Side expected_;
  Side found_;
  const JitStatistics* statistics_ = nullptr;
  std::optional<FastInterpreter> interpreter_;
};

constexpr std::size_t endless = 1'000'000;
constexpr std::string_view bytes = ">1+:,v\n^    <";
constexpr std::string_view numbers = ">1+:.v\n^    <";
constexpr std::string_view mixture = ">1+:.:,\"a\",v\n^          <";
constexpr std::string_view dialogue = ">1+:.:,~,:,v\n^          <";

template <class Test>
void with_every_room(Test test) {
  for (const NamedBackend& backend : backends()) {
    CAPTURE(backend.name);
    for (const std::size_t room : {0, 1, 2, 23, 1000}) {
      CAPTURE(room);
      for (const std::string_view program : {bytes, numbers, mixture, dialogue}) {
        CAPTURE(program);
        test(program, backend, room);
      }
    }
  }
}

}  // namespace

TEST_CASE("the output of native code is complete at every stop, for any buffer size") {
  with_every_room([](std::string_view program, const NamedBackend& backend, std::size_t room) {
    Race race(program, backend, endless, room);
    for (Tick until = 500; until < 20'000; until += 977) race.run(until);
    for (int i = 0; i < 40; ++i) race.run(race.tick() + 1);
    CHECK(race.native_share() > 0.5);
    if (room == 0) CHECK(race.output().without_call == 0);
  });
}

TEST_CASE("an output that closes stops native code before the byte that it refuses") {
  with_every_room([](std::string_view program, const NamedBackend& backend, std::size_t room) {
    Race race(program, backend, 3000, room);
    for (int i = 0; i < 40; ++i) {
      CHECK(race.run(race.tick() + 50'000) == StopReason::output_closed);
      CHECK(race.run(race.tick() + 50'000) == StopReason::output_closed);
      race.open_by(static_cast<std::size_t>(i));
    }
  });
}

TEST_CASE("native code calls out to print only if the buffer is full") {
  for (const NamedBackend& backend : backends()) {
    CAPTURE(backend.name);
    for (const std::string_view program : {bytes, numbers, mixture}) {
      CAPTURE(program);
      Race race(program, backend, endless, 1000);
      race.run(100'000);
      const auto all = static_cast<double>(race.output().text.size());
      CHECK(static_cast<double>(race.output().without_call) > 0.9 * all);
    }
  }
}
