// Writes the manual pages and the completions, as they are installed, to a folder:
//
//     make_pages FOLDER
//
//     FOLDER/man/fungescope.1, fungescope-run.1, …, fungescope-ui.1
//     FOLDER/bash/fungescope, fungescope-ui
//     FOLDER/zsh/_fungescope, _fungescope-ui
//     FOLDER/fish/fungescope.fish, fungescope-ui.fish
#include "cli/pages/pages.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sudoku/cli/sudoku_commands.h"

namespace {

bool write(const std::filesystem::path& file, const std::string& text) {
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "make_pages: %s cannot be written\n", file.c_str());
  return static_cast<bool>(out);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("make_pages: name one folder\n", stderr);
    return 2;
  }
  using namespace fungescope;
  register_sudoku();
  const std::filesystem::path folder = argv[1];
  const std::vector<CommandSummary> commands = summarise_commands();
  const CommandSummary window = summarise_window();
  bool written = write(folder / "man/fungescope.1", main_page(commands));
  const auto write_page = [&](const CommandSummary& command) {
    written = write(folder / "man" / (page_name(command) + ".1"), command_page(command)) && written;
  };
  for (const CommandSummary& command : commands) write_page(command);
  write_page(window);
  written = write(folder / "bash/fungescope", bash_completion(commands)) &&
            write(folder / "bash/fungescope-ui", bash_completion(window)) &&
            write(folder / "zsh/_fungescope", zsh_completion(commands)) &&
            write(folder / "zsh/_fungescope-ui", zsh_completion(window)) &&
            write(folder / "fish/fungescope.fish", fish_completion(commands)) &&
            write(folder / "fish/fungescope-ui.fish", fish_completion(window)) && written;
  return written ? 0 : 1;
}
