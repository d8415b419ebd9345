// Commands that save a run to a file or a link, and load one.
#include "base/text_table.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/run_report.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<std::string> path_argument(const Call& call) {
  ArgumentParser arguments(call.arguments);
  if (arguments.at_end()) return arguments.fail_here("the file is missing");
  const auto path = TRY(arguments.text());
  return path.bytes;
}

Result<Response> file_save(const Call& call) {
  Debugger& debugger = call.debugger;
  const auto path = TRY(path_argument(call));
  const auto bytes = TRY(save_recording(debugger.session(), &debugger.monitor()));
  TRY(write_file(debugger.files(), path, bytes));
  Response response = make_response(
      call, fmt::format("{} bytes written to {}\n", with_separators(bytes.size()), path));
  response.data["file"] = path;
  response.data["bytes"] = bytes.size();
  return response;
}

Result<Response> file_load(const Call& call) {
  Debugger& debugger = call.debugger;
  const auto path = TRY(path_argument(call));
  const auto bytes = TRY(debugger.files().read(path));
  auto loaded = TRY(load_recording(bytes, path, debugger.session().options(), &debugger.monitor()));
  debugger.replace_session(std::move(loaded));
  const Machine& machine = debugger.session().machine();
  Response response = make_response(call, describe_instant(machine) + '\n');
  response.data["file"] = path;
  add_instant(response.data, machine);
  return response;
}

Result<Response> file_link(const Call& call) {
  ArgumentParser arguments(call.arguments);
  std::string page;
  if (!arguments.at_end()) {
    const auto text = TRY(arguments.text());
    page = text.bytes;
  }
  const PresentLink present = present_link(call.debugger);
  const auto link = TRY(encode_link(present.link));
  const std::string address = link_address(page, link);
  std::string text = address + '\n';
  if (present.edited) {
    text += "the run was edited: the link has the present source, and begins at tick 0\n";
  }
  if (address.size() > link_limit::common_characters) {
    text += fmt::format("{} characters: some programs cut links of more than {}\n",
                        with_separators(address.size()),
                        with_separators(link_limit::common_characters));
  }
  Response response = make_response(call, std::move(text));
  response.data["link"] = address;
  response.data["characters"] = address.size();
  response.data["tick"] = present.link.tick;
  response.data["edited"] = present.edited;
  return response;
}

}  // namespace

std::span<const Command> file_commands() {
  static constexpr std::array table{
      Command{"save", "", "", "FILE", "write the run to a file: program, input, edits", "",
              file_save},
      Command{"load", "", "", "FILE", "go on with a run that was saved", "", file_load},
      Command{"link", "", "", "[PAGE]", "print a link to the program at this instant",
              "The link carries program, options, input, tick, breakpoints and watches; "
              "`fungescope debug "
              "LINK`\n"
              "opens it. PAGE is the address of a page that shows it: link https://host/page/\n",
              file_link},
  };
  return table;
}

}  // namespace fungescope
