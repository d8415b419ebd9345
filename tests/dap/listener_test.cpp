// Where clients connect: ports and socket files, and which users may.
#include "dap/protocol/transport.h"
#include "support/scratch.h"
#include "support/test.h"

#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fungescope::dap;

namespace {

sockaddr_un end_at(const std::string& path) {
  sockaddr_un end{};
  end.sun_family = AF_UNIX;
  path.copy(end.sun_path, sizeof end.sun_path - 1);
  return end;
}

sockaddr_in end_at(std::uint16_t port) {
  sockaddr_in end{};
  end.sin_family = AF_INET;
  end.sin_port = htons(port);
  end.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return end;
}

std::uint16_t port_of(const Listener& listener) {
  const std::string& text = listener.description();
  std::uint16_t port = 0;
  std::from_chars(text.data() + text.find(':') + 1, text.data() + text.size(), port);
  return port;
}

Socket connect_to_port(std::uint16_t port) {
  Socket client(::socket(AF_INET, SOCK_STREAM, 0));
  const sockaddr_in end = end_at(port);
  REQUIRE(::connect(client.descriptor(), reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0);
  return client;
}

// As clients connect that use IPv6 for everything.
Socket connect_to_port_by_v6(std::uint16_t port) {
  Socket client(::socket(AF_INET6, SOCK_STREAM, 0));
  sockaddr_in6 end{};
  end.sin6_family = AF_INET6;
  end.sin6_port = htons(port);
  REQUIRE(::inet_pton(AF_INET6, "::ffff:127.0.0.1", &end.sin6_addr) == 1);
  REQUIRE(::connect(client.descriptor(), reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0);
  return client;
}

bool connects_to_file(const std::string& path) {
  const Socket client(::socket(AF_UNIX, SOCK_STREAM, 0));
  const sockaddr_un end = end_at(path);
  return ::connect(client.descriptor(), reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0;
}

// While it lives, the process cannot open anything.
class NoDescriptors {
 public:
  NoDescriptors() {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &usual_) == 0);
    const rlimit none{0, usual_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &usual_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit usual_{};
};

// Eight hexadecimal digits, as the kernel writes a word of memory.
std::string hex_word(std::uint32_t word) {
  return fmt::format("{:08X}", word);
}

std::string problem_of(const Result<Listener>& listener) {
  return listener ? "" : to_string(listener.error());
}

}  // namespace

TEST_CASE("listener: clients of the same user connect to a port, by IPv4 and IPv6") {
  const auto listener = Listener::on_port(0).value();
  CHECK(contains(listener.description(), "this machine only"));
  const bool has_v6 = Socket(::socket(AF_INET6, SOCK_STREAM, 0)).descriptor() >= 0;
  for (const bool v6 : {false, has_v6}) {
    const Socket client =
        v6 ? connect_to_port_by_v6(port_of(listener)) : connect_to_port(port_of(listener));
    const auto accepted = listener.accept(-1).value();
    REQUIRE(accepted);
    CHECK(peer_user(accepted->descriptor()) == ::geteuid());
  }
  CHECK(contains(problem_of(Listener::on_port(port_of(listener))), "use another one"));
}

TEST_CASE("listener: a client that has gone, or another user's, is refused") {
  const auto listener = Listener::on_port(0).value();
  { const Socket gone = connect_to_port(port_of(listener)); }
  const auto refused = listener.accept(-1);
  REQUIRE(refused);
  REQUIRE_FALSE(*refused);
  CHECK(contains(to_string(refused->error()), "its user is not known"));

  if (::geteuid() != 0) return;  // only root can become another
  std::array<int, 2> hold{};
  std::array<int, 2> ended{};  // closed by the end of the child
  REQUIRE(::pipe(hold.data()) == 0);
  REQUIRE(::pipe(ended.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ended[0]);
    constexpr uid_t nobody = 65534;
    if (::setuid(nobody) != 0) ::_exit(1);
    const Socket client(::socket(AF_INET, SOCK_STREAM, 0));
    const sockaddr_in end = end_at(port_of(listener));
    const bool done =
        ::connect(client.descriptor(), reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0;
    ::close(hold[1]);
    char byte = 0;
    static_cast<void>(::read(hold[0], &byte, 1));  // until the parent has looked
    ::_exit(done ? 0 : 1);
  }
  ::close(ended[1]);
  const auto other = listener.accept(ended[0]);
  ::close(ended[0]);
  ::close(hold[0]);
  ::close(hold[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  REQUIRE(other);
  REQUIRE_FALSE(*other);
  CHECK(contains(to_string(other->error()), "a client of user 65534 was refused"));
}

TEST_CASE("listener: errors of the system are told as they are") {
  const Scratch folder;
  const auto listener = Listener::on_port(0).value();
  const Socket client = connect_to_port(port_of(listener));
  const auto accepted = listener.accept(-1).value();
  REQUIRE(accepted);
  const NoDescriptors none;
  CHECK(contains(problem_of(Listener::on_port(0)),
                 "--port 0: it cannot be listened on: " + std::string(std::strerror(EMFILE))));
  CHECK(contains(problem_of(Listener::on_file(folder / "dap")), std::strerror(EMFILE)));
  const auto user = peer_user(accepted->descriptor());
  REQUIRE_FALSE(user);
  CHECK(contains(to_string(user.error()), "/proc/net/tcp cannot be read: "));
  CHECK(contains(to_string(user.error()), std::strerror(EMFILE)));
}

TEST_CASE("listener: a socket file is its user's alone, and removed at the end") {
  const Scratch folder;
  const std::string path = folder / "dap";
  {
    const auto listener = Listener::on_file(path).value();
    CHECK(contains(listener.description(), path));
    struct stat created = {};
    REQUIRE(::stat(path.c_str(), &created) == 0);
    CHECK((created.st_mode & 0777U) == 0600U);
    CHECK(connects_to_file(path));
    const auto accepted = listener.accept(-1).value();
    CHECK(accepted);
    CHECK(contains(problem_of(Listener::on_file(path)), "another program listens there"));
    CHECK(std::filesystem::exists(path));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("listener: a socket file that was left behind is replaced, and nothing else") {
  const Scratch folder;
  const std::string path = folder / "left";
  {
    const Socket left(::socket(AF_UNIX, SOCK_STREAM, 0));
    const sockaddr_un end = end_at(path);
    REQUIRE(::bind(left.descriptor(), reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0);
  }
  CHECK(Listener::on_file(path));
  const std::string file = folder.file("file", "text");
  CHECK(contains(problem_of(Listener::on_file(file)), "a file is in the way"));
  std::filesystem::create_symlink(file, folder / "link");
  CHECK(contains(problem_of(Listener::on_file(folder / "link")), "a file is in the way"));
  CHECK(std::filesystem::file_size(file) == 4);
  CHECK(contains(problem_of(Listener::on_file(folder / "none/dap")), "cannot be listened on"));
  CHECK(contains(problem_of(Listener::on_file("")), "1 to 107 bytes"));
  CHECK(contains(problem_of(Listener::on_file(std::string(108, 'x'))), "1 to 107 bytes"));
}

TEST_CASE("listener: waiting ends when told so") {
  const auto listener = Listener::on_port(0).value();
  std::array<int, 2> stop{};
  REQUIRE(::pipe(stop.data()) == 0);
  REQUIRE(::write(stop[1], "x", 1) == 1);
  CHECK_FALSE(listener.accept(stop[0]));
  ::close(stop[0]);
  ::close(stop[1]);
}

TEST_CASE("peer user: the owner of a connection is found in the kernel's tables") {
  const std::string loopback = hex_word(htonl(INADDR_LOOPBACK));
  const auto row = [&](const std::string& local, const std::string& remote, const char* state,
                       const char* user, const char* inode) {
    return "   1: " + local + " " + remote + " " + state +
           " 00000000:00000000 00:00000000 00000000 " + user + "        0 " + inode +
           " 1 0000000000000000 20 4 30 10 -1\n";
  };
  const std::string head = "  sl  local_address rem_address   st tx_queue rx_queue tr\n";
  const std::string here = loopback + ":1267";   // port 4711
  const std::string there = loopback + ":C350";  // port 50000
  const auto owner = [&](const std::string& table) {
    return owner_in_table(table, end_at(50000), end_at(4711));
  };
  CHECK(owner(head + row(here, there, "01", " 1000", "777") +
              row(there, here, "01", " 1001", "778")) == 1001U);
  // The end that listens, and connections of others.
  CHECK_FALSE(owner(head + row(here, loopback + ":0000", "0A", "1000", "777")));
  CHECK_FALSE(owner(head + row(loopback + ":C351", here, "01", "1000", "777")));
  // No process holds it: the kernel no longer knows whose it was.
  CHECK_FALSE(owner(head + row(there, here, "06", "    0", "0")));
  CHECK_FALSE(owner(head + row(there, here, "04", "    0", "0")));
  // IPv6.
  const std::string prefix = "0000000000000000" + hex_word(htonl(0xffff));
  CHECK(owner(head + row(prefix + there, prefix + here, "01", "1002", "779")) == 1002U);
  // Not a table.
  CHECK_FALSE(owner(""));
  CHECK_FALSE(owner("x\n\n y z\n" + there + " " + here + "\n"));
  CHECK_FALSE(owner(row(there, here, "01", "many", "777")));
}
