#include "debugger_ui/app/files/file_dialog.h"

#include "debugger_ui/app/test.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/support/panel_fixture.h"

namespace fungescope::ui {
namespace {

// Runs the dialog in the place of a panel.
class DialogPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  [[nodiscard]] std::string_view title() const override { return "files"; }
  void draw(Context& context) override { dialog.draw(context.theme, context.scale, context.input); }
  FileDialog dialog;
};

struct Files {
  explicit Files(FileRequest request = {}) {
    folder.write("samples/hello.b93", "@");
    folder.write("samples/hello2.bf", "@");
    folder.write("samples/picture.png", "png");
    folder.write("samples/.hidden.b93", "@");
    folder.write("samples/deep/inner.b93", "@");
    folder.write("Zeta.B93", "12.@");
    folder.write("alpha.txt", "@");
    FixtureOptions options;
    options.size = {480, 360};
    options.source = "@";
    auto panel = std::make_unique<DialogPanel>();
    dialog = &panel->dialog;
    fixture = std::make_unique<PanelFixture>(std::move(panel), options);
    if (request.folder.empty()) request.folder = folder / "samples";
    dialog->open(std::move(request), [this](const std::string& path) { taken = path; });
    draw();
  }
  Image draw() {
    fixture->draw();
    dialog->wait();  // in case a key went to another folder
    return fixture->draw();
  }
  void tap(Key key) {
    fixture->input().tap(key);
    draw();
  }
  void type(std::string_view text) {
    fixture->input().type(text);
    draw();
  }

  TemporaryFolder folder;
  FileDialog* dialog = nullptr;
  std::unique_ptr<PanelFixture> fixture;
  std::string taken;
};

TEST_CASE("a listing has folders first, then files, case-insensitive") {
  const TemporaryFolder folder;
  for (const char* const name : {"b.txt", "A.txt", "z/1", "c/1"}) folder.write(name, "12");
  const FolderListing listing = read_folder(folder.path());
  REQUIRE(listing.entries.size() == 4);
  CHECK(listing.entries[0].name == "c");
  CHECK(listing.entries[1].folder);
  CHECK(listing.entries[2].name == "A.txt");
  CHECK(listing.entries[2].size == 2);
  CHECK(listing.problem.empty());
  CHECK_FALSE(read_folder(folder / "none").problem.empty());
}

TEST_CASE("a newer request replaces an older one") {
  const TemporaryFolder folder;
  folder.write("a/1", "");
  folder.write("b/2", "");
  FolderReader reader;
  reader.read(folder / "a");
  reader.read(folder / "b");
  reader.wait();
  CHECK(reader.poll());
  CHECK_FALSE(reader.poll());
  REQUIRE(reader.listing().entries.size() == 1);
  CHECK(reader.listing().entries[0].name == "2");
}

TEST_CASE("a filter matches the end of the name, case-insensitive") {
  const FileFilter filter{"programs", {".b93", ".bf"}};
  CHECK(filter.matches("a.B93"));
  CHECK(filter.matches("a.bf"));
  CHECK_FALSE(filter.matches("a.b93.gz"));
  CHECK_FALSE(filter.matches(".bf"));
  CHECK(FileFilter{"all files", {}}.matches("a.b93.gz"));
}

TEST_CASE("arrows and Enter choose a file; hidden and other files are not shown") {
  Files files;
  files.tap(Key::down);  // deep, hello.b93
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "samples/hello.b93");
  CHECK_FALSE(files.dialog->is_open());
}

TEST_CASE("Enter on a folder enters it, Backspace leaves it") {
  Files files;
  files.tap(Key::enter);
  CHECK(files.dialog->folder() == files.folder / "samples/deep");
  files.tap(Key::backspace);
  CHECK(files.dialog->folder() == files.folder / "samples");
  files.tap(Key::enter);  // the cursor is on the folder that was left
  CHECK(files.dialog->folder() == files.folder / "samples/deep");
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "samples/deep/inner.b93");
}

TEST_CASE("Backspace in a name erases a character and stays in the folder") {
  Files files;
  files.type("h");
  files.tap(Key::backspace);
  CHECK(files.dialog->text().empty());
  CHECK(files.dialog->folder() == files.folder / "samples");
}

TEST_CASE("a prefix of a name is enough, and paths can be typed") {
  Files files;
  SUBCASE("a beginning") {
    files.type("HELLO2");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "samples/hello2.bf");
  }
  SUBCASE("a path from here") {
    files.type("../alpha.txt");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "alpha.txt");
  }
  SUBCASE("an absolute folder") {
    files.type(files.folder.path());
    files.tap(Key::enter);
    CHECK(files.dialog->folder() == files.folder.path());
    CHECK(files.taken.empty());
  }
  SUBCASE("one that is not there") {
    files.type("none.b93");
    files.tap(Key::enter);
    CHECK(files.taken.empty());
    CHECK(files.dialog->problem().find("there is no file") == 0);
  }
}

TEST_CASE("typing faster than the frame rate loses nothing") {
  SUBCASE("a path to be opened") {
    Files files;
    files.fixture->input().type("../alpha.txt");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "alpha.txt");
  }
  SUBCASE("a path to be written, instead of the offered one") {
    Files files({FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}});
    files.fixture->input().tap(Key::a, with_ctrl);
    files.fixture->input().type(files.folder / "typed.b93");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "typed.b93");
  }
  SUBCASE("from the frame on in which the dialog opens") {
    Files files({FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}});
    files.tap(Key::escape);
    FileRequest request{FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}};
    request.folder = files.folder / "samples";
    files.dialog->open(std::move(request), [&](const std::string& path) { files.taken = path; });
    files.fixture->frame();
    files.fixture->input().type("typed.b93");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "samples/typed.b93");
  }
  SUBCASE("a letter and its removal leave the folder as it is") {
    Files files;
    files.fixture->input().type("h");
    files.tap(Key::backspace);
    CHECK(files.dialog->folder() == files.folder / "samples");
  }
}

TEST_CASE("typing replaces the suggested name") {
  Files files({FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}});
  files.type("x.b93");
  CHECK(files.dialog->text() == "x.b93");
}

TEST_CASE("typing continues after Enter on a folder") {
  Files files;
  files.type(files.folder.path());
  files.tap(Key::enter);
  files.type("alpha.txt");
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "alpha.txt");
}

TEST_CASE("going to a folder keeps the suggested name") {
  Files files({FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}});
  files.type(files.folder.path());
  files.tap(Key::enter);
  CHECK(files.dialog->text() == "offered.b93");
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "offered.b93");
}

TEST_CASE("a name that does not exist can be corrected") {
  Files files;
  files.type("hello.b9");
  files.type("4");
  files.tap(Key::enter);
  REQUIRE_FALSE(files.dialog->problem().empty());
  files.tap(Key::backspace);
  files.type("3");
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "samples/hello.b93");
}

TEST_CASE("Tab completes the common prefix, and enters folders") {
  Files files;
  files.type("he");
  files.tap(Key::tab);
  CHECK(files.dialog->text() == "hello");
  files.type("2");
  files.tap(Key::tab);
  CHECK(files.dialog->text() == "hello2.bf");
  files.tap(Key::enter);
  CHECK(files.taken == files.folder / "samples/hello2.bf");
}

TEST_CASE("Tab after a folder enters it") {
  Files files;
  files.type("deep/inn");
  files.tap(Key::tab);
  CHECK(files.dialog->folder() == files.folder / "samples/deep");
  CHECK(files.dialog->text() == "inner.b93");
}

TEST_CASE("replacing an existing file needs confirmation") {
  Files files({FileRequest::Purpose::save, "Save", "", "new.b93", {{"all files", {}}}});
  SUBCASE("a new one is not") {
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "samples/new.b93");
  }
  SUBCASE("an old one is") {
    files.tap(Key::down);
    files.tap(Key::down);
    CHECK(files.dialog->text() == "hello.b93");
    files.tap(Key::enter);
    CHECK(files.dialog->asks_to_replace());
    CHECK(files.taken.empty());
    files.tap(Key::escape);
    CHECK_FALSE(files.dialog->asks_to_replace());
    CHECK(files.dialog->is_open());
    files.tap(Key::enter);
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "samples/hello.b93");
  }
}

TEST_CASE("Escape closes it without a choice") {
  Files files;
  files.tap(Key::escape);
  CHECK_FALSE(files.dialog->is_open());
  CHECK(files.taken.empty());
}

}  // namespace
}  // namespace fungescope::ui
