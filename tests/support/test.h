// Included by tests: doctest, fmt, the standard headers that most of them need, and the namespaces.
#pragma once

#include "base/random.h"
#include "base/result.h"
#include "support/files.h"
#include "support/program_from_text.h"
#include "support/transcript.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace fungescope::test {

// Returns the message of an error; empty if there is none.
template <class T>
[[nodiscard]] std::string message_of(const Result<T>& result) {
  return result ? "" : to_string(result.error());
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Runs each transcript of a folder as a subcase of the test case, with a runner of its own.
template <class Runner>
void run_transcripts(const std::string& folder, const std::string& extension) {
  for (const auto& path : transcripts_in(folder, extension)) {
    SUBCASE(path.filename().string().c_str()) {
      Runner runner;
      for (const std::string& failure : run_transcript(path, std::ref(runner))) FAIL_CHECK(failure);
    }
  }
}

}  // namespace fungescope::test
