#include "programs/program_run.h"

#include "lang/dialect.h"
#include "support/files.h"
#include "vm/io.h"

#include <utility>

namespace fungescope::test {

std::string program_bytes(const std::string& name) {
  return file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/" + name);
}

ProgramRun run_program(const std::string& name, std::string input, const ProgramOptions& options) {
  LoadOptions load_options;
  load_options.dialect = find_dialect(options.dialect).value();
  Program program = load(program_bytes(name), load_options).value();
  MachineOptions machine_options;
  machine_options.dialect = load_options.dialect;
  machine_options.seed = options.seed;
  Machine machine(std::move(program.playfield), machine_options);
  StringInput bytes(std::move(input));
  StringOutput output;
  ProgramRun result;
  result.stopped = Engine(options.engine).run(machine, {bytes, output}, options.until);
  result.ticks = machine.tick;
  result.output = std::move(output.text);
  return result;
}

}  // namespace fungescope::test
