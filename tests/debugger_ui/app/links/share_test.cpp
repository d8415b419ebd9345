// Sharing the present state of the window as a link.
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/app/test.h"

#include <random>

namespace {

// Counts for ever.
constexpr const char* shared_counter = "0v\n >1+v\n ^  <\n";

// What the window has copied to the clipboard.
std::string copied() {
  const char* const text = ImGui::GetClipboardText();
  return text == nullptr ? "" : text;
}

struct Shared : AppWindow {
  explicit Shared(const std::string& source = shared_counter, bool user_files = false)
      : AppWindow(source, user_files) {}
  void ask() { perform("share a link…"); }
  // The text of a line of the dialog.
  [[nodiscard]] std::string line(const std::string& name) const {
    return names_after("share " + name + ' ').at(0);
  }
  // Copies the link. The dialog is open.
  SessionImage copy() {
    click("share copy");
    CHECK_FALSE(has("share copy"));
    const auto link = decode_link(copied());
    REQUIRE_MESSAGE(link, copied());
    return *link;
  }
  SessionImage share() {
    ask();
    return copy();
  }
};

}  // namespace

TEST_CASE("the window has each layout of links") {
  for (const std::string_view name : link_layouts()) CHECK(find_layout(name));
}

TEST_CASE_FIXTURE(Shared, "share copies a link of the present state, and says what is in it") {
  run_all({"break 3,1 if depth > 5", "watch depth", "input 12", "goto 1000"});
  ask();
  CHECK(line("program") == "a.b93, 15 bytes");
  CHECK(line("options") == "dialect wide");
  CHECK(line("length").find(" characters") != std::string::npos);
  for (const char* const part : {"input", "instant", "breakpoints"}) {
    CHECK_MESSAGE(has(std::string("share ") + part), part);
  }
  CHECK_FALSE(has("share edited"));
  tap("Esc");
  CHECK_FALSE(has("share copy"));

  const SessionImage link = share();
  CHECK(link.source == shared_counter);
  CHECK(link.file == "a.b93");
  CHECK(link.tick == 1000);
  CHECK(link.breakpoints == std::vector<SavedBreakpoint>{{"3,1 if depth > 5"}});
  CHECK(link.watched == Lines{"depth"});
  CHECK(link.input == InputLog("12\n"));
  CHECK(link.layout == "code");
}

TEST_CASE_FIXTURE(Shared, "parts can be left out of a link") {
  run_all({"break 3,1", "input 12", "goto 1000"});
  ask();
  click_all({"share breakpoints", "share input", "share instant"});
  tap(Key::enter);
  const SessionImage link = decode_link(copied()).value();
  CHECK(link.breakpoints.empty());
  CHECK_FALSE(link.input);
  CHECK(link.tick == 0);
}

TEST_CASE("without the input that it has read, a run has no tick") {
  SessionImage link;
  link.tick = 10;
  link.breakpoints = {{"1,2"}};
  link.input = InputLog("12", InputLog::End::closed);
  CHECK(with_parts(link, {}, true) == link);
  CHECK(with_parts(link, {.input = false}, true).tick == 0);
  CHECK(with_parts(link, {.input = false}, false).tick == 10);
  CHECK(with_parts(link, {.stops = false}, true).tick == 10);
}

TEST_CASE("the address of a page comes before the link, and is remembered") {
  Shared window(shared_counter, true);
  window.ask();
  window.click("share page");
  window.answer("https://host/page/");
  CHECK(copied().find("https://host/page/#1/") == 0);
  window.reopen();
  (void)window.share();
  CHECK(copied().find("https://host/page/#1/") == 0);
}

TEST_CASE_FIXTURE(Shared, "a window that is a page shares its own address") {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.open.file = file;
  options.page = "http://localhost:8000/?embed";
  open(options);
  ask();
  CHECK_FALSE(has("share page"));
  (void)copy();
  CHECK(copied().find("http://localhost:8000/?embed#1/") == 0);
}

TEST_CASE("an edit is part of the run if nothing has run before, and else has no tick") {
  for (const bool first : {false, true}) {
    Shared window("12+.@\n");
    if (!first) window.run("goto 3");
    window.edit("9");
    if (first) {
      window.tap("Esc");
      window.run("goto 3");
    }
    window.ask();
    CHECK(window.has("share edited") == !first);
    CHECK(window.has("share instant") == first);
    const SessionImage link = window.copy();
    CHECK(link.source == "92+.@\n");
    CHECK(link.tick == (first ? 3 : 0));
  }
}

TEST_CASE_FIXTURE(AppWindow,
                  "a built-in program is named, also after edits of its run, which are left out") {
  const auto share = [&](bool edited) {
    perform("share a link…");
    CHECK(has("share edited") == edited);
    click("share copy");
    const SessionImage link = decode_link(copied()).value();
    CHECK(link.built_in == "@sudoku");
    CHECK(link.source.empty());
    REQUIRE(link.input);
    CHECK(link.input->bytes().size() == 82);
    return link.tick;
  };
  run("goto 1000");
  CHECK(share(false) == 1000);
  run_all({"goto 500", "set 0,0 = 5", "step 5"});
  CHECK(share(true) == 0);
}

TEST_CASE("a long link is copied with a note, and one beyond the limit is refused") {
  std::mt19937 random(1);
  std::string noise(100'000, ' ');
  for (char& byte : noise) byte = static_cast<char>('!' + random() % 90);
  Shared window(noise.substr(0, 3'000));
  window.ask();
  CHECK(window.line("length").find("cut more than 2,000") != std::string::npos);
  (void)window.copy();
  window.reopen(window.folder.file("large.b93", noise));
  window.ask();
  CHECK(window.line("length").find("at most 65,536 are possible; leave out") != std::string::npos);
  window.tap("Enter");
  CHECK(window.has("share copy"));
  window.tap("Esc");
  CHECK_FALSE(window.has("share copy"));
}

TEST_CASE_FIXTURE(Shared, "the link of the present state can be asked for") {
  run("goto 77");
  Result<std::string> asked = "";
  application().request_link([&](Result<std::string> link) { asked = std::move(link); });
  settle();
  REQUIRE(asked);
  CHECK(decode_link(*asked).value().tick == 77);
}
