// Where the lines of the input are read.
#include "session/queries/input_reads.h"

#include "session/debugged.h"

namespace {

// Prints what it reads, with `>` before each byte.
constexpr const char* echo = ">\">\",~,v\n^      <\n";

InputReads known(Session& session) {
  InputReads reads;
  REQUIRE(reads.advance(session, nullptr));
  return reads;
}

}  // namespace

TEST_CASE("a line is read where its first byte is, and the one waited for counts") {
  Debugged debugged(echo);
  debugged.run({"input ab", "input c", "continue"});
  Session& session = debugged.debugger.session();
  const InputReads reads = known(session);
  REQUIRE(reads.lines().size() == 3);
  CHECK(reads.lines()[0] == LineRead{0, 5, 1});
  CHECK(reads.lines()[1].position == 3);
  CHECK(reads.lines()[1].output_size == 7);  // ">a>b>\n>"
  CHECK(reads.lines()[2] == LineRead{5, debugged.tick(), 11});
  CHECK(reads.complete(session));
  CHECK(session.machine().tick == debugged.tick());
}

TEST_CASE("reads are found in slices, at any instant, and after a change of the past") {
  Debugged debugged(echo);
  debugged.run({"input ab", "input c", "continue"});
  Session& session = debugged.debugger.session();
  const InputReads all = known(session);
  InputReads reads;
  for (Tick tick = 1; tick < 40; tick += 3) {
    session.history().seek(tick);
    PollLimit once(0);
    while (!reads.advance(session, &once)) once.polls_left = 1;
    CHECK(session.history().tick() == tick);
  }
  debugged("goto end");
  REQUIRE(reads.advance(session, nullptr));
  CHECK(reads.lines() == all.lines());
  const Tick second = all.lines()[1].tick;
  debugged("goto " + std::to_string(second));
  debugged.run({"input replace xy", "continue"});
  reads.truncate(second);
  CHECK(reads.lines().size() == 1);
  REQUIRE(reads.advance(session, nullptr));
  REQUIRE(reads.lines().size() == 3);
  CHECK(reads.lines()[1] == all.lines()[1]);
  CHECK(reads.lines()[2].position == 6);
  CHECK(reads.lines() == known(session).lines());
}

TEST_CASE("a number may read several lines, and what reads nothing is skipped") {
  // Counts down from 262,144 between the two reads.
  Debugged debugged("&$\"@\"::**>1-:v\n         ^   _~$~@\n");
  debugged.run({"input \"\\n 7\\nx\"", "continue"});
  Session& session = debugged.debugger.session();
  const InputReads reads = known(session);
  REQUIRE(reads.lines().size() == 3);
  CHECK(reads.lines()[0] == LineRead{0, 0, 0});
  CHECK(reads.lines()[1] == LineRead{1, 0, 0});
  CHECK(reads.lines()[2].position == 4);
  CHECK(reads.lines()[2].tick == debugged.tick() - 2);
}
