// Saving a run to a file, and loading one.
#include "base/text_table.h"
#include "session/commands/answer.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/recording/recording.h"
#include "session/commands/stop_reply.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<std::string> path_argument(const Call& call) {
  Arguments arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("the file is missing");
  const auto path = arguments.text();
  if (!path) return tl::unexpected(path.error());
  return path->bytes;
}

Result<Reply> file_save(const Call& call) {
  Debugger& debugger = call.debugger;
  const auto path = path_argument(call);
  if (!path) return tl::unexpected(path.error());
  const auto bytes = save_recording(debugger.session(), &debugger.monitor());
  if (!bytes) return tl::unexpected(bytes.error());
  if (auto written = write_file(debugger.files(), *path, *bytes); !written) {
    return tl::unexpected(written.error());
  }
  Reply reply =
      answer(call, fmt::format("{} bytes written to {}\n", with_separators(bytes->size()), *path));
  reply.data["file"] = *path;
  reply.data["bytes"] = bytes->size();
  return reply;
}

Result<Reply> file_load(const Call& call) {
  Debugger& debugger = call.debugger;
  const auto path = path_argument(call);
  if (!path) return tl::unexpected(path.error());
  const auto bytes = debugger.files().read(*path);
  if (!bytes) return tl::unexpected(bytes.error());
  auto loaded = load_recording(*bytes, *path, debugger.session().options(), &debugger.monitor());
  if (!loaded) return tl::unexpected(loaded.error());
  debugger.replace_session(std::move(*loaded));
  const Machine& machine = debugger.session().machine();
  Reply reply = answer(call, describe_instant(machine) + '\n');
  reply.data["file"] = *path;
  add_instant(reply.data, machine);
  return reply;
}

}  // namespace

std::span<const Command> file_commands() {
  static constexpr std::array table{
      Command{"save", "", "", "FILE", "write the run to a file: program, input, edits", "",
              file_save},
      Command{"load", "", "", "FILE", "go on with a run that was saved", "", file_load},
  };
  return table;
}

}  // namespace fungescope
