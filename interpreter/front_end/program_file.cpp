#include "front_end/program_file.h"

#include "front_end/file_output.h"
#include "front_end/standard_streams.h"
#include "lang/analysis/static_analysis.h"
#include "programs/catalogue.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <filesystem>
#include <random>
#include <unistd.h>
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

Result<std::optional<SessionImage>> read_link(const std::string& file) {
  if (!is_link(file)) return std::nullopt;
  auto link = TRY(decode_link(file));
  return std::optional(std::move(link));
}

Result<std::string> source_of(const SessionImage& link) {
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
    return link->file.empty() ? "shared.b93" : link->file;
  }
  if (is_built_in(file)) return file.substr(1) + ".b93";
  return std::filesystem::path(file).filename().string();
}

std::string program_stem(const std::string& file, StandardInput standard_input) {
  if (program_origin(file, standard_input) == ProgramOrigin::standard_input) return {};
  return std::filesystem::path(program_title(file)).stem().string();
}

std::optional<std::uint64_t> draw_seed(const Playfield& field, const Dialect& dialect) {
  if (!uses_seed(field, dialect)) return std::nullopt;
  constexpr std::uint64_t max_seed = 999'999;
  return std::random_device()() % max_seed + 1;
}

std::optional<std::uint64_t> draw_seed(const std::string& source, const LoadOptions& how) {
  if (source.find('?') == std::string::npos) return std::nullopt;
  const auto program = load(source, how);
  return program ? draw_seed(program->playfield, how.dialect) : std::nullopt;
}

bool at_terminal() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

void report_seed(std::uint64_t seed) {
  print_message("fungescope: the seed is {0}; --seed {0} repeats the run\n", seed);
}

Result<std::string> SessionFiles::read(const std::string& path) {
  return read_file(path);
}

Result<std::string> SessionFiles::read_program(const std::string& path) {
  return fungescope::read_program(path);
}

Result<std::unique_ptr<Files::Writer>> SessionFiles::create(const std::string& path) {
  if (path == "-") {
    return fail({}, "`-` is standard output, which has the responses, and not a file",
                "write ./- for a file of that name");
  }
  auto file = TRY(OutputFile::create(path));
  return std::make_unique<OutputFile>(std::move(file));
}

Result<std::unique_ptr<Session>> open_session(const std::string& file, const std::string& input,
                                              SessionOptions options, Monitor& monitor,
                                              bool plays) {
  auto bytes = TRY(read_program(file));
  if (is_recording(bytes)) return load_recording(bytes, file, options, &monitor);
  if (const auto drawn = plays ? draw_seed(bytes, options.load) : std::nullopt) {
    report_seed(*drawn);
    options.seed = *drawn;
  }
  InputLog log;
  if (!input.empty()) {
    auto given = TRY(read_file(input));
    log = InputLog(std::move(given), InputLog::End::closed);
  } else if (const auto link = read_link(file); link && *link) {
    log = (*link)->input.value_or(InputLog());
  }
  return Session::open(std::move(bytes), std::move(log), std::move(options));
}

}  // namespace fungescope
