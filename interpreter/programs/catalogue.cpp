#include "programs/catalogue.h"

#include <algorithm>

#include "catalogue_rows.h"

namespace fungescope {

std::span<const BuiltInProgram> built_in_programs() {
  static const auto programs = catalogue_rows();
  return programs;
}

Result<const BuiltInProgram*> find_built_in(std::string_view file) {
  const std::span<const BuiltInProgram> programs = built_in_programs();
  const auto found =
      std::find_if(programs.begin(), programs.end(),
                   [file](const BuiltInProgram& program) { return program.as_file() == file; });
  if (found != programs.end()) return &*found;
  std::string names;
  for (const BuiltInProgram& program : programs) {
    names += (names.empty() ? "" : ", ") + program.as_file();
  }
  const std::string name(file);
  return fail({name}, "there is no built-in program of this name",
              "there are " + names + "; for a file of this name, say ./" + name);
}

}  // namespace fungescope
