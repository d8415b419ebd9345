// Converts positions, breakpoints, stops and sources to what clients read.
#pragma once

#include "dap/client_breakpoints.h"
#include "dap/debuggee.h"
#include "dap/protocol/request.h"
#include "session/commands/command.h"
#include "session/run_control/run_controller.h"

#include <cstdint>
#include <string>

namespace fungescope::dap {

struct ClientCapabilities;
struct RunPlan;
struct StopReport;

// `debuggee` is null before launch.
[[nodiscard]] Json to_json(const ClientBreakpoint& breakpoint, const Debuggee* debuggee,
                           const ClientCapabilities& client);

// Converts from 1 to the client's counts, which are from 1 or 0, and back.
[[nodiscard]] EditorPosition to_client(const EditorPosition& position,
                                       const ClientCapabilities& client);
[[nodiscard]] EditorPosition from_client(const EditorPosition& position,
                                         const ClientCapabilities& client);

[[nodiscard]] StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                                          const StopInfo& stopped, const RunPlan& plan,
                                          bool cancelled);

// Returns the session's command that moves the pointer to a cell, "12,3".
[[nodiscard]] std::string set_pointer_command(const Machine& machine, std::string_view cell,
                                              Direction direction);

// ---- Members that several requests have

// Reads the address in the member `key`, plus `offset`.
[[nodiscard]] RequestResult<std::int64_t> read_address(ArgumentReader& fields, const char* key);
// Reads `format`: whether numbers are to be hexadecimal.
[[nodiscard]] bool wants_hex(ArgumentReader& fields);

// ---- Sources as clients name them
//
// The program's file by its path, and what only the server has by a reference.

// The field as it is now.
inline constexpr std::int64_t live_source = 1;
// The built-in programs have the references from this one on, in the order of the catalogue.
inline constexpr std::int64_t first_built_in_source = 2;

struct NamedSource {
  std::int64_t reference = 0;  // 0: none
  std::string path;            // of a built-in program "@NAME", by its reference too; may be empty
  [[nodiscard]] bool live() const { return reference == live_source; }
};

// Reads the members of a `source`; `reference` is one that the request has elsewhere, or 0.
[[nodiscard]] NamedSource read_source(ArgumentReader& source, std::int64_t reference = 0);

// The program's source.
[[nodiscard]] Json source_json(const Debuggee& debuggee);
[[nodiscard]] Json live_source_json(const Debuggee& debuggee);

}  // namespace fungescope::dap
