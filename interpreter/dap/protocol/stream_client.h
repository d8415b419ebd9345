// A client connected by two file descriptors. A thread reads and splits the stream into messages,
// so that they can be polled while the machine runs; messages are written by the thread that sends.
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
  // Does not own the descriptors; `in` and `out` may be the same. When `stop` becomes readable, the
  // client counts as closed; -1: never. SIGPIPE must be ignored.
  StreamClient(int in, int out, int stop);
  ~StreamClient() override;
  StreamClient(const StreamClient&) = delete;
  StreamClient& operator=(const StreamClient&) = delete;

  void send(std::string body) override;
  [[nodiscard]] std::optional<std::string> poll() override;
  // Returns whether the client has closed the stream and all its messages were taken.
  [[nodiscard]] bool is_closed() override;

  // Waits for the next message; nothing if the client has closed the stream.
  [[nodiscard]] std::optional<std::string> wait();

  // Returns why the stream is malformed; empty if it is not.
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
  std::array<int, 2> wake_{-1, -1};  // wakes the thread to end it
  FrameReader frames_;               // used by the thread only

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable taken_;
  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;  // in messages_
  bool ended_ = false;     // the thread reads no more
  bool leaving_ = false;
  std::string problem_;
  std::atomic<bool> has_message_{false};  // there is a message or the end; polled often
  std::atomic<bool> broken_{false};       // writing has failed

  std::thread thread_;  // last: it uses the members above
};

}  // namespace fungescope::dap
