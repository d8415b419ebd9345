#include "front_end/program_file.h"

#include "programs/catalogue.h"

#include <filesystem>

namespace fungescope {

ProgramOrigin program_origin(const std::string& file, StandardInput standard_input) {
  if (is_built_in(file)) return ProgramOrigin::built_in;
  return file == "-" && standard_input == StandardInput::accept ? ProgramOrigin::standard_input
                                                                : ProgramOrigin::file;
}

Result<std::string> read_program(const std::string& file, StandardInput standard_input) {
  if (!is_built_in(file)) return read_file(file, standard_input);
  const Result<const BuiltInProgram*> program = find_built_in(file);
  if (!program) return tl::unexpected(program.error());
  return std::string((*program)->source);
}

std::string program_title(const std::string& file) {
  if (is_built_in(file)) return file.substr(1) + ".b93";
  return std::filesystem::path(file).filename().string();
}

std::string program_stem(const std::string& file, StandardInput standard_input) {
  if (program_origin(file, standard_input) == ProgramOrigin::standard_input) return {};
  return std::filesystem::path(program_title(file)).stem().string();
}

}  // namespace fungescope
