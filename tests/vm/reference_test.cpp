// Tests the rules of the language on the reference interpreter.
#include "support/program_from_text.h"
#include "vm/reference_interpreter.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

std::string output_of(const char* text, const char* input_text = "") {
  Machine machine(test::program_from_text(text));
  StringInput input(input_text);
  StringOutput output;
  const StopReason reason = run_reference(machine, {input, output}, 100'000);
  CHECK(reason == StopReason::ended);
  CHECK(machine.output_size == output.text.size());
  return output.text;
}

}  // namespace

TEST_CASE("a program prints a string backwards from the stack") {
  CHECK(output_of("\"!olleh\">:#,_@") == "hello!");
}

TEST_CASE("numbers are read, added and printed") {
  CHECK(output_of("&&+.@", "40 2") == "42 ");
}

TEST_CASE("a loop counts to five") {
  CHECK(output_of("0>1+:.:5`#@_v\n ^          <") == "1 2 3 4 5 6 ");
}
