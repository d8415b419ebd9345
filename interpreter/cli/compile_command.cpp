#include "base/escape.h"
#include "cli/commands.h"
#include "front_end/exit_codes.h"
#include "front_end/file_input.h"
#include "front_end/number_option.h"
#include "front_end/source_options.h"
#include "front_end/standard_streams.h"
#include "jit/c/c_backend.h"
#include "vm/run.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct CompileOptions {
  SourceOptions source;
  std::string output;  // a file of C; empty: standard output
  std::string sample;  // a file with typical input; empty: none
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
  Tick max_ticks = no_limit;
  bool build = false;  // also make the executable
};

// Prints the error and returns the exit code.
int fail_with(const Error& error, int code = exit_code::usage) {
  print_error(error);
  return code;
}

constexpr std::string_view c_suffix = ".c";

// Returns the path of the executable: that of the C file without its suffix.
std::string executable_path(const std::string& output) {
  const std::string path = output.substr(0, output.size() - c_suffix.size());
  return path.find('/') == std::string::npos ? "./" + path : path;
}

Result<void> check_output(const CompileOptions& options) {
  if (!options.build) return {};
  const std::string_view output = options.output;
  if (output.size() > c_suffix.size() && output.ends_with(c_suffix)) return {};
  return fail({"--build"}, "it is not said where the program goes",
              "name a file of C, such as -o program.c: then the program is called program");
}

Result<Machine> open_machine(const CompileOptions& options, jit::COptions& how) {
  Result<OpenedProgram> opened = open_program(options.source);
  if (!opened) return tl::unexpected(opened.error());
  how.name = display_name(options.source.file, StandardInput::accept);
  for (const Region& region : opened->program.annotations.regions) {
    how.data.push_back(region.area);
  }
  if (!options.sample.empty()) {
    Result<std::string> sample = read_file(options.sample);
    if (!sample) return tl::unexpected(sample.error());
    how.sample_input = std::move(*sample);
  }
  Machine machine(std::move(opened->program.playfield),
                  {opened->dialect, options.seed, options.max_stack});
  const std::string obstacle = jit::c_obstacle(machine);
  if (!obstacle.empty()) return fail({how.name}, obstacle, "");
  return machine;
}

bool write_file(const std::string& path, const std::string& text) {
  std::FILE* const file = path.empty() ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = path.empty() ? std::fflush(file) == 0 : std::fclose(file) == 0;
  return written && closed;
}

// Makes the executable with $CC, or cc.
Result<void> build(const std::string& source, const std::string& executable) {
  const char* const named = std::getenv("CC");
  std::string compiler = named != nullptr && *named != '\0' ? named : "cc";
  std::string level = "-O2";
  std::string out = "-o";
  std::string to = executable;
  std::string from = source;
  const std::array<char*, 6> arguments{compiler.data(), level.data(), out.data(),
                                       to.data(),       from.data(),  nullptr};
  pid_t child = -1;
  const int error =
      ::posix_spawnp(&child, compiler.c_str(), nullptr, nullptr, arguments.data(), environ);
  if (error != 0) {
    return fail({compiler}, std::strerror(error), "set CC to a C compiler, or leave out --build");
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fail({compiler}, fmt::format("could not compile {}", single_quoted(source)), "");
}

int compile_command(const CompileOptions& options) {
  if (const Result<void> checked = check_output(options); !checked) {
    return fail_with(checked.error());
  }
  jit::COptions how;
  how.max_ticks = options.max_ticks;
  const Result<Machine> machine = open_machine(options, how);
  if (!machine) return fail_with(machine.error());
  if (!write_file(options.output, jit::c_program(*machine, how).text)) {
    const std::string name = options.output.empty() ? "<stdout>" : options.output;
    return fail_with({{name, 0, 0}, std::strerror(errno), "the C is incomplete"},
                     exit_code::stopped_by_error);
  }
  if (!options.build) return exit_code::done;
  const Result<void> built = build(options.output, executable_path(options.output));
  return built ? exit_code::done : fail_with(built.error(), exit_code::stopped_by_error);
}

}  // namespace

void add_compile_command(CLI::App& app, int& exit_code) {
  CLI::App* const command =
      app.add_subcommand("compile", "Make a C program of a Befunge-93 program");
  command->footer(
      "What is written over while it runs is interpreted; all else is native code. A short\n"
      "run beforehand finds out which cells are; with --sample it reads a typical input.\n"
      "The C program prints its ticks with --stats. Dialects: wide, befunexec.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 4 the output or --build failed.\n"
      "Example: fungescope compile sieve.b93 -o sieve.c --build && ./sieve");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<CompileOptions>();
  add_source_options(*command, options->source);
  command->add_option("-o,--output", options->output, "The file of C; without it, standard output");
  command->add_flag("--build", options->build,
                    "Call $CC, or cc: -o program.c makes the executable program");
  command->add_option("--sample", options->sample, "A file with input that the program might read");
  command->add_option("--seed", options->seed, "The seed of `?`")
      ->capture_default_str()
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command->add_option("--max-ticks", options->max_ticks, "Stop after so many executed cells")
      ->transform(whole_number(0, no_limit));
  command->add_option("--max-stack", options->max_stack, "Stop when the stack would hold more")
      ->transform(whole_number(0, std::numeric_limits<std::size_t>::max()))
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = compile_command(*options); });
}

}  // namespace fungescope
