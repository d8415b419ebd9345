#include "front_end/help.h"

#include "front_end/exit_codes.h"
#include "front_end/standard_streams.h"

#include <sstream>

#include <CLI/CLI.hpp>

namespace fungescope {

int print_help(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  app.exit(request, text, text);
  return write_report(text.str(), "the rest of the text is lost", exit_code::done);
}

}  // namespace fungescope
