// What requests consist of, for tests that try everything.
#pragma once

#include "dap/server.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace fungescope::test {

// Splits at `|`.
inline std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    words.push_back(text.substr(0, text.find('|')));
    text.remove_prefix(std::min(words.back().size() + 1, text.size()));
  }
  return words;
}

// Returns the names of all requests of the server, or of those that do not end a run.
inline std::vector<std::string_view> request_names(bool also_ends = true) {
  std::vector<std::string_view> names;
  for (const auto group : dap::request_groups()) {
    for (const dap::RequestHandler& handler : group) {
      if (also_ends || handler.schedule != dap::Schedule::ends_run) names.push_back(handler.name);
    }
  }
  return names;
}

// Returns the names of arguments, of all requests together.
inline std::vector<std::string_view> argument_names() {
  return split(
      "threadId|frameId|variablesReference|start|count|filter|format|name|value|expression|context|"
      "source|breakpoints|filters|memoryReference|offset|instructionOffset|instructionCount|data|"
      "tick|command|samples|variables|from|to|x|y|text|column|line|endLine|program|stdin|seed|"
      "requestId|progressId|granularity|arguments|targetId|stopOnEntry|stopAtEnd");
}

}  // namespace fungescope::test
