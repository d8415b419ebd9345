// Compiled programs agree with the reference interpreter: the same output, the same ticks, and
// the same state at the end or where they were stopped.
#include "conformance/expectations.h"
#include "jit/c/c_backend.h"
#include "lang/loader.h"
#include "support/generated/realistic_programs.h"
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/blocks/superblock.h"

#include <filesystem>

namespace {

// Compiling takes most of the time, and the sanitizers do not see the compiled program: with them,
// C is generated for every program, but not compiled.
constexpr bool compiled = !FUNGESCOPE_SANITIZED;

// As state_sum in runtime.c.
std::uint64_t state_sum(const Machine& machine) {
  constexpr std::uint64_t prime = 0x100000001b3;
  const Heading heading(machine.direction, machine.string_mode);
  std::uint64_t sum = machine.field.index_of(machine.ip) * Heading::count + heading.index();
  sum ^= machine.random.state();
  const auto add = [&](std::int64_t value) {
    sum = (sum ^ static_cast<std::uint64_t>(value)) * prime;
  };
  for (const std::int64_t value : machine.stack.values()) add(value);
  const auto area = static_cast<std::size_t>(machine.field.size().area());
  for (std::size_t i = 0; i < area; ++i) add(machine.field.at(i));
  return sum;
}

struct Compiled {
  std::string text;  // of the C program
  ProcessResult outcome;
};

Compiled run_compiled(const Machine& machine, const jit::COptions& options, const char* level,
                      std::string_view input) {
  const Scratch scratch;
  const std::string text = jit::c_program(machine, options).text;
  const std::string source = scratch.file("program.c", text);
  const std::string program = scratch.folder() + "/program";
  const ProcessResult built =
      run_process({FUNGESCOPE_C_COMPILER, level, "-std=c99", "-D_POSIX_C_SOURCE=200112L",
                   "-pedantic-errors", "-Wno-overlength-strings", "-o", program, source});
  REQUIRE_MESSAGE(built.exit_code == 0, built.err);
  return {text, run_process({program, "--stats"}, input)};
}

// Compares with a run of the machine to `options.max_ticks`.
void check(const Machine& start, const jit::COptions& options, const char* level,
           const std::string& input) {
  if (!compiled) {
    CHECK_FALSE(jit::c_program(start, options).text.empty());
    return;
  }
  Machine machine = start;
  StringInput bytes(input);
  StringOutput output;
  const StopReason reason =
      FastInterpreter().run(machine, {bytes, output}, options.max_ticks, nullptr);
  const ProcessResult outcome = run_compiled(start, options, level, input).outcome;
  CHECK(outcome.out == output.text);
  std::string message;
  if (reason == StopReason::faulted) {
    message = fmt::format("cell ({}, {}), tick {}: the stack is full\n", machine.ip.x, machine.ip.y,
                          machine.tick);
  }
  const int code = reason == StopReason::ended ? 0 : reason == StopReason::faulted ? 4 : 3;
  CHECK(outcome.exit_code == code);
  CHECK(outcome.err ==
        fmt::format("{}ticks {}\nstate {:016x}\n", message, machine.tick, state_sum(machine)));
}

Machine open(const std::string& source, const Expectations& expected) {
  LoadOptions options{.size = expected.size};
  return Machine(load(source, options)->playfield, {{}, 1, expected.max_stack});
}

bool is_for_wide(const Expectations& expected) {
  return std::any_of(expected.dialects.begin(), expected.dialects.end(),
                     [](const Dialect& dialect) { return dialect.name == "wide"; });
}

}  // namespace

TEST_CASE("conformance programs in C agree with the interpreters") {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(FUNGESCOPE_CONFORMANCE)) {
    if (entry.path().extension() == ".b93") files.insert(entry.path());
  }
  std::size_t programs = 0;
  for (const auto& file : files) {
    INFO(file.filename().string());
    const std::string source = file_bytes(file.string());
    const auto expected = read_expectations(source, file.filename().string()).value();
    if (!is_for_wide(expected)) continue;
    jit::COptions options{.profile_ticks = 1000};
    if (expected.reaches_max_ticks) options.max_ticks = expected.max_ticks;
    check(open(source, expected), options, "-O0", expected.input);
    ++programs;
  }
  CHECK(programs >= 30);
}

TEST_CASE("a program in C prints characters as UTF-8 where its source has some") {
  const Dialect befunexec = find_dialect("befunexec").value();
  for (const char* const source :
       {"\"Ä\",\"d\"5*,\"dd\"**,\"dd\"*7*,01-,052*,@ ", "052*:*:*>:,1-:v  Ä\n        ^     _@"}) {
    CAPTURE(source);
    const Program program = load(source, {.dialect = befunexec}).value();
    CHECK(program.dialect.utf8_output);
    jit::COptions options{.profile_ticks = 1000};
    check(Machine(program.playfield, {program.dialect}), options, "-O1", "");
  }
}

// With sanitizers the interpreter alone would take half a minute.
TEST_CASE("benchmark programs in C agree with the interpreters" *
          doctest::skip(FUNGESCOPE_SANITIZED)) {
  for (const char* name : {"rewriting", "sorting", "text", "recursion"}) {
    INFO(std::string(name));
    const std::string source =
        file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/bench/" + name + ".b93");
    REQUIRE(!source.empty());
    check(Machine(load(source, {})->playfield), {}, "-O2", "");
  }
}

TEST_CASE("sudoku.b93 in C solves as when interpreted, as one function and as several") {
  const std::string source = file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/sudoku/sudoku.b93");
  const std::string puzzle =
      "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
  const Machine machine(load(source, {})->playfield);
  jit::COptions options{.profile_ticks = 1'000'000};
  check(machine, options, "-O1", puzzle);
  options.superblocks_per_function = 40;
  CHECK(jit::c_program(machine, options).functions >= 3);
  check(machine, options, "-O0", puzzle);
}

TEST_CASE("random programs in C, stopped at a random tick, agree with the interpreter") {
  Random random(20'261'121);
  for (int i = 0; i < 24; ++i) {
    INFO("program ", i);
    RealisticProgramStyle style{.mutations = i % 3 == 0 ? 2 : 0};
    const std::uint64_t seed = random.next();
    const Machine machine(realistic_program(random, style), {{}, seed, 5'000});
    jit::COptions options;
    // With and without a profile of the program.
    options.profile_ticks = i % 2 == 0 ? 0 : 20'000;
    options.max_ticks = 1000 + random.next() % (i < 12 ? 20'000 : 1'000'000);
    check(machine, options, "-O0", "12 -7 abc 99999999999999999999 +3-4");
  }
}

TEST_CASE("a program beyond the limits of the C is compiled in part and agrees") {
  Random random(20'261'122);
  for (int i = 0; i < 4; ++i) {
    INFO("program ", i);
    const std::uint64_t seed = random.next();
    const Machine machine(realistic_program(random, {}), {{}, seed, 5'000});
    jit::COptions options{
        .max_ticks = 50'000, .profile_ticks = 20'000, .superblocks_per_function = 4};
    if (i % 2 == 0) {
      options.max_superblocks = 20;
    } else {
      options.max_function_bytes = 2'500;
      options.max_functions_bytes = 10'000;
    }
    const jit::CProgram program = jit::c_program(machine, options);
    CHECK(!program.is_whole);
    CHECK(program.superblocks > 0);
    check(machine, options, "-O0", "12 -7 abc 99999999999999999999 +3-4");
  }
}

// Cell (20,2) is written at computed coordinates: to the compiler it is code like any other.
TEST_CASE("code that is overwritten and restored runs as it is") {
  const std::string source =
      "&01p\"d\"v\n"
      "       v\n"
      "       >:2%\"0\"+01g2p0.1-:!#@_\n";
  jit::COptions options{.profile_ticks = 0};
  check(Machine(load(source, {})->playfield), options, "-O1", "20");
}

// Each of its four arms adds a different value to cell (1,9), and takes a different time.
TEST_CASE("a random choice in C agrees with the interpreter at any tick") {
  const std::string source =
      "v  >19g3-19p  v\n"
      ">#v?19g1+19p  >09g1-:09p!#@_19g.\n"
      "   >19g2*19p  ^\n"
      "  >019p       ^\n";
  for (const Tick until : {Tick{600}, Tick{601}, Tick{640}, Tick{100'000}}) {
    jit::COptions options{.max_ticks = until};
    check(Machine(load(source, {})->playfield, {{}, until}), options, "-O1", "");
  }
  CHECK(contains(jit::c_program(Machine(load(source, {})->playfield), {}).text, " ? v"));
}
