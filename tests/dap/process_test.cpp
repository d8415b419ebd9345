// `fungescope dap` as a process: its streams and its ends.
#include "support/process.h"

#include "dap/protocol/transport.h"
#include "support/test.h"

namespace {

std::string request(int seq, const std::string& command, const std::string& arguments = "{}") {
  return dap::encode_frame(R"({"seq":)" + std::to_string(seq) + R"(,"type":"request","command":")" +
                           command + R"(","arguments":)" + arguments + "}");
}

ProcessResult run_dap(const std::string& input) {
  return run_process({FUNGESCOPE_PROGRAM, "dap"}, input);
}

}  // namespace

TEST_CASE("dap process: from initialize to disconnect") {
  const ProcessResult outcome = run_dap(request(1, "initialize") + request(2, "disconnect"));
  CHECK(outcome.exit_code == 0);
  CHECK(contains(outcome.out, R"("event":"initialized")"));
  CHECK(contains(outcome.out, R"("request_seq":2,"success":true)"));
  CHECK(outcome.err.empty());
}

TEST_CASE("dap process: a closed client ends it, even while a program runs") {
  CHECK(run_dap("").exit_code == 0);
  const std::string program = std::string(FUNGESCOPE_TEST_DATA) + "/programs/does_nothing.b93";
  const ProcessResult outcome =
      run_dap(request(1, "initialize") + request(2, "launch", R"({"program":")" + program + "\"}") +
              request(3, "configurationDone"));
  CHECK(outcome.exit_code == 0);
  CHECK(contains(outcome.out, R"("request_seq":3,"success":true)"));
}

// One program is silent, one prints; neither ends.
TEST_CASE("dap process: a client that closes an end while a program runs ends it") {
  for (const char* const name : {"loops.b93", "prints_on.b93"}) {
    for (const std::string closed : {"input", "output", "both"}) {
      CAPTURE(name);
      CAPTURE(closed);
      Process process({FUNGESCOPE_PROGRAM, "dap"});
      const std::string program = std::string(FUNGESCOPE_TEST_DATA) + "/programs/" + name;
      process.write(request(1, "initialize") +
                    request(2, "launch", R"({"stdin":"x","program":")" + program + "\"}") +
                    request(3, "configurationDone"));
      static_cast<void>(process.read(100));
      if (closed != "input") process.close_output();
      if (closed != "output") process.close_input();
      CHECK(process.finish().exit_code < 128);
    }
  }
}

TEST_CASE("dap process: a client that does not read does not block the end") {
  Process process({FUNGESCOPE_PROGRAM, "dap"});
  const std::string program = std::string(FUNGESCOPE_TEST_DATA) + "/programs/prints_on.b93";
  process.write(request(1, "initialize") +
                request(2, "launch", R"({"stdin":"x","program":")" + program + "\"}") +
                request(3, "configurationDone"));
  CHECK(process.wait_for_full_output());
  process.close_output();
  CHECK(process.finish().exit_code < 128);
}

TEST_CASE("dap process: malformed input ends it with an error") {
  for (const std::string line : {"GET / HTTP/1.1", "POST /a:b HTTP/1.1"}) {
    const ProcessResult outcome = run_dap(
        line + "\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n" + request(1, "initialize"));
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "does not begin a message"));
  }
}

TEST_CASE("dap process: input that ends within a message is an error") {
  for (const std::string input :
       {"Content-Len", "Content-Length: 5\r\n", "Content-Length: 5\r\n\r\n{"}) {
    const ProcessResult outcome = run_dap(input);
    CHECK(outcome.exit_code == 2);
    CHECK(contains(outcome.err, "the input ends within a message"));
  }
}

TEST_CASE("dap process: a port is a number") {
  const ProcessResult outcome = run_process({FUNGESCOPE_PROGRAM, "dap", "--port", "65536"});
  CHECK(outcome.exit_code == 2);
  CHECK(contains(outcome.err, "--port"));
}

TEST_CASE("dap process: it listens in one place") {
  for (const std::string path : {"", "/nowhere/at/all"}) {
    const ProcessResult outcome = run_process({FUNGESCOPE_PROGRAM, "dap", "--socket", path});
    CHECK(outcome.exit_code == 2);
    CHECK(contains(outcome.err, "--socket"));
  }
  const ProcessResult both =
      run_process({FUNGESCOPE_PROGRAM, "dap", "--socket", "s", "--port", "0"});
  CHECK(both.exit_code == 2);
}

TEST_CASE("dap process: Ctrl-C ends it") {
  Process process({FUNGESCOPE_PROGRAM, "dap"});
  process.write(request(1, "initialize"));
  static_cast<void>(process.read(100));  // it listens
  process.signal(2);
  CHECK(process.finish().exit_code == 130);
}
