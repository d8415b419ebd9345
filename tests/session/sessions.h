// Sessions for tests.
#pragma once

#include "session/session.h"
#include "support/random_programs.h"

#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::test {

// Checkpoints every few ticks, so that searches meet many pieces.
inline std::unique_ptr<Session> session_of(std::string source, std::string input = {},
                                           Tick interval = 50, SessionOptions options = {}) {
  options.load.file = "t.b93";
  options.max_stack = 1000;
  options.history.first_interval = interval;
  auto session =
      Session::open(std::move(source), InputLog(std::move(input), InputLog::End::closed), options);
  REQUIRE(session);
  return std::move(*session);
}

// A random program as text: what a line cannot hold becomes a blank.
inline std::string random_source(std::uint64_t seed) {
  Random random(seed);
  const auto kind = static_cast<ProgramKind>(below(random, program_kinds));
  const Playfield field = random_program(random, kind);
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      text += value >= ' ' && value < 127 ? static_cast<char>(value) : ' ';
    }
    text += '\n';
  }
  return text;
}

// For session_of: the field is as large as the source, and a reload may change that.
inline SessionOptions sized_by_source() {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{};
  options.load.size->source = true;
  return options;
}

inline Stop stop_of(const Session& session, std::string_view text) {
  auto stop = parse_stop(text, session.symbols(), session.machine().field.size());
  if (!stop) FAIL(to_string(stop.error()));
  return std::move(*stop);
}

inline Expression expression_of(const Session& session, std::string_view text) {
  auto expression = Expression::parse(text, session.symbols(), session.machine().field.size());
  if (!expression) FAIL(to_string(expression.error()));
  return std::move(*expression);
}

}  // namespace fungescope::test
