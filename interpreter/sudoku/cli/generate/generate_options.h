// The options of `generate`, and what they ask for.
#pragma once

#include "base/result.h"
#include "sudoku/cli/generate/candidate.h"
#include "sudoku/cli/generate/puzzle_format.h"
#include "sudoku/generator/request_runner.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// As they are written.
struct GenerateOptions {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> clues;
  std::optional<std::string> level;
  std::optional<std::string> difficulty;
  std::optional<std::string> symmetry;
  std::optional<std::string> kind;
  std::optional<std::uint64_t> order;
  std::optional<unsigned> hide;
  std::optional<std::string> symbols;
  std::optional<std::string> format;
  bool one_line = false;
  bool compact = false;
  bool readable = false;
  bool csv = false;
  bool no_header = false;
  std::uint64_t max_tries = 10'000;
  std::size_t jobs = 0;  // 0: one per core
  std::string program;   // empty: the built-in one
  std::string engine = "auto";
  std::string stats;  // "", "text" or "json"
};

// Adds them to the command. `options` must outlive it.
void add_generate_options(CLI::App& command, GenerateOptions& options);

struct GeneratePlan {
  std::shared_ptr<const puzzles::RequestProgram> program;
  CandidateRequest request;
  PuzzleFormat format;   // without its style; may be `automatic`
  std::string wanted;    // for messages: "hard with minimal clues"
  std::size_t jobs = 1;  // at most
  bool random_seed = false;
};

[[nodiscard]] Result<GeneratePlan> plan_generation(const GenerateOptions& options);

}  // namespace fungescope
