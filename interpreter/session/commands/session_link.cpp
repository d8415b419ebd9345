#include "session/commands/session_link.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "session/commands/extension.h"
#include "session/run_control/breakpoint.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::string size_option(const std::optional<LoadOptions::SizeOverride>& size) {
  if (!size) return {};
  if (size->source) return "source";
  return fmt::format("{}x{}", size->size.width, size->size.height);
}

std::string region_option(const Region& region) {
  const auto& [corner, size] = region.area;
  return fmt::format("{}={},{},{},{}:{}", region.name, corner.x, corner.y, size.width, size.height,
                     to_string(region.encoding));
}

// Whether an edit was made on the way to the present instant.
bool edited_before_now(const History& history) {
  BranchInfo branch = history.info(history.branch());
  while (branch.edits.empty() && branch.id != 0) branch = history.info(branch.parent);
  return !branch.edits.empty();
}

// Of the program's file; empty if it has none, or one that a link does not carry.
std::string link_name(const std::string& file) {
  if (file.starts_with('@') || file.starts_with('<')) return {};
  std::string name = file.substr(file.rfind('/') + 1);
  const bool plain = escape_controls(name) == name && name.size() <= link_limit::name_bytes;
  return plain ? name : std::string();
}

void set_program(Debugger& debugger, Link& link) {
  const Session& session = debugger.session();
  const std::string& file = session.options().load.file;
  const std::string& source = session.source().text;
  if (file.starts_with('@')) {
    const auto built_in = debugger.files().read_program(file);
    if (built_in && *built_in == source) {
      link.built_in = file;
      return;
    }
  }
  link.source = source;
  link.name = link_name(file);
}

}  // namespace

PresentLink present_link(Debugger& debugger) {
  Session& session = debugger.session();
  const History& history = session.history();
  const SessionOptions& options = session.options();
  PresentLink present;
  Link& link = present.link;
  set_program(debugger, link);
  link.annotations = options.load.annotations;
  link.dialect = std::string(session.machine().dialect.name);
  link.size = size_option(options.load.size);
  for (const Region& region : options.regions) link.regions.push_back(region_option(region));
  link.seed = options.seed;
  // Where the program would be given a sample, none is an input too.
  const InputLog& input = history.input();
  if (!input.bytes().empty() || input.closed() || extension_of(session.symbols()) != nullptr) {
    link.input = LinkInput{std::string(input.bytes()), input.closed()};
  }
  present.edited = edited_before_now(history);
  if (!present.edited) link.tick = history.tick();
  for (const Breakpoint& stop : session.breakpoints().all()) {
    if (stop.enabled) link.stops.push_back(describe(stop));
  }
  link.watched = session.watched();
  return present;
}

Result<void> apply_link(const Link& link, SessionOptions& options) {
  const auto dialect = find_dialect(link.dialect);
  if (!dialect) {
    return fail({"link"}, fmt::format("there is no dialect {}", single_quoted(link.dialect)));
  }
  options.load.dialect = *dialect;
  options.load.size.reset();
  if (!link.size.empty()) {
    options.load.size = TRY(parse_size_option(link.size));
  }
  options.load.annotations = link.annotations;
  options.load.max_cells = std::min(options.load.max_cells, link_limit::cells);
  options.regions.clear();
  for (const std::string& text : link.regions) {
    auto region = TRY(parse_region_option(text));
    options.regions.push_back(std::move(region));
  }
  options.seed = link.seed;
  return {};
}

InputLog input_of(const Link& link) {
  if (!link.input) return {};
  return InputLog(link.input->bytes,
                  link.input->closed ? InputLog::End::closed : InputLog::End::open);
}

namespace {

void set_stops(Session& session, const Link& link, std::vector<std::string>& problems) {
  if (!link.stops.empty()) session.breakpoints().clear();
  for (const std::string& text : link.stops) {
    auto stop = parse_breakpoint(text, session.symbols(), session.machine().field.size());
    if (stop) {
      session.breakpoints().add(std::move(*stop));
    } else {
      problems.push_back(fmt::format("break {}: {}; it is left out", text, stop.error().what));
    }
  }
  if (!link.watched.empty()) session.watched() = link.watched;
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
  switch (arrival.reason) {
    case StopReason::ended:
      return fmt::format("the program ends at tick {}, before the link's tick {}", now, goal);
    case StopReason::faulted:
      return fmt::format("the program stops with an error at tick {}, before the link's tick {}",
                         now, goal);
    case StopReason::input_wait:
      return fmt::format("the program waits for input at tick {}, before the link's tick {}", now,
                         goal);
    case StopReason::interrupted:
      return fmt::format("stopped at tick {} on the way to the link's tick {}", now, goal);
    default:
      return fmt::format(
          "the first {} ticks were replayed, and the link's tick is {}; `goto {}` goes on", now,
          goal, wanted);
  }
}

}  // namespace

LinkArrival go_to_link(Debugger& debugger, const Link& link, Monitor* monitor, Tick limit) {
  Session& session = debugger.session();
  LinkArrival arrival;
  set_stops(session, link, arrival.problems);
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
