// Rebuilding branches.
//
// The file does not record when late input arrived, because a run depends only on the bytes that it
// reads. But a branch inherits the input that its parent had when the branch began, and input can
// only be appended. So loading has two passes. The first gives each branch the input that it has in
// common with all its descendants, which is at least as much as it had read by then, and creates
// the branches. The second appends the rest of each branch's own input and runs it to its end.
#include "session/recording/recording.h"

#include "base/hash.h"
#include "lang/dialect.h"
#include "session/recording/recorded_run.h"
#include "session/run_control/breakpoint.h"
#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view magic = "fungescope recording ";
constexpr std::uint64_t version = 1;
constexpr std::string_view advice_damaged = "it was changed since it was saved; save it again";

std::string hash_line(std::string_view text) {
  Hasher hasher;
  hasher.add_text(text);
  return fmt::format("{:016x}\n", hasher.value());
}

// ---- Saving

std::vector<std::string> sources_in(const BranchInfo& branch, const SourceList& sources) {
  std::vector<std::string> texts;
  for (const Edit& edit : branch.edits) {
    if (const auto* reload = std::get_if<SetSource>(&edit)) {
      texts.push_back(sources.of(*reload->field).text);
    }
  }
  return texts;
}

Result<std::vector<RecordedBranch>> recorded_branches(Session& session, Monitor* monitor) {
  History& history = session.history();
  const ScopedSeek scoped_seek(history);
  std::vector<RecordedBranch> branches;
  for (BranchInfo& info : history.branches()) {
    TRY(history.switch_to(info.id, monitor));
    if (history.seek(info.end, monitor) == StopReason::interrupted) return fail({}, "interrupted");
    const std::uint64_t hash = history.machine().hash();
    std::vector<std::string> sources = sources_in(info, session.sources());
    branches.push_back({std::move(info), std::move(sources), history.input(), hash});
  }
  return branches;
}

// ---- Loading

struct Header {
  std::string_view body;
};
Result<Header> read_header(std::string_view bytes) {
  const std::size_t first_end = bytes.find('\n');
  const std::string_view number = bytes.substr(0, first_end).substr(magic.size());
  if (number != fmt::format("{}", version)) {
    return fail({},
                fmt::format("the recording is of version {}, and this program reads {}",
                            std::string(number.substr(0, 20)), version),
                "load it with the program that saved it");
  }
  const std::string_view rest =
      first_end == std::string_view::npos ? std::string_view() : bytes.substr(first_end + 1);
  const std::size_t hash_end = rest.find('\n');
  if (hash_end == std::string_view::npos) {
    return fail({}, "the recording is cut off", std::string(advice_damaged));
  }
  const std::string_view body = rest.substr(hash_end + 1);
  if (rest.substr(0, hash_end + 1) != hash_line(body)) {
    return fail({}, "the recording is damaged", std::string(advice_damaged));
  }
  return Header{body};
}

tl::unexpected<Error> contradiction(const std::string& what) {
  return fail({}, "the recording contradicts itself: " + what);
}

// Checks that the branches form a tree and the ticks fit into it.
Result<void> check_tree(const RecordedRun& run) {
  std::map<BranchId, const BranchInfo*> known;
  for (const RecordedBranch& branch : run.branches) {
    const BranchInfo& info = branch.info;
    const bool first = known.empty();
    const auto parent = known.find(info.parent);
    if (first ? info.id != info.parent || info.begin != 0 : parent == known.end()) {
      return contradiction(fmt::format("branch {} has no parent", info.id));
    }
    if (first != info.edits.empty() || known.contains(info.id)) {
      return contradiction(fmt::format("branch {} is none", info.id));
    }
    const bool fits =
        info.begin <= info.end &&
        (first || (info.begin >= parent->second->begin && info.begin <= parent->second->end));
    if (!fits) return contradiction(fmt::format("the ticks of branch {}", info.id));
    known.emplace(info.id, &info);
  }
  const auto current = known.find(run.branch);
  if (current == known.end()) return contradiction("it has no present branch");
  if (run.tick > current->second->end) return contradiction("it has no present tick");
  return {};
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto* const end = a.begin() + shorter;
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

bool replaces_input(const RecordedBranch& branch) {
  return std::any_of(branch.info.edits.begin(), branch.info.edits.end(),
                     [](const Edit& edit) { return std::holds_alternative<SetInput>(edit); });
}

// Returns the input of each branch in the first pass.
std::map<BranchId, InputLog> common_inputs(const RecordedRun& run) {
  std::map<BranchId, InputLog> common;
  for (const RecordedBranch& branch : run.branches) common[branch.info.id] = branch.input;
  // Children follow their parents, so in reverse order each is complete when it is used.
  for (auto branch = run.branches.rbegin(); branch != run.branches.rend(); ++branch) {
    if (branch->info.id == branch->info.parent || replaces_input(*branch)) continue;
    const InputLog& own = common[branch->info.id];
    InputLog& parent = common[branch->info.parent];
    if (own == parent) continue;
    const std::size_t shared = common_prefix(own.bytes(), parent.bytes());
    parent = InputLog(std::string(parent.bytes().substr(0, shared)));
  }
  return common;
}

class Rebuilder {
 public:
  Rebuilder(const RecordedRun& run, Session& session, Monitor* monitor)
      : run_(run), history_(session.history()), session_(session), monitor_(monitor) {}

  Result<void> rebuild() {
    const std::map<BranchId, InputLog> common = common_inputs(run_);
    for (const RecordedBranch& branch : run_.branches) {
      const bool first = branch.info.id == branch.info.parent;
      if (auto begun = first ? Result<void>() : begin(branch); !begun) return begun;
      ids_[branch.info.id] = history_.branch();
      if (auto given = append_input(common.at(branch.info.id)); !given) return given;
    }
    for (const RecordedBranch& branch : run_.branches) {
      if (auto finished = finish(branch); !finished) return finished;
    }
    if (auto there = switch_to(run_.branch, run_.tick); !there) return there;
    session_.watched() = run_.watched;
    if (auto set = set_bookmarks(); !set) return set;
    if (auto set = set_notebook(); !set) return set;
    return set_breakpoints();
  }

 private:
  // Seeks on the present branch; fails unless it arrives.
  Result<void> seek_exactly(BranchId saved, Tick tick) {
    const StopReason arrival = history_.seek(tick, monitor_);
    if (arrival == StopReason::interrupted) return fail({}, "interrupted");
    if (history_.tick() == tick) return {};
    const Machine& machine = history_.machine();
    if (machine.status == Status::faulted && run_.max_stack > machine.max_stack) {
      return fail({},
                  fmt::format("the run was recorded with a stack of up to {} values and needs more "
                              "than the {} that are allowed here",
                              run_.max_stack, machine.max_stack),
                  "load it with a larger --max-stack if you trust it");
    }
    return contradiction(fmt::format("branch {} does not come to tick {}", saved, tick));
  }

  Result<void> switch_to(BranchId saved, Tick tick) {
    if (auto there = history_.switch_to(ids_.at(saved), monitor_); !there) return there;
    return seek_exactly(saved, tick);
  }

  Result<void> begin(const RecordedBranch& branch) {
    const BranchInfo& info = branch.info;
    // A branch that has not run yet joins edits at its beginning, so it is run by one tick first.
    const Tick parent_begin = history_.info(ids_.at(info.parent)).begin;
    if (info.begin == parent_begin && info.parent != run_.branches.front().info.id) {
      if (auto there = switch_to(info.parent, info.begin + 1); !there) return there;
    }
    if (auto there = switch_to(info.parent, info.begin); !there) return there;
    auto source = branch.sources.begin();
    for (const Edit& edit : info.edits) {
      const bool reload = std::holds_alternative<SetSource>(edit);
      if (auto edited = reload ? change_source(*source++) : history_.edit(edit); !edited) {
        return contradiction(
            fmt::format("an edit of branch {} does not fit: {}", info.id, edited.error().what));
      }
    }
    return {};
  }

  Result<void> change_source(const std::string& text) {
    TRY(session_.reload(text));
    // Every source is kept, and a short one may have a large field.
    reloaded_cells_ += history_.machine().field.size().area();
    const std::int64_t max_cells = 2 * session_.options().load.max_cells;
    if (reloaded_cells_ <= max_cells) return {};
    return fail({}, fmt::format("its sources have more than {} cells together", max_cells),
                "raise --max-cells if you trust it");
  }

  // Appends input to the present branch, up to all of `wanted`.
  Result<void> append_input(const InputLog& wanted) {
    const InputLog& has = history_.input();
    if (!wanted.bytes().starts_with(has.bytes()) || (has.closed() && has != wanted)) {
      return contradiction(fmt::format("the input of branch {}", history_.branch()));
    }
    if (wanted == has) return {};
    const std::string more(wanted.bytes().substr(has.bytes().size()));
    if (auto given = history_.give_input(more); !given) return given;
    return wanted.closed() ? history_.close_input() : Result<void>();
  }

  Result<void> finish(const RecordedBranch& branch) {
    if (auto there = history_.switch_to(ids_.at(branch.info.id), monitor_); !there) return there;
    if (auto given = append_input(branch.input); !given) return given;
    if (auto there = seek_exactly(branch.info.id, branch.info.end); !there) return there;
    if (recorded_hash() == branch.hash) return {};
    return fail({},
                fmt::format("at tick {} of branch {} this program comes to another state than "
                            "the one that recorded it",
                            branch.info.end, branch.info.id),
                "load it with the version that saved it");
  }

  // The limit of the stack is part of the machine's state, and may have been another one.
  [[nodiscard]] std::uint64_t recorded_hash() const {
    if (history_.machine().max_stack == run_.max_stack) return history_.machine().hash();
    Machine recorded = history_.machine();
    recorded.max_stack = run_.max_stack;
    return recorded.hash();
  }

  Result<void> set_bookmarks() {
    for (const Bookmark& saved : run_.bookmarks) {
      const auto branch = ids_.find(saved.branch);
      if (branch == ids_.end()) {
        return contradiction(fmt::format("a bookmark is on branch {}", saved.branch));
      }
      const BranchInfo info = history_.info(branch->second);
      if (saved.tick < info.begin || saved.tick > info.end) {
        return contradiction(
            fmt::format("a bookmark is at tick {} of branch {}", saved.tick, saved.branch));
      }
      const auto added = session_.bookmarks().add(saved.name, saved.tick, branch->second);
      if (!added) return contradiction(added.error().what);
    }
    return {};
  }

  Result<void> set_notebook() {
    std::vector<NotebookEntry> entries = run_.notebook.entries;
    if (entries.empty()) {
      NotebookEntry present;
      present.number = 1;
      present.at = {history_.branch(), history_.tick()};
      present.question = "load the recording";
      return session_.notebook().restore({present}, present.number);
    }
    for (NotebookEntry& entry : entries) {
      const auto branch = ids_.find(entry.at.branch);
      if (branch == ids_.end()) {
        return contradiction(fmt::format("the notebook is on branch {}", entry.at.branch));
      }
      entry.at.branch = branch->second;
      if (entry.at.tick > history_.info(entry.at.branch).end) {
        return contradiction(fmt::format("the notebook is at tick {}", entry.at.tick));
      }
    }
    auto restored = session_.notebook().restore(std::move(entries), run_.notebook.present);
    return restored ? restored : contradiction(restored.error().what);
  }

  Result<void> set_breakpoints() {
    for (const RecordedBreakpoint& recorded : run_.breakpoints) {
      auto breakpoint = read_breakpoint(recorded.text);
      if (!breakpoint) return contradiction("a stop is none: " + breakpoint.error().what);
      breakpoint->enabled = recorded.enabled;
      breakpoint->hits = recorded.hits;
      session_.breakpoints().add(std::move(*breakpoint));
    }
    return {};
  }

  // Parses a breakpoint with the symbols of the present source or, if it does not resolve there, of
  // another one; it is then inactive here.
  Result<Breakpoint> read_breakpoint(const std::string& text) {
    const Source& present = session_.source();
    auto breakpoint = parse_breakpoint(text, present.symbols, present.field->size());
    if (breakpoint) return breakpoint;
    const std::string problem = breakpoint.error().what;
    for (const auto& source : session_.sources().all()) {
      auto elsewhere = parse_breakpoint(text, source->symbols, source->field->size());
      if (!elsewhere) continue;
      elsewhere->problem = problem;
      return elsewhere;
    }
    return breakpoint;
  }

  const RecordedRun& run_;
  History& history_;
  Session& session_;
  Monitor* monitor_;
  std::int64_t reloaded_cells_ = 0;
  std::map<BranchId, BranchId> ids_;  // in the file -> in the history
};

Result<std::unique_ptr<Session>> rebuild(const RecordedRun& run, SessionOptions options,
                                         Monitor* monitor) {
  TRY(check_tree(run));
  const auto dialect = find_dialect(run.dialect);
  if (!dialect) return contradiction(fmt::format("there is no dialect {}", run.dialect));
  options.load.file = run.file;
  options.load.dialect = *dialect;
  options.load.size = run.size;
  options.load.annotations = run.annotations;
  options.regions = run.regions;
  options.seed = run.seed;
  options.recorded_max_stack = run.max_stack;
  InputLog first = common_inputs(run).at(run.branches.front().info.id);
  auto session = Session::open(run.source, std::move(first), std::move(options));
  if (!session) return tl::unexpected(session.error());
  // The saved breakpoints include those that the source declares, unless they were deleted.
  (*session)->breakpoints().clear();
  TRY(Rebuilder(run, **session, monitor).rebuild());
  return session;
}

tl::unexpected<Error> in_file(Error error, const std::string& file) {
  error.where = {file, 0, 0};
  return tl::unexpected(std::move(error));
}

Result<RecordedRun> recorded_run_in(std::string_view bytes, const std::string& file) {
  if (!is_recording(bytes)) {
    return in_file({{}, "this is not a recording", "save makes them"}, file);
  }
  const auto header = read_header(bytes);
  if (!header) return in_file(header.error(), file);
  auto run = parse_recorded_run(header->body);
  if (!run) return in_file(run.error(), file);
  return run;
}

}  // namespace

bool is_recording(std::string_view bytes) {
  return bytes.starts_with(magic);
}

Result<std::string> save_recording(Session& session, Monitor* monitor) {
  const SessionOptions& options = session.options();
  auto branches = TRY(recorded_branches(session, monitor));
  RecordedRun run;
  run.file = options.load.file;
  run.source = session.sources().all().front()->text;
  run.dialect = options.load.dialect.name;
  run.size = options.load.size;
  run.annotations = options.load.annotations;
  // They are declared for the first source, from which they may have moved away.
  const Size first = session.sources().all().front()->field->size();
  std::copy_if(options.regions.begin(), options.regions.end(), std::back_inserter(run.regions),
               [first](const Region& region) { return fits_into(region.area, first); });
  run.seed = options.seed;
  run.max_stack = options.effective_max_stack();
  run.branches = std::move(branches);
  run.branch = session.history().branch();
  run.tick = session.history().tick();
  for (const Breakpoint& breakpoint : session.breakpoints().all()) {
    run.breakpoints.push_back({describe(breakpoint), breakpoint.enabled, breakpoint.hits});
  }
  run.bookmarks = session.bookmarks().all();
  run.watched = session.watched();
  session.notebook().remove_lost(session.history());
  run.notebook = saved_notebook(session.notebook());
  const std::string body = to_json_text(run);
  return fmt::format("{}{}\n{}{}", magic, version, hash_line(body), body);
}

Result<void> check_recording(std::string_view bytes, const std::string& file) {
  const auto run = recorded_run_in(bytes, file);
  return run ? Result<void>() : tl::unexpected(run.error());
}

Result<std::unique_ptr<Session>> load_recording(std::string_view bytes, const std::string& file,
                                                const SessionOptions& options, Monitor* monitor) {
  const auto run = TRY(recorded_run_in(bytes, file));
  auto session = rebuild(run, options, monitor);
  if (!session) return in_file(session.error(), file);
  return session;
}

}  // namespace fungescope
