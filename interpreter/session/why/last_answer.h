// The last answer about causes of a debugger, whichever front end asked: windows show it as a tree
// until there is another one.
#pragma once

#include "base/attachments.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <optional>
#include <string>

namespace fungescope {

// A `why` command in parts, so that a front end can vary it.
struct WhyQuestion {
  std::string subject;               // "grid(2,5)", "here 8"
  std::optional<std::size_t> depth;  // if one was given
  bool all = false;
  bool to_input = false;
  friend bool operator==(const WhyQuestion&, const WhyQuestion&) = default;
};
// Returns the command: "why grid(2,5) --depth 12".
[[nodiscard]] std::string to_line(const WhyQuestion& question);

struct LastAnswer {
  WhyQuestion question;
  std::size_t depth = 0;  // in operations, given or not
  CauseTree tree;
  // The instant of the question.
  BranchId branch = 0;
  std::size_t edits = 0;  // that the branch began with
  Tick tick = 0;
  Attachments attachments{};  // what the tree says in parts, in a type of who answered
};
// Returns an answer about the present instant.
[[nodiscard]] LastAnswer answer_here(const Session& session, WhyQuestion question,
                                     std::size_t depth, CauseTree tree);

// Whether the instant of the question belongs to the present branch: no edit has taken its place.
[[nodiscard]] bool still_holds(const LastAnswer& answer, const History& history);

}  // namespace fungescope
