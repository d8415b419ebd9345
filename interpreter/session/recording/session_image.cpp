// Rebuilding branches.
//
// An image does not record when late input arrived, because a run depends only on the bytes that it
// reads. But a branch inherits the input that its parent had when the branch began, and input can
// only be appended. So rebuilding has two passes. The first gives each branch the input that it has
// in common with all its descendants, which is at least as much as it had read by then, and creates
// the branches. The second appends the rest of each branch's own input and runs it to its end.
#include "session/recording/session_image.h"

#include "lang/dialect.h"
#include "session/run_control/breakpoint.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> contradiction(const std::string& what) {
  return fail({}, "the recording contradicts itself: " + what);
}

// Checks that the branches form a tree and the ticks fit into it.
Result<void> check_tree(const SessionImage& image) {
  std::map<BranchId, const SavedBranch*> known;
  for (const SavedBranch& branch : image.branches) {
    const bool first = known.empty();
    const auto parent = known.find(branch.parent);
    if (first ? branch.id != branch.parent || branch.begin != 0 : parent == known.end()) {
      return contradiction(fmt::format("branch {} has no parent", branch.id));
    }
    if (known.contains(branch.id)) {
      return contradiction(fmt::format("there are two branches {}", branch.id));
    }
    if (first != branch.edits.empty()) {
      return contradiction(fmt::format("branch {} has {}", branch.id,
                                       first ? "edits, and is the first" : "no edits"));
    }
    const bool fits =
        branch.begin <= branch.end &&
        (first || (branch.begin >= parent->second->begin && branch.begin <= parent->second->end));
    if (!fits) return contradiction(fmt::format("the ticks of branch {}", branch.id));
    known.emplace(branch.id, &branch);
  }
  const auto current = known.find(image.branch);
  if (current == known.end()) return contradiction("it has no present branch");
  if (image.tick > current->second->end) return contradiction("it has no present tick");
  return {};
}

bool replaces_input(const SavedBranch& branch) {
  return std::any_of(branch.edits.begin(), branch.edits.end(), [](const SavedEdit& saved) {
    return std::holds_alternative<SetInput>(saved.edit);
  });
}

// Returns the input of each branch in the first pass.
std::map<BranchId, InputLog> common_inputs(const SessionImage& image) {
  std::map<BranchId, InputLog> common;
  for (const SavedBranch& branch : image.branches) common[branch.id] = branch.input;
  // Children follow their parents, so in reverse order each is complete when it is used.
  for (auto branch = image.branches.rbegin(); branch != image.branches.rend(); ++branch) {
    if (branch->id == branch->parent || replaces_input(*branch)) continue;
    const InputLog& own = common[branch->id];
    InputLog& parent = common[branch->parent];
    if (own == parent) continue;
    const auto [common_end, own_end] = std::mismatch(parent.bytes().begin(), parent.bytes().end(),
                                                     own.bytes().begin(), own.bytes().end());
    parent = InputLog(std::string(parent.bytes().begin(), common_end));
  }
  return common;
}

class Rebuilder {
 public:
  Rebuilder(const SessionImage& image, Session& session, Monitor* monitor)
      : image_(image), history_(session.history()), session_(session), monitor_(monitor) {}

  Result<void> rebuild() {
    const std::map<BranchId, InputLog> common = common_inputs(image_);
    for (const SavedBranch& branch : image_.branches) {
      if (branch.id != branch.parent) TRY(begin(branch));
      ids_[branch.id] = history_.branch();
      TRY(append_input(common.at(branch.id)));
    }
    for (const SavedBranch& branch : image_.branches) TRY(finish(branch));
    TRY(switch_to(image_.branch, image_.tick));
    session_.watched() = image_.watched;
    TRY(set_bookmarks());
    TRY(set_notebook());
    return set_breakpoints();
  }

 private:
  // Seeks on the present branch; fails unless it arrives.
  Result<void> seek_exactly(BranchId saved, Tick tick) {
    const StopReason arrival = history_.seek(tick, monitor_);
    if (arrival == StopReason::interrupted) return fail({}, "interrupted");
    if (history_.tick() == tick) return {};
    const Machine& machine = history_.machine();
    if (machine.status == Status::faulted && image_.max_stack > machine.max_stack) {
      return fail({},
                  fmt::format("the run was recorded with a stack of up to {} values and needs more "
                              "than the {} that are allowed here",
                              image_.max_stack, machine.max_stack),
                  "load it with a larger --max-stack if you trust it");
    }
    return contradiction(fmt::format("branch {} does not come to tick {}", saved, tick));
  }

  Result<void> switch_to(BranchId saved, Tick tick) {
    TRY(history_.switch_to(ids_.at(saved), monitor_));
    return seek_exactly(saved, tick);
  }

  Result<void> begin(const SavedBranch& branch) {
    // A branch that has not run yet joins edits at its beginning, so it is run by one tick first.
    const Tick parent_begin = history_.info(ids_.at(branch.parent)).begin;
    if (branch.begin == parent_begin && branch.parent != image_.branches.front().id) {
      TRY(switch_to(branch.parent, branch.begin + 1));
    }
    TRY(switch_to(branch.parent, branch.begin));
    for (const auto& [edit, source] : branch.edits) {
      const bool reload = std::holds_alternative<SetSource>(edit);
      if (auto edited = reload ? change_source(source) : history_.edit(edit); !edited) {
        return contradiction(
            fmt::format("an edit of branch {} does not fit: {}", branch.id, edited.error().what));
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
    TRY(history_.give_input(more));
    return wanted.closed() ? history_.close_input() : Result<void>();
  }

  Result<void> finish(const SavedBranch& branch) {
    TRY(history_.switch_to(ids_.at(branch.id), monitor_));
    TRY(append_input(branch.input));
    TRY(seek_exactly(branch.id, branch.end));
    if (recorded_hash() == branch.hash) return {};
    return fail({},
                fmt::format("at tick {} of branch {} this program comes to another state than "
                            "the one that recorded it",
                            branch.end, branch.id),
                "load it with the version that saved it");
  }

  // The limit of the stack is part of the machine's state, and may have been another one.
  [[nodiscard]] std::uint64_t recorded_hash() const {
    if (history_.machine().max_stack == image_.max_stack) return history_.machine().hash();
    Machine recorded = history_.machine();
    recorded.max_stack = image_.max_stack;
    return recorded.hash();
  }

  Result<void> set_bookmarks() {
    for (const Bookmark& saved : image_.bookmarks) {
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
    std::vector<NotebookEntry> entries = image_.notebook.entries;
    if (entries.empty()) {
      const BranchInstant here{history_.branch(), history_.tick()};
      return session_.notebook().restore(
          {{.number = 1, .at = here, .question = "load the recording"}}, 1);
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
    auto restored = session_.notebook().restore(std::move(entries), image_.notebook.present);
    return restored ? restored : contradiction(restored.error().what);
  }

  Result<void> set_breakpoints() {
    Result<void> result;
    restore_breakpoints(image_, session_, [&](const SavedBreakpoint& stop, const std::string& why) {
      if (result) result = contradiction(fmt::format("stop {}: {}", stop.text, why));
    });
    return result;
  }

  const SessionImage& image_;
  History& history_;
  Session& session_;
  Monitor* monitor_;
  std::int64_t reloaded_cells_ = 0;
  std::map<BranchId, BranchId> ids_;  // in the file -> in the history
};

// Parses a breakpoint with the symbols of the present source or, if it does not resolve there, of
// another one; it is then inactive here.
Result<Breakpoint> parse_in_any_source(const std::string& text, const Session& session) {
  const auto parse = [&text](const Source& source) {
    return parse_breakpoint(text, source.symbols, source.field->size());
  };
  auto breakpoint = parse(session.source());
  if (breakpoint) return breakpoint;
  for (const auto& source : session.sources()) {
    auto elsewhere = parse(*source);
    if (!elsewhere) continue;
    elsewhere->problem = breakpoint.error().what;
    return elsewhere;
  }
  return breakpoint;
}

}  // namespace

SessionImage image_of(Session& session) {
  const SessionOptions& options = session.options();
  const History& history = session.history();
  SessionImage image;
  image.source = session.sources().front()->text;
  image.file = options.load.file;
  image.annotations = options.load.annotations;
  image.dialect = options.load.dialect.name;
  image.size = options.load.size;
  image.regions = options.regions;
  image.seed = options.seed;
  image.max_stack = options.effective_max_stack();
  image.input = history.input();
  image.branch = history.branch();
  image.tick = history.tick();
  for (const Breakpoint& breakpoint : session.breakpoints().all()) {
    image.breakpoints.push_back({describe(breakpoint), breakpoint.enabled, breakpoint.hits});
  }
  image.bookmarks = session.bookmarks().all();
  image.watched = session.watched();
  if (const NotebookEntry* const present = session.notebook().present()) {
    image.notebook = {session.notebook().all(), present->number};
  }
  return image;
}

Result<void> add_branches(Session& session, SessionImage& image, Monitor* monitor) {
  History& history = session.history();
  const ScopedSeek scoped_seek(history);
  for (const BranchInfo& info : history.branches()) {
    TRY(history.switch_to(info.id, monitor));
    if (history.seek(info.end, monitor) == StopReason::interrupted) return fail({}, "interrupted");
    SavedBranch branch{
        info.id, info.parent, info.begin, info.end, {}, history.input(), history.machine().hash()};
    for (const Edit& edit : info.edits) {
      const auto* const reload = std::get_if<SetSource>(&edit);
      branch.edits.push_back(
          {edit, reload == nullptr ? std::string() : session.source_of(*reload->field).text});
    }
    image.branches.push_back(std::move(branch));
  }
  return {};
}

Result<std::unique_ptr<Session>> session_of(const SessionImage& image, SessionOptions limits,
                                            Monitor* monitor) {
  const bool has_branches = !image.branches.empty();
  if (has_branches) TRY(check_tree(image));
  const auto dialect = find_dialect(image.dialect);
  if (!dialect) return contradiction(fmt::format("there is no dialect {}", image.dialect));
  SessionOptions options = std::move(limits);
  options.load.file = image.file;
  options.load.dialect = *dialect;
  options.load.size = image.size;
  options.load.annotations = image.annotations;
  options.regions = image.regions;
  options.seed = image.seed;
  constexpr std::uint64_t max_size = std::numeric_limits<std::size_t>::max();
  options.recorded_max_stack = static_cast<std::size_t>(std::min(image.max_stack, max_size));
  InputLog input = has_branches ? common_inputs(image).at(image.branches.front().id)
                                : image.input.value_or(InputLog());
  auto session = Session::open(image.source, std::move(input), std::move(options));
  if (!session || !has_branches) return session;
  // The saved breakpoints include those that the source declares, unless they were deleted.
  (*session)->breakpoints().clear();
  TRY(Rebuilder(image, **session, monitor).rebuild());
  return session;
}

void restore_breakpoints(
    const SessionImage& image, Session& session,
    const std::function<void(const SavedBreakpoint&, const std::string& reason)>& refuse) {
  std::vector<Breakpoint>& all = session.breakpoints().all();
  const std::size_t before = all.size();
  for (const SavedBreakpoint& saved : image.breakpoints) {
    auto breakpoint = parse_in_any_source(saved.text, session);
    if (!breakpoint) {
      refuse(saved, breakpoint.error().what);
      continue;
    }
    breakpoint->enabled = saved.enabled;
    breakpoint->hits = saved.hits;
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(before);
    const auto there = std::find_if(all.begin(), end, [&](const Breakpoint& other) {
      return describe(other) == describe(*breakpoint);
    });
    if (there != end) {
      there->enabled = saved.enabled;
    } else {
      session.breakpoints().add(std::move(*breakpoint));
    }
  }
}

}  // namespace fungescope
