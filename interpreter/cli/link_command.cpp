// Prints a link to a program and an instant of its run. Nothing is run.
#include "base/escape.h"
#include "base/text_table.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "session/commands/arguments.h"
#include "session/commands/session_link.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct LinkOptions {
  SourceOptions source;
  std::optional<std::uint64_t> seed;
  std::string input;  // a file; empty: none
  std::string go_to;
  std::vector<std::string> breaks;
  std::vector<std::string> watches;
  std::string layout;
  std::string page;
};

class NeverStopped final : public Monitor {
  bool should_continue(Tick /*now*/, Tick /*goal*/) override { return true; }
};

// Parses each of the values of an option, and adds it to the session with `add`.
template <class Parse, class Add>
Result<void> add_all(const char* option, const std::vector<std::string>& texts,
                     const Session& session, Parse parse, Add add) {
  for (const std::string& text : texts) {
    auto parsed = parse(text, session.symbols(), session.machine().field.size());
    if (!parsed) {
      return fail({option}, fmt::format("{}: {}", single_quoted(text), parsed.error().what),
                  parsed.error().advice);
    }
    add(text, *std::move(parsed));
  }
  return {};
}

Result<SessionImage> make_link(const LinkOptions& options) {
  // What the present one has, if FILE is a link; stops of its own take the place of the source's.
  const auto known = TRY(read_link(options.source.file));
  auto source = TRY(read_program(options.source.file, StandardInput::accept));
  auto how = TRY(session_options(options.source, options.seed));
  auto session = TRY(Session::open(std::move(source), {}, std::move(how)));
  SessionFiles files;
  NeverStopped monitor;
  Debugger debugger(std::move(session), files, monitor);
  SessionImage before = known.value_or(SessionImage());
  before.tick = 0;
  for (const std::string& problem : go_to_link(debugger, before, nullptr).problems) {
    print_warning({{}, problem, {}});
  }
  // In the session, so that they are printed in the form that all links have.
  Session& present = debugger.session();
  TRY(add_all(
      "--break", options.breaks, present, parse_breakpoint,
      [&](const std::string&, const Breakpoint& stop) { present.breakpoints().add(stop); }));
  TRY(add_all("--watch", options.watches, present, Expression::parse,
              [&](const std::string& text, const auto&) { present.watched().push_back(text); }));
  SessionImage link = present_link(debugger).image;
  if (known) {
    link.built_in = known->built_in;
    if (!link.built_in.empty()) link.source.clear();
    link.file = known->file;
    link.tick = known->tick;
  }
  link.input = before.input;
  if (!options.input.empty()) {
    auto bytes = TRY(read_file(options.input));
    link.input = InputLog(std::move(bytes), InputLog::End::closed);
  }
  if (!options.go_to.empty()) {
    const auto tick = parse_count(options.go_to);
    if (!tick || *tick == no_limit) {
      return fail({"--goto"}, single_quoted(options.go_to) + " is not a tick",
                  "write a number, such as 12345, 1,000,000 or 2M");
    }
    link.tick = *tick;
  }
  link.layout = options.layout.empty() ? before.layout : options.layout;
  return link;
}

int link_command(const LinkOptions& options) {
  const auto link = make_link(options);
  if (!link) return fail_with(link.error(), exit_code::usage);
  const auto text = encode_link(*link);
  if (!text) return fail_with(text.error(), exit_code::usage);
  const std::string address = link_address(options.page, *text);
  if (address.size() > link_limit::common_characters) {
    print_warning({{"link"},
                   fmt::format("it has {} characters, and some programs cut links of more than {}",
                               with_separators(address.size()),
                               with_separators(link_limit::common_characters)),
                   {}});
  }
  return write_report(address + '\n', "the link is incomplete", exit_code::done);
}

}  // namespace

void add_link_options(CLI::App& command, int& exit_code) {
  command.footer(
      "The link has the program itself and all of the options, so that it opens the same run\n"
      "elsewhere: `fungescope debug LINK` and `repl LINK` open it at its tick, `run LINK` runs\n"
      "it. A program that is built in is named. Without --page it is only the part after the\n"
      "address, `#1/…`, which any page with Fungescope takes; quote it in a shell.\n"
      "FILE may be a link too: the options change it. docs/formats.md describes the format.\n"
      "Exit codes: 0 done, 2 usage, an unreadable file, or more than a link can carry, 4 the\n"
      "output cannot be written.\n"
      "Examples:\n"
      "  fungescope link program.b93 --goto 1000000 --break 10,3\n"
      "  fungescope link @sudoku --input puzzle.txt --page https://example.org/fungescope/");
  const auto options = std::make_shared<LinkOptions>();
  add_source_options(command, options->source);
  command.add_option("--goto", options->go_to, "The tick at which it opens");
  add_repeatable_option(command, "--break", options->breaks,
                        "A stop: X,Y, or all else that the command break takes; repeatable");
  add_repeatable_option(command, "--watch", options->watches, "A watched expression; repeatable");
  add_file_option(command, "--input", options->input, "The program's input, from a file");
  add_seed_option(command, options->seed, "The seed of `?`");
  std::vector<std::string> layouts(link_layouts().begin(), link_layouts().end());
  command
      .add_option("--layout", options->layout,
                  fmt::format("Of the window: {}", fmt::join(layouts, ", ")))
      ->check(CLI::IsMember(layouts));
  command
      .add_option("--page", options->page,
                  "The address of a page with Fungescope, to which the link is appended")
      ->envname("FUNGESCOPE_PAGE");
  command.callback([options, &exit_code] { exit_code = link_command(*options); });
}

}  // namespace fungescope
