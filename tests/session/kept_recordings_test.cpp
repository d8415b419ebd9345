// Recordings in tests/data/recordings, made on x86-64. On every processor they load, and the same
// commands make the same files. With FUNGESCOPE_ACCEPT_RECORDINGS=1 it rewrites them.
#include "session/recording/recording.h"

#include <cstdlib>
#include <fstream>

#include "debugged.h"

namespace {

SessionOptions with_seed(std::uint64_t seed) {
  SessionOptions options{.seed = seed};
  return options;
}

std::string recording_of(Session& session) {
  return save_recording(session, nullptr).value();
}

void check_kept(const std::string& name, Debugged& debugged) {
  const std::string bytes = recording_of(debugged.debugger.session());
  const char* const accept = std::getenv("FUNGESCOPE_ACCEPT_RECORDINGS");
  if (accept != nullptr && std::string(accept) == "1") {
    std::ofstream(data_path("recordings/" + name), std::ios::binary) << bytes;
  }
  const std::string kept = data("recordings/" + name);
  CHECK(bytes == kept);
  const auto loaded = load_recording(kept, name, {}, nullptr);
  if (!loaded) FAIL(to_string(loaded.error()));
  CHECK((*loaded)->machine().hash() == debugged.machine().hash());
  CHECK(recording_of(**loaded) == kept);
}

}  // namespace

TEST_CASE("a kept recording: chance, edits and branches") {
  // Echoes bytes and numbers, with a random walk between them.
  Debugged debugged(
      "~:.5-.&.>?v\n"
      "^        <<\n"
      "^:+5     <\n",
      {}, with_seed(93));
  debugged("c");
  debugged(R"(input "a-7 b 12 \xff 9223372036854775807 \x80-9223372036854775808 ")");
  debugged.run({"goto 900", "goto 300", "set 40,20 = -9223372036854775807", "push -5", "goto 600",
                "goto 400", "set ip 9,0 north", "input 99", "goto 700", "branch 0",
                "break change 40,20 if new < -3 hits 2 log \"{tick}\"", "break output \"\\xff\\n\"",
                "goto 333"});
  check_kept("branches.run", debugged);
}

TEST_CASE("a kept recording: bytes of every value") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  std::string source = ">~:1+!#@_:1g.,\n";
  for (const char c : bytes) {
    if (c != '\n' && c != '\r' && c != '\f') source += c;
  }
  Debugged debugged(source, InputLog(bytes, InputLog::End::closed), with_seed(1));
  debugged("c");
  check_kept("bytes.run", debugged);
}
