#include "session/commands/visits.h"

#include "lang/text_cursor.h"
#include "session/bookmarks.h"
#include "session/commands/arguments.h"
#include "session/commands/command.h"
#include "session/commands/run_report.h"
#include "session/views/notebook_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::size_t edit_count(const Session& session) {
  return session.history().info(session.history().branch()).edits.size();
}

}  // namespace

void record_visit(Session& session, Visit visit, std::string question, const std::string& reason) {
  const History& history = session.history();
  const Machine& machine = session.machine();
  std::string answer = fmt::format("{}{}at {}, {}", reason, reason.empty() ? "" : "; ",
                                   to_string(machine.ip), describe_next_instruction(machine));
  session.notebook().moved_to({history.branch(), history.tick()}, visit, std::move(question),
                              std::move(answer));
}

bool is_single_step(std::string_view line) {
  ArgumentParser words(line);
  std::string_view name = words.take_word();
  if (name == "back") name = words.take_word();
  const auto match = find_command(name);
  if (!match || !words.at_end()) return false;
  constexpr std::array<std::string_view, 3> steps{"step", "next", "line"};
  return std::find(steps.begin(), steps.end(), match->command->name) != steps.end();
}

Result<void> go_to_visit(Session& session, std::uint32_t number, Monitor* monitor) {
  Notebook& notebook = session.notebook();
  History& history = session.history();
  notebook.remove_lost(history);
  const NotebookEntry* const entry = notebook.find(number);
  if (entry == nullptr) return fail_no_entry(number);
  const BranchInstant to = entry->at;
  session.mark_previous();
  if (to.branch != history.branch()) {
    TRY(history.switch_to(to.branch, monitor));
  }
  if (history.seek(to.tick, monitor) == StopReason::interrupted) {
    return fail({}, "interrupted on the way to the visited instant");
  }
  notebook.go(number);
  return {};
}

Result<void> go_to_visit(Session& session, VisitDirection direction, Monitor* monitor) {
  session.notebook().remove_lost(session.history());
  if (const NotebookEntry* const to = session.notebook().neighbour(direction)) {
    return go_to_visit(session, to->number, monitor);
  }
  return fail({}, direction == VisitDirection::back ? "no instant was visited before"
                                                    : "no instant was visited after this one");
}

VisitRecorder::VisitRecorder(Session& session)
    : at_{session.history().branch(), session.history().tick()}, edits_(edit_count(session)) {
  const NotebookEntry* const present = session.notebook().present();
  kept_ = present != nullptr &&
          (!present->note.empty() || bookmark_at(session, present->at) != nullptr);
  if (present == nullptr || present->at != at_) record_visit(session, Visit::next, {});
  revision_ = session.notebook().revision();
}

void VisitRecorder::record(Session& session, std::string_view line,
                           const std::string& reason) const {
  const BranchInstant now{session.history().branch(), session.history().tick()};
  const Notebook& notebook = session.notebook();
  const NotebookEntry* const present = notebook.present();
  // As the lines of a script have done, and commands that go to another entry.
  if (notebook.revision() != revision_ && present != nullptr && present->at == now) return;
  const std::string question(trim(line));
  if (now != at_) {
    const bool step = is_single_step(line) && !kept_;
    record_visit(session, step ? Visit::step : Visit::next, question, reason);
  } else if (edit_count(session) != edits_) {
    session.notebook().extend_question(question);
  }
}

}  // namespace fungescope
