// The names in docs/repl.schema.json against the table of commands. tests/cli/repl_json.test.js
// checks the answers of all commands against the schema.
#include "session/commands/command.h"
#include "support/files.h"

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("the schema of the repl has the names of the commands") {
  const Json schema = Json::parse(file_bytes(data_path("../../docs/repl.schema.json")));
  Json names = Json::array();
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) names.push_back(command.name);
  }
  CHECK(schema.at(Json::json_pointer("/$defs/command_name/enum")) == names);
}
