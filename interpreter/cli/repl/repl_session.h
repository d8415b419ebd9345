// The options of `fungescope repl`, and the session that they open.
#pragma once

#include "base/result.h"
#include "front_end/options/source_options.h"
#include "session/recording/link.h"
#include "session/session.h"
#include "vm/value_stack.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace fungescope {

struct ReplOptions {
  SourceOptions source;  // its file may be a recording
  std::string engine = "auto";
  std::string input;                  // empty: none yet; the `input` command gives it
  std::optional<std::uint64_t> seed;  // unset: 0, or that of a link
  std::size_t max_stack = ValueStack::default_limit;
  std::size_t history_megabytes = 96;
  std::string script;  // empty: standard input
  bool json = false;
};

// Opens a program, a recording or a link at its beginning. `link` is what FILE is, if it is a link.
[[nodiscard]] Result<std::unique_ptr<Session>> open_repl_session(
    const ReplOptions& options, const std::optional<SessionImage>& link, Monitor& monitor);

}  // namespace fungescope
