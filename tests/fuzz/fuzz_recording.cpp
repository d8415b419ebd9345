// Loads any bytes as a recording, after a matching header. If it loads, it is saved again and must
// load to the same.
#include "base/hash.h"
#include "session/recording/recording.h"
#include "support/session_fixture.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz_check.h"
#include <fmt/format.h>

using namespace fungescope;

namespace {

std::string with_header(std::string_view body) {
  Hasher hasher;
  hasher.add_text(body);
  return fmt::format("fungescope recording 1\n{:016x}\n{}", hasher.value(), body);
}

SessionOptions small_options() {
  SessionOptions options;
  options.load.max_cells = 1 << 14;
  options.history.memory_limit = std::size_t{4} << 20U;
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // A whole recording as a seed is mutated after its header.
  if (is_recording(bytes)) {
    const std::size_t first = bytes.find('\n');
    const std::size_t second = first == bytes.npos ? first : bytes.find('\n', first + 1);
    if (second != bytes.npos) bytes.remove_prefix(second + 1);
  }
  test::PollLimit poll_limit;
  poll_limit.polls_left = 7;  // a recording may request an endless run
  const auto session = load_recording(with_header(bytes), "fuzz", small_options(), &poll_limit);
  if (!session) {
    FUZZ_CHECK(!session.error().what.empty());
    FUZZ_CHECK(session.error().where.file == "fuzz");
    return 0;
  }
  const auto saved = save_recording(**session, nullptr);
  FUZZ_CHECK(saved.has_value());
  const auto again = load_recording(*saved, "fuzz", small_options(), nullptr);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK((*again)->machine() == (*session)->machine());
  return 0;
}
