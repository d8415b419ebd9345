// `why VALUE --relevant`: what can change a value.
#include "session/why/slice/relevant_slice.h"

#include "../debugged.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Json cells(std::initializer_list<Point> points) {
  Json json = Json::array();
  for (const Point at : points) json.push_back({{"x", at.x}, {"y", at.y}});
  return json;
}

Json relevant(Debugged& debugged, const std::string& value) {
  return debugged("why " + value + " --relevant").data["relevant"];
}

// Of a byte of the output, 0 unless given, of a program that reads a byte, goes through `first` if
// it is not 0, else through `second`, which is as long, and then through `rest`. `before` is on
// the stack.
Json slice_after(const std::string& first, const std::string& second, const std::string& rest,
                 SessionOptions options = {}, int byte = 0, const std::string& before = " ") {
  const std::string gap(first.size(), ' ');
  Debugged debugged(
      before + "v >" + first + "v\n" + " >~|" + gap + ">" + rest + "@\n" + "   >" + second + "^",
      InputLog("ab", InputLog::End::closed), std::move(options));
  debugged("continue");
  return relevant(debugged, "output " + std::to_string(byte));
}

}  // namespace

TEST_CASE("a relevant slice names the byte that ends a number") {
  Debugged debugged("~&+00p@", InputLog("A 12 zzz", InputLog::End::closed));
  debugged("continue");
  const Response response = debugged("why 0,0 --relevant");
  CHECK(response.text ==
        "(0, 0) is 77 'M'\n"
        "what can change it, of 4 input bytes that were read and 2,000 cells:\n"
        "  input: bytes 0 to 4\n"
        "  cells by their values: (3, 0), (4, 0)\n"
        "  5 cells as instructions; 0 of 0 branches mattered\n"
        "nothing else can\n");
  CHECK(response.data["relevant"]["cut"].is_null());
  CHECK(response.data["relevant"]["by"].is_null());
}

TEST_CASE("branches that join again count only if their effect is used") {
  const Json unused = slice_after("12", "34", "$$5,");
  CHECK(unused["input_bytes"] == Json::array());
  CHECK(unused["decisions"] == 1);
  CHECK(unused["relevant_decisions"] == 0);
  CHECK(unused["cells"] == cells({{9, 1}}));
  CHECK(slice_after("12", "34", ",")["input_bytes"] == Json::array({0}));
  CHECK(slice_after("12", "34", "$,")["input_bytes"] == Json::array({0}));
}

TEST_CASE("branches count whose arms do more than change the stack, or could fail") {
  // The output, where it is in the output, memory, another height, a loop, the end.
  CHECK(slice_after(",", " ", "5,", {}, 1)["input_bytes"] == Json::array({0}));
  CHECK(slice_after("177p", "    ", "5,")["input_bytes"] == Json::array({0}));
  CHECK(slice_after("1", " ", "5,")["input_bytes"] == Json::array({0}));
  CHECK(slice_after("1", "@", "5,")["input_bytes"] == Json::array({0}));
  CHECK(slice_after("1", "<", "$5,")["input_bytes"] == Json::array({0}));
  // `$` does not pop from the empty stack.
  CHECK(slice_after("1  ", "$12", "$,")["input_bytes"] == Json::array({0}));
  CHECK(slice_after("1  ", "$12", "5,", {}, 0, "9")["input_bytes"] == Json::array());
  // Exceeds the limit of the stack on the way.
  SessionOptions small;
  small.max_stack = 3;
  CHECK(slice_after("1      ", "1111$$$", "$5,", small)["input_bytes"] == Json::array({0}));
  CHECK(slice_after("1      ", "1111$$$", "$5,")["input_bytes"] == Json::array());
}

TEST_CASE("a relevant slice begins at the last edit, and one that is too long excludes nothing") {
  Debugged debugged("12+:.@");
  debugged("step 2");
  debugged("push 7");
  debugged("continue");
  const Json slice = relevant(debugged, "output 0");
  CHECK(slice["from"] == 2);
  CHECK(slice["stack"] == Json({1, 2}));
  CHECK(slice["cells"] == Json::array());

  TraceLimits limits;
  limits.max_ticks = 2;
  Session& session = debugged.debugger.session();
  const auto cut = relevant_slice(session, {AskedOutput{0}, "output 0"}, limits, nullptr);
  REQUIRE(cut);
  CHECK(cut->cut == CutBy::ticks);
  CHECK(session.machine().status == Status::ended);
}
