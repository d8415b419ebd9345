// From `initialize` to `terminated`.
#include "dap/presentation.h"
#include "dap/run_plans.h"
#include "dap/server.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

RequestResult<Debuggee*> Server::debuggee() {
  if (debuggee_ != nullptr) return debuggee_.get();
  return request_error(RequestError::Id::wrong_order, "there is no program; launch one");
}

RequestResult<void> Server::initialize() {
  if (initialized_)
    return request_error(RequestError::Id::wrong_order, "initialize has come before");
  initialized_ = true;
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
    if (debuggee_ == nullptr) return tl::unexpected(debuggee().error());
    options = debuggee_->options();
  }
  auto session = open_session(*options, files_);
  if (!session) return request_error(session.error());
  nodes_.forget();
  ++frame_;
  unsent_.clear();
  debuggee_ =
      std::make_unique<Debuggee>(*std::move(options), std::move(*session), files_, monitor());
  debuggee_->debugger().set_log_sink([this](const std::string& text) { log(text); });
  finished_ = false;
  started_ = false;
  stop_is_owed_ = false;
  shows_live_ = false;
  return {};
}

RequestResult<void> Server::configuration_done() {
  if (configured_)
    return request_error(RequestError::Id::wrong_order, "configurationDone has come before");
  configured_ = true;
  return {};
}

void Server::announce_program() {
  send_event("process",
             {{"name", debuggee_->path()}, {"isLocalProcess", true}, {"startMethod", "launch"}});
  for (const Error& warning : debuggee_->session().source().warnings) {
    send_output(fmt::format("warning: {}\n", to_string(warning)));
  }
  for (const ClientBreakpoint* const changed : breakpoints_.load(*debuggee_)) {
    send_event("breakpoint", {{"reason", "changed"},
                              {"breakpoint", to_json(*changed, debuggee_.get(), traits_)}});
  }
}

void Server::begin_program() {
  if (!configured_ || debuggee_ == nullptr || started_ || finished_) return;
  started_ = true;
  if (debuggee_->options().stop_on_entry && !debuggee_->options().no_debug) {
    send_stopped_event("entry", {});
    return;
  }
  RunPlan motion = continue_plan(*debuggee_, RunDirection::forward);
  if (auto here = stops_at_present(debuggee_->session(), debuggee_->debugger().log_sink());
      !here.empty()) {
    report_stop({StopInfo::Reason::breakpoint, debuggee_->machine().tick, std::move(here), {}}, motion);
    return;
  }
  move(motion);
}

void Server::finish() {
  if (finished_ || debuggee_ == nullptr) return;
  finished_ = true;
  stop_is_owed_ = false;
  flush_output(true);
  const bool faulted = debuggee_->machine().status == Status::faulted;
  send_event("exited", {{"exitCode", faulted ? 4 : 0}});
  send_event("terminated");
}

}  // namespace fungescope::dap
