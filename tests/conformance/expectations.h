// Parses the expectations of a test program from comment lines that it never executes:
//
//     ; dialect wide bef          the dialects to run it in; without the line, all
//     ; input "4 2\n"             its input
//     ; expect output "42 \n"     its output; several lines are concatenated
//     ; expect output of 1833 bytes, adler32 78656ab2
//                                 the same for a long output: its size and checksum
//     ; expect stack 1 -2         the stack at the end, bottom first
//     ; expect warnings 3
//     ; ticks 17                  the tick at which it stops
//     ; exit error NAME at 3 0    the fault and its cell, if it does not end by `@`
//     ; exit max-ticks
//     ; max-ticks 100             (else 100000)
//     ; max-stack 4
//     ; size 10x3                 as --size
//     ; because ...               a remark for the reader
//
// In quotes, \n, \r, \t, \\, \" and \xHH stand for bytes.
#pragma once

#include "lang/loader.h"
#include "vm/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

struct OutputDigest {
  std::size_t bytes = 0;
  std::uint32_t adler32 = 0;  // as of zlib

  friend constexpr bool operator==(const OutputDigest&, const OutputDigest&) = default;
};

[[nodiscard]] OutputDigest digest_of(std::string_view output);

struct Expectations {
  std::vector<Dialect> dialects;
  std::string input;
  std::string output;
  std::optional<OutputDigest> output_sum;  // if present, replaces `output`
  std::optional<std::vector<std::int64_t>> stack;
  std::size_t warnings = 0;
  std::optional<Tick> ticks;
  FaultKind fault = FaultKind::none;
  Point fault_at;
  bool reaches_max_ticks = false;
  Tick max_ticks = 100'000;
  std::size_t max_stack = 1000;
  std::optional<LoadOptions::SizeOverride> size;
};

// A malformed line that starts with "; " is an error.
[[nodiscard]] Result<Expectations> read_expectations(std::string_view source,
                                                     const std::string& file);

[[nodiscard]] std::string_view fault_name(FaultKind kind);

}  // namespace fungescope::test
