// `fungescope link`, and links in place of files.
#include "session/recording/link.h"

#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Counts for ever.
constexpr const char* counter = "0v\n >1+v\n ^  <\n";

// With `shell` before it: what is piped to it, or variables.
ProcessResult run_in(const Scratch& scratch, const std::string& arguments,
                     const std::string& shell = "") {
  return run_process({"/bin/sh", "-c",
                      "unset FUNGESCOPE_PAGE; cd " + scratch.folder() + " && " + shell +
                          " " FUNGESCOPE_PROGRAM " " + arguments});
}

std::string line_of(const ProcessResult& result) {
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  REQUIRE(result.out.back() == '\n');
  return result.out.substr(0, result.out.size() - 1);
}

}  // namespace

TEST_CASE("link prints a link to a program at a tick with a breakpoint, which opens there") {
  const Scratch scratch;
  (void)scratch.file("counter.b93", counter);
  const std::string text = line_of(
      run_in(scratch,
             "link counter.b93 --goto 1,000,000 --break '3,1 if depth > 1' --watch depth --seed 3 "
             "--dialect strict --size 10x5 --layout code --region r=0,0,2,2:hex"));
  CHECK(text.size() < 2'000);
  const SessionImage link = decode_link(text).value();
  CHECK(link.source == counter);
  CHECK(link.file == "counter.b93");
  CHECK(link.tick == 1'000'000);
  CHECK(link.breakpoints == std::vector<SavedBreakpoint>{{"3,1 if depth > 1"}});
  CHECK(link.watched == std::vector<std::string>{"depth"});
  CHECK(link.seed == 3);
  CHECK(link.dialect == "strict");
  CHECK(size_option(link.size) == "10x5");
  CHECK(link.layout == "code");
  CHECK_FALSE(link.input);
  const ProcessResult there =
      run_in(scratch, "repl '" + text + "'", "printf 'print tick\\nbreaks\\ncontinue\\nlink\\n' |");
  CHECK(there.err.empty());
  CHECK(there.out.find("1000000") != std::string::npos);
  CHECK(there.out.find("3,1 if depth > 1") != std::string::npos);
  CHECK(there.out.find("stop 1: 3,1 if depth > 1") != std::string::npos);
}

TEST_CASE("a page comes before the link: an option, or the environment") {
  const Scratch scratch;
  CHECK(line_of(run_in(scratch, "link @sudoku --page https://host/page/?embed"))
            .find("https://host/page/?embed#1/program=@sudoku/check=") == 0);
  CHECK(line_of(run_in(scratch, "link @sudoku", "FUNGESCOPE_PAGE=https://host/"))
            .find("https://host/#1/") == 0);
  CHECK(line_of(run_in(scratch, "link @sudoku")).find("#1/program=@sudoku/check=") == 0);
}

TEST_CASE("a link can be changed by the options of another") {
  const Scratch scratch;
  (void)scratch.file("numbers", "1 2 3\n");
  const std::string first = line_of(run_in(scratch, "link @cats --goto 5 --break 1,2 --seed 7"));
  const std::string second =
      line_of(run_in(scratch, "link '" + first + "' --goto 6 --break 3,4 --input numbers"));
  const SessionImage link = decode_link(second).value();
  CHECK(link.built_in == "@cats");
  CHECK(link.tick == 6);
  CHECK(link.seed == 7);
  CHECK(link.breakpoints == std::vector<SavedBreakpoint>{{"1,2"}, {"3,4"}});
  CHECK(link.input == InputLog("1 2 3\n", InputLog::End::closed));
}

TEST_CASE("run runs the program of a link with its options and input") {
  const Scratch scratch;
  (void)scratch.file("echo.b93", "~:1+!#@_,");
  (void)scratch.file("text", "hello");
  (void)scratch.file("other", "bye");
  const std::string link =
      line_of(run_in(scratch, "link echo.b93 --input text --size source --goto 3"));
  CHECK(run_in(scratch, "run '" + link + "'").out == "hello");
  CHECK(run_in(scratch, "run '" + link + "' --input other").out == "bye");
  CHECK(run_in(scratch, "run 'https://host/" + link + "'").out == "hello");
  const ProcessResult report = run_in(scratch, "inspect '" + link + "'");
  CHECK(report.out.find("echo.b93") == 0);
  CHECK(report.out.find("9x1") != std::string::npos);
}

TEST_CASE("what cannot be linked is refused with the reason") {
  const Scratch scratch;
  (void)scratch.file("a.b93", "12+.@");
  (void)scratch.file("large.b93", std::string(1'048'577, ' '));
  const auto refusal = [&](const std::string& arguments) {
    const ProcessResult result = run_in(scratch, "link " + arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK(refusal("a.b93 --goto soon") ==
        "fungescope: --goto: 'soon' is not a tick; write a number, such as 12345, 1,000,000 or "
        "2M\n");
  CHECK(refusal("a.b93 --break 99,0").find("fungescope: --break: '99,0': ") == 0);
  CHECK(refusal("a.b93 --watch '('").find("fungescope: --watch: ") == 0);
  CHECK(refusal("a.b93 --layout wide").find("--layout") != std::string::npos);
  CHECK(refusal("none.b93").find("none.b93") != std::string::npos);
  CHECK(refusal("large.b93") ==
        "fungescope: link: the program has 1,048,577 bytes, and a link carries at most "
        "1,048,576; send it as a file\n");
}

TEST_CASE("a long link is printed with a warning") {
  const Scratch scratch;
  std::string noise;
  for (unsigned i = 0; i < 3'000; ++i)
    noise += static_cast<char>('!' + (i * i * 2654435761U >> 20U) % 90);
  (void)scratch.file("noise.b93", noise);
  const ProcessResult result = run_in(scratch, "link noise.b93");
  CHECK(result.exit_code == 0);
  CHECK(decode_link(result.out.substr(0, result.out.size() - 1)));
  CHECK(result.err.find("characters, and some programs cut links of more than 2,000") !=
        std::string::npos);
}

TEST_CASE("damaged links are refused by every command that takes a program") {
  const Scratch scratch;
  for (const std::string command : {"run", "repl", "inspect", "compile", "link"}) {
    const ProcessResult result = run_in(scratch, command + " '#1/program=@sudoku/check=00000000'");
    CHECK_MESSAGE(result.exit_code == 2, command);
    CHECK_MESSAGE(result.err ==
                      "fungescope: link:1:26: the link's check does not match: a character before "
                      "it was changed; copy the whole link again\n",
                  command);
    CHECK(run_in(scratch, command + " '#@nothing'").exit_code == 2);
  }
}
