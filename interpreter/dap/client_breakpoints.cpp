#include "dap/client_breakpoints.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Parses a hit condition: N or % N, both of which stop every N-th time.
Result<std::uint64_t> parse_hit_condition(const std::string& text) {
  std::string_view rest = trim(text);
  if (rest.empty()) return 1;
  if (rest.front() == '%') rest = trim(rest.substr(1));
  const auto count = parse_count(rest);
  if (count && *count > 0) return *count;
  return fail({}, fmt::format("{} is not a hit count", single_quoted(text)),
              "write N or % N: it stops every N-th time");
}

Result<void> add_options(const ClientBreakpoint& wanted, const Session& session,
                         Breakpoint& breakpoint) {
  const Size field = session.machine().field.size();
  if (!trim(wanted.condition).empty()) {
    breakpoint.condition = TRY(Expression::parse(wanted.condition, session.symbols(), field));
  }
  breakpoint.every = TRY(parse_hit_condition(wanted.hit_condition));
  if (wanted.log_message.empty()) return {};
  TRY(parse_log_message(wanted.log_message, session.symbols(), field));
  breakpoint.log = wanted.log_message;
  return {};
}

Result<Point> cell_of_source(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  const ProgramText& text = debuggee.text();
  const std::int64_t line = wanted.position.line;
  if (line < 1 || line > text.line_count()) {
    return fail({}, fmt::format("there is no line {}", line),
                fmt::format("the program has {} lines", text.line_count()));
  }
  if (!wanted.has_column) {
    if (const auto cell = first_reachable_cell(debuggee, line)) return *cell;
    return fail({}, "the instruction pointer never comes to this line, as it was loaded",
                "give a column, for code that the program writes");
  }
  const Point cell = *text.cell_at(wanted.position);
  if (debuggee.machine().field.contains(cell)) return cell;
  return fail({}, "this place was cut off the field", "choose one that lies inside");
}

Result<Point> cell_of_live(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  const Size field = debuggee.machine().field.size();
  const Point cell{std::clamp<std::int64_t>(wanted.position.column - 1, 0, field.width - 1),
                   wanted.position.line - 1};
  if (field.contains(cell)) return cell;
  return fail({}, fmt::format("there is no line {}", wanted.position.line),
              fmt::format("the field has {} rows", field.height));
}

Result<Point> cell_of(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  if (wanted.kind == ClientBreakpoint::Kind::live) return cell_of_live(wanted, debuggee);
  if (wanted.kind == ClientBreakpoint::Kind::source) {
    if (debuggee.has_path(wanted.path)) return cell_of_source(wanted, debuggee);
    return fail({}, "this is not the program that is debugged",
                fmt::format("it is {}", debuggee.path()));
  }
  if (const auto cell = cell_at_address(wanted.address, debuggee.machine().field.size())) {
    return *cell;
  }
  return fail({}, fmt::format("there is no cell at {}", format_address(wanted.address)),
              "addresses of cells are multiples of 8 inside the field");
}

// Returns an expression for `place` that can follow `read`, `write` or `change`, which would parse
// a name that begins with `::` as one in their own scope.
std::string expression_after_access(const std::string& place, const Session& session) {
  const Size field = session.machine().field.size();
  const auto target = parse_place(place, session.symbols(), field);
  if (!target || !trim(place).starts_with("::")) return place;
  std::string bare(trim(place).substr(2));
  const auto found = parse_place(bare, session.symbols(), field);
  if (found && found->area == target->area) return bare;
  return fmt::format("cell({},{})", target->area.corner.x, target->area.corner.y);
}

// Returns the arguments of the session's `break` command; two if reads and writes are watched.
Result<std::vector<std::string>> breakpoint_specs(ClientBreakpoint& wanted, Debuggee& debuggee) {
  using Specs = std::vector<std::string>;
  if (wanted.kind != ClientBreakpoint::Kind::data) {
    const auto cell = TRY(cell_of(wanted, debuggee));
    wanted.at = debuggee.text().position_of(cell);
    return Specs{fmt::format("{},{}", cell.x, cell.y)};
  }
  const std::string place = expression_after_access(wanted.data, debuggee.session());
  if (wanted.access == "readWrite") return Specs{"read " + place, "write " + place};
  return Specs{(wanted.access == "read" ? "read " : "change ") + place};
}

Result<std::vector<Breakpoint>> make_session_breakpoints(ClientBreakpoint& wanted,
                                                         Debuggee& debuggee) {
  const Session& session = debuggee.session();
  const auto specs = TRY(breakpoint_specs(wanted, debuggee));
  std::vector<Breakpoint> breakpoints;
  for (const std::string& spec : specs) {
    auto breakpoint =
        TRY(parse_breakpoint(spec, session.symbols(), session.machine().field.size()));
    TRY(add_options(wanted, session, breakpoint));
    breakpoints.push_back(std::move(breakpoint));
  }
  return breakpoints;
}

// Returns whether the breakpoint exists in the session; console commands may have deleted it.
bool is_set(const ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  const std::vector<std::uint32_t>& ids = breakpoint.session_ids;
  return debuggee != nullptr && !ids.empty() &&
         std::all_of(ids.begin(), ids.end(), [debuggee](std::uint32_t id) {
           return debuggee->session().breakpoints().find(id) != nullptr;
         });
}

void remove_from_session(const ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  if (debuggee == nullptr) return;
  for (const std::uint32_t id : breakpoint.session_ids) {
    debuggee->session().breakpoints().remove(id);
  }
}

}  // namespace

std::vector<const ClientBreakpoint*> ClientBreakpoints::set(ClientBreakpoint::Kind kind,
                                                            const std::string& path,
                                                            std::vector<ClientBreakpoint> wanted,
                                                            Debuggee* debuggee) {
  const auto replaced = std::stable_partition(
      all_.begin(), all_.end(),
      [&](const ClientBreakpoint& one) { return one.kind != kind || one.path != path; });
  std::vector<ClientBreakpoint> old(replaced, all_.end());
  all_.erase(replaced, all_.end());
  for (ClientBreakpoint& one : wanted) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const RequestedBreakpoint& before) {
      return before == static_cast<const RequestedBreakpoint&>(one);
    });
    if (same != old.end()) {
      one = std::move(*same);
      old.erase(same);
    } else {
      one.id = next_id_++;
    }
  }
  for (const ClientBreakpoint& one : old) remove_from_session(one, debuggee);
  const std::size_t first = all_.size();
  std::move(wanted.begin(), wanted.end(), std::back_inserter(all_));
  std::vector<const ClientBreakpoint*> set;
  for (std::size_t i = first; i < all_.size(); ++i) {
    if (!is_set(all_[i], debuggee)) set_in_session(all_[i], debuggee);
    set.push_back(&all_[i]);
  }
  return set;
}

void ClientBreakpoints::set_in_session(ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  breakpoint.verified = false;
  breakpoint.session_ids.clear();
  if (debuggee == nullptr) {
    breakpoint.message = "there is no program yet";
    return;
  }
  auto breakpoints = make_session_breakpoints(breakpoint, *debuggee);
  if (!breakpoints) {
    breakpoint.message = to_string(breakpoints.error());
    return;
  }
  breakpoint.verified = true;
  breakpoint.message.clear();
  if (debuggee->options().no_debug) return;
  for (Breakpoint& wanted : *breakpoints) {
    const auto existing = find_unclaimed(wanted, debuggee->session());
    breakpoint.session_ids.push_back(
        existing ? *existing : debuggee->session().breakpoints().add(std::move(wanted)));
  }
}

// Finds an identical breakpoint that the client has not set: a loaded recording brings those of its
// session along, and they are not set twice.
std::optional<std::uint32_t> ClientBreakpoints::find_unclaimed(const Breakpoint& wanted,
                                                               Session& session) const {
  for (const Breakpoint& other : session.breakpoints().all()) {
    const bool same = describe(other) == describe(wanted) && other.log == wanted.log;
    if (same && find_by_session_id(other.id) == nullptr) return other.id;
  }
  return std::nullopt;
}

std::vector<const ClientBreakpoint*> ClientBreakpoints::set_in_session(Debuggee& debuggee) {
  if (debuggee.options().no_debug) debuggee.session().breakpoints().clear();
  std::vector<const ClientBreakpoint*> changed;
  std::vector<ClientBreakpoint> old = all_;
  for (ClientBreakpoint& one : all_) one.session_ids.clear();  // ids of another session
  for (std::size_t i = 0; i < all_.size(); ++i) {
    ClientBreakpoint& one = all_[i];
    const ClientBreakpoint& before = old[i];
    set_in_session(one, &debuggee);
    if (one.verified != before.verified || one.at != before.at || one.message != before.message) {
      changed.push_back(&one);
    }
  }
  return changed;
}

const ClientBreakpoint* ClientBreakpoints::find_by_session_id(std::uint32_t id) const {
  for (const ClientBreakpoint& one : all_) {
    const std::vector<std::uint32_t>& ids = one.session_ids;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return &one;
  }
  return nullptr;
}

bool is_code(Debuggee& debuggee, Point cell) {
  const Playfield& source = *debuggee.session().source().field;
  const std::size_t index = source.index_of(cell);
  return debuggee.reachable().reached[index] && source.source()[index] != ' ';
}

std::optional<Point> first_reachable_cell(Debuggee& debuggee, std::int64_t line) {
  const Size field = debuggee.session().source().field->size();
  const std::int64_t row = debuggee.text().row_of(line);
  if (row < 0 || row >= field.height) return std::nullopt;
  for (Point cell{0, row}; cell.x < field.width; ++cell.x) {
    if (is_code(debuggee, cell)) return cell;
  }
  return std::nullopt;
}

std::optional<Point> cell_at_address(std::int64_t address, Size field) {
  if (address < 0 || address % bytes_per_cell != 0) return std::nullopt;
  const std::int64_t index = address / bytes_per_cell;
  if (index >= field.area()) return std::nullopt;
  return Point{index % field.width, index / field.width};
}

std::string format_address(std::int64_t address) {
  return address < 0 ? fmt::format("{}", address) : fmt::format("{:#x}", address);
}

}  // namespace fungescope::dap
