// Sessions for tests.
#pragma once

#include "session/session.h"
#include "support/generated/random_programs.h"
#include "support/session_fixture.h"
#include "support/test.h"

namespace fungescope::test {

// Checkpoints every few ticks, so that searches meet many pieces.
inline std::unique_ptr<Session> session_of(std::string source, std::string input = {},
                                           Tick interval = 50, SessionOptions options = {}) {
  options.max_stack = 1000;
  options.history.first_interval = interval;
  return open_session(std::move(source), InputLog(std::move(input), InputLog::End::closed),
                      std::move(options));
}

inline std::string random_source(std::uint64_t seed) {
  Random random(seed);
  return random_source(random);
}

// For session_of: the field is as large as the source, and a reload may change that.
inline SessionOptions sized_by_source() {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{};
  options.load.size->source = true;
  return options;
}

inline Breakpoint breakpoint_of(const Session& session, std::string_view text) {
  auto breakpoint = parse_breakpoint(text, session.symbols(), session.machine().field.size());
  if (!breakpoint) FAIL(to_string(breakpoint.error()));
  return std::move(*breakpoint);
}

inline Expression expression_of(const Session& session, std::string_view text) {
  auto expression = Expression::parse(text, session.symbols(), session.machine().field.size());
  if (!expression) FAIL(to_string(expression.error()));
  return std::move(*expression);
}

}  // namespace fungescope::test
