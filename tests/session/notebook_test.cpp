// The notebook by its interface, and a long one; what it lists is in `transcripts`.
#include "session/notebook.h"

#include "session/commands/visits.h"

#include "debugged.h"

namespace {

const char* const climbing = "1+:v\n^  <\n";

const NotebookEntry& present_in(Debugged& debugged) {
  const Notebook& notebook = debugged.debugger.session().notebook();
  REQUIRE(notebook.present() != nullptr);
  return *notebook.present();
}

}  // namespace

TEST_CASE("an instant that was reached without a command is an entry without a question") {
  Debugged noted(climbing);
  noted("goto 10");
  noted.debugger.session().history().seek(17);
  noted("notebook");
  CHECK(present_in(noted).number == 3);
  CHECK(present_in(noted).at.tick == 17);
  CHECK(present_in(noted).question.empty());
}

TEST_CASE("an interruption keeps the present entry") {
  Debugged noted(climbing);
  noted.run({"goto 30_000_000", "goto 5"});
  noted.poll_limit.polls_left = 0;
  Session& session = noted.debugger.session();
  const auto gone = go_to_visit(session, VisitDirection::back, &noted.poll_limit);
  noted.poll_limit.polls_left = PollLimit::unlimited;
  if (!gone) CHECK(present_in(noted).number == 3);
  CHECK(go_to_visit(session, gone ? 2 : present_in(noted).from, nullptr));
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

TEST_CASE("a long notebook is listed around the present entry, all of it with all") {
  Debugged noted(climbing);
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
  CHECK(contains(around.text, "and 30 others; notebook all lists them\n"));
  noted("notebook go 1");
  CHECK(noted("notebook").data["entries"][0]["number"] == 1);
  const Json all = noted("notebook all").data;
  CHECK(all["entries"].size() == 50);
  CHECK(all["more"] == false);
}
