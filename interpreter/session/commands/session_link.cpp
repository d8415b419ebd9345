#include "session/commands/session_link.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "session/commands/extension.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Returns a file's name in links; empty if it has none, or one that a link does not carry.
std::string link_name(const std::string& file) {
  if (file.starts_with('@') || file.starts_with('<')) return {};
  std::string name = file.substr(file.rfind('/') + 1);
  const bool plain = escape_controls(name) == name && name.size() <= link_limit::name_bytes;
  return plain ? name : std::string();
}

bool is_unchanged_built_in(Debugger& debugger) {
  const std::string& file = debugger.session().options().load.file;
  if (!file.starts_with('@')) return false;
  const auto built_in = debugger.files().read_program(file);
  return built_in && *built_in == debugger.session().source().text;
}

// Stops a replay where the stack is too large, too.
class LinkMonitor final : public Monitor {
 public:
  LinkMonitor(const Machine& machine, Monitor* next) : machine_(machine), next_(next) {}
  bool should_continue(Tick now, Tick goal) override {
    return !too_deep() && (next_ == nullptr || next_->should_continue(now, goal));
  }
  [[nodiscard]] bool too_deep() const { return machine_.stack.size() > link_limit::stack; }

 private:
  const Machine& machine_;
  Monitor* next_;
};

// Why the replay ended before the link's tick; empty if it did not.
std::string replay_problem(const LinkArrival& arrival, Tick wanted, const ValueStack& stack) {
  if (arrival.tick == wanted) return {};
  const std::string now = with_separators(arrival.tick);
  const std::string goal = with_separators(wanted);
  if (arrival.reason == StopReason::interrupted && stack.size() > link_limit::stack) {
    return fmt::format(
        "the stack has {} values at tick {}, and the link's tick is {}; `goto {}` goes on",
        with_separators(stack.size()), now, goal, wanted);
  }
  constexpr std::array<std::pair<StopReason, std::string_view>, 3> ends{
      {{StopReason::ended, "the program ends"},
       {StopReason::faulted, "the program stops with an error"},
       {StopReason::input_wait, "the program waits for input"}}};
  for (const auto& [reason, what] : ends) {
    if (reason != arrival.reason) continue;
    return fmt::format("{} at tick {}, before the link's tick {}", what, now, goal);
  }
  if (arrival.reason == StopReason::interrupted) {
    return fmt::format("stopped at tick {} on the way to the link's tick {}", now, goal);
  }
  return fmt::format(
      "the first {} ticks were replayed, and the link's tick is {}; `goto {}` goes on", now, goal,
      wanted);
}

}  // namespace

PresentLink present_link(Debugger& debugger) {
  Session& session = debugger.session();
  PresentLink present;
  SessionImage& image = present.image;
  image = image_of(session);
  if (is_unchanged_built_in(debugger)) {
    image.built_in = std::exchange(image.file, {});
    image.source.clear();
  } else {
    image.source = session.source().text;
    image.file = link_name(image.file);
  }
  // Where the program would be given a sample, none is an input too.
  const bool no_input = image.input->bytes().empty() && !image.input->closed();
  if (no_input && extension_of(session.symbols()) == nullptr) image.input.reset();
  present.edited = !edited_branches(session.history()).empty();
  if (present.edited) image.tick = 0;
  std::erase_if(image.breakpoints, [](const SavedBreakpoint& stop) { return !stop.enabled; });
  return present;
}

LinkArrival go_to_link(Debugger& debugger, const SessionImage& link, Monitor* monitor, Tick limit) {
  Session& session = debugger.session();
  LinkArrival arrival;
  if (!link.breakpoints.empty()) session.breakpoints().clear();
  restore_breakpoints(link, session, [&](const SavedBreakpoint& stop, const std::string& reason) {
    arrival.problems.push_back(fmt::format("break {}: {}; it is left out", stop.text, reason));
  });
  if (!link.watched.empty()) session.watched() = link.watched;
  if (link.tick == 0) return arrival;
  LinkMonitor limited(session.machine(), monitor);
  arrival.reason = session.history().seek(std::min(link.tick, limit), &limited);
  arrival.tick = session.machine().tick;
  const bool too_deep = arrival.reason == StopReason::interrupted && limited.too_deep();
  arrival.beyond_limit = link.tick > arrival.tick && (arrival.tick == limit || too_deep);
  debugger.set_last_stop(stop_info_for(arrival.reason, arrival.tick));
  session.mark_previous();
  std::string problem = replay_problem(arrival, link.tick, session.machine().stack);
  if (!problem.empty()) arrival.problems.push_back(std::move(problem));
  return arrival;
}

}  // namespace fungescope
