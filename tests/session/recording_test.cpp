// Runs as files: what comes back is the same run, and what is no such file is refused.
#include "session/recording/recording.h"

#include "base/json.h"

#include "debugged.h"
#include "with_hash.h"

namespace {

// Echoes numbers, with a random walk between them and code that it writes itself.
constexpr const char* walker =
    "&.>?v\n"
    "^  <<\n"
    "^:+5<\n";

std::string save(Debugged& debugged) {
  return save_recording(debugged.debugger.session(), nullptr).value();
}

std::string refusal(const std::string& bytes) {
  const auto loaded = load_recording(bytes, "file", {}, nullptr);
  REQUIRE(!loaded.has_value());
  std::string text = to_string(loaded.error());
  CHECK(text.rfind("file: ", 0) == 0);
  return text;
}

// A file whose hash is right, whatever is in it.
std::string body_of(const std::string& bytes) {
  return bytes.substr(bytes.find('\n', bytes.find('\n') + 1) + 1);
}

// The hash of the machine at the end of each branch.
std::map<BranchId, std::uint64_t> ends(Session& session) {
  History& history = session.history();
  const BranchId branch = history.branch();
  const Tick tick = history.tick();
  std::map<BranchId, std::uint64_t> hashes;
  for (const BranchInfo& info : history.branches()) {
    REQUIRE(history.switch_to(info.id).has_value());
    history.seek(info.end);
    hashes[info.id] = history.machine().hash();
  }
  REQUIRE(history.switch_to(branch).has_value());
  history.seek(tick);
  return hashes;
}

// A run with branches of every kind of edit, and input that came late.
std::string numbers(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += fmt::format(" {}", i);
  return text;
}

void branch_out(Debugged& debugged) {
  debugged("c");
  debugged("input \"" + numbers(0, 60) + " \"");
  debugged.run({"goto 300", "goto 20", "set 0,2 = '>'", "push 5", "goto 200"});
  debugged("goto 20");  // where branch 1 begins: a branch of it
  debugged.run({"set ip 2,0 east", "goto 60", "input 99", "goto 400", "goto 100", "input replace 4",
                "input 5", "goto 104", "branch 0", "input 77", "input end", "goto 350", "goto 33",
                "break change 0,2 if new > 3 hits 2 log \"{tick}\"", "break output \"\\xff\\n\"",
                "disable 2"});
}

struct Branched : Debugged {
  Branched() : Debugged(walker, {}, seeded()) { branch_out(*this); }
  static SessionOptions seeded() {
    SessionOptions options{.seed = 7};
    return options;
  }
};

}  // namespace

TEST_CASE("a loaded run is the saved one, branch by branch") {
  Branched debugged;
  const auto saved = ends(debugged.debugger.session());
  const std::uint64_t present = debugged.machine().hash();
  const std::string bytes = save(debugged);
  CHECK(debugged.machine().hash() == present);
  CHECK(is_recording(bytes));

  auto loaded = load_recording(bytes, "file", {}, nullptr);
  if (!loaded) FAIL(to_string(loaded.error()));
  CHECK((*loaded)->machine().hash() == present);
  CHECK((*loaded)->history().tick() == 33);
  CHECK((*loaded)->history().branch() == debugged.debugger.session().history().branch());
  CHECK(ends(**loaded) == saved);
  CHECK(saved.size() >= 4);
  REQUIRE((*loaded)->breakpoints().all().size() == 2);
  CHECK(describe((*loaded)->breakpoints().all()[0]) ==
        describe(debugged.debugger.session().breakpoints().all()[0]));
  CHECK(!(*loaded)->breakpoints().all()[1].enabled);
  // And saved again it is the same file.
  const auto again = save_recording(**loaded, nullptr).value();
  CHECK(again == bytes);
}

TEST_CASE("reloads are in a recording, with edits around them and names on both sides") {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{};
  options.load.size->source = true;
  Debugged debugged(countdown, {}, options);
  debugged.run({"goto 20", "set Loop::count = 7", "break change Loop::count"});
  // Joins the edit before it in one branch.
  std::string larger = std::string(countdown) + "#$watch[60,6]:int = far" + std::string(50, ' ');
  larger += "\n";
  debugged.files.files["test.b93"] = larger;
  debugged.run({"reload", "break change far hits 2", "break change Loop::count if far > 0",
                "goto 30", "set far = 12", "goto 40"});
  std::string last = larger;
  last.replace(last.find("count"), 5, "total");
  debugged.files.files["test.b93"] = last;
  debugged.run({"reload", "push 5", "goto 50"});
  Session& session = debugged.debugger.session();
  CHECK(session.sources().size() == 3);
  const auto saved = ends(session);
  CHECK(saved.size() == 4);
  for (const char* present : {"goto 50", "goto 35", "goto 10"}) {
    CAPTURE(present);
    debugged(present);
    const std::string bytes = save(debugged);
    auto loaded = load_recording(bytes, "file", {}, nullptr);
    if (!loaded) FAIL(to_string(loaded.error()));
    CHECK(ends(**loaded) == saved);
    CHECK((*loaded)->history().tick() == debugged.tick());
    CHECK((*loaded)->source().text == session.source().text);
    CHECK((*loaded)->machine() == session.machine());
    REQUIRE((*loaded)->breakpoints().all().size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(i);
      CHECK(describe((*loaded)->breakpoints().all()[i]) ==
            describe(session.breakpoints().all()[i]));
      CHECK((*loaded)->breakpoints().all()[i].problem == session.breakpoints().all()[i].problem);
    }
    const auto again = save_recording(**loaded, nullptr).value();
    CHECK(again == bytes);
  }
  Json json = Json::parse(body_of(save(debugged)));
  REQUIRE(json["branches"][1]["edits"][1]["kind"] == "source");
  json["branches"][1]["edits"][1]["bytes"] = "@";
  CHECK(contains(refusal(with_hash(json.dump())), "edit of branch 1"));
}

TEST_CASE("commands save and load") {
  Branched debugged;
  debugged.run({"save run", "goto 1", "load run"});
  CHECK(debugged.tick() == 33);
  CHECK(contains(debugged.error("load test.b93"), "no such file"));
}

TEST_CASE("a damaged recording is refused, wherever the damage is") {
  Debugged debugged(countdown);
  debugged("goto 30");
  const std::string bytes = save(debugged);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    CAPTURE(i);
    CHECK(!load_recording(damaged, "file", {}, nullptr).has_value());
  }
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    CHECK(!load_recording(bytes.substr(0, size), "file", {}, nullptr).has_value());
  }
  CHECK(contains(refusal(bytes.substr(0, bytes.size() - 1)), "damaged"));
}

TEST_CASE("foreign, newer and contradictory files are refused with a reason") {
  CHECK(contains(refusal("#!/bin/sh\n"), "not a recording"));
  CHECK(contains(refusal("fungescope recording 2\n0\n{}"), "version 2"));
  CHECK(contains(refusal("fungescope recording 1"), "cut off"));
  CHECK(contains(refusal(with_hash("{")), "not JSON"));
  CHECK(contains(refusal(with_hash("[]")), "not a JSON object"));
  CHECK(contains(refusal(with_hash("{}")), "program is missing"));
}

TEST_CASE("contradictory recordings are refused with a reason, damaged lists of instants too") {
  struct Damage {
    const char* pointer;
    Json value;
    const char* reason;
  };
  const auto check = [](Debugged& debugged, const std::vector<Damage>& damages) {
    const Json good = Json::parse(body_of(save(debugged)));
    REQUIRE(load_recording(with_hash(good.dump()), "file", {}, nullptr).has_value());
    for (const Damage& damage : damages) {
      CAPTURE(damage.pointer);
      Json json = good;
      json[Json::json_pointer(damage.pointer)] = damage.value;
      const std::string text = refusal(with_hash(json.dump()));
      CHECK_MESSAGE(contains(text, damage.reason), text);
    }
  };
  Branched branched;
  check(branched, {{"/tick", -1, "tick is not a number"},
                   {"/tick", 100'000, "contradicts"},
                   {"/branch", 17, "contradicts"},
                   {"/seed", 8, "tick"},
                   {"/branches", Json::array(), "contradicts"},
                   {"/branches/1/parent", 3, "contradicts"},
                   {"/branches/1/begin", 9'999, "contradicts"},
                   {"/branches/0/hash", 1, "another state"},
                   {"/branches/1/edits/0/x", 1'000, "edit"},
                   {"/branches/1/edits/0/kind", "?", "kind"},
                   {"/stops/0/text", "nonsense", "stop"},
                   {"/program/dialect", "klingon", "dialect"},
                   {"/program/source", "\xc4\x80", "U+FF"}});
  Debugged visited(countdown);
  for (const char* const line : {"goto 10", "goto 12"}) visited(line);
  check(visited, {{"/notebook/present", 7, "the notebook has no present entry"},
                  {"/notebook/entries/1/branch", 4, "the notebook is on branch 4"},
                  {"/notebook/entries/1/tick", 1000, "the notebook is at tick 1000"},
                  {"/notebook/entries/1/number", 1, "do not ascend"},
                  {"/notebook/entries/1/number", 4294967295, "do not ascend"},
                  {"/notebook/entries/1/number", 4294967296, "too large"},
                  {"/notebook/entries/1/from", 3, "entry 2 of the notebook has no predecessor"},
                  {"/notebook/entries/1/question", std::string(2000, 'x'), "too long"},
                  {"/notebook/entries/1/note", 5, "note"}});
  Debugged marked(countdown);
  for (const char* const line : {"goto 10", "mark", "mark second"}) marked(line);
  check(marked, {{"/bookmarks/1/branch", 4, "a bookmark is on branch 4"},
                 {"/bookmarks/1/tick", 11, "a bookmark is at tick 11"},
                 {"/bookmarks/1/name", "Tick 10", "is taken"},
                 {"/bookmarks/1/name", "", "is empty"},
                 {"/bookmarks/1/name", 5, "name"}});
}

TEST_CASE("a recording without bookmarks, watched expressions and a notebook loads") {
  Debugged debugged(countdown);
  for (const char* const line : {"goto 10", "mark", "watch tick", "goto 12"}) debugged(line);
  Json old = Json::parse(body_of(save(debugged)));
  for (const char* const key : {"bookmarks", "watched", "notebook"}) old.erase(key);
  const auto loaded = load_recording(with_hash(old.dump()), "file", {}, nullptr).value();
  CHECK(loaded->bookmarks().all().empty());
  CHECK(loaded->watched().empty());
  REQUIRE(loaded->notebook().all().size() == 1);
  CHECK(loaded->notebook().present()->at == BranchInstant{0, 12});
}

TEST_CASE("loading can be interrupted") {
  Debugged debugged("><");
  debugged("goto 20M");
  const std::string bytes = save(debugged);
  PollLimit poll_limit(2);
  CHECK(contains(message_of(load_recording(bytes, "file", {}, &poll_limit)), "interrupted"));
}

namespace {

// The recording of a program, with other limits.
std::string changed(Debugged& debugged, const std::function<void(Json&)>& change) {
  Json json = Json::parse(body_of(save(debugged)));
  change(json);
  return with_hash(json.dump());
}

}  // namespace

TEST_CASE("a recording cannot allow a larger stack than the user") {
  Debugged debugged("1>1v\n ^ <\n");
  debugged("goto 100");
  const std::string hostile = changed(debugged, [](Json& j) {
    j["max_stack"] = std::uint64_t{1} << 40U;
    j["branches"][0]["end"] = std::uint64_t{1} << 40U;
  });
  SessionOptions options{.max_stack = 5000};
  CHECK(message_of(load_recording(hostile, "file", options, nullptr)) ==
        "file: the run was recorded with a stack of up to 1099511627776 values and needs more than "
        "the 5000 that are allowed here; load it with a larger --max-stack if you trust it");

  // It is loaded if it does not need as much, with the user's limit.
  Debugged harmless("1>1v\n ^ <\n", {}, SessionOptions{.max_stack = std::size_t{1} << 40U});
  harmless("goto 100");
  auto loaded = load_recording(save(harmless), "file", options, nullptr).value();
  CHECK(loaded->machine().max_stack == 5000);
}

TEST_CASE("a smaller limit of a recording holds for its run, and not for the next that is loaded") {
  Debugged limited("1>1v\n ^ <\n", {}, SessionOptions{.max_stack = 20});
  limited("continue");
  REQUIRE(limited.machine().status == Status::faulted);
  Debugged debugged("1>1v\n ^ <\n");
  debugged.run({"goto 500", "save deep"});
  debugged.files.files["limited"] = save(limited);
  debugged("load limited");
  CHECK(debugged.machine().max_stack == 20);
  debugged("save again");
  CHECK(debugged.files.files["again"] == debugged.files.files["limited"]);
  debugged("load deep");
  CHECK(debugged.machine().max_stack == ValueStack::default_limit);
  CHECK(debugged.tick() == 500);
}

TEST_CASE("a recording of an endless run loads until it is interrupted, in bounded memory") {
  Debugged debugged("9>:.:03p1-:v\n ^         <\n");
  debugged("goto 1000");
  const std::string endless = changed(
      debugged, [](Json& j) { j["branches"][0]["end"] = std::uint64_t{100'000'000'000'000'000}; });
  // The monitor is asked again and again, with the goal, and ends the loading.
  class Asked final : public Monitor {
   public:
    bool should_continue(Tick now, Tick goal) override {
      goals_right = goals_right && goal == 100'000'000'000'000'000;
      last = now;
      return ++polls < 20;
    }
    int polls = 0;
    bool goals_right = true;
    Tick last = 0;
  } monitor;
  CHECK(message_of(load_recording(endless, "file", {}, &monitor)) == "file: interrupted");
  CHECK(monitor.goals_right);
  CHECK(monitor.last > 1000);
}

TEST_CASE("a recording that is nested deeply is refused before it is parsed") {
  CHECK(contains(refusal(with_hash(std::string(100'000, '['))), "nested too deeply"));
}

TEST_CASE("a recording cannot fill the memory with sources") {
  Debugged debugged(countdown);
  for (int i = 0; i < 5; ++i) {
    debugged("step");
    debugged.files.files["test.b93"] = std::string(countdown) + std::string(i + 1, '#') + '\n';
    debugged("reload");
  }
  const std::string bytes = save(debugged);
  CHECK(load_recording(bytes, "file", {}, nullptr));
  SessionOptions options;
  options.load.max_cells = debugged.machine().field.size().area();
  CHECK(contains(message_of(load_recording(bytes, "file", options, nullptr)), "cells together"));
}
