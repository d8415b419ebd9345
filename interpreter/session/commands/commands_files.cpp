// Commands that save a run to a file or a link, and load one.
#include "base/text_table.h"
#include "session/commands/arguments.h"
#include "session/commands/run_report.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<Response> file_save(const Call& call, const Arguments& arguments) {
  Debugger& debugger = call.debugger;
  const std::string path = arguments.text("FILE");
  const auto bytes = TRY(save_recording(debugger.session(), &debugger.monitor()));
  TRY(write_file(debugger.files(), path, bytes));
  return make_response(call,
                       fmt::format("{} bytes written to {}\n", with_separators(bytes.size()), path),
                       {{"file", path}, {"bytes", bytes.size()}});
}

Result<Response> file_load(const Call& call, const Arguments& arguments) {
  Debugger& debugger = call.debugger;
  const std::string path = arguments.text("FILE");
  const auto bytes = TRY(debugger.files().read(path));
  auto loaded = TRY(load_recording(bytes, path, debugger.session().options(), &debugger.monitor()));
  debugger.replace_session(std::move(loaded));
  const Machine& machine = debugger.session().machine();
  Response response = make_response(call, describe_instant(machine) + '\n', {{"file", path}});
  add_instant(response.data, machine);
  return response;
}

Result<Response> file_link(const Call& call, const Arguments& arguments) {
  const PresentLink present = present_link(call.debugger);
  const auto link = TRY(encode_link(present.image));
  const std::string address = link_address(arguments.text("PAGE"), link);
  std::string text = address + '\n';
  if (present.edited) {
    text += "the run was edited: the link has the present source, and begins at tick 0\n";
  }
  if (address.size() > link_limit::common_characters) {
    text += fmt::format("{} characters: some programs cut links of more than {}\n",
                        with_separators(address.size()),
                        with_separators(link_limit::common_characters));
  }
  return make_response(call, std::move(text),
                       {{"link", address},
                        {"characters", address.size()},
                        {"tick", present.image.tick},
                        {"edited", present.edited}});
}

}  // namespace

std::span<const Command> file_commands() {
  static constexpr std::array table{
      Command{"save", "", "", "FILE", "write the run to a file: program, input, edits", "",
              parsed<file_save>},
      Command{"load", "", "", "FILE", "go on with a run that was saved", "", parsed<file_load>},
      Command{"link", "", "", "[PAGE]", "print a link to the program at this instant",
              "The link carries program, options, input, tick, breakpoints and watches; "
              "`fungescope debug "
              "LINK`\n"
              "opens it. PAGE is the address of a page that shows it: link https://host/page/\n",
              parsed<file_link>},
  };
  return table;
}

}  // namespace fungescope
