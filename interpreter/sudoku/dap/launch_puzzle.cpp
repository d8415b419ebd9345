// The argument `puzzle` of the debug adapter's `launch`.
#include "sudoku/dap/launch_puzzle.h"

#include "sudoku/formats/puzzle_reader.h"
#include "sudoku/solving/program_host.h"

namespace fungescope {
namespace {

// Reads the first puzzle of a text, or of the file that it names.
Result<puzzles::Grid> read_puzzle(const std::string& text, Files& files) {
  const bool may_be_path = !text.empty() && text.find('\n') == std::string::npos;
  auto bytes = may_be_path ? files.read(text) : Result<std::string>(text);
  const bool is_path = may_be_path && bytes.has_value();
  return puzzles::read_first_puzzle(is_path ? *bytes : text, is_path ? text : "puzzle",
                                    "give a puzzle of digits only");
}

Result<dap::InitialInput> puzzle_input(const std::string& text, const std::string& source,
                                       const std::string& file, Files& files) {
  const auto puzzle = TRY(read_puzzle(text, files));
  const auto program = TRY(puzzles::SolverProgram::load(source, file));
  dap::InitialInput given;
  if (program.reads_input) {
    given.input = InputLog(to_line(puzzle, '0') + '\n', InputLog::End::closed);
    return given;
  }
  const Rectangle& grid = program.grid_area;
  const std::string cells = to_line(puzzle, program.blank);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(cells.size()); ++i) {
    const Point at{grid.corner.x + i % 9, grid.corner.y + i / 9};
    given.edits.emplace_back(SetCell{at, cells[static_cast<std::size_t>(i)]});
  }
  return given;
}

}  // namespace

const dap::LaunchInput& launch_puzzle() {
  static constexpr dap::LaunchInput input{"puzzle", puzzle_input};
  return input;
}

}  // namespace fungescope
