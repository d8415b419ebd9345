// The answers of `solve` in its output formats.
#pragma once

#include "cli/solve/batch.h"

#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

// `automatic`: pretty for one puzzle on a terminal, grid for one otherwise, line for several.
enum class AnswerFormat : std::uint8_t { automatic, line, grid, pretty, csv, json };

// "auto", "line", ...
[[nodiscard]] std::optional<AnswerFormat> parse_answer_format(std::string_view name);

// How a drawn grid may look.
struct Drawing {
  bool bold_givens = false;  // with terminal escapes
  bool unicode = false;      // line-drawing characters, else + - |
};

// "solved", "unsolvable", "invalid", "malformed", "multiple", "wrong", ...
[[nodiscard]] std::string_view status_word(const BatchTask& task);
// What the process says of it, if it is the first failure; 0 for solved.
[[nodiscard]] int exit_code_of(const BatchTask& task);
// One line for standard error, without a program name or line end; empty if solved.
[[nodiscard]] std::string complaint(const BatchTask& task);

[[nodiscard]] std::string draw_grid(const sudoku::Grid& solution, const sudoku::Grid& puzzle,
                                    const Drawing& drawing);

// One answer with its line end. `first` is the first of all: csv then begins
// with a header, and drawn grids have no empty line before them.
[[nodiscard]] std::string format_answer(const BatchTask& task, AnswerFormat format,
                                        const Drawing& drawing, bool first);

}  // namespace fungescope
