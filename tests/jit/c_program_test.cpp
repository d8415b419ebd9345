// The text of compiled programs. c_programs_test.cpp tests their behaviour.
#include "jit/c/c_backend.h"
#include "lang/loader.h"
#include "support/test.h"

using namespace fungescope::jit;

namespace {

Machine machine_of(std::string_view source, const char* dialect = "wide") {
  LoadOptions options{.dialect = *find_dialect(dialect)};
  return Machine(load(source, options)->playfield, {options.dialect, 7, 100});
}

// Some of the programs never end, so their profile runs are short.
std::string text_of(std::string_view source, COptions options = {}) {
  options.profile_ticks = 1000;
  return c_program(machine_of(source), options).text;
}

// The text after the runtime.
std::string functions_of(const std::string& text) {
  return text.substr(text.find("/* ---- The program */"));
}

}  // namespace

TEST_CASE("a program in C names its source") {
  const std::string text = text_of("&.@", COptions{.name = "odd */ name.b93"});
  CHECK(text.rfind("/* odd _/ name.b93, compiled by fungescope; the dialect is wide.", 0) == 0);
  CHECK(contains(text, "#define WIDTH 80u\n#define HEIGHT 25u\n"));
  CHECK(contains(text, "#define SEED UINT64_C(7)"));
  CHECK(contains(text, "#define MAX_STACK ((size_t)UINT64_C(100))"));
  CHECK(!contains(text, "#define MAX_TICKS"));
}

TEST_CASE("a program in C contains the source unchanged") {
  CHECK(contains(text_of("?\?(\"\\@\x01\xff"), R"({0, 8, "\?\?(\"\\@\001\377"},)"));
}

TEST_CASE("cells at constant coordinates are variables and memory") {
  const std::string code = functions_of(text_of("&09p>09g1-:09p#v_@"));
  CHECK(contains(code, "cells[720] = "));
  CHECK(!contains(code, "put("));
}

TEST_CASE("a division by a constant is left to the C compiler") {
  const std::string code = functions_of(text_of("&7/&%.@"));
  CHECK(contains(code, " / 7;"));
  CHECK(contains(code, "modulo("));
  CHECK(!contains(code, "divide("));
}

TEST_CASE("ticks are counted down only for a limit") {
  COptions options;
  CHECK(!contains(functions_of(text_of("&.", options)), "MAX_TICKS"));
  options.max_ticks = 1000;
  const std::string text = text_of("&.", options);
  CHECK(contains(text, "#define MAX_TICKS UINT64_C(1000)"));
  CHECK(contains(functions_of(text), "MAX_TICKS - now"));
}

TEST_CASE("dialects that stop or warn, and huge fields, are refused") {
  CHECK(c_obstacle(machine_of("@")).empty());
  CHECK(c_obstacle(machine_of("\"Ä\",@", "befunexec")).empty());
  CHECK(contains(c_obstacle(machine_of("\"€\",@", "befunexec")), "characters beyond U+FF"));
  CHECK(contains(c_obstacle(machine_of("@", "bef")), "the dialect bef cannot be compiled"));
  CHECK(contains(c_obstacle(machine_of("@", "strict")), "the dialect strict cannot be compiled"));
}

TEST_CASE("the same program gives the same text") {
  const std::string_view source = ">:!#v_1-:90g`#v_10p20p\n    @           <";
  CHECK(text_of(source) == text_of(source));
}

TEST_CASE("the C of a field of random turns is bounded, and executed code comes first") {
  std::string source = "v";
  for (int i = 0; i < 24; ++i) source += std::string(i == 0 ? 99 : 100, '?') + '\n';
  COptions options{.profile_ticks = 1000,
                   .max_superblocks = 300,
                   .superblocks_per_function = 200,
                   .max_function_bytes = 60'000,
                   .max_functions_bytes = 100'000};
  const Machine machine = machine_of(source);
  const CProgram program = c_program(machine, options);
  CHECK(!program.is_whole);
  CHECK(program.functions >= 2);
  CHECK(program.superblocks <= 300);
  CHECK(program.text.size() < 150'000);
  CHECK(c_program(machine_of(">:!#v_1-"), {}).is_whole);
}
