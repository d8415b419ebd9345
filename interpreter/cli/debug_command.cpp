#include "cli/subcommands.h"
#include "front_end/exit_codes.h"
#include "front_end/interrupt.h"
#include "front_end/options/window_options.h"
#include "front_end/standard_streams.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
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

}  // namespace

int exec_debugger(int argc, char** argv) {
  const std::string program = (own_folder(argv[0]) / "fungescope-ui").string();
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
