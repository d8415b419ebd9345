#include "dap/protocol/peer_user.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/socket.h>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

// Formats an end as the tables do: the address in hexadecimal as it lies in memory, and the port.
// In the table of IPv6 an address of IPv4 follows the prefix ::ffff.
struct TableEnd {
  explicit TableEnd(const sockaddr_in& end)
      : v4(fmt::format("{:08X}:{:04X}", end.sin_addr.s_addr, ntohs(end.sin_port))),
        v6(fmt::format("{:08X}{:08X}{:08X}{}", 0, 0, htonl(0xffff), v4)) {}
  [[nodiscard]] bool is(std::string_view word) const { return word == v4 || word == v6; }

  std::string v4;
  std::string v6;
};

tl::unexpected<Error> unknown(const char* call) {
  return fail({}, fmt::format("{}: {}", call, std::strerror(errno)), "");
}

struct Table {
  const char* path;
  bool may_be_missing;  // without IPv6
};

Result<std::string> read_table(const Table& table) {
  std::ifstream file(table.path, std::ios::binary);
  if (file) return std::string(std::istreambuf_iterator<char>(file), {});
  const int error = errno;
  if (error == ENOENT && table.may_be_missing) return std::string();
  return fail({}, fmt::format("{} cannot be read: {}", table.path, std::strerror(error)),
              "use --socket, which does not need it");
}

Result<uid_t> tcp_peer_user(const sockaddr_in& here, const sockaddr_in& peer) {
  // The kernel writes a table in pieces, and an entry may move between two of them.
  constexpr int attempts = 3;
  for (int i = 0; i < attempts; ++i) {
    for (const Table& table : {Table{"/proc/net/tcp", false}, {"/proc/net/tcp6", true}}) {
      const Result<std::string> text = read_table(table);
      if (!text) return tl::unexpected(text.error());
      if (const auto user = owner_in_table(*text, peer, here)) return *user;
    }
  }
  return fail({}, "it has closed the connection, or is on another machine", "");
}

}  // namespace

std::optional<uid_t> owner_in_table(std::string_view table, const sockaddr_in& local,
                                    const sockaddr_in& remote) {
  const TableEnd wanted_local(local);
  const TableEnd wanted_remote(remote);
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    // sl local remote state queues timer retransmits uid timeout inode
    std::array<std::string_view, 10> fields;
    for (std::string_view& field : fields) field = take_word(line);
    if (!wanted_local.is(fields[1]) || !wanted_remote.is(fields[2])) continue;
    // A socket that no process holds any more has no inode, and its owner is given as root.
    if (fields[9].empty() || fields[9] == "0") continue;
    uid_t user = 0;
    const char* const end = fields[7].data() + fields[7].size();
    const auto read = std::from_chars(fields[7].data(), end, user);
    if (read.ec == std::errc() && read.ptr == end) return user;
  }
  return std::nullopt;
}

Result<uid_t> peer_user(int socket) {
  sockaddr_in here{};
  socklen_t size = sizeof here;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&here), &size) != 0) {
    return unknown("getsockname");
  }
  if (here.sin_family == AF_UNIX) {
    ucred peer{};
    socklen_t peer_size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) != 0) {
      return unknown("SO_PEERCRED");
    }
    return peer.uid;
  }
  sockaddr_in peer{};
  size = sizeof peer;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) != 0) {
    return unknown("getpeername");
  }
  if (here.sin_family != AF_INET || peer.sin_family != AF_INET) {
    return fail({}, "the connection is of another kind than IPv4", "");
  }
  return tcp_peer_user(here, peer);
}

}  // namespace fungescope::dap
