#include "session/script.h"

#include "lang/line_reader.h"

#include <utility>

namespace fungescope {
namespace {

// The text of a failed `expect` as an error: a line without its end.
Error failure(const Response& response, const std::string& file, std::uint64_t line) {
  std::string what = response.text;
  while (!what.empty() && what.back() == '\n') what.pop_back();
  return {{file, line, 1}, std::move(what), {}};
}

}  // namespace

ScriptOutcome run_script(Debugger& debugger, std::string_view text, const std::string& file,
                         const std::function<void(const Response&)>& show) {
  LineReader lines(text, LineEndings::any);
  for (std::uint64_t number = 1; const auto line = lines.next(); ++number) {
    const auto response = debugger.submit(*line);
    const Tick now = debugger.session().machine().tick;
    if (!debugger.monitor().should_continue(now, now)) {
      return {ScriptEnd::interrupted, {{file, number, 1}, "interrupted", {}}};
    }
    if (!response) {
      Error error = response.error();
      if (error.where.file.empty()) {
        error.where.file = file;
        error.where.line = number;
      }
      return {ScriptEnd::error, std::move(error)};
    }
    if (response->failed) return {ScriptEnd::failed, failure(*response, file, number)};
    show(*response);
    if (response->quit) return {ScriptEnd::quit, {}};
  }
  return {};
}

}  // namespace fungescope
