// Formats what `explain` prints of a puzzle: its path step by step, or one hint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sudoku/solving/solver_knowledge.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"

namespace fungescope {

enum class ExplanationFormat : std::uint8_t { text, json };

struct ExplanationOptions {
  ExplanationFormat format = ExplanationFormat::text;
  std::optional<techniques::HintStrength> next;  // one hint instead of the path
};

// `path` is that of the puzzle whose candidates are `start`. With `knowledge`, each step names the
// tick at which sudoku.b93 knew it.
[[nodiscard]] std::string format_explanation(const techniques::Candidates& start,
                                             const techniques::Path& path,
                                             const ExplanationOptions& options,
                                             const puzzles::SolverKnowledge* knowledge);

}  // namespace fungescope
