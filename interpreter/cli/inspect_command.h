// `fungescope inspect FILE`: reports on a program without running it; with --jit, runs it and shows
// the regions that the JIT compiled.
#pragma once

#include "front_end/options/source_options.h"
#include "lang/analysis/static_analysis.h"
#include "vm/run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope {

struct InspectOptions {
  SourceOptions source;
  bool json = false;
  bool jit = false;
  // For the run of --jit.
  Tick max_ticks = 5'000'000;
  std::optional<std::uint64_t> seed;
  std::string input;  // a file; empty: standard input
};

// The output of the command, and its exit code: 0, or 2 if the file cannot be read or an option is
// wrong.
struct InspectResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

[[nodiscard]] InspectResult inspect(const InspectOptions& options);

// ---- The report on a program

struct InspectReport {
  std::string file;
  OpenedProgram opened;
  Histogram histogram{};
  std::uint64_t reachable = 0;
};

// Cost: one pass over the field and one walk over its reachable cells.
[[nodiscard]] InspectReport make_inspect_report(std::string file, OpenedProgram opened);

// Formats aligned text, with a section for each kind of information that exists.
[[nodiscard]] std::string to_text(const InspectReport& report);

// Formats one indented object. Bytes of a name that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_json(const InspectReport& report);

}  // namespace fungescope
