// Finds out which user is at the other end of a local connection. The kernel answers, so a client
// needs nothing for it, and cannot pretend.
#pragma once

#include "base/result.h"

#include <netinet/in.h>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace fungescope::dap {

// Returns the user of a process that holds the other end of a connected socket of AF_UNIX, or of
// AF_INET within this machine. Fails if that cannot be known, or if the other end was closed; the
// error says which.
[[nodiscard]] Result<uid_t> peer_user(int socket);

// Returns the owner of the socket that is bound to `local` and connected to `remote`, from the text
// of /proc/net/tcp or /proc/net/tcp6; nothing if the table has none that a process holds.
[[nodiscard]] std::optional<uid_t> owner_in_table(std::string_view table, const sockaddr_in& local,
                                                  const sockaddr_in& remote);

}  // namespace fungescope::dap
