// The programs that are compiled in.
#include "programs/catalogue.h"

#include "programs/program_run.h"
#include "support/test.h"

#include <filesystem>

TEST_CASE("every folder of programs/ that holds a program of its name is in the catalogue") {
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(FUNGESCOPE_PROGRAMS)) {
    const std::string name = entry.path().filename().string();
    if (std::filesystem::exists(entry.path() / (name + ".b93"))) folders.push_back(name);
  }
  std::vector<std::string> names;
  for (const BuiltInProgram& program : built_in_programs()) names.emplace_back(program.name);
  std::sort(folders.begin(), folders.end());
  std::sort(names.begin(), names.end());
  CHECK(names == folders);
}

TEST_CASE("a built-in program is the file, byte for byte, and its summary is one short line") {
  for (const BuiltInProgram& program : built_in_programs()) {
    CAPTURE(program.name);
    const std::string file = fmt::format("{0}/{0}.b93", program.name);
    CHECK(program.source == test::program_bytes(file));
    CHECK(program.summary.size() > 10);
    CHECK(program.summary.size() <= 84);
    CHECK(program.summary.find_first_of("\n@") == std::string_view::npos);
    CHECK(program.summary.back() != '.');
    CHECK(find_built_in(program.as_file()).value() == &program);
  }
}

TEST_CASE("the pages of sudoku.b93, setter.b93 and classic.b93 are printable") {
  for (const char* const name :
       {"sudoku/sudoku.b93", "setter/setter.b93", "../tests/programs/classic.b93"}) {
    CAPTURE(name);
    const std::string source = test::program_bytes(name);
    for (const std::string& line : test::lines_of(source)) {
      CHECK(line.size() <= 160);
      CHECK((line.empty() || line.back() != ' '));
      CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    }
  }
}

TEST_CASE("hello and fizzbuzz print what they promise, in every dialect") {
  std::string counted;
  for (int n = 1; n <= 100; ++n) {
    const std::string word = std::string(n % 3 == 0 ? "Fizz" : "") + (n % 5 == 0 ? "Buzz" : "");
    counted += (word.empty() ? fmt::format("{} ", n) : word) + '\n';  // `.` prints a space
  }
  for (const char* const dialect : {"wide", "befunexec", "bef", "strict"}) {
    CAPTURE(dialect);
    const auto output = [&](const std::string& name) {
      return test::run_program(name, "", {.dialect = dialect}).output;
    };
    CHECK(output("hello/hello.b93") == "Hello, world!\n");
    CHECK(output("fizzbuzz/fizzbuzz.b93") == counted);
  }
}

TEST_CASE("only a leading @ means a built-in program, and an unknown one lists the names") {
  CHECK(is_built_in("@setter"));
  CHECK(!is_built_in("./@setter"));
  CHECK(!is_built_in("setter"));
  CHECK(!is_built_in(""));
  for (const char* unknown : {"@", "@Setter", "@setter.b93", "setter"}) {
    const auto program = find_built_in(unknown);
    REQUIRE(!program);
    CHECK(program.error().where.file == unknown);
    CHECK(contains(program.error().advice, "@sudoku, @setter, @squares"));
  }
}
