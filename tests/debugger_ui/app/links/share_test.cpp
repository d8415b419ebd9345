// Sharing the present state of the window as a link.
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/app/links/share_dialog.h"
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

// The text of a line of the dialog.
std::string line_text(AppWindow& window, const std::string& name) {
  for (const std::string& shown : window.app().names().all()) {
    if (shown.starts_with(name + ' ')) return shown.substr(name.size() + 1);
  }
  FAIL(name);
  return {};
}

SessionImage shared(AppWindow& window) {
  window.perform("share a link…");
  window.click("share copy");
  CHECK_FALSE(window.has("share copy"));
  const auto link = decode_link(copied());
  REQUIRE_MESSAGE(link, copied());
  return *link;
}

struct Shared : AppWindow {
  Shared() : AppWindow(shared_counter) {}
};

}  // namespace

TEST_CASE("the window has each layout of links") {
  for (const std::string_view name : link_layouts()) CHECK(find_layout(name));
}

TEST_CASE_FIXTURE(Shared, "share copies a link of the present state, and says what is in it") {
  run_all({"break 3,1 if depth > 5", "watch depth", "input 12", "goto 1000"});
  perform("share a link…");
  CHECK(line_text(*this, "share program") == "a.b93, 15 bytes");
  CHECK(line_text(*this, "share options") == "dialect wide");
  CHECK(line_text(*this, "share length").find(" characters") != std::string::npos);
  CHECK(has("share input"));
  CHECK(has("share instant"));
  CHECK(has("share breakpoints"));
  CHECK_FALSE(has("share edited"));
  tap(Key::escape);
  CHECK_FALSE(has("share copy"));

  const SessionImage link = shared(*this);
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
  perform("share a link…");
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
  AppWindow window(shared_counter, true);
  window.perform("share a link…");
  window.click("share page");
  window.answer("https://host/page/");
  CHECK(copied().find("https://host/page/#1/") == 0);
  window.reopen();
  (void)shared(window);
  CHECK(copied().find("https://host/page/#1/") == 0);
}

TEST_CASE_FIXTURE(Shared, "a window that is a page shares its own address") {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.open.file = file;
  options.page = "http://localhost:8000/?embed";
  open(std::move(options));
  perform("share a link…");
  CHECK_FALSE(has("share page"));
  click("share copy");
  CHECK(copied().find("http://localhost:8000/?embed#1/") == 0);
}

TEST_CASE("unsaved changes are in a link, without a tick of the run before them") {
  AppWindow window("12+.@\n");
  window.run("goto 3");
  window.edit();
  window.type("9");
  window.perform("share a link…");
  CHECK(window.has("share edited"));
  CHECK_FALSE(window.has("share instant"));
  window.click("share copy");
  const SessionImage link = decode_link(copied()).value();
  CHECK(link.source == "92+.@\n");
  CHECK(link.tick == 0);
}

TEST_CASE("an edit before anything has run is part of the run, and so is its tick") {
  AppWindow window("12+.@\n");
  window.edit();
  window.type("9");
  window.tap(Key::escape);
  window.run("goto 3");
  const SessionImage link = shared(window);
  CHECK(link.source == "92+.@\n");
  CHECK(link.tick == 3);
}

TEST_CASE_FIXTURE(AppWindow, "a built-in program is named") {
  run("goto 1000");
  perform("share a link…");
  click("share copy");
  const SessionImage link = decode_link(copied()).value();
  CHECK(link.built_in == "@sudoku");
  CHECK(link.source.empty());
  CHECK(link.tick == 1000);
  REQUIRE(link.input);
  CHECK(link.input->bytes().size() == 82);
}

TEST_CASE("a built-in program is named after edits of its run too, which are left out") {
  AppWindow window;
  window.run_all({"goto 500", "set 0,0 = 5", "step 5"});
  window.perform("share a link…");
  CHECK(window.has("share edited"));
  window.click("share copy");
  CHECK(decode_link(copied()).value().built_in == "@sudoku");
  CHECK(decode_link(copied()).value().tick == 0);
}

TEST_CASE("a long link is copied with a note, and one beyond the limit is refused") {
  std::mt19937 random(1);
  std::string noise(100'000, ' ');
  for (char& byte : noise) byte = static_cast<char>('!' + random() % 90);
  AppWindow window(noise.substr(0, 3'000));
  window.perform("share a link…");
  CHECK(line_text(window, "share length").find("cut more than 2,000") != std::string::npos);
  window.click("share copy");
  CHECK(decode_link(copied()));
  window.reopen(window.folder.file("large.b93", noise));
  window.perform("share a link…");
  CHECK(line_text(window, "share length").find("at most 65,536 are possible; leave out") !=
        std::string::npos);
  window.tap(Key::enter);
  CHECK(window.has("share copy"));
  window.tap(Key::escape);
  CHECK_FALSE(window.has("share copy"));
}

TEST_CASE_FIXTURE(Shared, "the link of the present state can be asked for") {
  run("goto 77");
  Result<std::string> answer = "";
  application().request_link([&](Result<std::string> link) { answer = link; });
  settle();
  REQUIRE(answer);
  CHECK(decode_link(*answer).value().tick == 77);
}
