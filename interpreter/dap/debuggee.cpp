#include "dap/debuggee.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fungescope::dap {

namespace {

// Returns the path made absolute and normalised.
std::string absolute_path(const std::string& path) {
  std::error_code failure;
  const auto absolute = std::filesystem::absolute(path, failure);
  return (failure ? std::filesystem::path(path) : absolute).lexically_normal().string();
}

}  // namespace

Debuggee::Debuggee(LaunchOptions options, std::unique_ptr<Session> session, Files& files,
                   Monitor& monitor)
    : options_(std::move(options)), debugger_(std::move(session), files, monitor) {
  path_ = is_built_in() ? options_.program : absolute_path(options_.program);
  name_ = is_built_in() ? options_.program.substr(1) + ".b93"
                        : std::filesystem::path(path_).filename().string();
  branch_ = history().branch();
  taken_[branch_] = 0;
}

bool Debuggee::has_path(const std::string& path) const {
  if (path == path_) return true;
  if (is_built_in()) return false;
  if (absolute_path(path) == path_) return true;
  std::error_code failure;
  return std::filesystem::equivalent(path, path_, failure) && !failure;
}

void Debuggee::update_source() {
  const Source* const present = &session().source();
  if (source_ == present && text_) return;
  source_ = present;
  text_.emplace(present->text);
  reachable_.reset();
}

void Debuggee::on_session_replaced() {
  source_ = nullptr;
  branch_ = history().branch();
  taken_ = {{branch_, machine().output_size}};
}

const ProgramText& Debuggee::text() {
  update_source();
  return *text_;
}

const Reachability& Debuggee::reachable() {
  update_source();
  if (!reachable_) {
    // Of the cells as they were loaded, without the changes that the program has made.
    reachable_ = compute_reachability(*source_->field, machine().dialect);
  }
  return *reachable_;
}

bool Debuggee::is_self_modified() {
  const Playfield& field = machine().field;
  const auto cells = static_cast<std::size_t>(field.size().area());
  for (std::size_t i = 0; i < cells; ++i) {
    if (field.changed(i)) return true;
  }
  return false;
}

std::uint64_t& Debuggee::taken() {
  const BranchId present = history().branch();
  const auto [entry, is_new] = taken_.try_emplace(present, 0);
  if (is_new) entry->second = std::min(taken_[branch_], machine().output_size);
  branch_ = present;
  return entry->second;
}

std::uint64_t Debuggee::pending_output() {
  const std::uint64_t now = machine().output_size;
  const std::uint64_t before = taken();
  return now > before ? now - before : 0;
}

std::string Debuggee::take_output(std::size_t max) {
  std::uint64_t& taken = this->taken();
  const std::uint64_t now = machine().output_size;
  if (now <= taken) return {};
  const std::uint64_t to = std::min<std::uint64_t>(now, taken + max);
  std::string bytes = history().output(taken, to);
  taken = to;
  return bytes;
}

}  // namespace fungescope::dap
