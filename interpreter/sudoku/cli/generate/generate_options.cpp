#include "sudoku/cli/generate/generate_options.h"

#include "base/escape.h"
#include "front_end/options/number_option.h"
#include "front_end/program_file.h"
#include "sudoku/techniques/level_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

using techniques::Level;
using techniques::LevelRange;

tl::unexpected<Error> unknown_word(const char* option, const char* what, const std::string& word,
                                   const char* words) {
  return fail({option}, fmt::format("there is no {} {}", what, single_quoted(word)),
              fmt::format("use one of {}", words));
}

// The levels that qqwing's words come closest to; nothing for any.
struct Difficulty {
  std::string_view name;
  std::optional<LevelRange> levels;
};
constexpr std::array difficulties{
    Difficulty{"simple", LevelRange{Level::easy, Level::easy}},
    Difficulty{"easy", LevelRange{Level::medium, Level::medium}},
    Difficulty{"intermediate", LevelRange{Level::hard, Level::hard}},
    Difficulty{"expert", LevelRange{Level::expert, Level::diabolical}},
    Difficulty{"any", std::nullopt},
};

Result<std::optional<LevelRange>> parse_levels(const GenerateOptions& options) {
  if (options.level && options.difficulty) {
    return fail({"--difficulty"}, "it is another word for --level", "give one of them");
  }
  if (options.level) {
    const auto level = techniques::parse_level(*options.level);
    if (level) return LevelRange{*level, *level};
    return unknown_word("--level", "level", *options.level,
                        "easy, medium, hard, expert, diabolical");
  }
  if (!options.difficulty) return std::nullopt;
  for (const Difficulty& difficulty : difficulties) {
    if (difficulty.name == *options.difficulty) return difficulty.levels;
  }
  return unknown_word("--difficulty", "difficulty", *options.difficulty,
                      "simple, easy, intermediate, expert, any");
}

Result<puzzles::ClueRequest> parse_clues_of(const GenerateOptions& options,
                                            const std::optional<LevelRange>& levels) {
  if (!options.clues) {
    return levels ? techniques::usual_clues(levels->lowest) : puzzles::ClueRequest{};
  }
  const auto clues = puzzles::parse_clues(*options.clues);
  if (clues) return *clues;
  return fail({"--clues"}, fmt::format("{} is no kind of clues", single_quoted(*options.clues)),
              fmt::format("use minimal, rows or a number from {} to {}", puzzles::ClueRequest::min,
                          puzzles::ClueRequest::max));
}

Result<void> check_symmetry(const std::string& symmetry) {
  if (symmetry == "none") return {};
  constexpr std::array known{"rotate90", "rotate180", "mirror", "flip", "random"};
  if (std::find(known.begin(), known.end(), symmetry) == known.end()) {
    return unknown_word("--symmetry", "symmetry", symmetry, "none");
  }
  return fail({"--symmetry"}, "setter.b93 chooses each clue by itself, without symmetry",
              "omit it, or make such puzzles with qqwing --generate --symmetry");
}

struct SquareRequest {
  std::optional<puzzles::SquareShape> shape;
  unsigned hidden_percent = 0;
};

Result<SquareRequest> parse_squares(const GenerateOptions& options) {
  const std::uint64_t order = options.order.value_or(9);
  const auto shape = puzzles::find_square_shape(order);
  if (!shape) {
    return fail({"--order"}, fmt::format("there is no sudoku of order {}", order),
                "use 9, 21, 25 or 27");
  }
  const std::string kind = options.kind ? *options.kind : order == 9 ? "sudoku" : "squares";
  if (kind != "sudoku" && kind != "squares") {
    return unknown_word("--kind", "kind", kind, "sudoku, squares");
  }
  if (kind == "sudoku") {
    if (order != 9) {
      return fail({"--order"}, "setter.b93 makes sudokus of order 9 only",
                  "use --kind squares for others");
    }
    if (options.hide) {
      return fail({"--hide"}, "it is the share of hidden cells of --kind squares",
                  "use --clues for the number of clues");
    }
    return SquareRequest{};
  }
  const auto only_sudoku = [](const char* option) {
    return fail({option}, "squares.b93 hides cells at random, whatever clues these leave",
                "omit it, or use --kind sudoku");
  };
  if (options.clues) return only_sudoku("--clues");
  if (options.level) return only_sudoku("--level");
  if (options.difficulty) return only_sudoku("--difficulty");
  return SquareRequest{shape, options.hide.value_or(0)};
}

Result<SolutionFormat> parse_format(const GenerateOptions& options) {
  const std::vector<std::pair<const char*, bool>> flags{{"line", options.one_line},
                                                        {"grid", options.compact},
                                                        {"pretty", options.readable},
                                                        {"csv", options.csv}};
  std::vector<std::string> names;
  if (options.format) names.push_back(*options.format);
  for (const auto& [name, given] : flags) {
    if (given) names.emplace_back(name);
  }
  if (names.size() > 1) {
    return fail({"--format"}, fmt::format("both {} and {} are asked for", names[0], names[1]),
                "give one of --format, --one-line, --compact, --readable and --csv");
  }
  if (names.empty()) return SolutionFormat::automatic;
  const auto format = parse_solution_format(names[0]);
  if (format) return *format;
  return unknown_word("--format", "format", names[0], "auto, line, grid, pretty, csv, json");
}

Result<std::shared_ptr<const puzzles::RequestProgram>> load_generator(const std::string& file,
                                                                      bool squares) {
  auto program = [&]() -> Result<puzzles::RequestProgram> {
    if (file.empty()) return puzzles::RequestProgram::built_in(squares ? "@squares" : "@setter");
    const Result<std::string> bytes = read_program(file);
    if (!bytes) return tl::unexpected(bytes.error());
    return puzzles::RequestProgram::load(*bytes, file);
  }();
  if (!program) return tl::unexpected(program.error());
  return std::make_shared<const puzzles::RequestProgram>(std::move(*program));
}

std::string describe_wanted(const CandidateRequest& request) {
  std::string wanted;
  if (request.levels) {
    wanted = techniques::name_of(request.levels->lowest);
    if (request.levels->lowest != request.levels->highest) {
      wanted.append(" or ").append(techniques::name_of(request.levels->highest));
    }
  }
  if (request.squares) return fmt::format("with {} % hidden", request.hidden_percent);
  const std::string clues = request.clues.kind == puzzles::ClueRequest::Kind::number
                                ? fmt::format("with {} clues", request.clues.number)
                            : request.clues.kind == puzzles::ClueRequest::Kind::rows
                                ? "with 27 clues by rows"
                                : "and minimal";
  return wanted.empty() ? clues : wanted + " " + clues;
}

}  // namespace

void add_generate_options(CLI::App& command, GenerateOptions& options) {
  constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();
  command.add_option("--count", options.count, "How many puzzles")
      ->transform(whole_number(1, 1'000'000'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "The same one, the same puzzles; default: at random")
      ->transform(whole_number(0, any_number));
  command.add_option("--clues", options.clues,
                     "minimal, rows (27 clues), or a number from 20 to 80; default: minimal, or "
                     "what suits --level");
  command.add_option(
      "--level", options.level,
      "One of: easy, medium, hard, expert, diabolical; only puzzles that `rate` calls so");
  command.add_option("--difficulty", options.difficulty,
                     "One of: simple, easy, intermediate, expert; qqwing's, by the nearest levels");
  command.add_option("--symmetry", options.symmetry, "none, the only symmetry of setter.b93");
  command.add_option("--kind", options.kind,
                     "One of: sudoku, squares; by setter.b93, or by squares.b93: without or with "
                     "hidden cells, of other orders too");
  command.add_option("--order", options.order, "9, or 21, 25 and 27 of --kind squares")
      ->transform(whole_number(0, any_number));
  command.add_option("--hide", options.hide, "How many cells of squares to hide, in per cent")
      ->transform(whole_number(0, 100));
  command.add_option("--symbols", options.symbols,
                     "Characters for 1, 2, 3 and so on, such as ABCDEFGHI");
  command.add_option("--format", options.format, "One of: auto, line, grid, pretty, csv, json");
  command.add_flag("--one-line", options.one_line, "As --format line");
  command.add_flag("--compact", options.compact, "As --format grid");
  command.add_flag("--readable", options.readable, "As --format pretty");
  command.add_flag("--csv", options.csv, "As --format csv");
  command.add_flag("--no-header", options.no_header, "Omit the header of csv");
  command
      .add_option("--max-tries", options.max_tries,
                  "Give up if so many candidates in a row are not what was asked for")
      ->transform(whole_number(1, any_number))
      ->capture_default_str();
  command.add_option("--jobs", options.jobs, "How many threads make them; without it, the cores")
      ->transform(whole_number(1, 1024));
  command
      .add_option("--program", options.program,
                  "Another generator: a Befunge program that is asked as setter.b93 is")
      ->type_name("FILE");
  command.add_option("--engine", options.engine, "One of: auto, reference, interpreter, jit")
      ->capture_default_str();
  command
      .add_flag("--stats{text}", options.stats,
                "Tell candidates, ticks and time on standard error; --stats=json for JSON")
      ->check(CLI::IsMember({"text", "json"}));
}

Result<GeneratePlan> plan_generation(const GenerateOptions& options) {
  GeneratePlan plan;
  const auto engine = parse_engine(options.engine);
  if (!engine) {
    return unknown_word("--engine", "engine", options.engine, "auto, reference, interpreter, jit");
  }
  plan.request.engine = *engine;
  const Result<void> symmetry = check_symmetry(options.symmetry.value_or("none"));
  if (!symmetry) return tl::unexpected(symmetry.error());
  const auto squares = parse_squares(options);
  if (!squares) return tl::unexpected(squares.error());
  plan.request.squares = squares->shape;
  plan.request.hidden_percent = squares->hidden_percent;
  const auto levels = parse_levels(options);
  if (!levels) return tl::unexpected(levels.error());
  plan.request.levels = *levels;
  const auto clues = parse_clues_of(options, *levels);
  if (!clues) return tl::unexpected(clues.error());
  plan.request.clues = *clues;
  const auto format = parse_format(options);
  if (!format) return tl::unexpected(format.error());
  plan.format.format = *format;
  plan.format.shape = plan.request.shape();
  plan.format.symbols = NumberSymbols(plan.format.shape.numbers());
  if (options.symbols) {
    auto symbols = NumberSymbols::parse(*options.symbols, plan.format.shape.numbers());
    if (!symbols) return tl::unexpected(symbols.error());
    plan.format.symbols = std::move(*symbols);
  }
  auto program = load_generator(options.program, squares->shape.has_value());
  if (!program) return tl::unexpected(program.error());
  plan.program = std::move(*program);
  plan.random_seed = !options.seed.has_value();
  // Short, as it may be typed again.
  plan.request.seed = options.seed ? *options.seed : std::random_device()();
  const auto maker = CandidateMaker::create(*plan.program, plan.request, {});
  if (!maker) return tl::unexpected(maker.error());
  plan.wanted = describe_wanted(plan.request);
  plan.jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  if (!plan.request.levels) plan.jobs = std::min<std::uint64_t>(plan.jobs, options.count);
  return plan;
}

}  // namespace fungescope
