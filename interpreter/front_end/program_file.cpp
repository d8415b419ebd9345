#include "front_end/program_file.h"

#include "programs/catalogue.h"

#include <filesystem>
#include <utility>

namespace fungescope {

ProgramOrigin program_origin(const std::string& file, StandardInput standard_input) {
  if (is_built_in(file)) return ProgramOrigin::built_in;
  if (is_link(file)) return ProgramOrigin::link;
  return file == "-" && standard_input == StandardInput::accept ? ProgramOrigin::standard_input
                                                                : ProgramOrigin::file;
}

Result<std::string> read_program(const std::string& file, StandardInput standard_input) {
  if (is_link(file)) {
    const auto link = decode_link(file);
    return link ? source_of(*link) : tl::unexpected(link.error());
  }
  if (!is_built_in(file)) return read_file(file, standard_input);
  const auto program = TRY(find_built_in(file));
  return std::string(program->source);
}

Result<std::optional<Link>> read_link(const std::string& file) {
  if (!is_link(file)) return std::nullopt;
  auto link = TRY(decode_link(file));
  return std::optional(std::move(link));
}

Result<std::string> source_of(const Link& link) {
  return link.built_in.empty() ? link.source : read_program(link.built_in);
}

std::string program_display_name(const std::string& file, StandardInput standard_input) {
  if (program_origin(file, standard_input) == ProgramOrigin::link) return program_title(file);
  return display_name(file, standard_input);
}

std::string program_title(const std::string& file) {
  if (is_link(file)) {
    const auto link = decode_link(file);
    if (!link) return file.substr(file.find('#') + 1);
    if (!link->built_in.empty()) return program_title(link->built_in);
    return link->name.empty() ? "shared.b93" : link->name;
  }
  if (is_built_in(file)) return file.substr(1) + ".b93";
  return std::filesystem::path(file).filename().string();
}

std::string program_stem(const std::string& file, StandardInput standard_input) {
  if (program_origin(file, standard_input) == ProgramOrigin::standard_input) return {};
  return std::filesystem::path(program_title(file)).stem().string();
}

}  // namespace fungescope
