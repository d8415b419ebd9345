// The Debug Adapter Protocol over a session: requests in, responses and events out.
//
//     Server server(client, files);
//     while (!server.done()) server.receive(client.wait());
//
// There is one thread. A request that lets the program run is answered, and then runs it: the
// monitor of the run asks the client for what has come in meanwhile, and answers it there and
// then, or between two legs of the run, or says that the program is running. So a test that
// hands in requests one by one sees what a client sees, in the same order.
//
// What a request is answered with is in the table of requests (request_table.h).
#pragma once

#include "dap/breakpoints.h"
#include "dap/debuggee.h"
#include "dap/handle_table.h"
#include "dap/protocol/client.h"
#include "dap/protocol/request_error.h"
#include "dap/requests/request_table.h"
#include "dap/run_plan.h"
#include "dap/variables.h"
#include "session/commands/command.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::dap {

// What the client said of itself in `initialize`.
struct ClientCapabilities {
  bool lines_start_at_1 = true;
  bool columns_start_at_1 = true;
  bool shows_progress = false;
  bool supports_invalidated = false;
  bool supports_memory_events = false;
};

class Server {
 public:
  using Clock = std::chrono::steady_clock;

  // Both outlive it. `now` is for tests.
  Server(Client& client, Files& files, std::function<Clock::time_point()> now = Clock::now);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Takes one message, answers it, and does what it asks for: a program that is to run
  // runs in here, until it stops. Nothing that comes in makes it fail.
  void receive(const std::string& message);
  // Nothing more is to be done: the client has disconnected.
  [[nodiscard]] bool done() const { return done_; }

  // ---- For requests

  [[nodiscard]] ClientCapabilities& traits() { return traits_; }
  [[nodiscard]] Files& files() { return files_; }
  [[nodiscard]] ClientBreakpoints& breakpoints() { return breakpoints_; }
  [[nodiscard]] HandleTable<VariableNode>& nodes() { return nodes_; }
  // The frame of the present stop.
  [[nodiscard]] std::int64_t frame() const { return frame_; }

  [[nodiscard]] Monitor& monitor();

  // A failure where there is none.
  [[nodiscard]] RequestResult<Debuggee*> debuggee();
  void send_event(std::string_view name, Json body = Json::object());
  // Text for the debug console, with its line end.
  void send_output(const std::string& text, std::string_view category = "console");

  RequestResult<void> initialize();
  RequestResult<void> launch(LaunchOptions options);
  RequestResult<void> restart(std::optional<LaunchOptions> options);
  RequestResult<void> configuration_done();
  // Behind the response to launch: what is to be known about the program.
  void announce_program();
  // Once it is launched and configured.
  void begin_program();
  // Runs it to its end, and tells why it stopped.
  void move(const RunPlan& motion);
  // What may take long, although the client has not let the program run: other requests wait for
  // it, but for `cancel` and `pause`. False: it was cancelled. A job that `travels` may have no
  // end: after a while the client is told that the program runs, and nothing waits any more.
  enum class TaskKind : std::uint8_t { read_only, travels };
  bool run_task(TaskKind job, const std::string& title,
                const std::function<void(Monitor& monitor)>& run);
  void pause();
  // Is what is at work to end?
  [[nodiscard]] bool is_interrupted() const { return pause_ || ending_ || cancelled_; }
  void cancel(std::optional<std::int64_t> request, const std::string& progress);
  // The run is over for the client: `exited` and `terminated`.
  void finish();
  void leave() { done_ = true; }
  // After a command that travelled: references die, output is sent, and the client is told of the
  // new present.
  void on_travel(const std::string& reason, const std::string& description,
                 const std::vector<std::int64_t>& hits = {});
  // After an edit: what the client shows is no longer right. `moves`: nor is the frame.
  void on_edit(bool moves);
  void report_stop(const StopInfo& stopped, const RunPlan& motion);
  void send_stopped_event(const std::string& reason, const std::string& description,
                          const std::vector<std::int64_t>& hits = {});

 private:
  class RunMonitor;
  struct Request {
    std::int64_t seq = 0;
    std::string command;
    Json arguments;
    const RequestHandler* kind = nullptr;
  };
  // What keeps the server busy.
  struct RunningTask {
    bool is_run = false;  // the client was told that the program runs
    bool travels = false;
    bool resumable = false;
    bool shows_progress = false;
    std::string title;
    std::optional<std::int64_t> request;  // that waits for its answer
    Clock::time_point began;
    std::string progress;  // its id, once it was announced
    Clock::time_point updated;
  };

  [[nodiscard]] std::optional<Request> parse(const std::string& message);
  void handle(const Request& request);
  [[nodiscard]] RequestResult<DapResponse> answer(const Request& request);
  [[nodiscard]] std::optional<RequestError> check_order(const RequestHandler& kind) const;
  void respond(const Request& request, const RequestResult<DapResponse>& outcome);
  void send(const Json& message);

  bool on_progress(Tick now, Tick goal);
  void poll_messages();
  void receive_during_run(const std::string& message);
  void handle_queued(bool calm_only);
  void show_progress(Tick now, Tick goal);
  void convert_to_run();
  void requeue_for_run();
  void end_task();
  void log(const std::string& text);
  void flush_logs();
  void send_live_source_event();
  [[nodiscard]] bool output_is_due();
  // Does a request wait that ends the run?
  [[nodiscard]] bool is_end_requested() const;
  void flush_output(bool all);

  Client& client_;
  Files& files_;
  std::function<Clock::time_point()> now_;
  ClientCapabilities traits_;
  std::int64_t next_seq_ = 1;
  bool initialized_ = false;
  bool configured_ = false;
  bool started_ = false;
  bool finished_ = false;
  bool done_ = false;

  std::unique_ptr<RunMonitor> watcher_;
  std::unique_ptr<Debuggee> debuggee_;
  ClientBreakpoints breakpoints_;
  HandleTable<VariableNode> nodes_;
  std::int64_t frame_ = 1;

  std::optional<RunningTask> activity_;
  std::optional<std::int64_t> at_work_;  // the request that is being answered
  std::deque<Request> waiting_;
  bool calm_wanted_ = false;  // one of them waits for the end of a leg
  bool pause_ = false;
  bool pause_waits_ = false;  // for a run that is asked for, and has not begun
  bool ending_ = false;       // one of them ends the run
  bool cancelled_ = false;
  bool shows_live_ = false;    // the client knows that the program has changed itself
  bool stop_is_owed_ = false;  // the client thinks that the program runs
  std::int64_t next_progress_ = 1;
  std::string unsent_;  // the beginning of a character whose rest was not printed yet
  Clock::time_point flushed_;
  std::string logged_;  // by log points, and not sent yet
  Clock::time_point logs_flushed_;
};

}  // namespace fungescope::dap
