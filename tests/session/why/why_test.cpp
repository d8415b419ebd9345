// Why and relevant slices: which ticks are replayed, and answers that are cut.
#include "session/why/why.h"

#include "session/why/slice/relevant_slice.h"

#include "../debugged.h"

TEST_CASE("only the windows on the chain of a value are replayed") {
  // Stores 5 once, then goes round without a store.
  Debugged debugged("505p>  v\n    ^  <");
  Session& session = debugged.debugger.session();
  session.history().run(3'000'000);
  WhyOptions options;
  options.limits.max_ticks = 2 * options.limits.window_ticks;  // that of the present too
  const auto answer = why(session, {AskedCell{{0, 5}}, "five"}, options, nullptr).value();
  CHECK_FALSE(answer.cut);
  REQUIRE(answer.causes.size() == 1);
  CHECK(answer.causes[0].kind == Cause::Kind::literal);
  CHECK(answer.causes[0].tick() == 1);
  CHECK(session.history().tick() == 3'000'000);
}

TEST_CASE("an answer that is cut says by what, and keeps the present") {
  Debugged debugged(countdown);
  debugged("continue");
  Session& session = debugged.debugger.session();
  const Tick present = session.machine().tick;
  const AskedValue asked{AskedCell{{0, 3}}, "count"};
  WhyOptions options{.depth = 100};
  const auto complete = why(session, asked, options, nullptr).value();
  CHECK(complete.causes.back().kind == Cause::Kind::literal);

  options.max_causes = 5;
  const auto few = why(session, asked, options, nullptr).value();
  CHECK(few.cut == CutBy::values);
  CHECK(few.summary.unexpanded > 0);
  options.max_causes = 1000;

  options.limits.window_ticks = 4;
  options.limits.max_ticks = 32;
  const auto short_of_ticks = why(session, asked, options, nullptr).value();
  CHECK(short_of_ticks.cut == CutBy::ticks);
  CHECK(std::any_of(short_of_ticks.causes.begin(), short_of_ticks.causes.end(),
                    [](const Cause& cause) { return cause.kind == Cause::Kind::unknown; }));
  options.limits.max_ticks = 10'000;

  std::size_t partial = 0;
  for (std::uint64_t polls = 0;; ++polls) {
    PollLimit limit(polls);
    const auto answer = why(session, asked, options, &limit);
    REQUIRE(session.machine().tick == present);
    if (!answer) {
      CHECK(answer.error().what == "interrupted");
    } else if (answer->cut) {
      CHECK(answer->cut == CutBy::interrupt);
      ++partial;
    } else {
      CHECK(answer->causes.size() == complete.causes.size());
      break;
    }
  }
  CHECK(partial > 0);
}

TEST_CASE("a relevant slice that is too long excludes nothing") {
  Debugged debugged("12+:.@");
  debugged("continue");
  TraceLimits limits{.max_ticks = 2};
  Session& session = debugged.debugger.session();
  const auto cut = relevant_slice(session, {AskedOutput{0}, "output 0"}, limits, nullptr).value();
  CHECK(cut.cut == CutBy::ticks);
  CHECK(session.machine().status == Status::ended);
}

TEST_CASE("the tick of every byte of the output is found") {
  Debugged debugged("1>:.1+v\n ^    <\n");  // counts
  History& history = debugged.debugger.session().history();
  history.run(3'000'000);
  const std::uint64_t size = history.machine().output_size;
  REQUIRE(size > 100'000);
  for (const std::uint64_t byte : {std::uint64_t{0}, size / 3, size - 1}) {
    const auto tick = output_tick(history, byte, nullptr);
    REQUIRE(tick);
    history.seek(*tick);
    CHECK(history.machine().output_size > byte);
    history.seek(*tick - 1);
    CHECK(history.machine().output_size <= byte);
    history.seek(3'000'000);
  }
}
