#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

std::filesystem::path own_folder(const char* called_as) {
  std::error_code failure;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failure);
  return (failure ? std::filesystem::path(called_as) : self).parent_path();
}

// Returns the libraries that the program lacks, as the dynamic linker lists them without starting
// it, with commas between them.
std::string missing_libraries([[maybe_unused]] const std::string& program) {
  std::string missing;
#ifdef __GLIBC__
  constexpr const char* name = "FUNGESCOPE_WINDOW";
  ::setenv(name, program.c_str(), 1);
  std::FILE* const list =
      ::popen("LD_TRACE_LOADED_OBJECTS=1 \"$FUNGESCOPE_WINDOW\" 2>/dev/null", "r");
  ::unsetenv(name);
  if (list == nullptr) return missing;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), list) != nullptr) {
    std::string_view line = buffer.data();
    const std::size_t end = line.find(" => not found");
    if (end == std::string_view::npos) continue;
    line = line.substr(0, end);
    line.remove_prefix(line.find_first_not_of(" \t"));
    if (missing.find(line) != std::string::npos) continue;  // wanted by several
    if (!missing.empty()) missing += ", ";
    missing += line;
  }
  ::pclose(list);
#endif
  return missing;
}

}  // namespace

int exec_debugger(int argc, char** argv) {
  const std::string program = (own_folder(argv[0]) / "fungescope-ui").string();
  if (const std::string missing = missing_libraries(program); !missing.empty()) {
    print_message(
        "fungescope: {}: the window lacks libraries of the system: {}; install libegl1 "
        "libfontconfig1 libfreetype6 libgl1 libgl1-mesa-dri libx11-6, or use repl\n",
        program, missing);
    return exit_code::usage;
  }
  std::vector<char*> arguments{argv[0]};
  arguments.insert(arguments.end(), argv + 2, argv + argc);
  arguments.push_back(nullptr);
  for (const int signal : output_signals) std::signal(signal, SIG_DFL);
  ::execv(program.c_str(), arguments.data());
  const int error = errno;
  for (const int signal : output_signals) std::signal(signal, SIG_IGN);
  if (error == ENOENT) {
    print_message(
        "fungescope: {}: the window is not installed; install the package fungescope-ui, build it "
        "with ./x debug, or use repl\n",
        program);
  } else {
    print_message("fungescope: {}: it cannot be started: {}\n", program, std::strerror(error));
  }
  return exit_code::usage;
}

void add_debug_options(CLI::App& command, int& /*exit_code*/) {
  const auto options = std::make_shared<WindowOptions>();
  add_window_options(command, *options);
  command.callback([options] {});  // owns them
}

}  // namespace fungescope
