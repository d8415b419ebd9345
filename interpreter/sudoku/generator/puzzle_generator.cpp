#include "sudoku/generator/puzzle_generator.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "base/random.h"
#include "lang/loader.h"
#include "programs/catalogue.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sudoku/solving/program_host.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// Ticks between two polls: a few milliseconds on the fast engines.
constexpr Tick ticks_between_polls = 2'000'000;

// Setter.b93 needs 130. A program that pushes endlessly is stopped before it fills the memory.
constexpr std::size_t max_stack = std::size_t{1} << 20U;

// Returns why a run was stopped, without the advice, which is for options of `run`.
std::string fault_text(const Fault& fault) {
  const std::string text = describe(fault);
  return text.substr(0, text.find(';'));
}

}  // namespace

Result<RequestProgram> RequestProgram::load(std::string_view bytes, const std::string& file) {
  LoadOptions options;
  options.file = file;
  options.has_size_options = false;
  auto program = TRY(fungescope::load(bytes, options));
  return RequestProgram{file, Machine(std::move(program.playfield), {Dialect{}, 0, max_stack})};
}

RequestProgram RequestProgram::setter() {
  return load(find_built_in("@setter").value()->source, "@setter").value();
}

namespace {

// The increment of SplitMix64 (base/random.h).
constexpr std::uint64_t random_increment = 0x9e3779b97f4a7c15U;

// A puzzle with fewer clues has several solutions (McGuire, Tugemann, Civario: "There is no 16-clue
// sudoku", 2012).
constexpr int fewest_clues = 17;

// Parses the last line, of 81 digits and points. Programs may greet before it.
std::optional<Grid> parse_printed_puzzle(std::string_view output) {
  if (output.empty() || output.back() != '\n') return std::nullopt;
  output.remove_suffix(1);
  output.remove_prefix(output.rfind('\n') + 1);  // npos + 1 is 0
  if (output.size() != cell_count) return std::nullopt;
  if (output.find_first_not_of(".123456789") != std::string_view::npos) return std::nullopt;
  return grid_from_line(output);
}

bool has_clues(const Grid& puzzle, const ClueRequest& request) {
  if (request.kind == ClueRequest::Kind::minimal) return true;
  if (request.kind == ClueRequest::Kind::number) return count_clues(puzzle) == request.number;
  std::array<int, 9> clues{};
  for (std::size_t i = 0; i < cell_count; ++i) clues[i / 9] += puzzle.cells[i] == 0 ? 0 : 1;
  std::sort(clues.begin(), clues.end());
  return clues == std::array{2, 2, 2, 3, 3, 3, 4, 4, 4};
}

bool is_minimal(Grid puzzle) {
  for (std::uint8_t& cell : puzzle.cells) {
    if (cell == 0) continue;
    const std::uint8_t clue = std::exchange(cell, std::uint8_t{0});
    if (solve_with_bitmasks(puzzle).count == 1) return false;
    cell = clue;
  }
  return true;
}

}  // namespace

std::optional<ClueRequest> parse_clues(std::string_view text) {
  if (text == "minimal") return ClueRequest{};
  if (text == "rows") return ClueRequest{ClueRequest::Kind::rows};
  const auto number = parse_integer<int>(text);
  if (!number || *number < ClueRequest::min || *number > ClueRequest::max) return std::nullopt;
  return ClueRequest{ClueRequest::Kind::number, *number};
}

std::string to_string(const ClueRequest& clues) {
  if (clues.kind == ClueRequest::Kind::number) return std::to_string(clues.number);
  return clues.kind == ClueRequest::Kind::rows ? "rows" : "minimal";
}

std::string_view to_string(Rejection rejection) {
  static constexpr std::array<std::string_view, rejection_count> names{
      "none",        "failed",     "no puzzle", "invalid", "unsolvable", "several solutions",
      "wrong clues", "not minimal"};
  return names[static_cast<std::size_t>(rejection)];
}

CheckedPuzzle check_generated(const Grid& puzzle, const ClueRequest& clues) {
  if (find_contradiction(puzzle)) return {Rejection::invalid, {}};
  if (!has_clues(puzzle, clues)) return {Rejection::wrong_clues, {}};
  // First, because the search for a solution may take long then.
  if (count_clues(puzzle) < fewest_clues) return {Rejection::several_solutions, {}};
  const SolutionCount solutions = solve_with_bitmasks(puzzle);
  if (solutions.count == 0) return {Rejection::unsolvable, {}};
  if (solutions.count > 1) return {Rejection::several_solutions, {}};
  if (clues.kind == ClueRequest::Kind::minimal && !is_minimal(puzzle)) {
    return {Rejection::not_minimal, solutions.solution};
  }
  return {Rejection::none, solutions.solution};
}

std::uint64_t seed_of_run(std::uint64_t seed, std::uint64_t index) {
  return Random(seed + index * random_increment).next();
}

PuzzleGenerator::PuzzleGenerator(const RequestProgram& program, GeneratorOptions options)
    : seed_(options.seed),
      clues_(options.clues),
      start_(program.start),
      machine_(program.start),
      engine_(options.engine),
      stopped_(std::move(options.stopped)) {}

GeneratedPuzzle PuzzleGenerator::make(std::uint64_t index) {
  GeneratedPuzzle puzzle;
  puzzle.index = index;
  puzzle.seed = seed_of_run(seed_, index);
  const auto reject = [&puzzle](Rejection rejection, std::string reason) {
    puzzle.status = GeneratedPuzzle::Status::rejected;
    puzzle.rejection = rejection;
    puzzle.reason = std::move(reason);
    return puzzle;
  };
  start_.random = Random(puzzle.seed);
  engine_.load(machine_, start_);
  StringInput input("1 " + to_string(clues_) + "\n");
  BoundedOutput output;
  StopReason why = StopReason::tick_reached;
  while (why == StopReason::tick_reached) {
    if (stopped()) {
      puzzle.status = GeneratedPuzzle::Status::stopped;
      return puzzle;
    }
    why = engine_.run(machine_, {input, output}, machine_.tick + ticks_between_polls);
    puzzle.ticks = machine_.tick;
  }
  if (why == StopReason::faulted) {
    return reject(Rejection::failed,
                  fmt::format("at tick {} the program was stopped: {}, at {}", puzzle.ticks,
                              fault_text(machine_.fault), to_string(machine_.fault.at)));
  }
  if (why == StopReason::output_closed) {
    return reject(Rejection::failed,
                  fmt::format("at tick {} the program had printed more than {} bytes", puzzle.ticks,
                              BoundedOutput::limit));
  }
  const auto printed = parse_printed_puzzle(output.text);
  if (!printed) {
    return reject(Rejection::no_puzzle, fmt::format("it printed {} instead of a line of 81 cells",
                                                    single_quoted(output.text, 100)));
  }
  puzzle.grid = *printed;
  const CheckedPuzzle checked = check_generated(puzzle.grid, clues_);
  if (checked.rejection != Rejection::none) {
    return reject(checked.rejection,
                  fmt::format("{}: {}", to_string(checked.rejection), to_line(puzzle.grid)));
  }
  puzzle.solution = checked.solution;
  return puzzle;
}

}  // namespace fungescope::puzzles
