#include "base/escape.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "jit/c/c_backend.h"
#include "vm/run.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
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
  std::optional<std::uint64_t> seed;
  std::size_t max_stack = ValueStack::default_limit;
  Tick max_ticks = no_limit;
  bool build = false;  // also make the executable
};

constexpr std::string_view c_suffix = ".c";

// Returns a path that no program takes for an option.
std::string as_argument(const std::string& path) {
  return path.find('/') == std::string::npos ? "./" + path : path;
}

// Returns the path of the executable: that of the C file without its suffix.
std::string executable_path(const std::string& output) {
  return as_argument(output.substr(0, output.size() - c_suffix.size()));
}

// Returns an error if writing `path` would replace a file that the command reads. Pipes and devices
// cannot be replaced.
Result<void> check_replaced(const CompileOptions& options, const std::string& path,
                            const char* made, const char* advice) {
  const auto replaces = [&path](const std::string& other) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) &&
           std::filesystem::equivalent(path, other == "-" ? "/dev/stdin" : other, none);
  };
  const auto refuse = [&](const char* what) {
    return fail({path}, fmt::format("{} would replace the {}", made, what), advice);
  };
  const bool is_on_disk = program_origin(options.source.file) == ProgramOrigin::file;
  if (is_on_disk && replaces(options.source.file)) return refuse("program's source");
  if (!options.sample.empty() && replaces(as_argument(options.sample))) {
    return refuse("sample input");
  }
  return {};
}

Result<void> check_output(const CompileOptions& options) {
  const std::string_view output = options.output;
  const bool is_c = output.size() > c_suffix.size() && output.ends_with(c_suffix);
  if (options.build && !is_c) {
    return fail({"--build"}, "it is not said where the program goes",
                "name a file of C, such as -o program.c: then the program is called program");
  }
  if (!output.empty()) {
    TRY(check_replaced(options, options.output, "the C", "name another file with -o"));
  }
  if (!options.build) return {};
  return check_replaced(options, executable_path(options.output), "the executable",
                        "name another file of C with -o: the executable is called as that, "
                        "without .c");
}

Result<Machine> open_machine(const CompileOptions& options, jit::COptions& how) {
  auto opened = TRY(open_program(options.source));
  how.name = opened.file;
  for (const Region& region : opened.annotations.regions) how.data.push_back(region.area);
  if (!options.sample.empty()) how.sample_input = TRY(read_file(options.sample));
  Machine machine(std::move(opened.playfield),
                  {opened.dialect, options.seed.value_or(opened.seed), options.max_stack});
  const std::string obstacle = jit::c_obstacle(machine);
  if (!obstacle.empty()) return fail({how.name}, obstacle, "");
  return machine;
}

// Makes the executable with $CC, or cc. As in make, $CC is a command of the shell, which may have
// arguments.
Result<void> build(const std::string& source, const std::string& executable) {
  const char* const named = std::getenv("CC");
  const std::string compiler = named != nullptr && *named != '\0' ? named : "cc";
  const std::string line = compiler + " \"$@\"";
  const std::string input = as_argument(source);
  const pid_t child = ::fork();
  if (child < 0) return fail({"/bin/sh"}, std::strerror(errno), "compile the C by hand");
  if (child == 0) {
    for (const int signal : output_signals) std::signal(signal, SIG_DFL);
    ::execl("/bin/sh", "sh", "-c", line.c_str(), "sh", "-O2", "-o", executable.c_str(),
            input.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  // The shell's exit codes for a command that does not exist, or is not executable.
  const bool missing =
      WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126);
  return fail({compiler}, fmt::format("could not compile {}", single_quoted(source)),
              missing ? "set CC to a C compiler, or leave out --build" : "");
}

// With --build, the C is called as the program if the user gives no name.
std::string output_name(const CompileOptions& options) {
  if (!options.build) return options.output == "-" ? "" : options.output;
  if (!options.output.empty()) return options.output;
  const std::string stem = program_stem(options.source.file, StandardInput::accept);
  return stem.empty() ? stem : stem + std::string(c_suffix);
}

int compile_command(const CompileOptions& given) {
  CompileOptions options = given;
  options.output = output_name(given);
  if (const Result<void> checked = check_output(options); !checked) {
    return fail_with(checked.error(), exit_code::usage);
  }
  jit::COptions how;
  how.max_ticks = options.max_ticks;
  const Result<Machine> machine = open_machine(options, how);
  if (!machine) return fail_with(machine.error(), exit_code::usage);
  const jit::CProgram program = jit::c_program(*machine, how);
  if (!program.is_whole) {
    print_warning({{how.name},
                   "the program has more code than a C compiler can be given: the rest of it is "
                   "interpreted",
                   "give typical input with --sample, so that it is code that runs rarely"});
  }
  if (options.output.empty())
    return write_report(program.text, "the C is incomplete", exit_code::done);
  const Result<void> written = replace_file(options.output, program.text);
  if (!written) return fail_with(written.error(), exit_code::stopped_by_error);
  if (!options.build) return exit_code::done;
  const Result<void> built = build(options.output, executable_path(options.output));
  if (built) return exit_code::done;
  // The compiler was interrupted too.
  if (interrupted()) return exit_code::interrupted;
  return fail_with(built.error(), exit_code::stopped_by_error);
}

}  // namespace

void add_compile_options(CLI::App& command, int& exit_code) {
  command.footer(
      "What is written over while it runs is interpreted; all else is native code. A short\n"
      "run beforehand finds out which cells are; with --sample it reads a typical input.\n"
      "The C program prints its ticks with --stats. Dialects: wide, befunexec.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 4 the output or --build failed,\n"
      "130 Ctrl-C.\n"
      "Example: fungescope compile sieve.b93 -o sieve.c --build && ./sieve");
  const auto options = std::make_shared<CompileOptions>();
  add_source_options(command, options->source);
  add_file_option(command, "-o,--output", options->output,
                  "The file of C; without it, or with -, standard output");
  command.add_flag("--build", options->build,
                   "Call $CC, or cc: -o program.c makes the executable program; without -o, "
                   "both are called as FILE, in this folder");
  add_file_option(command, "--sample", options->sample,
                  "A file with input that the program might read");
  add_seed_option(command, options->seed, "The seed of `?`; default: 0, or the link's");
  add_max_ticks_option(command, options->max_ticks);
  add_max_stack_option(command, options->max_stack);
  command.callback([options, &exit_code] { exit_code = compile_command(*options); });
}

}  // namespace fungescope
