// The notebook: what becomes an entry, going between entries, names and notes, the Markdown.
#include "session/notebook.h"

#include "session/commands/visits.h"
#include "session/recording/recording.h"
#include "session/views/notebook_view.h"

#include <string>
#include <vector>

#include "debugged.h"
#include "with_hash.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

const char* const climbing = "1+:v\n^  <\n";

struct Noted : Debugged {
  explicit Noted(std::string source = climbing) : Debugged(std::move(source)) {}

  Notebook& notebook() { return debugger.session().notebook(); }
  const NotebookEntry& present() {
    REQUIRE(notebook().present() != nullptr);
    return *notebook().present();
  }
  // The ticks of all entries.
  std::vector<Tick> ticks() {
    std::vector<Tick> all;
    for (const NotebookEntry& entry : notebook().all()) all.push_back(entry.at.tick);
    return all;
  }
  std::vector<std::string> questions() {
    std::vector<std::string> all;
    for (const NotebookEntry& entry : notebook().all()) all.push_back(question_text(entry));
    return all;
  }
  bool back() { return debugger.submit("notebook back").has_value(); }
  bool forward() { return debugger.submit("notebook forward").has_value(); }
};

using Ticks = std::vector<Tick>;
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("commands that move the present are entries, with their line and where they stopped") {
  Noted noted(countdown);
  noted("break change Loop::count");
  noted("where");
  noted("  continue ");
  noted("back continue");
  noted("goto 500");
  CHECK(noted.questions() == Lines{"start", "continue", "back continue", "goto 500"});
  CHECK(noted.notebook().all()[1].answer ==
        "stop 1: change Loop::count; Loop::count from 32 to 9, by (7, 0); at (8, 0), "
        "'1' digit_1: push 1");
  CHECK(noted.notebook().all()[2].answer ==
        "this is the beginning; at (0, 0), '9' digit_9: push 9");
  CHECK(noted.present().answer == "the program has ended; at (12, 1), '@' end: end the program");
  CHECK(noted.present().at.tick == noted.tick());
  CHECK(noted.present().from == 3);
}

TEST_CASE("back and forward go between the ends of jumps") {
  Noted noted;
  CHECK(noted.error("notebook back") == "10: no instant was visited before");
  noted("goto 100");
  noted("goto 40");
  CHECK_FALSE(noted.forward());
  CHECK(noted.back());
  CHECK(noted.tick() == 100);
  CHECK(noted.back());
  CHECK(noted.tick() == 0);
  CHECK_FALSE(noted.back());
  CHECK(noted.forward());
  CHECK(noted.forward());
  CHECK(noted.tick() == 40);
  CHECK(noted.ticks() == Ticks{0, 100, 40});
  CHECK(noted("notebook back").data["entry"]["number"] == 2);
}

TEST_CASE("steps move the entry that they start from, and add none") {
  Noted noted;
  noted("goto 100");
  for (int i = 0; i < 50; ++i) noted("step");
  noted("goto 10");
  CHECK(noted.questions() == Lines{"start", "goto 100, then 50 steps", "goto 10"});
  CHECK(noted.back());
  CHECK(noted.tick() == 150);
  CHECK(noted.present().answer == "at (0, 8), ' ' blank: nothing: on to the next cell");
  // They do not lose what is ahead either.
  noted("back step");
  CHECK(noted.tick() == 149);
  CHECK(noted.forward());
  CHECK(noted.tick() == 10);
}

TEST_CASE("a step leaves an entry that has a note or a name") {
  Noted noted;
  noted("goto 100");
  noted("notebook note here it is odd");
  noted("step");
  CHECK(noted.ticks() == Ticks{0, 100, 101});
  noted("step");
  noted("mark odd");
  noted("step");
  noted("step");
  CHECK(noted.ticks() == Ticks{0, 100, 102, 104});
  CHECK(noted.questions().back() == "step, then 1 step");
  noted("notebook go 2");
  noted("notebook note");
  noted("step");
  CHECK(noted.ticks() == Ticks{0, 101, 102, 104});
}

TEST_CASE("a jump after going back begins another way and loses nothing") {
  Noted noted;
  for (const char* const line : {"goto 10", "goto 20", "goto 30"}) noted(line);
  noted.back();
  noted.back();
  noted("goto 25");
  CHECK_FALSE(noted.forward());
  CHECK(noted.ticks() == Ticks{0, 10, 20, 30, 25});
  CHECK(noted.back());
  CHECK(noted.tick() == 10);
  CHECK(noted.forward());
  CHECK(noted.tick() == 25);
  // Back on the first way, forward leads along it.
  noted("notebook go 4");
  CHECK(noted.tick() == 30);
  CHECK(noted.back());
  CHECK(noted.back());
  CHECK(noted.forward());
  CHECK(noted.tick() == 20);
}

TEST_CASE("a jump to the present instant, a question and an error are no entries") {
  Noted noted;
  noted("goto 10");
  noted("goto 10");
  noted("who 0,0");
  noted("until 0");
  CHECK(noted.error("goto nowhere") != "");
  CHECK(noted.ticks() == Ticks{0, 10});
}

TEST_CASE("the commands of a script are entries of their own") {
  Noted noted;
  noted.files.files["moves"] = "goto 10\nset 3,1 = 7\nset 2,1 = 7\ngoto 30\nstep\n";
  noted("source moves");
  CHECK(noted.questions() ==
        Lines{"start", "goto 10", "set 3,1 = 7; set 2,1 = 7", "goto 30, then 1 step"});
}

TEST_CASE("an instant that was reached without a command is an entry without a question") {
  Noted noted;
  noted("goto 10");
  noted.debugger.session().history().seek(17);
  noted("notebook");
  CHECK(noted.ticks() == Ticks{0, 10, 17});
  CHECK(noted.present().question.empty());
}

TEST_CASE("an edit is an entry on its branch, and further edits there are part of it") {
  Noted noted;
  noted("goto 50");
  noted("set 3,1 = 7");
  noted("push 4");
  CHECK(noted.questions() == Lines{"start", "goto 50", "set 3,1 = 7; push 4"});
  CHECK(noted.present().at == VisitedInstant{1, 50});
  noted("goto 60");
  noted("notebook back");
  CHECK(noted.debugger.session().history().branch() == 1);
  noted("notebook back");
  CHECK(noted.debugger.session().history().branch() == 0);
  CHECK(noted.tick() == 50);
}

TEST_CASE("the entries of a dropped branch are dropped with it") {
  Noted noted;
  noted("goto 10");
  noted("set 3,1 = 7");
  noted("goto 12");
  noted("branch 0");
  noted("goto 5");
  noted("drop 1");
  CHECK(noted.back());
  CHECK(noted.debugger.session().history().branch() == 0);
  CHECK(noted.back());
  CHECK(noted.tick() == 10);
  CHECK(noted.questions() == Lines{"start", "goto 10", "branch 0", "goto 5"});
  CHECK(noted.error("notebook go 3") == "13: the notebook has no entry 3; notebook all lists them");
}

TEST_CASE("an interruption keeps the present entry") {
  Noted noted;
  noted("goto 30_000_000");
  noted("goto 5");
  noted.poll_limit.polls_left = 0;
  Session& session = noted.debugger.session();
  const auto gone = go_to_visit(session, VisitDirection::back, &noted.poll_limit);
  noted.poll_limit.polls_left = PollLimit::unlimited;
  if (!gone) CHECK(noted.present().number == 3);
  CHECK(go_to_visit(session, gone ? 2 : noted.present().from, nullptr));
  CHECK(noted.tick() == 30'000'000);
}

TEST_CASE("old entries are dropped, first those without a note") {
  Notebook notebook;
  constexpr Tick count = 3 * Notebook::max_count;
  for (Tick tick = 0; tick < count; ++tick) {
    notebook.moved_to({0, tick}, Visit::next, "goto");
    if (tick < 3) CHECK(notebook.set_note(notebook.present()->number, "kept"));
  }
  CHECK(notebook.all().size() == Notebook::max_count);
  CHECK(notebook.all()[2].at.tick == 2);
  CHECK(notebook.all()[3].at.tick == count - Notebook::max_count + 3);
  CHECK(notebook.present()->at.tick == count - 1);
  // They lead past what was dropped.
  CHECK(notebook.all()[3].from == 3);
  notebook.go(notebook.all()[3].number);
  CHECK(notebook.neighbour(VisitDirection::back)->number == 3);
  notebook.go(3);
  CHECK(notebook.neighbour(VisitDirection::forward)->at.tick == notebook.all()[3].at.tick);
}

TEST_CASE("texts that are too long are cut or refused") {
  Notebook notebook;
  std::string question(Notebook::max_question - 4, 'x');
  question += "\u00e9\u00e9\u00e9";
  notebook.moved_to({0, 1}, Visit::next, question, question);
  CHECK(notebook.present()->question == std::string(Notebook::max_question - 4, 'x') + "...");
  CHECK(notebook.present()->answer.size() <= Notebook::max_question);
  CHECK(notebook.set_note(1, std::string(Notebook::max_note, 'x')));
  CHECK_FALSE(notebook.set_note(1, std::string(Notebook::max_note + 1, 'x')));
  for (int i = 0; i < 3; ++i) notebook.extend_question("and more");
  CHECK(notebook.present()->question.size() <= Notebook::max_question);
}

TEST_CASE("single steps are told from jumps by their command") {
  for (const char* const line :
       {"step", "s", "next", "line", "back step", "rs", "back line", " step "})
    CHECK_MESSAGE(is_single_step(line), line);
  for (const char* const line : {"step 100", "continue", "goto 5", "over", "out", "output",
                                 "back continue", "restart", "", "back", "nothing", "; step"})
    CHECK_MESSAGE(!is_single_step(line), line);
}

TEST_CASE("the list is aligned, marks the present entry and shows names and notes") {
  Noted noted;
  CHECK(noted("notebook").text == "  *  1  tick 0      start\n");
  noted("goto 1_000");
  noted("mark a thousand");
  noted("goto 20");
  noted("notebook note \"first\\nsecond\"");
  noted("set 3,1 = 7");
  noted("notebook go 2");
  CHECK(
      noted("notebook").text ==
      "     1      tick 0                        start\n"
      "  *  2  tick 1,000            a thousand  goto 1_000   at (0, 8), ' ' blank: nothing: on to "
      "the next cell\n"
      "     3     tick 20                        goto 20      at (0, 13), ' ' blank: nothing: on "
      "to the next cell\n"
      "       | first\n"
      "       | second\n"
      "     4     tick 20  branch 1              set 3,1 = 7  at (0, 13), ' ' blank: nothing: on "
      "to the next cell\n");
}

TEST_CASE("a long notebook is listed around the present entry, all of it with all") {
  Noted noted;
  for (int i = 1; i < 50; ++i) noted("goto " + std::to_string(7 * i));
  const Json last = noted("notebook").data;
  CHECK(last["entries"].size() == 20);
  CHECK(last["entries"][19]["number"] == 50);
  CHECK(last["count"] == 50);
  CHECK(last["more"] == true);
  noted("notebook go 15");
  const Response around = noted("notebook");
  CHECK(around.data["entries"][0]["number"] == 5);
  CHECK(around.data["entries"][10]["present"] == true);
  CHECK(around.text.find("and 30 others; notebook all lists them\n") != std::string::npos);
  noted("notebook go 1");
  CHECK(noted("notebook").data["entries"][0]["number"] == 1);
  const Json all = noted("notebook all").data;
  CHECK(all["entries"].size() == 50);
  CHECK(all["more"] == false);
}

TEST_CASE("a name is a bookmark at the entry's instant") {
  Noted noted;
  noted("goto 10");
  noted("goto 20");
  CHECK(noted("notebook name 2 the first").data["entry"]["name"] == "the first");
  CHECK(noted("goto the first").data["tick"] == 10);
  CHECK(noted("marks").data["bookmarks"].size() == 1);
  noted("notebook name 2 another");
  CHECK(noted("marks").data["bookmarks"][0]["name"] == "another");
  CHECK(noted("marks").data["bookmarks"].size() == 1);
  noted("rename 1 third");
  CHECK(noted("notebook").data["entries"][1]["name"] == "third");
  CHECK(noted.error("notebook name 3 Third") ==
        "17: the name 'Third' is taken by the bookmark at tick 10; give it another name, or unmark "
        "1 first");
  noted("unmark 1");
  CHECK_FALSE(noted("notebook").data["entries"][1].contains("name"));
  // On a branch, the shared part has the names of its parent.
  noted("goto 30");
  noted("set 3,1 = 7");
  noted("goto 20");
  noted("mark shared");
  CHECK(noted("notebook").data["entries"][2]["name"] == "shared");
}

TEST_CASE("entries are dropped, all but the present one") {
  Noted noted;
  for (const char* const line : {"goto 10", "goto 20", "goto 30"}) noted(line);
  CHECK(noted.error("notebook drop 4") ==
        "15: entry 4 is the present instant; go to another entry first");
  CHECK(noted("notebook drop 3").text == "entry 3 is dropped\n");
  CHECK(noted.back());
  CHECK(noted.tick() == 10);
  CHECK(noted.forward());
  CHECK(noted.tick() == 30);
  CHECK(noted("notebook clear").text == "2 entries are dropped; the present one stays\n");
  CHECK(noted.ticks() == Ticks{30});
  CHECK_FALSE(noted.back());
  noted("goto 5");
  CHECK(noted.present().number == 5);
}

TEST_CASE("errors of the notebook's verbs") {
  Noted noted;
  CHECK(
      noted.error("notebook rename 1 x") ==
      "10: notebook cannot 'rename'; it can all, back, clear, drop, export, forward, go, name and "
      "note");
  CHECK(noted.error("notebook go") == "12: an entry's number is missing");
  CHECK(noted.error("notebook go 7") == "13: the notebook has no entry 7; notebook all lists them");
  CHECK(noted.error("notebook go 99999999999").find("has no entry") != std::string::npos);
  CHECK(noted.error("notebook go 1 2").find("15: ") == 0);
  CHECK(noted.error("notebook forward") == "10: no instant was visited after this one");
  CHECK(noted.error("notebook name 1") == "16: a bookmark's name is empty");
  CHECK(noted.error("notebook export") == "16: the file is missing; notebook export FILE.md");
  CHECK(noted.error("notebook all of them").find("14: ") == 0);
  CHECK(noted.debugger.complete("notebook ex").words == Lines{"export"});
}

namespace {

const char* const exported = R"md(# Notebook of test.b93

6 instants visited in a program of 80x25 cells, dialect wide, seed 0. A tick is an executed cell:
`goto TICK` in the debugger leads to it.

- Branch 1 begins at tick 20 of branch 0, with 1 edit.

## 1. Tick 0

```text
> start
```

## 2. \*a\* thousand, tick 1,000

```text
> goto 1_000
at (0, 8), ' ' blank: nothing: on to the next cell
```

\# no heading
1\. no list

\<b\> \& \`code\` \\x07

## 3. Tick 1,185

````text
> until depth == 50; ```, then 1 step
at (0, 23), ' ' blank: nothing: on to the next cell
````

## 4. Tick 20

```text
> goto 20
at (0, 13), ' ' blank: nothing: on to the next cell
```

## 5. Tick 20

On branch 1.

```text
> set 3,1 = 7
at (0, 13), ' ' blank: nothing: on to the next cell
```

## 6. Tick 2,000

After entry 2.

```text
> goto 2k
at (0, 8), ' ' blank: nothing: on to the next cell
```
)md";

}  // namespace

TEST_CASE("the notebook is exported as Markdown") {
  Noted noted;
  noted("goto 1_000");
  noted("mark *a* thousand");
  noted("notebook note \"# no heading\\n1. no list\\n\\n    <b> & `code` \\x07\"");
  noted("until depth == 50");
  noted.notebook().extend_question("```");
  noted("step");
  noted("goto 20");
  noted("set 3,1 = 7");
  noted("notebook go 2");
  noted("goto 2k");
  noted("notebook export found.md");
  CHECK(noted.files.files["found.md"] == exported);
}

TEST_CASE("the notebook is in recordings") {
  Noted noted(countdown);
  noted("goto 40");
  noted("goto 10");
  noted("notebook name 3 caf\xe9");
  noted("notebook note \"two\\nlines \\xff\"");
  noted("pop");
  noted("notebook go 2");
  noted("step");
  noted("goto 12");
  noted("branch 1");
  noted("notebook go 3");
  const std::vector<NotebookRow> before = view_notebook(noted.debugger.session());
  noted("save run");
  noted("goto 1");
  noted("notebook clear");
  noted("load run");
  CHECK(view_notebook(noted.debugger.session()) == before);
  CHECK(noted.present().number == 3);
  const std::string saved = noted.files.files["run"];
  noted("save run");
  CHECK(noted.files.files["run"] == saved);
  CHECK(noted.back());
  CHECK(noted.tick() == 41);
  // Numbers go on where they ended.
  noted("goto 5");
  CHECK(noted.present().number == before.back().entry.number + 1);
}

TEST_CASE("a recording without a notebook loads, one with a damaged notebook does not") {
  Noted noted(countdown);
  noted("goto 10");
  noted("goto 12");
  const auto bytes = save_recording(noted.debugger.session(), nullptr);
  REQUIRE(bytes);
  const Json json = Json::parse(bytes->substr(bytes->find('{')));
  const auto load = [](const Json& body) {
    return load_recording(with_hash(body.dump()), "file", {}, nullptr);
  };
  REQUIRE(load(json).has_value());
  Json old = json;
  old.erase("notebook");
  const auto loaded = load(old);
  REQUIRE(loaded.has_value());
  REQUIRE((*loaded)->notebook().all().size() == 1);
  CHECK((*loaded)->notebook().present()->at == VisitedInstant{0, 12});

  const auto refused = [&](const std::string& key, const Json& value) {
    Json spoiled = json;
    if (key == "present") {
      spoiled["notebook"][key] = value;
    } else {
      spoiled["notebook"]["entries"][1][key] = value;
    }
    const auto result = load(spoiled);
    REQUIRE(!result.has_value());
    return to_string(result.error());
  };
  const auto says = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
  };
  CHECK(says(refused("present", 7), "the notebook has no present entry"));
  CHECK(says(refused("branch", 4), "the notebook is on branch 4"));
  CHECK(says(refused("tick", 1000), "the notebook is at tick 1000"));
  CHECK(says(refused("number", 1), "do not ascend"));
  CHECK(says(refused("number", 4294967295), "do not ascend"));
  CHECK(says(refused("number", 4294967296), "too large"));
  CHECK(says(refused("from", 3), "entry 2 of the notebook has no predecessor"));
  CHECK(says(refused("question", std::string(2000, 'x')), "too long"));
  CHECK(says(refused("note", 5), "note"));
}
