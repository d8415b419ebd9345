#include "base/rows.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "printing/poster.h"
#include "programs/catalogue.h"

#include <array>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

struct ProgramsOptions {
  std::string name;  // empty: list them all
  bool json = false;
  std::string pdf;  // empty: NAME.pdf
  std::string paper;
  bool blocks = false;
};

constexpr std::array<Column<BuiltInProgram>, 4> program_columns{{
    {"name", as_json<&BuiltInProgram::name>},
    {"file", as_json<&BuiltInProgram::as_file>, as_text<&BuiltInProgram::as_file>},
    {"summary", as_json<&BuiltInProgram::summary>, as_text<&BuiltInProgram::summary>},
    {"bytes", [](const BuiltInProgram& row) { return row.source.size(); }},
}};

std::string list_of_programs(bool json) {
  const auto programs = built_in_programs();
  if (!json) return rows_to_text<BuiltInProgram>(program_columns, programs, nullptr, "");
  return json_text(rows_to_json<BuiltInProgram>(program_columns, programs), 2) + '\n';
}

int programs_command(const ProgramsOptions& options) {
  if (options.name.empty()) {
    return write_report(list_of_programs(options.json), "the list is incomplete", exit_code::done);
  }
  const auto program = find_built_in(is_built_in(options.name) ? options.name : '@' + options.name);
  if (!program) return fail_with(program.error(), exit_code::usage);
  return write_report((*program)->source, "the copy is incomplete", exit_code::done);
}

// ---- A page as PDF

Result<std::string> poster_of(const ProgramsOptions& options) {
  const printing::PosterOptions how{
      options.paper == "a4" ? printing::Paper::a4 : printing::Paper::a3, options.blocks};
  SourceOptions source;
  source.file = find_built_in('@' + options.name) ? '@' + options.name : options.name;
  const auto opened = TRY(open_program(source));
  const PhaseMap phases = phases_of(opened.annotations, opened.playfield);
  const std::string title = program_title(opened.file);
  const auto pages = printing::lay_out_poster(
      {title, opened.playfield, opened.annotations, phases, opened.dialect}, how);
  if (!pages) return fail({opened.file}, pages.error().what, pages.error().advice);
  return printing::to_pdf(*pages, title);
}

int print_poster(const ProgramsOptions& options) {
  if (options.name.empty()) {
    return fail_with({{"--pdf"}, "there is no program", "write fungescope programs NAME --pdf"},
                     exit_code::usage);
  }
  if (options.paper != "a3" && options.paper != "a4") {
    return fail_with(unknown_word("paper", options.paper, "a3, a4").value(), exit_code::usage);
  }
  const auto bytes = poster_of(options);
  if (!bytes) return fail_with(bytes.error(), exit_code::usage);
  if (options.pdf == "-") {
    return write_report(*bytes, "the document is incomplete", exit_code::done);
  }
  const std::string stem = program_stem(options.name, StandardInput::accept);
  const auto written = replace_file(
      !options.pdf.empty() ? options.pdf : (stem.empty() ? "program" : stem) + ".pdf", *bytes);
  return written ? exit_code::done : fail_with(written.error(), exit_code::stopped_by_error);
}

}  // namespace

void add_programs_options(CLI::App& command, int& exit_code) {
  command.footer(
      "@NAME is a built-in program wherever the file of a program is taken. A file that is\n"
      "really called so is ./@NAME. With --pdf, NAME may be the file of any program too.\n"
      "Exit codes: 0 done, 2 usage or no such program, 4 the output cannot be written.\n"
      "Examples:\n"
      "  fungescope run @setter\n"
      "  fungescope programs squares > squares.b93\n"
      "  fungescope programs sudoku --pdf poster.pdf");
  const auto options = std::make_shared<ProgramsOptions>();
  CLI::Option* const name =
      command.add_option("NAME", options->name, "Print the source of this one");
  CLI::Option* const json =
      command.add_flag("--json", options->json, "List them as one JSON array")->excludes(name);
  CLI::Option* const pdf =
      add_file_option(command, "--pdf", options->pdf,
                      "Write its page as PDF, a poster without annotations, to a file, or with - "
                      "to standard output; without either to NAME.pdf")
          ->expected(0, 1)
          ->excludes(json);
  command.add_option("--paper", options->paper, "One of: a3, a4; of the poster")
      ->default_val("a3")
      ->needs(pdf);
  command
      .add_flag("--blocks", options->blocks,
                "Add a page for each of its blocks (#$phase) to the poster")
      ->needs(pdf);
  command.callback([options, pdf, &exit_code] {
    exit_code = pdf->count() > 0 ? print_poster(*options) : programs_command(*options);
  });
}

}  // namespace fungescope
