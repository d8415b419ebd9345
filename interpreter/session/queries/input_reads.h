// Finds where in a run each line of the input is read: at which instant, and after how much output.
// A console shows the line there, as a terminal does.
//
//     InputReads reads;
//     while (!reads.advance(session, &monitor)) show(reads.lines());
#pragma once

#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope {

// The read of a line's first byte.
struct LineRead {
  std::uint64_t position = 0;     // of that byte in the input
  Tick tick = 0;                  // the instant before the instruction that reads it
  std::uint64_t output_size = 0;  // at that instant
  friend bool operator==(const LineRead&, const LineRead&) = default;
};

class InputReads {
 public:
  static constexpr std::size_t max_lines = std::size_t{1} << 16U;

  // Continues up to the present instant of the session, which it leaves unchanged. Returns false if
  // the monitor interrupted it; call it again then. Cost: stretches without a read are skipped by
  // seeks; the others are replayed, with 200 ns a read.
  bool advance(Session& session, Monitor* monitor);
  // Forgets the reads from an instant on: the run has been changed there.
  void truncate(Tick from);

  // Ascending by position; the last `max_lines` at most. Includes a line that is not given yet if
  // the program waits for it. May include lines that are read after the present instant.
  [[nodiscard]] const std::vector<LineRead>& lines() const { return lines_; }
  // Whether the lines read before the present instant are all known.
  [[nodiscard]] bool complete(const Session& session) const;
  // Whether `advance` would take about a millisecond.
  [[nodiscard]] bool nearly_complete(const Session& session) const;

 private:
  [[nodiscard]] Tick end_of_stretch(History& history, Tick present, Monitor* monitor);
  bool replay(History& history, Tick to, Monitor* monitor);
  void add(const InputLog& input, const LineRead& read, std::uint64_t end);

  std::vector<LineRead> lines_;
  Tick known_to_ = 0;           // instructions up to this instant are covered
  std::uint64_t position_ = 0;  // of the input, at `known_to_`
};

// Whether the instruction that is executed next reads input.
[[nodiscard]] bool reads_next(const Machine& machine);

}  // namespace fungescope
