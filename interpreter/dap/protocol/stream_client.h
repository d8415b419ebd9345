// A client at the other end of two descriptors. A thread reads and cuts the stream into messages,
// so that they can be polled for while the machine runs; whoever sends, writes.
#pragma once

#include "dap/protocol/client.h"
#include "dap/protocol/framing.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

namespace fungescope::dap {

class StreamClient final : public Client {
 public:
  // The descriptors stay open and stay the caller's; `in` and `out` may be one. When `stop` becomes
  // readable, the client is gone; -1: never. SIGPIPE must be ignored.
  StreamClient(int in, int out, int stop);
  ~StreamClient() override;
  StreamClient(const StreamClient&) = delete;
  StreamClient& operator=(const StreamClient&) = delete;

  void send(std::string body) override;
  [[nodiscard]] std::optional<std::string> poll() override;
  // Of what was sent before the end, all was taken, too.
  [[nodiscard]] bool is_closed() override;

  // Waits for the next message; nothing if the client is gone.
  [[nodiscard]] std::optional<std::string> wait();

  // Why the stream could not be understood; empty if it could.
  [[nodiscard]] std::string problem();

 private:
  void read_all();
  [[nodiscard]] bool wait_for_bytes() const;
  bool take_frames();
  bool push(std::string message);
  [[nodiscard]] ssize_t write_some(std::string_view bytes) const;
  [[nodiscard]] bool has_ended();

  int in_;
  int out_;
  int stop_;
  std::array<int, 2> wake_{-1, -1};  // ends the thread
  FrameReader frames_;               // the thread's

  std::mutex mutex_;
  std::condition_variable came_;
  std::condition_variable taken_;
  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;  // in messages_
  bool ended_ = false;     // nothing more is read
  bool leaving_ = false;
  std::string problem_;
  std::atomic<bool> any_{false};     // there is a message, or the end: asked for often
  std::atomic<bool> broken_{false};  // what is sent does not arrive

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace fungescope::dap
