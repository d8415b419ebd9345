#include "dap/debuggee.h"

#include "base/escape.h"
#include "base/extensions.h"
#include "base/text_table.h"
#include "lang/dialect.h"
#include "session/recording/link.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

Result<Dialect> dialect_named(const std::string& name) {
  if (name.empty()) return automatic_dialect();
  if (const auto dialect = find_dialect(name)) return *dialect;
  return fail({}, fmt::format("there is no dialect {}", single_quoted(name)),
              "use one of " + dialect_names());
}

Result<InitialInput> input_of_text(const std::string& text, const std::string& /*source*/,
                                   const std::string& /*program*/, Files& /*files*/) {
  return InitialInput{InputLog(text, InputLog::End::closed), {}};
}

Result<InitialInput> input_of_file(const std::string& path, const std::string& source,
                                   const std::string& program, Files& files) {
  const auto bytes = TRY(files.read(path));
  return input_of_text(bytes, source, program, files);
}

constexpr LaunchInput text_input{"stdin", input_of_text};
constexpr LaunchInput file_input{"stdinFile", input_of_file};

std::vector<const LaunchInput*> launch_inputs() {
  std::vector<const LaunchInput*> all{&text_input, &file_input};
  const auto& further = extensions<LaunchInput>();
  all.insert(all.end(), further.begin(), further.end());
  return all;
}

}  // namespace

RequestResult<LaunchOptions> parse_launch_options(ArgumentReader& fields) {
  LaunchOptions options;
  options.program = fields.text("program");
  std::vector<std::string> names;
  int given = 0;
  for (const LaunchInput* const input : launch_inputs()) {
    names.emplace_back(input->name);
    if (!fields.has(names.back().c_str())) continue;
    options.input = input;
    options.input_text = fields.text(names.back().c_str());
    ++given;
  }
  options.seed = fields.count_or("seed", 0);
  options.dialect = fields.text_or("dialect", options.dialect);
  options.stop_on_entry = fields.bool_or("stopOnEntry", options.stop_on_entry);
  options.stop_at_end = fields.bool_or("stopAtEnd", options.stop_at_end);
  options.no_debug = fields.bool_or("noDebug", options.no_debug);
  if (fields.failed()) return fields.error();
  if (given > 1) {
    return invalid_argument("{} each give the input; keep one of them", join_names(names, "and"));
  }
  return options;
}

Result<std::unique_ptr<Session>> open_session(const LaunchOptions& options, Files& files) {
  if (is_link(options.program)) {
    return fail({"program"}, "a link is not a program that an editor can show",
                "open it with `fungescope debug`, and save its program to a file");
  }
  auto source = TRY(files.read_program(options.program));
  const auto dialect = TRY(dialect_named(options.dialect));
  InitialInput given;
  if (options.input != nullptr) {
    given = TRY(options.input->read(options.input_text, source, options.program, files));
  }
  SessionOptions how;
  how.load.file = options.program;
  how.load.dialect = dialect;
  how.seed = options.seed;
  auto session = Session::open(std::move(source), std::move(given.input), std::move(how));
  if (!session) return session;
  for (const Edit& edit : given.edits) TRY((*session)->history().edit(edit));
  return session;
}

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
  text_.emplace(present->text, machine().dialect);
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
  const std::uint64_t size = std::min<std::uint64_t>(pending_output(), max);
  if (size == 0) return {};
  std::uint64_t& taken = this->taken();
  taken += size;
  return history().output(taken - size, taken);
}

}  // namespace fungescope::dap
