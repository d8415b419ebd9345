// Declaring, renaming and deleting regions by hand.
#include "session/debugged.h"
#include "session/expressions/symbols.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

const std::string annotated_countdown = std::string(countdown) +
                                        "#$region[0,0](3x1):ascii = delete me\n" +
                                        "#$watch[4,3]:int = single\n";

}  // namespace

TEST_CASE("the name of a region must be a new word of the expression language") {
  Debugged debugged(annotated_countdown);
  const auto refused = [&](const std::string& name) {
    return debugged.error("region " + name + " = 0,0,2,2");
  };
  for (const std::string name : {"two words", "2nd", "a-b", "a(1,2)", "a::b", "\"quoted\"", "é!"}) {
    CAPTURE(name);
    CHECK(refused(name).find("cannot be the name of a region; use letters, digits and _") !=
          std::string::npos);
  }
  for (const std::string name :
       {"top", "STACK", "cell", "string_mode", "change", "becomes", "ip"}) {
    CAPTURE(name);
    CHECK(refused(name).find("is a keyword of the commands; choose another name") !=
          std::string::npos);
  }
  CHECK(refused("Pair").find("8: there is already a region 'pair', declared in line 6; choose "
                             "another name") == 0);
  CHECK(refused("single").find("'single' is a variable, at (4, 3); choose another name") !=
        std::string::npos);
  // A part of a variable's name is free.
  debugged("region count = 0,3,1,1");
  CHECK(refused("COUNT").find("there is already a region 'count', declared by hand; choose another "
                              "name, or remove it: region delete count") != std::string::npos);
  debugged("region Count = 0,3,1,1");  // the same again
  CHECK(debugged.debugger.session().options().regions.size() == 1);
  debugged("region größe_2 = 0,3,1,1");
  CHECK(debugged("print größe_2(0,0)").text.find("32") == 0);
}

TEST_CASE("a region declared by hand is renamed") {
  Debugged debugged(annotated_countdown);
  debugged("region notes = 0,3,3,1:hex");
  debugged("break change notes");
  const Response renamed = debugged("region rename Notes = scratch");
  CHECK(renamed.text == "region notes is now scratch\n");
  CHECK(renamed.data["renamed"] == "notes");
  CHECK(renamed.data["name"] == "scratch");
  CHECK(renamed.data["encoding"] == "hex");
  CHECK(debugged.error("region notes").find("there is no region 'notes'") != std::string::npos);
  CHECK(debugged("region scratch").data["width"] == 3);
  // The breakpoint's name means nothing now, until there is such a region again.
  CHECK_FALSE(debugged.debugger.session().breakpoints().all()[0].problem.empty());
  debugged("region rename scratch = NOTES");
  CHECK(debugged.debugger.session().breakpoints().all()[0].problem.empty());
  debugged("region rename notes = Notes");  // its own name in another case
  CHECK(debugged.debugger.session().symbols().region("notes")->name == "Notes");

  CHECK(debugged.error("region rename notes = pair").find("23: there is already a region 'pair'") ==
        0);
  CHECK(debugged.error("region rename notes").find("the new name is missing") != std::string::npos);
  CHECK(debugged.error("region rename pair = other") ==
        "15: the source declares the region 'pair', in line 6; change it there");
  CHECK(debugged.error("region rename nothing = other").find("there is no region 'nothing'") !=
        std::string::npos);
}

TEST_CASE("a region declared by hand is deleted, and the answer says how to have it again") {
  Debugged debugged(annotated_countdown);
  debugged("region notes = 0,3,3,1:hex");
  const Response deleted = debugged("region delete NOTES");
  CHECK(deleted.text == "region notes is deleted; to have it again: region notes = 0,3,3,1:hex\n");
  CHECK(deleted.data["deleted"] == true);
  CHECK(deleted.data["name"] == "notes");
  CHECK(debugged.error("region notes").find("there is no region") != std::string::npos);
  debugged("region notes = 0,3,3,1:hex");
  CHECK(debugged("region notes").data["encoding"] == "hex");
  CHECK(debugged.error("region delete pair") ==
        "15: the source declares the region 'pair', in line 6; change it there");
  // A source may name a region like the verb, and so may the user.
  CHECK(debugged("region delete me").data["width"] == 3);
  debugged("region delete = 0,0,1,1");
  CHECK(debugged("region delete").data["width"] == 1);
  debugged("region delete delete");
  CHECK(debugged.error("region delete").find("there is no region") != std::string::npos);
}

TEST_CASE("a declared region belongs to all sources of the run") {
  Debugged debugged(annotated_countdown);
  debugged("step 5");
  debugged.files.files["test.b93"] = "> " + annotated_countdown;
  debugged("reload");
  debugged("region notes = 0,3,3,1:hex");
  CHECK(debugged("region notes").data["width"] == 3);
  debugged("goto 2");  // before the reload
  CHECK(debugged("region notes").data["width"] == 3);
  debugged("region delete notes");
  debugged("goto end");
  CHECK(debugged.error("region notes").find("there is no region") != std::string::npos);
}

TEST_CASE("a reload into a smaller field leaves a region out, and says so") {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{true, {}};
  Debugged debugged("v    \n>  <\n     \n", {}, options);
  debugged("region last = 0,2,5,1");
  debugged.files.files["test.b93"] = "v\n><\n";
  const Response reloaded = debugged("reload");
  CHECK(reloaded.text.find("the region 'last' does not lie inside the field of 2x2") !=
        std::string::npos);
  CHECK(debugged.error("region last").find("the program names no regions") != std::string::npos);
  debugged("goto 0");
}

TEST_CASE("deleting a region that replaced one of the source shows that one again") {
  SessionOptions options;
  Region region;
  region.name = "pair";
  region.area = {{0, 0}, {1, 1}};
  options.regions.push_back(region);
  Debugged debugged(annotated_countdown, {}, options);
  CHECK(debugged("region pair").data["width"] == 1);
  debugged("region delete pair");
  CHECK(debugged("region pair").data["width"] == 2);
}
