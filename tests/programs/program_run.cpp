#include "programs/program_run.h"

#include "lang/dialect.h"
#include "support/test.h"
#include "vm/io.h"

namespace fungescope::test {

std::string program_bytes(const std::string& name) {
  return file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/" + name);
}

const Program& loaded_program(const std::string& name, std::string_view dialect) {
  static std::map<std::pair<std::string, std::string>, Program> programs;
  const auto known = programs.find({name, std::string(dialect)});
  if (known != programs.end()) return known->second;
  LoadOptions options;
  options.dialect = find_dialect(dialect).value();
  return programs
      .emplace(std::pair{name, std::string(dialect)}, load(program_bytes(name), options).value())
      .first->second;
}

ProgramRun run_program(const std::string& name, std::string input, const ProgramOptions& options) {
  MachineOptions machine_options;
  machine_options.dialect = find_dialect(options.dialect).value();
  machine_options.seed = options.seed;
  Machine machine(loaded_program(name, options.dialect).playfield, machine_options);
  StringInput bytes(std::move(input));
  StringOutput output;
  ProgramRun result;
  result.stopped = Engine(options.engine).run(machine, {bytes, output}, options.until);
  result.ticks = machine.tick;
  result.output = std::move(output.text);
  return result;
}

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace fungescope::test
