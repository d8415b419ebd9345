#include "programs/program_run.h"

#include "lang/dialect.h"
#include "support/files.h"
#include "vm/io.h"

#include <map>
#include <utility>

namespace fungescope::test {

std::string program_bytes(const std::string& name) {
  return file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/" + name);
}

namespace {

// Loads a program once for each dialect: tests run it hundreds of times.
const Program& loaded(const std::string& name, std::string_view dialect) {
  static std::map<std::pair<std::string, std::string>, Program> programs;
  const auto known = programs.find({name, std::string(dialect)});
  if (known != programs.end()) return known->second;
  LoadOptions options;
  options.dialect = find_dialect(dialect).value();
  return programs
      .emplace(std::pair{name, std::string(dialect)}, load(program_bytes(name), options).value())
      .first->second;
}

}  // namespace

ProgramRun run_program(const std::string& name, std::string input, const ProgramOptions& options) {
  MachineOptions machine_options;
  machine_options.dialect = find_dialect(options.dialect).value();
  machine_options.seed = options.seed;
  Machine machine(loaded(name, options.dialect).playfield, machine_options);
  StringInput bytes(std::move(input));
  StringOutput output;
  ProgramRun result;
  result.stopped = Engine(options.engine).run(machine, {bytes, output}, options.until);
  result.ticks = machine.tick;
  result.output = std::move(output.text);
  return result;
}

}  // namespace fungescope::test
