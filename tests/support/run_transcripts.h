#pragma once

#include "support/transcript.h"

#include <doctest/doctest.h>

namespace fungescope::test {

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
