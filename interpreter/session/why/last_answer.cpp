#include "session/why/last_answer.h"

#include "session/bookmarks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

std::string to_line(const WhyQuestion& question) {
  std::string line = "why " + question.subject;
  if (question.depth) line += fmt::format(" --depth {}", *question.depth);
  if (question.all) line += " --all";
  if (question.to_input) line += " --to input";
  return line;
}

LastAnswer answer_here(const Session& session, WhyQuestion question, std::size_t depth,
                       CauseTree tree) {
  const History& history = session.history();
  const BranchId branch = history.branch();
  return {std::move(question), depth, std::move(tree), branch, history.info(branch).edits.size(),
          history.tick(),      {}};
}

bool still_holds(const LastAnswer& answer, const History& history) {
  const BranchId present = history.branch();
  if (answer.branch == present) return answer.edits == history.info(present).edits.size();
  return answer.tick < last_common_tick(history, answer.branch, present);
}

}  // namespace fungescope
