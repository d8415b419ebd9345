#include "debugger_ui/app/files/program_state.h"

#include "debugger_ui/app/test.h"
#include "front_end/program_file.h"
#include "support/session_fixture.h"

namespace {

const char* const endless = "1+:v\n^  <\n";
const char* const other_source = "2+:v\n^  <\n";

struct Run {
  explicit Run(std::string source, const std::vector<std::string>& lines = {},
               InputLog input = {}) {
    debugger = std::make_unique<Debugger>(test::open_session(std::move(source), std::move(input)),
                                          files, monitor);
    submit(lines);
  }
  void submit(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      const auto response = debugger->submit(line);
      REQUIRE_MESSAGE(response, (response ? "" : to_string(response.error())));
    }
  }
  RestoreResult restore(const ProgramState& state) { return resume(*debugger, monitor, state); }
  ProgramState state() { return capture(*debugger, monitor).value(); }
  Session& session() { return debugger->session(); }

  SessionFiles files;
  test::PollLimit monitor;
  std::unique_ptr<Debugger> debugger;
};

// Of the text that it is saved as.
ProgramState read_again(const ProgramState& state) {
  return parse_program_state(to_json_text(state, "test.b93")).value();
}

TEST_CASE("a state is restored: breakpoints with options, bookmarks, watches, tick and input") {
  const ProgramState state =
      Run(endless,
          {"break 2,1 west if tick > 10 hits 3 log \"at {tick}\"", "break tick 5000", "disable 2",
           "goto 40", "mark far", "goto 7", "watch depth + 1"},
          InputLog("4 2\xff", InputLog::End::closed))
          .state();
  CHECK(state.recording.empty());

  const ProgramState read = read_again(state);
  CHECK(read.image.input == state.image.input);
  Run after(endless, {}, *read.image.input);
  const RestoreResult resumed = after.restore(read);
  CHECK(resumed.problems.empty());
  const auto& breakpoints = after.session().breakpoints().all();
  REQUIRE(breakpoints.size() == 2);
  CHECK(describe(breakpoints[0]) == state.image.breakpoints[0].text);
  CHECK(breakpoints[0].every == 3);
  CHECK(breakpoints[0].enabled);
  CHECK_FALSE(breakpoints[1].enabled);
  CHECK(after.session().watched() == Lines{"depth + 1"});
  CHECK(after.session().history().tick() == 7);
  const Bookmark* const mark = after.session().bookmarks().find("far");
  REQUIRE(mark != nullptr);
  CHECK(mark->tick == 40);
  // The restored state can be saved again.
  CHECK(after.state().image.bookmarks == state.image.bookmarks);
}

TEST_CASE("regions declared by hand are restored, and breakpoints that name them") {
  const ProgramState state =
      Run(endless, {"region first = 0,0,2,1:hex", "region gone = 0,0,1,1",
                    "region second = 1,0,2,2", "region delete gone", "break change first"})
          .state();
  const ProgramState read = read_again(state);
  Run after(endless);
  CHECK(after.restore(read).problems.empty());
  const std::vector<Region>& regions = after.session().symbols().regions();
  REQUIRE(regions.size() == 2);
  CHECK(regions[0].name == "first");
  CHECK(regions[0].area == Rectangle{{0, 0}, {2, 1}});
  CHECK(regions[0].encoding.kind == Encoding::Kind::hex);
  CHECK(regions[1].name == "second");
  CHECK(after.session().breakpoints().all().size() == 1);

  // Of another source, whose own names come first.
  Run other(std::string(other_source) + "#$region[0,0](1x1) = First\n");
  const RestoreResult resumed = other.restore(read);
  REQUIRE(resumed.problems.size() == 1);
  CHECK(resumed.problems[0].find("region first: there is already a region 'First'") == 0);
  CHECK(other.session().symbols().regions().size() == 2);
  ProgramState next = other.state();
  carry_over(resumed.unrestored, next);
  CHECK(next.image.regions.size() == 2);
}

TEST_CASE("states that earlier versions saved are read") {
  const auto full = parse_program_state(test::data("states/full.json"));
  REQUIRE(full);
  const SessionImage& image = full->image;
  CHECK(full->source == hash_of_source(endless));
  CHECK(image.breakpoints ==
        std::vector<SavedBreakpoint>{{"2,1 if depth > 3"}, {"tick 50", false}});
  CHECK(image.bookmarks == std::vector<Bookmark>{{0, "far \xff", 40, 0}});
  CHECK(image.watched == Lines{"depth + 1"});
  REQUIRE(image.notebook.entries.size() == 1);
  CHECK(image.notebook.entries[0].question == "goto 40");
  CHECK(image.notebook.present == 1);
  REQUIRE(image.regions.size() == 1);
  CHECK(region_option(image.regions[0]) == "first=0,0,2,1:hex");
  CHECK(image.tick == 7);
  CHECK(image.seed == 93);
  CHECK(image.dialect == "strict");
  CHECK(size_option(image.size) == "100x40");
  CHECK(image.input == InputLog("4 2\xff", InputLog::End::closed));

  // From the time before notebooks, regions, dialects and sizes.
  const auto first = parse_program_state(test::data("states/first.json"));
  REQUIRE(first);
  CHECK(first->image.dialect.empty());
  CHECK(first->image.breakpoints.size() == 1);
  CHECK(same_run(*first, Run(endless).state()));
}

TEST_CASE("with edits, a region that was deleted later stays deleted") {
  ProgramState state = Run(endless, {"region former = 0,0,2,1", "set cell(0,0) = '7'"}).state();
  REQUIRE_FALSE(state.recording.empty());
  state.image.regions.clear();
  Run after(endless);
  CHECK(after.restore(state).problems.empty());
  after.submit({"region later = 1,0,1,1"});
  REQUIRE(restore_edited_run(*after.debugger, after.monitor, state.recording));
  REQUIRE(after.session().symbols().regions().size() == 1);
  CHECK(after.session().symbols().regions()[0].name == "later");
}

TEST_CASE("the notebook is restored, and a file without one or with a damaged one loads") {
  Run before(endless);
  before.submit({"goto 40", "goto 20", "notebook note found", "notebook go 2"});
  const ProgramState state = before.state();
  ProgramState read = read_again(state);
  CHECK(read.image.notebook == state.image.notebook);
  Run after(endless);
  CHECK(after.restore(read).problems.empty());
  CHECK(after.session().history().tick() == 40);
  CHECK(after.session().notebook().all() == before.session().notebook().all());
  CHECK(after.session().notebook().present()->number == 2);
  after.submit({"notebook back"});
  CHECK(after.session().history().tick() == 0);

  auto json = nlohmann::json::parse(to_json_text(state, "test.b93"));
  json.erase("notebook");
  const auto other = parse_program_state(json.dump());
  REQUIRE(other);
  Run without(endless);
  CHECK(without.restore(*other).problems.empty());

  read.image.notebook.present = 9;
  Run damaged(endless);
  const auto problems = damaged.restore(read).problems;
  CHECK(problems == Lines{"the notebook has no present entry; it is left out"});
  CHECK(damaged.session().history().tick() == 40);
}

TEST_CASE("edits are restored with their branches") {
  const ProgramState state = Run(endless, {"goto 20", "set cell(0,0) = '7'", "step 5"}).state();
  REQUIRE_FALSE(state.recording.empty());

  Run after(endless, {"break 2,1"});
  REQUIRE(restore_edited_run(*after.debugger, after.monitor, state.recording));
  CHECK(after.session().breakpoints().all().size() == 1);
  CHECK(after.session().history().branches().size() == 2);
  CHECK(after.session().machine().tick == 25);
  CHECK(after.session().machine().field.at(Point{0, 0}) == '7');
}

TEST_CASE("of another source breakpoints and watches are restored, and the rest is reported") {
  ProgramState state = Run(endless, {"goto 20", "mark here", "break 2,1", "watch 1 + 1"}).state();
  state.image.breakpoints.push_back({"change nowhere"});

  Run after(other_source);
  const RestoreResult resumed = after.restore(state);
  CHECK(resumed.problems.size() == 2);
  CHECK(after.session().history().tick() == 0);
  CHECK(after.session().bookmarks().all().empty());
  CHECK(after.session().breakpoints().all().size() == 1);
  REQUIRE(resumed.unrestored.image.breakpoints.size() == 1);

  ProgramState next = after.state();
  carry_over(resumed.unrestored, next);
  REQUIRE(next.image.breakpoints.size() == 2);
  CHECK(next.image.breakpoints[1].text == "change nowhere");
  carry_over(resumed.unrestored, next);
  CHECK(next.image.breakpoints.size() == 2);
}

TEST_CASE("an interruption loses no bookmark") {
  constexpr const char* busy = "v       \n>:1+:9`#v_$v\n^        <  \n^          <";
  const ProgramState state = Run(busy, {"goto 5000000", "mark far"}).state();
  Run after(busy);
  test::PollLimit hasty;
  hasty.polls_left = 0;
  const RestoreResult resumed = resume(*after.debugger, hasty, state);
  CHECK(after.session().history().tick() < 5'000'000);
  CHECK(resumed.unrestored.image.bookmarks == state.image.bookmarks);
}

TEST_CASE("each program has a state file, named by its path") {
  const TemporaryFolder folder;
  const std::string program = folder.file("a.b93", endless);
  CHECK_FALSE(load_program_state(program)->has_value());
  Run run(endless, {"break 1,0"});
  REQUIRE(save_program_state(program, run.state()));
  const auto known = load_program_state(program).value();
  REQUIRE(known);
  CHECK(known->image.breakpoints == run.state().image.breakpoints);
  CHECK_FALSE(load_program_state("")->has_value());
  CHECK(program_state_paths(program).state != program_state_paths(folder / "b.b93").state);
  CHECK(program_state_paths(folder / "./a.b93").state == program_state_paths(program).state);
}

TEST_CASE("the recording is in the same folder, and is removed with the last edit") {
  const TemporaryFolder folder;
  Run run(endless, {"goto 20", "set cell(0,0) = '7'"});
  const ProgramState state = run.state();
  REQUIRE(save_program_state("", state));
  const auto paths = program_state_paths("");
  CHECK(test::file_bytes(paths.recording) == state.recording);
  CHECK((*load_program_state(""))->recording == state.recording);
  REQUIRE(save_program_state("", Run(endless).state()));
  CHECK_FALSE(std::filesystem::exists(paths.recording));
}

TEST_CASE("bookmarks of another source are saved to another file before they are overwritten") {
  const TemporaryFolder folder;
  Run run(endless, {"mark start"});
  REQUIRE(save_program_state("", run.state()));
  REQUIRE(save_program_state("", Run(other_source).state()));
  const std::string aside = test::file_bytes(program_state_paths("").state + ".before");
  CHECK(aside.find("start") != std::string::npos);
}

TEST_CASE("a file of a newer version is neither read nor overwritten") {
  const TemporaryFolder folder;
  const std::string path = program_state_paths("").state;
  const std::string later = R"({"fungescope_program": 2, "breakpoints": {"new": "shape"}})";
  folder.file(path.substr(folder.folder().size() + 1), later);
  const auto known = load_program_state("");
  REQUIRE_FALSE(known);
  CHECK(known.error().what.find("later version") != std::string::npos);
  CHECK_FALSE(save_program_state("", Run(endless).state()));
  CHECK(test::file_bytes(path) == later);
}

TEST_CASE("a damaged file is renamed and reported") {
  const TemporaryFolder folder;
  const std::string path = program_state_paths("").state;
  for (const char* const broken :
       {"", "{\"fungescope_pro", "[1]", R"({"fungescope_program": 1, "source": "x"})"}) {
    folder.file(path.substr(folder.folder().size() + 1), broken);
    const auto known = load_program_state("");
    REQUIRE_FALSE(known);
    CHECK(known.error().advice.find(".broken") != std::string::npos);
    CHECK(test::file_bytes(path + ".broken") == broken);
    CHECK_FALSE(load_program_state("")->has_value());
  }
}

}  // namespace
