// From `initialize` to `terminated`.
#include "dap/presentation.h"
#include "dap/run_plans.h"
#include "dap/server.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

RequestResult<Debuggee*> Server::debuggee() {
  if (debuggee_ != nullptr) return debuggee_.get();
  return no_program_error();
}

RequestResult<void> Server::initialize(const ClientCapabilities& capabilities) {
  if (connection_ != Connection::open) {
    return request_error(RequestError::Id::wrong_order, "initialize has come before");
  }
  connection_ = Connection::initialized;
  capabilities_ = capabilities;
  return {};
}

RequestResult<void> Server::launch(LaunchOptions options) {
  if (debuggee_ != nullptr) {
    return request_error(RequestError::Id::wrong_order,
                         "a program was launched before; use restart");
  }
  return restart(std::move(options));
}

RequestResult<void> Server::restart(std::optional<LaunchOptions> options) {
  if (!options) {
    if (debuggee_ == nullptr) return no_program_error();
    options = debuggee_->options();
  }
  auto session = open_session(*options, files_);
  if (!session) return request_error(session.error());
  invalidate_references();
  unsent_.clear();
  debuggee_ =
      std::make_unique<Debuggee>(*std::move(options), std::move(*session), files_, monitor());
  debuggee_->debugger().set_log_sink([this](const LogMessage& message) { log(message.text); });
  program_state_ = ProgramState::loaded;
  live_source_announced_ = false;
  return {};
}

RequestResult<void> Server::configuration_done() {
  if (connection_ == Connection::configured) {
    return request_error(RequestError::Id::wrong_order, "configurationDone has come before");
  }
  connection_ = Connection::configured;
  return {};
}

void Server::announce_program() {
  send_event("process",
             {{"name", debuggee_->path()}, {"isLocalProcess", true}, {"startMethod", "launch"}});
  for (const Error& warning : debuggee_->session().source().warnings) {
    send_output(fmt::format("warning: {}\n", to_string(warning)));
  }
  for (const ClientBreakpoint* const changed : breakpoints_.set_in_session(*debuggee_)) {
    send_event("breakpoint", {{"reason", "changed"},
                              {"breakpoint", to_json(*changed, debuggee_.get(), capabilities_)}});
  }
}

void Server::begin_program() {
  if (connection_ != Connection::configured || program_state_ != ProgramState::loaded) return;
  program_state_ = ProgramState::running;
  if (debuggee_->options().stop_on_entry && !debuggee_->options().no_debug) {
    send_stopped_event("entry", {});
    return;
  }
  const RunPlan plan = continue_plan(*debuggee_, RunDirection::forward);
  auto hits = breakpoints_at_present(debuggee_->session(), debuggee_->debugger().log_sink());
  if (hits.empty()) {
    run(plan);
  } else {
    const Tick tick = debuggee_->machine().tick;
    report_stop({StopInfo::Reason::breakpoint, tick, std::move(hits), {}}, plan);
  }
}

void Server::terminate() {
  if (program_state_ == ProgramState::none || program_state_ == ProgramState::ended) return;
  program_state_ = ProgramState::ended;
  flush_output(true);
  const bool faulted = debuggee_->machine().status == Status::faulted;
  send_event("exited", {{"exitCode", faulted ? 4 : 0}});
  send_event("terminated");
}

}  // namespace fungescope::dap
