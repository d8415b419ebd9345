#include "dap/protocol/transport.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <netinet/tcp.h>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view length_field = "Content-Length:";

tl::unexpected<Error> not_a_length(std::string_view text) {
  return fail({}, fmt::format("{} is not the length of a frame", single_quoted(text)),
              "write Content-Length and a number of bytes");
}

Result<std::size_t> parse_length(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit_character)) {
    return not_a_length(text);
  }
  const auto length = parse_integer<std::size_t>(text);
  if (length && *length <= FrameReader::max_body) return *length;
  return fail({}, fmt::format("a frame of {} bytes is too long", text),
              fmt::format("send at most {}", FrameReader::max_body));
}

tl::unexpected<Error> not_a_field(std::string_view line) {
  return fail({}, fmt::format("{} does not begin a message", single_quoted(line)),
              "begin each message with Content-Length: N and an empty line");
}

// Returns the name of the field that a line begins with; the line may be incomplete. Nothing if no
// field can begin so. Content-Type is that of the Language Server Protocol, and ignored.
std::optional<std::string_view> field_name(std::string_view line) {
  for (const std::string_view name : {length_field, std::string_view("Content-Type:")}) {
    if (equal_ignoring_case(line.substr(0, name.size()), name.substr(0, line.size()))) return name;
  }
  return std::nullopt;
}

// Fails if no field begins with the line.
Result<void> check_incomplete_field(std::string_view line) {
  const auto name = field_name(line);
  if (!name) return not_a_field(line);
  if (*name != length_field || line.size() <= name->size()) return {};
  const std::string_view value = trim(line.substr(name->size()));
  if (std::all_of(value.begin(), value.end(), is_digit_character)) return {};
  return not_a_length(value);
}

struct Header {
  std::size_t size = 0;  // with the empty line
  std::size_t body = 0;  // the size of the body
};

// Parses the header at the start of `text`; nothing if it is incomplete.
Result<std::optional<Header>> parse_header(std::string_view text) {
  std::optional<std::size_t> length;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(line_end, at);
    const std::string_view line = text.substr(at, end - at);
    if (at + line.size() > FrameReader::max_header) {
      return fail({}, fmt::format("a header is longer than {} bytes", FrameReader::max_header),
                  "begin each message with Content-Length: N and an empty line");
    }
    if (end == std::string::npos) {
      const bool may_end = line == "\r" && at > 0;
      if (!may_end) TRY(check_incomplete_field(line));
      return std::nullopt;
    }
    if (line.empty() && at > 0) {
      if (length) return Header{end + line_end.size(), *length};
      return fail({}, "the header has no Content-Length", "write the number of bytes that follow");
    }
    const auto name = field_name(line);
    if (!name || line.size() < name->size()) return not_a_field(line);
    if (*name == length_field) {
      if (length) return fail({}, "the header has two lengths", "write Content-Length once");
      length = TRY(parse_length(trim(line.substr(name->size()))));
    }
    at = end + line_end.size();
  }
}

}  // namespace

void FrameReader::feed(std::string_view bytes) {
  if (error_) return;
  buffer_.erase(0, std::exchange(at_, 0));
  buffer_ += bytes;
}

Result<std::optional<std::string>> FrameReader::next() {
  if (!error_ && !body_) {
    auto header = parse_header(std::string_view(buffer_).substr(at_));
    if (!header) {
      error_ = std::move(header).error();
      buffer_.clear();
      at_ = 0;
    } else if (*header) {
      at_ += (*header)->size;
      body_ = (*header)->body;
    }
  }
  if (error_) return tl::unexpected(*error_);
  if (!body_ || buffered() < *body_) return std::nullopt;
  std::string body = buffer_.substr(at_, *body_);
  at_ += std::exchange(body_, std::nullopt).value_or(0);
  return body;
}

std::string encode_frame(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

namespace {

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

constexpr std::string_view table_of_ipv6 = "/proc/net/tcp6";

Result<std::string> read_table(std::string_view path) {
  std::ifstream file{std::string(path), std::ios::binary};
  if (file) return std::string(std::istreambuf_iterator<char>(file), {});
  const int error = errno;
  if (error == ENOENT && path == table_of_ipv6) return std::string();
  return fail({}, fmt::format("{} cannot be read: {}", path, std::strerror(error)),
              "use --socket, which does not need it");
}

Result<uid_t> tcp_peer_user(const sockaddr_in& here, const sockaddr_in& peer) {
  // The kernel writes a table in pieces, and an entry may move between two of them.
  constexpr int attempts = 3;
  for (int i = 0; i < attempts; ++i) {
    for (const std::string_view table : {std::string_view("/proc/net/tcp"), table_of_ipv6}) {
      const auto text = TRY(read_table(table));
      if (const auto user = owner_in_table(text, peer, here)) return *user;
    }
  }
  return fail({}, "it has closed the connection, or is on another machine", "");
}

}  // namespace

std::optional<uid_t> owner_in_table(std::string_view table, const sockaddr_in& local,
                                    const sockaddr_in& remote) {
  const TableEnd wanted_local(local);
  const TableEnd wanted_remote(remote);
  std::istringstream lines{std::string(table)};
  for (std::string line; std::getline(lines, line);) {
    // sl local remote state queues timer retransmits uid timeout inode
    std::array<std::string, 10> fields;
    std::istringstream words(line);
    for (std::string& field : fields) words >> field;
    if (!wanted_local.is(fields[1]) || !wanted_remote.is(fields[2])) continue;
    // A socket that no process holds any more has no inode, and its owner is given as root.
    if (fields[9].empty() || fields[9] == "0") continue;
    if (const auto user = parse_integer<uid_t>(fields[7])) return user;
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

namespace {

constexpr int waiting_clients = 1;
constexpr int retry_milliseconds = 500;

// Of a system call that has failed.
tl::unexpected<Error> system_failure(const std::string& option, const char* advice) {
  return fail({option}, fmt::format("it cannot be listened on: {}", std::strerror(errno)), advice);
}

Socket new_socket(int family) {
  return Socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// Returns why `path` cannot become a socket's file; empty if it can, after a file that an adapter
// did not remove at its end is removed.
std::string make_room(const std::string& path, const sockaddr_un& address) {
  struct stat found = {};
  if (::lstat(path.c_str(), &found) != 0) return {};  // bind() finds what else is wrong
  if (!S_ISSOCK(found.st_mode)) return "a file is in the way";
  if (found.st_uid != ::geteuid()) return "another user's socket is in the way";
  const Socket probe = new_socket(AF_UNIX);
  if (probe.descriptor() < 0) return std::strerror(errno);
  const auto* const place = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(probe.descriptor(), place, sizeof address) == 0 || errno != ECONNREFUSED) {
    return "another program listens there";
  }
  return ::unlink(path.c_str()) == 0 ? "" : std::strerror(errno);
}

// Fails unless the client is of this user.
Result<void> check_user(int client) {
  const Result<uid_t> user = peer_user(client);
  if (!user) {
    return fail({}, "a client was refused, since its user is not known: " + user.error().what,
                user.error().advice);
  }
  if (*user == ::geteuid()) return {};
  return fail({}, fmt::format("a client of user {} was refused", *user),
              fmt::format("connect as user {}", ::geteuid()));
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Listener> Listener::on_port(std::uint16_t port) {
  const std::string option = fmt::format("--port {}", port);
  Socket socket = new_socket(AF_INET);
  if (socket.descriptor() < 0) return system_failure(option, "");
  const int yes = 1;
  ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket.descriptor(), place, size) != 0 ||
      ::listen(socket.descriptor(), waiting_clients) != 0 ||
      ::getsockname(socket.descriptor(), place, &size) != 0) {
    return system_failure(option, "use another one");
  }
  return Listener(std::move(socket),
                  fmt::format("127.0.0.1:{}, this machine only", ntohs(address.sin_port)), {});
}

Result<Listener> Listener::on_file(const std::string& path) {
  const std::string option = "--socket " + path;
  sockaddr_un address{};
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return fail({option}, "a socket's path has 1 to 107 bytes", "use another one");
  }
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, path.size());
  if (const std::string problem = make_room(path, address); !problem.empty()) {
    return fail({option}, problem, "use another path");
  }
  Socket socket = new_socket(AF_UNIX);
  if (socket.descriptor() < 0) return system_failure(option, "");
  // The file must not be open to others even for an instant.
  const mode_t mask = ::umask(S_IXUSR | S_IRWXG | S_IRWXO);
  const bool bound =
      ::bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::umask(mask);
  struct stat created = {};
  if (!bound || ::lstat(path.c_str(), &created) != 0 ||
      ::listen(socket.descriptor(), waiting_clients) != 0) {
    return system_failure(option, "use another path");
  }
  return Listener(std::move(socket), fmt::format("{}, this user only", escape_controls(path)),
                  {path, created.st_ino});
}

Listener::~Listener() {
  struct stat present = {};
  if (file_.path.empty() || ::lstat(file_.path.c_str(), &present) != 0) return;
  if (present.st_ino == file_.inode) ::unlink(file_.path.c_str());
}

std::optional<Result<Socket>> Listener::accept(int stop) const {
  for (;;) {
    std::array<pollfd, 2> all{pollfd{socket_.descriptor(), POLLIN, 0}, {stop, POLLIN, 0}};
    const int ready = ::poll(all.data(), all.size(), -1);
    if (ready > 0 && all[1].revents != 0) return std::nullopt;
    if (ready <= 0) continue;
    Socket client(::accept4(socket_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client.descriptor() < 0) {
      // The client has given up; or descriptors or memory are short, and it waits in the queue.
      const bool is_short =
          errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
      if (is_short) ::poll(&all[1], 1, retry_milliseconds);
      continue;
    }
    TRY(check_user(client.descriptor()));
    // Fails for a socket file, where nothing is delayed.
    const int yes = 1;
    ::setsockopt(client.descriptor(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return client;
  }
}

}  // namespace fungescope::dap
