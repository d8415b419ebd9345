#include "dap/breakpoints.h"

#include "base/escape.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Hit counts as clients write them: N or % N, each of which means every N-th time here.
Result<std::uint64_t> parse_hits(const std::string& text) {
  std::string_view rest = trim(text);
  if (rest.empty()) return 1;
  if (rest.front() == '%') rest = trim(rest.substr(1));
  const auto count = parse_count(rest);
  if (count && *count > 0) return *count;
  return fail({}, fmt::format("{} is no hit count", single_quoted(text)),
              "write N or % N: it stops every N-th time");
}

Result<void> add_options(const ClientBreakpoint& wanted, const Session& session, Breakpoint& stop) {
  const Size field = session.machine().field.size();
  if (!trim(wanted.condition).empty()) {
    auto condition = Expression::parse(wanted.condition, session.symbols(), field);
    if (!condition) return tl::unexpected(condition.error());
    stop.condition = std::move(*condition);
  }
  const auto every = parse_hits(wanted.hits);
  if (!every) return tl::unexpected(every.error());
  stop.every = *every;
  if (wanted.log.empty()) return {};
  if (const auto log = parse_log_message(wanted.log, session.symbols(), field); !log) {
    return tl::unexpected(log.error());
  }
  stop.log = wanted.log;
  return {};
}

Result<Point> cell_of_source(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  const ProgramText& text = debuggee.text();
  const std::int64_t line = wanted.place.line;
  if (line < 1 || line > text.line_count()) {
    return fail({}, fmt::format("there is no line {}", line),
                fmt::format("the program has {} lines", text.line_count()));
  }
  if (!wanted.has_column) {
    if (const auto cell = first_reachable_cell(debuggee, line)) return *cell;
    return fail({}, "the instruction pointer never comes to this line, as it was loaded",
                "give a column, for code that the program writes");
  }
  const Point cell = *text.cell_at(wanted.place);
  if (debuggee.machine().field.contains(cell)) return cell;
  return fail({}, "this place was cut off the field", "choose one that lies inside");
}

Result<Point> cell_of_live(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  const Size field = debuggee.machine().field.size();
  const Point cell{std::clamp<std::int64_t>(wanted.place.column - 1, 0, field.width - 1),
                   wanted.place.line - 1};
  if (field.contains(cell)) return cell;
  return fail({}, fmt::format("there is no line {}", wanted.place.line),
              fmt::format("the field has {} rows", field.height));
}

Result<Point> cell_of(const ClientBreakpoint& wanted, Debuggee& debuggee) {
  if (wanted.kind == ClientBreakpoint::Kind::live) return cell_of_live(wanted, debuggee);
  if (wanted.kind == ClientBreakpoint::Kind::source) {
    if (same_file(wanted.path, debuggee.path())) return cell_of_source(wanted, debuggee);
    return fail({}, "this is not the program that is debugged",
                fmt::format("it is {}", debuggee.path()));
  }
  if (const auto cell = cell_at_address(wanted.address, debuggee.machine().field.size())) {
    return *cell;
  }
  return fail({}, fmt::format("there is no cell at {}", format_address(wanted.address)),
              "addresses of cells are multiples of 8 inside the field");
}

// A place as it can stand behind `read`, `write` or `change`, which would take a name that begins
// with `::` for one in a scope of theirs.
std::string data_expression_after_access(const std::string& place, const Session& session) {
  const Size field = session.machine().field.size();
  const auto meant = parse_place(place, session.symbols(), field);
  if (!meant || !trim(place).starts_with("::")) return place;
  std::string bare(trim(place).substr(2));
  const auto found = parse_place(bare, session.symbols(), field);
  if (found && found->area == meant->area) return bare;
  return fmt::format("cell({},{})", meant->area.corner.x, meant->area.corner.y);
}

std::vector<std::string> data_stop_texts(const ClientBreakpoint& wanted, const Session& session) {
  const std::string place = data_expression_after_access(wanted.data, session);
  if (wanted.any_access) return {"read " + place, "write " + place};
  return {(wanted.access == DataAccess::read ? "read " : "change ") + place};
}

// The text that a stop is set by; two of them for a place that is read or written.
Result<std::vector<std::string>> stop_texts(ClientBreakpoint& wanted, Debuggee& debuggee) {
  using Texts = std::vector<std::string>;
  if (wanted.kind == ClientBreakpoint::Kind::data)
    return data_stop_texts(wanted, debuggee.session());
  const auto cell = cell_of(wanted, debuggee);
  if (!cell) return tl::unexpected(cell.error());
  wanted.cell = *cell;
  wanted.at = debuggee.text().position_of(*cell);
  return Texts{fmt::format("{},{}", cell->x, cell->y)};
}

Result<std::vector<Breakpoint>> stops_for(ClientBreakpoint& wanted, Debuggee& debuggee) {
  const Session& session = debuggee.session();
  const auto texts = stop_texts(wanted, debuggee);
  if (!texts) return tl::unexpected(texts.error());
  std::vector<Breakpoint> breakpoints;
  for (const std::string& text : *texts) {
    auto stop = parse_breakpoint(text, session.symbols(), session.machine().field.size());
    if (!stop) return tl::unexpected(stop.error());
    if (auto added = add_options(wanted, session, *stop); !added) {
      return tl::unexpected(added.error());
    }
    breakpoints.push_back(std::move(*stop));
  }
  return breakpoints;
}

// The console may have deleted stops.
bool is_set(const ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  const std::vector<std::uint32_t>& breakpoints = breakpoint.breakpoints;
  return debuggee != nullptr && !breakpoints.empty() &&
         std::all_of(breakpoints.begin(), breakpoints.end(), [debuggee](std::uint32_t stop) {
           return debuggee->session().breakpoints().find(stop) != nullptr;
         });
}

void remove_stops(const ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  if (debuggee == nullptr) return;
  for (const std::uint32_t stop : breakpoint.breakpoints)
    debuggee->session().breakpoints().remove(stop);
}

}  // namespace

bool ClientBreakpoint::same_request_as(const ClientBreakpoint& other) const {
  return kind == other.kind && path == other.path && place == other.place &&
         has_column == other.has_column && address == other.address && data == other.data &&
         access == other.access && any_access == other.any_access && condition == other.condition &&
         hits == other.hits && log == other.log;
}

std::vector<const ClientBreakpoint*> ClientBreakpoints::set(ClientBreakpoint::Kind kind,
                                                            const std::string& path,
                                                            std::vector<ClientBreakpoint> wanted,
                                                            Debuggee* debuggee) {
  std::vector<ClientBreakpoint> old;
  std::vector<ClientBreakpoint> kept;
  for (ClientBreakpoint& one : all_) {
    const bool replaced = one.kind == kind && one.path == path;
    (replaced ? old : kept).push_back(std::move(one));
  }
  for (ClientBreakpoint& one : wanted) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const ClientBreakpoint& before) {
      return before.same_request_as(one);
    });
    if (same != old.end()) {
      one = std::move(*same);
      old.erase(same);
    } else {
      one.id = next_id_++;
    }
  }
  for (const ClientBreakpoint& one : old) remove_stops(one, debuggee);
  all_ = std::move(kept);
  const std::size_t first = all_.size();
  std::move(wanted.begin(), wanted.end(), std::back_inserter(all_));
  std::vector<const ClientBreakpoint*> set;
  for (std::size_t i = first; i < all_.size(); ++i) {
    if (!is_set(all_[i], debuggee)) make(all_[i], debuggee);
    set.push_back(&all_[i]);
  }
  return set;
}

void ClientBreakpoints::make(ClientBreakpoint& breakpoint, Debuggee* debuggee) {
  breakpoint.verified = false;
  breakpoint.breakpoints.clear();
  if (debuggee == nullptr) {
    breakpoint.message = "there is no program yet";
    return;
  }
  auto breakpoints = stops_for(breakpoint, *debuggee);
  if (!breakpoints) {
    breakpoint.message = to_string(breakpoints.error());
    return;
  }
  breakpoint.verified = true;
  breakpoint.message.clear();
  if (debuggee->options().no_debug) return;
  for (Breakpoint& stop : *breakpoints) {
    const auto there = find_equivalent_stop(stop, debuggee->session());
    breakpoint.breakpoints.push_back(
        there ? *there : debuggee->session().breakpoints().add(std::move(stop)));
  }
}

// A recording that was loaded brings the stops of its session along: the client's are not set
// twice.
std::optional<std::uint32_t> ClientBreakpoints::find_equivalent_stop(const Breakpoint& wanted,
                                                                     Session& session) const {
  for (const Breakpoint& stop : session.breakpoints().all()) {
    const bool same = describe(stop) == describe(wanted) && stop.log == wanted.log;
    if (same && find_by_stop(stop.id) == nullptr) return stop.id;
  }
  return std::nullopt;
}

std::vector<const ClientBreakpoint*> ClientBreakpoints::load(Debuggee& debuggee) {
  if (debuggee.options().no_debug) debuggee.session().breakpoints().clear();
  std::vector<const ClientBreakpoint*> changed;
  std::vector<ClientBreakpoint> old = all_;
  for (ClientBreakpoint& one : all_) one.breakpoints.clear();  // ids of another session
  for (std::size_t i = 0; i < all_.size(); ++i) {
    ClientBreakpoint& one = all_[i];
    const ClientBreakpoint& before = old[i];
    make(one, &debuggee);
    if (one.verified != before.verified || one.at != before.at || one.message != before.message) {
      changed.push_back(&one);
    }
  }
  return changed;
}

const ClientBreakpoint* ClientBreakpoints::find_by_stop(std::uint32_t stop) const {
  for (const ClientBreakpoint& one : all_) {
    if (std::find(one.breakpoints.begin(), one.breakpoints.end(), stop) != one.breakpoints.end())
      return &one;
  }
  return nullptr;
}

bool same_file(const std::string& a, const std::string& b) {
  if (absolute_path(a) == absolute_path(b)) return true;
  std::error_code failure;
  return std::filesystem::equivalent(a, b, failure) && !failure;
}

std::optional<Point> first_reachable_cell(Debuggee& debuggee, std::int64_t line) {
  const Playfield& source = *debuggee.session().source().field;
  const Size field = source.size();
  if (line < 1 || line > field.height) return std::nullopt;
  const Reachability& reachable = debuggee.reachable();
  for (Point cell{0, line - 1}; cell.x < field.width; ++cell.x) {
    const std::size_t index = source.index_of(cell);
    if (reachable.reached[index] && source.source()[index] != ' ') return cell;
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

std::optional<std::int64_t> parse_address(const std::string& text) {
  std::string_view digits = trim(text);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  std::int64_t address = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, address, hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != end || digits.empty()) return std::nullopt;
  if (hex && digits.front() == '-') return std::nullopt;
  return address;
}

}  // namespace fungescope::dap
