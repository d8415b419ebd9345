// `fungescope solve` and `rate` as filters inside other engines: a line out for each line in, parts
// that do not depend on each other, and the exit codes.
#include <csignal>

#include "sudoku/cli/solve/solving.h"
#include <doctest/doctest.h>

using namespace fungescope::test;
using namespace std::string_literals;

namespace {

ProcessResult filter(const std::string& command, std::vector<std::string> more,
                     std::string_view input = "") {
  more.insert(more.begin(), {FUNGESCOPE_PROGRAM, command, "--lines"});
  return run_process(more, input);
}

// Lines of every kind; among detected formats, several of them would not count or end the reading.
const std::vector<std::string> mixed_lines{"[Author]",
                                           "garbage",
                                           "",
                                           "# comment",
                                           easy,
                                           unsolvable,
                                           twice,
                                           "53..7",
                                           "puzzle,solution",
                                           easy + ",5,text",
                                           "a\0b"s,
                                           easy + "\0"s,
                                           "<sudoku>",
                                           "\xff\xfe"s,
                                           "\xef\xbb\xbf" + easy,
                                           easy + "\r"s,
                                           "Grid 01",
                                           "123456789",
                                           "12",
                                           std::string(81, '.'),
                                           "hard " + easy,
                                           std::string(70'000, '1'),
                                           easy_solution};

std::string join(const std::vector<std::string>& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < std::min(end, lines.size()); ++i) text += lines[i] + "\n";
  return text;
}

// Returns the outputs for all parts of so many lines, one after the other.
std::string output_of_parts(const std::string& command, const std::vector<std::string>& options,
                            std::size_t size) {
  std::string output;
  for (std::size_t begin = 0; begin < mixed_lines.size(); begin += size) {
    const ProcessResult part = filter(command, options, join(mixed_lines, begin, begin + size));
    CHECK(part.exit_code == 0);
    output += part.out;
  }
  return output;
}

}  // namespace

TEST_CASE("filter: a line of output for each line of input, whatever it is") {
  const std::string solved = easy_solution + "\n";
  const std::string bad = "malformed\n";
  const ProcessResult outcome =
      filter("solve", {"--unique"}, join(mixed_lines, 0, mixed_lines.size()));
  CHECK(outcome.out == bad + bad + bad + bad + solved + "unsolvable\ninvalid\n" + bad + bad +
                           solved + bad + bad + bad + bad + solved + solved + bad + bad + bad +
                           "multiple\n" + solved + bad + solved);
  CHECK(outcome.exit_code == 13);  // the first failure
  CHECK(outcome.err.find("fungescope: <stdin>:12:82: this is binary, not text") !=
        std::string::npos);
  CHECK(filter("solve", {}, easy).out == solved);  // one puzzle is a line, too, and needs no end
}

TEST_CASE("filter: the outputs of parts make that of one run") {
  const std::string whole = join(mixed_lines, 0, mixed_lines.size());
  const std::vector<std::vector<std::string>> commands{{"solve", "--format", "csv"},
                                                       {"solve", "--solver", "reference"},
                                                       {"rate", "--format", "csv"},
                                                       {"rate", "--format", "text"}};
  for (std::vector<std::string> options : commands) {
    const std::string command = options[0];
    CAPTURE(command);
    options.erase(options.begin());
    for (const char* const more : {"--exit-zero", "--no-header", "--jobs"}) {
      options.emplace_back(more);
    }
    options.emplace_back("1");
    const std::string expected = filter(command, options, whole).out;
    CHECK(output_of_parts(command, options, 6) == expected);
    if (options[1] == "reference") CHECK(output_of_parts(command, options, 1) == expected);
    options.back() = "3";
    CHECK(filter(command, options, whole).out == expected);
  }
}

TEST_CASE("filter: a line is answered before the next one comes") {
  for (const std::string command : {"solve", "rate"}) {
    Process process({FUNGESCOPE_PROGRAM, command, "--lines", "--jobs", "1"});
    process.write("no puzzle\n");
    CHECK(process.read(10) == "malformed\n");
    process.write("\n");
    CHECK(process.read(10) == "malformed\n");
    CHECK(process.finish().exit_code == 13);
  }
}

TEST_CASE("filter: with --exit-zero, Ctrl-C keeps its code") {
  Process busy({FUNGESCOPE_PROGRAM, "solve", "--lines", "--exit-zero", "--program",
                data_path("programs/loops.b93")});
  busy.write("no puzzle\n" + easy + "\n");
  CHECK(busy.read(10) == "malformed\n");
  busy.signal(SIGINT);
  CHECK(busy.finish().exit_code == 130);
}
