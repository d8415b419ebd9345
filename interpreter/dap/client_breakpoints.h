// The breakpoints that the client has set, and their counterparts in the session.
//
// They may be set before launch and survive a restart, so the requests are kept and set again in
// each new session.
#pragma once

#include "dap/debuggee.h"
#include "dap/program_text.h"
#include "session/run_control/breakpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::dap {

struct RequestedBreakpoint {
  enum class Kind : std::uint8_t { source, live, instruction, data };

  Kind kind = Kind::source;
  std::string path;          // source: NamedSource::path
  EditorPosition position;   // source, live
  bool has_column = false;   // source, live
  std::int64_t address = 0;  // instruction: of the cell, in bytes
  std::string data;          // data: cells, in the expression language
  std::string access;        // data: "read", "write" or "readWrite"
  std::string condition;
  std::string hit_condition;
  std::string log_message;
  friend bool operator==(const RequestedBreakpoint&, const RequestedBreakpoint&) = default;
};

// With its state in the session.
struct ClientBreakpoint : RequestedBreakpoint {
  std::int64_t id = 0;
  bool verified = false;
  std::string message;               // why it is not verified
  std::optional<EditorPosition> at;  // in the file
  std::vector<std::uint32_t> session_ids;
};

class ClientBreakpoints {
 public:
  // Replaces all breakpoints of a kind; for `source`, those of one file. Unchanged ones keep their
  // ids and hit counts. If `debuggee` is null, none is verified. Returns the new ones in order.
  std::vector<const ClientBreakpoint*> set(ClientBreakpoint::Kind kind, const std::string& path,
                                           std::vector<ClientBreakpoint> wanted,
                                           Debuggee* debuggee);

  // Sets all of them in a new session. Returns those whose state changed.
  std::vector<const ClientBreakpoint*> set_in_session(Debuggee& debuggee);

  // Returns the one with that breakpoint of the session; null if the client has not set it.
  [[nodiscard]] const ClientBreakpoint* find_by_session_id(std::uint32_t id) const;

  [[nodiscard]] bool stops_on_fault() const { return stops_on_fault_; }
  void set_stops_on_fault(bool stops) { stops_on_fault_ = stops; }

 private:
  void set_in_session(ClientBreakpoint& breakpoint, Debuggee* debuggee);
  [[nodiscard]] std::optional<std::uint32_t> find_unclaimed(const Breakpoint& wanted,
                                                            Session& session) const;

  std::vector<ClientBreakpoint> all_;
  std::int64_t next_id_ = 1;
  bool stops_on_fault_ = true;
};

// Returns whether the instruction pointer can reach the cell, which lies inside the field, and it
// is not blank, both as the program was loaded. Cost: that of Debuggee::reachable.
[[nodiscard]] bool is_code(Debuggee& debuggee, Point cell);

// Returns the first such cell of a line, counted from 1; nothing if there is none.
[[nodiscard]] std::optional<Point> first_reachable_cell(Debuggee& debuggee, std::int64_t line);

// Memory addresses: eight bytes per cell, row by row.
inline constexpr std::int64_t bytes_per_cell = 8;
[[nodiscard]] inline std::int64_t address_of(Point cell, Size field) {
  return (cell.y * field.width + cell.x) * bytes_per_cell;
}
// Returns nothing for an address that does not begin a cell.
[[nodiscard]] std::optional<Point> cell_at_address(std::int64_t address, Size field);
// Formats as "0x1f8"; addresses below 0 in decimal, which the protocol allows.
[[nodiscard]] std::string format_address(std::int64_t address);

}  // namespace fungescope::dap
