#include "base/text_table.h"
#include "cli/subcommands.h"
#include "front_end/standard_streams.h"
#include "programs/catalogue.h"

#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace fungescope {
namespace {

struct ProgramsOptions {
  std::string name;  // empty: list them all
  bool json = false;
};

std::string list_as_text() {
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  for (const BuiltInProgram& program : built_in_programs()) {
    table.add_row({program.as_file(), std::string(program.summary)});
  }
  return table.to_string("");
}

std::string list_as_json() {
  auto list = nlohmann::ordered_json::array();
  for (const BuiltInProgram& program : built_in_programs()) {
    list.push_back({{"name", program.name},
                    {"file", program.as_file()},
                    {"summary", program.summary},
                    {"bytes", program.source.size()}});
  }
  return list.dump(2) + '\n';
}

int programs_command(const ProgramsOptions& options) {
  if (options.name.empty()) {
    return write_report(options.json ? list_as_json() : list_as_text(), "the list is incomplete",
                        exit_code::done);
  }
  const auto program = find_built_in(is_built_in(options.name) ? options.name : '@' + options.name);
  if (!program) return fail_with(program.error(), exit_code::usage);
  return write_report((*program)->source, "the copy is incomplete", exit_code::done);
}

}  // namespace

void add_programs_options(CLI::App& command, int& exit_code) {
  command.footer(
      "@NAME is a built-in program wherever the file of a program is taken. A file that is\n"
      "really called so is ./@NAME.\n"
      "Exit codes: 0 done, 2 usage or no such program, 4 the output cannot be written.\n"
      "Examples:\n"
      "  fungescope run @setter\n"
      "  fungescope programs squares > squares.b93");
  const auto options = std::make_shared<ProgramsOptions>();
  CLI::Option* const name =
      command.add_option("NAME", options->name, "Print the source of this one");
  command.add_flag("--json", options->json, "List them as one JSON array")->excludes(name);
  command.callback([options, &exit_code] { exit_code = programs_command(*options); });
}

}  // namespace fungescope
