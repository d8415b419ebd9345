#include "session/script.h"

#include "lang/line_reader.h"

#include <utility>

namespace fungescope {
namespace {

bool was_interrupted(const Reply& reply) {
  const auto why = reply.data.find("why");
  return why != reply.data.end() && *why == "interrupted";
}

// The text of a failed `expect` as an error: a line without its end.
Error failure(const Reply& reply, const std::string& file, std::uint64_t line) {
  std::string what = reply.text;
  while (!what.empty() && what.back() == '\n') what.pop_back();
  return {{file, line, 1}, std::move(what), {}};
}

}  // namespace

ScriptOutcome run_script(Debugger& debugger, std::string_view text, const std::string& file,
                         const std::function<void(const Reply&)>& show) {
  LineReader lines(text, LineEnds::any);
  for (std::uint64_t number = 1; const auto line = lines.next(); ++number) {
    const auto reply = debugger.submit(*line);
    if (!reply) {
      Error error = reply.error();
      if (error.where.file.empty()) {
        error.where.file = file;
        error.where.line = number;
      }
      return {ScriptEnd::error, std::move(error)};
    }
    if (reply->failed) return {ScriptEnd::failed, failure(*reply, file, number)};
    show(*reply);
    if (reply->quit) return {ScriptEnd::quit, {}};
    if (was_interrupted(*reply)) {
      return {ScriptEnd::interrupted, {{file, number, 1}, "interrupted", {}}};
    }
  }
  return {};
}

}  // namespace fungescope
