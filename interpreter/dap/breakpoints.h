// The breakpoints that the client wants, and the stops of the session that stand for them.
//
// They may be set before there is a program, and outlive it when it is restarted: so what the
// client said is kept, and made into stops when there is a session for them.
#pragma once

#include "dap/debuggee.h"
#include "dap/program_text.h"
#include "session/run_control/breakpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::dap {

struct ClientBreakpoint {
  enum class Kind : std::uint8_t { source, live, instruction, data };

  Kind kind = Kind::source;
  // ---- What the client asked for
  std::string path;                        // source
  EditorPosition place;                    // source, live
  bool has_column = false;                 // source, live
  std::int64_t address = 0;                // instruction: of the cell, in bytes
  std::string data;                        // data: a place of the expression language
  DataAccess access = DataAccess::change;  // data
  bool any_access = false;                 // data: read or written
  std::string condition;
  std::string hits;
  std::string log;

  // ---- What became of it
  std::int64_t id = 0;
  bool verified = false;
  std::string message;               // why it is not
  std::optional<EditorPosition> at;  // where it is, in the file
  std::optional<Point> cell;
  std::vector<std::uint32_t> breakpoints;  // ids in the session

  [[nodiscard]] bool same_request_as(const ClientBreakpoint& other) const;
};

class ClientBreakpoints {
 public:
  // Replaces all of a kind; of sources, those of one file. Those that stay what they were keep
  // their ids and their hit counts. Without a debuggee none is verified.
  std::vector<const ClientBreakpoint*> set(ClientBreakpoint::Kind kind, const std::string& path,
                                           std::vector<ClientBreakpoint> wanted,
                                           Debuggee* debuggee);

  // For a new session: makes stops of all that there are, and returns those whose state changed.
  std::vector<const ClientBreakpoint*> load(Debuggee& debuggee);

  // The one that a stop of the session stands for; null if the client has not set it.
  [[nodiscard]] const ClientBreakpoint* find_by_stop(std::uint32_t stop) const;

  [[nodiscard]] bool stops_on_fault() const { return stops_on_fault_; }
  void set_stops_on_fault(bool breakpoints) { stops_on_fault_ = breakpoints; }

 private:
  void make(ClientBreakpoint& breakpoint, Debuggee* debuggee);
  [[nodiscard]] std::optional<std::uint32_t> find_equivalent_stop(const Breakpoint& wanted,
                                                                  Session& session) const;

  std::vector<ClientBreakpoint> all_;
  std::int64_t next_id_ = 1;
  bool stops_on_fault_ = true;
};

// Do two paths lead to one file, that need not be there?
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

// The first cell of a line, counted from 1, that the instruction pointer may execute and that is no
// blank; nothing if there is none.
[[nodiscard]] std::optional<Point> first_reachable_cell(Debuggee& debuggee, std::int64_t line);

// Every eighth byte of memory begins a cell, row by row.
inline constexpr std::int64_t bytes_per_cell = 8;
[[nodiscard]] inline std::int64_t address_of(Point cell, Size field) {
  return (cell.y * field.width + cell.x) * bytes_per_cell;
}
// Nothing for what is no cell's.
[[nodiscard]] std::optional<Point> cell_at_address(std::int64_t address, Size field);
// "0x1f8"; below 0 in decimal, which the protocol's addresses may be too.
[[nodiscard]] std::string format_address(std::int64_t address);
// Nothing for what is no number.
[[nodiscard]] std::optional<std::int64_t> parse_address(const std::string& text);

}  // namespace fungescope::dap
