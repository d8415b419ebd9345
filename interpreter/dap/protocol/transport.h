// How messages come: in frames, from clients that connect to a port of the loopback interface or to
// a socket file.
//
//     auto listener = Listener::on_port(4711);
//     while (const auto client = listener->accept(stop)) {
//       if (!*client) continue;  // refused
//       serve((*client)->descriptor());
//     }
//
// A client may do what the user may, see docs/debug-adapter.md, so only clients of the same user
// are accepted.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>

namespace fungescope::dap {

// ---- Frames
//
// Of the Debug Adapter Protocol's base protocol:
//
//     Content-Length: 119\r\n
//     \r\n
//     {"seq":1,"type":"request", ...
//
//     FrameReader frames;
//     frames.feed(bytes);
//     while (auto frame = *frames.next()) use(*frame);
//
// Bytes may come in pieces of any size. The first byte that cannot belong to a frame ends the
// reading for good: the beginning of the next frame is unknown, and the sender may be a web browser
// that was led to a local port. So nothing but a header field of the protocol starts a frame, and
// an HTTP request is refused at its first letters, whatever it contains.

class FrameReader {
 public:
  static constexpr std::size_t max_header = 4096;                  // bytes, all fields together
  static constexpr std::size_t max_body = std::size_t{16} << 20U;  // bytes

  // Appends bytes, which are buffered until `next` has returned their frame.
  void feed(std::string_view bytes);

  // Returns the body of the next frame, or nothing until more is fed. After an error, returns it
  // again on every call. An incomplete header is checked as far as it has come.
  [[nodiscard]] Result<std::optional<std::string>> next();

  // Returns how many bytes are buffered.
  [[nodiscard]] std::size_t buffered() const { return buffer_.size() - at_; }
  // Returns whether the bytes fed so far end at the end of a frame.
  [[nodiscard]] bool at_frame_boundary() const { return buffered() == 0 && !body_; }

 private:
  std::string buffer_;
  std::size_t at_ = 0;               // the offset after what was taken: frames, headers
  std::optional<std::size_t> body_;  // the size of the next body, after its header
  std::optional<Error> error_;
};

[[nodiscard]] std::string encode_frame(std::string_view body);

// ---- The user at the other end of a local connection
//
// The kernel tells, so a client needs nothing for it, and cannot pretend.

// Returns the user of a process that holds the other end of a connected socket of AF_UNIX, or of
// AF_INET within this machine. Fails if that cannot be known, or if the other end was closed; the
// error says which.
[[nodiscard]] Result<uid_t> peer_user(int socket);

// Returns the owner of the socket that is bound to `local` and connected to `remote`, from the text
// of /proc/net/tcp or /proc/net/tcp6; nothing if the table has none that a process holds.
[[nodiscard]] std::optional<uid_t> owner_in_table(std::string_view table, const sockaddr_in& local,
                                                  const sockaddr_in& remote);

// ---- Listening

// Owns a descriptor; it is negative if there is none.
class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket();
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class Listener {
 public:
  // 0: any free port.
  [[nodiscard]] static Result<Listener> on_port(std::uint16_t port);
  // Creates the file, with access for its owner only. Replaces a socket file on which nobody
  // listens any more. The destructor removes the file.
  [[nodiscard]] static Result<Listener> on_file(const std::string& path);
  ~Listener();
  Listener(Listener&& other) noexcept
      : socket_(std::move(other.socket_)),
        description_(std::move(other.description_)),
        file_{std::exchange(other.file_.path, {}), other.file_.inode} {}
  Listener& operator=(Listener&&) = delete;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // "127.0.0.1:4711, this machine only", for the user.
  [[nodiscard]] const std::string& description() const { return description_; }

  // Waits for a client. Returns an error for one that was refused because it is not of this user,
  // and nothing when the descriptor `stop` becomes readable; -1: never.
  [[nodiscard]] std::optional<Result<Socket>> accept(int stop) const;

 private:
  // The file of a socket; `inode` tells whether it is still the one that was created.
  struct File {
    std::string path;
    ino_t inode = 0;
  };
  Listener(Socket socket, std::string description, File file)
      : socket_(std::move(socket)), description_(std::move(description)), file_(std::move(file)) {}

  Socket socket_;
  std::string description_;
  File file_;  // its path is empty for a port, and after a move
};

}  // namespace fungescope::dap
