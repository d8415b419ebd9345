// The Debug Adapter Protocol over a session: requests in, responses and events out.
//
//     Server server(client, files);
//     while (!server.done()) server.receive(client.wait());
//
// The server is single-threaded. A request that resumes the program is answered, and then runs the
// program. During a run, the run's monitor polls the client: each new request is answered at once,
// answered between two slices of the run, or refused because the program is running. So tests can
// hand in requests one by one and see what a client sees, in the same order.
#pragma once

#include "dap/client_breakpoints.h"
#include "dap/debuggee.h"
#include "dap/protocol/request.h"
#include "dap/variables.h"
#include "session/commands/command.h"
#include "session/run_control/run_controller.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::dap {

// ---- Runs
//
//     continue, reverseContinue   to the next breakpoint
//     stepIn                      one tick
//     next, stepBack              to where the pointer has just turned or branched; one tick
//                                 with the granularity `instruction`
//     stepOut                     out of the innermost loop
//
// Breakpoints on the way stop every forward run. The plans are with their requests.

// A run that a client requested, as the server executes and reports it.
struct RunPlan {
  std::string title = {};               // for progress: "going back to the last stop"
  std::string reason = "step";          // of the `stopped` event when it arrives, or finds nothing
  std::string not_found = "not found";  // its description if it finds nothing
  RunDirection direction = RunDirection::forward;  // reverse: it reports progress
  // Runs until it stops. A `resumable` plan continues from where the last call was interrupted; the
  // others are called once.
  std::function<StopInfo(Session& session, Monitor* monitor, const LogSink& log)> run = {};
  bool resumable = false;
};

[[nodiscard]] RunPlan continue_plan(Debuggee& debuggee, RunDirection direction);

// Why and where the machine stopped, for the client.
struct StopReport {
  std::string reason;                   // a word of the protocol if it has one
  std::string description = {};         // for users, with the tick; empty: where the machine is
  std::vector<std::int64_t> hits = {};  // ids of ClientBreakpoints
};

// ---- The table of requests: name, schedule, handler
//
// The handlers are in the files of requests/, one for each group.

class Server;

struct DapResponse {
  Json body = Json::object();
  std::function<void()> after_send = {};  // called after the response was sent; may be empty
};

// When a request may be answered.
enum class Schedule : std::uint8_t {
  immediate,       // at any time, even during a run: it does not access the session
  between_slices,  // while the machine stands still, if only between two slices of a run
  stopped,         // when the client knows the program as stopped
  ends_run,        // at any time: it ends the current run
};

struct RequestHandler {
  std::string_view name;
  Schedule schedule = Schedule::stopped;
  // It must check `arguments` before it has an effect; its caller does so after it.
  RequestResult<DapResponse> (*function)(Server& server, ArgumentReader& arguments);
};

// Returns the rows by group, in the order of these functions.
[[nodiscard]] std::array<std::span<const RequestHandler>, 4> request_groups();
[[nodiscard]] std::span<const RequestHandler> execution_handlers();
[[nodiscard]] std::span<const RequestHandler> breakpoint_handlers();
[[nodiscard]] std::span<const RequestHandler> data_handlers();
[[nodiscard]] std::span<const RequestHandler> console_handlers();

// ---- The server

// The connection to the client: bodies of messages, in and out.
class Client {
 public:
  virtual ~Client() = default;
  // Sends valid UTF-8. A message that cannot be sent is dropped, and the client counts as closed.
  virtual void send(std::string body) = 0;
  // Returns a message that has arrived, without waiting. Called every few milliseconds while the
  // machine runs.
  [[nodiscard]] virtual std::optional<std::string> poll() = 0;
  // Returns whether no more messages will arrive.
  [[nodiscard]] virtual bool is_closed() = 0;
};

// The capabilities that the client declares in `initialize`.
struct ClientCapabilities {
  bool lines_start_at_1 = true;
  bool columns_start_at_1 = true;
  bool supports_progress = false;
  bool supports_invalidated = false;
  bool supports_memory_events = false;
  // Draws a mark before each location of a line that has a breakpoint, as VS Code does.
  bool marks_locations = false;
};

class Server : private Monitor {
 public:
  using Clock = std::chrono::steady_clock;

  // `client` and `files` must outlive it. Tests replace `now`.
  Server(Client& client, Files& files, std::function<Clock::time_point()> now = Clock::now);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Answers one message and carries out its request: a program that is resumed runs inside this
  // call until it stops. Never fails, whatever the message is.
  void receive(const std::string& message);
  // Returns whether the client has disconnected.
  [[nodiscard]] bool done() const { return connection_ == Connection::closed; }

  // ---- For request handlers

  [[nodiscard]] const ClientCapabilities& capabilities() const { return capabilities_; }
  [[nodiscard]] ClientBreakpoints& breakpoints() { return breakpoints_; }
  [[nodiscard]] HandleTable<VariableNode>& variables() { return variables_; }
  // Returns the id of the present stop's frame.
  [[nodiscard]] std::int64_t frame() const { return frame_; }
  // Returns the program, or an error before launch.
  [[nodiscard]] RequestResult<Debuggee*> debuggee();
  // Returns the program; for handlers with Schedule::stopped, which are called only if there is
  // one.
  [[nodiscard]] Debuggee& program() { return *debuggee_; }

  void send_event(std::string_view name, Json body = Json::object());
  // Sends text, with its line end, to the debug console.
  void send_output(const std::string& text, std::string_view category = "console") {
    send_event("output", {{"category", category}, {"output", text}});
  }

  RequestResult<void> initialize(const ClientCapabilities& capabilities);
  // Replaces the present program, if there is one. Without options, with those of it.
  RequestResult<void> launch(std::optional<LaunchOptions> options);
  RequestResult<void> configuration_done();
  // Sends the events about a new program, after the response to its launch, and begins it.
  void announce_program();
  // Starts the program once it is launched and configured.
  void begin_program();
  // Runs the program until it stops, and reports the stop. One that has ended and is to go forward
  // is terminated. `announced`: the client has not resumed it, and is told that it continues.
  void run(const RunPlan& plan, bool announced = false);

  // Runs a task that may take long although the client has not resumed the program. Other requests
  // wait for it, except `cancel` and `pause`. A task that `navigates` may not end: after a while it
  // is announced to the client as a run, and nothing waits any longer. Returns false if it was
  // interrupted.
  enum class TaskKind : std::uint8_t { read_only, navigates, run };
  bool run_task(TaskKind kind, const std::string& title,
                const std::function<void(Monitor& monitor)>& task);
  void pause();
  // Cancels the request, waiting or running, and the task with that progress id.
  void cancel(std::optional<std::int64_t> request, const std::string& progress);
  // Returns whether the running task is to end.
  [[nodiscard]] bool is_interrupted() const { return interrupt_ != Interrupt::none; }
  // Ends the program for the client, with `exited` and `terminated`.
  void terminate();
  void disconnect() { connection_ = Connection::closed; }

  // Called after a command or a request moved to another instant: invalidates references, sends
  // output and reports the new present, after `continued` if the client has not resumed the
  // program itself.
  void on_travel(const StopReport& report);
  // Called after an edit: invalidates the client's variables and memory, and its frame if the edit
  // moved the pointer.
  void on_edit(bool moved_pointer);

 private:
  struct Request {
    std::int64_t seq = 0;
    std::string command;
    Json arguments;
    const RequestHandler* handler = nullptr;  // null for an unknown request
  };

  enum class Connection : std::uint8_t { open, initialized, configured, closed };
  // The program's state as the client knows it.
  enum class ProgramState : std::uint8_t {
    none,     // not launched
    loaded,   // launched, and waiting for configurationDone
    running,  // the client expects a `stopped` event
    stopped,
    ended,
  };
  // Why the running task is to end; the largest one counts.
  enum class Interrupt : std::uint8_t { none, pause, cancel, end_of_run };

  struct RunningTask {
    TaskKind kind = TaskKind::run;
    bool resumable = false;
    bool reports_progress = false;
    std::string title;
    Clock::time_point start;
    std::optional<std::int64_t> request = {};  // the request that waits for it
    std::string progress_id = {};              // empty until it was announced
    Clock::time_point updated = {};
  };

  [[nodiscard]] std::optional<Request> parse(const std::string& message);
  void handle(const Request& request);
  [[nodiscard]] RequestResult<DapResponse> call_handler(const Request& request);
  // Returns an error if the request is not possible in the present state.
  [[nodiscard]] RequestResult<void> check_order(const RequestHandler& handler) const;
  void respond(const Request& request, const RequestResult<DapResponse>& result);
  void send(const Json& message);

  bool should_continue(Tick now, Tick goal) override;
  void poll_messages();
  void receive_during_run(const std::string& message);
  void handle_queued(bool between_slices);
  [[nodiscard]] bool slice_end_requested() const {
    return !queue_.empty() && queue_.front().handler->schedule == Schedule::between_slices;
  }
  [[nodiscard]] bool is_end_requested() const;
  void raise(Interrupt interrupt) { interrupt_ = std::max(interrupt_, interrupt); }
  // Resets all interrupts except the end of the run, which is reset when the queue is handled.
  void clear_interrupt();
  void report_progress(Tick now, Tick goal);
  void requeue_for_run();
  void end_task();

  void log(const std::string& text);
  void flush_logs();
  [[nodiscard]] bool is_output_due();
  void flush_output(bool all);

  void invalidate_references();
  // Tells the client that the program runs although it has not resumed it.
  void send_continued_event() {
    send_event("continued", {{"threadId", 1}, {"allThreadsContinued", true}});
  }
  void report_stop(const StopInfo& stop, const RunPlan& plan);
  void send_stopped_event(const StopReport& report);
  void send_live_source_event();

  Client& client_;
  Files& files_;
  std::function<Clock::time_point()> now_;
  ClientCapabilities capabilities_;
  std::int64_t next_seq_ = 1;
  Connection connection_ = Connection::open;
  ProgramState program_state_ = ProgramState::none;

  std::unique_ptr<Debuggee> debuggee_;
  ClientBreakpoints breakpoints_;
  HandleTable<VariableNode> variables_;
  std::int64_t frame_ = 1;

  std::optional<RunningTask> task_;
  std::optional<std::int64_t> current_request_;  // the one being answered
  std::deque<Request> queue_;                    // requests that wait for the task
  Interrupt interrupt_ = Interrupt::none;
  bool pause_next_run_ = false;  // a pause overtook the queued request for the run
  bool live_source_announced_ = false;
  std::int64_t next_progress_ = 1;

  std::string unsent_;  // the beginning of a character whose rest is not printed yet
  Clock::time_point output_flushed_;
  std::string unsent_logs_;
  Clock::time_point logs_flushed_;
};

}  // namespace fungescope::dap
