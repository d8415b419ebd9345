// `fungescope rate` and `explain` at Ctrl-C.
#include "support/process.h"
#include "support/test.h"

#include <csignal>

namespace {

// Rated 1.2, with hidden singles in boxes.
const std::string easy_puzzle =
    ".5.7.3.6...7...8.....816.......3......5...1..73..4..869.6...2.484.572.93...4.9...";

}  // namespace

TEST_CASE("rate: results come as they are ready, and Ctrl-C keeps them") {
  Process process({FUNGESCOPE_PROGRAM, "rate", "--format", "csv"});
  process.write(easy_puzzle + "\n");
  const std::string header = "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n";
  CHECK(process.read(header.size() + 85) == header + easy_puzzle + ",1.2");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}

TEST_CASE("explain: Ctrl-C while it waits for the next puzzle") {
  Process process({FUNGESCOPE_PROGRAM, "explain", "--next=where"});
  process.write(easy_puzzle + "\n");
  CHECK(process.read(14) == "look in box 1\n");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}
