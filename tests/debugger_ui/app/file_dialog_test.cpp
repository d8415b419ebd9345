#include "debugger_ui/app/files/file_dialog.h"

#include "debugger_ui/app/test.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/support/panel_fixture.h"

namespace {

// Runs the dialog in the place of a panel.
class DialogPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  void draw(Context& context) override { dialog.draw(context); }
  FileDialog dialog;
};

enum class Purpose : bool { open, save };

struct DialogStage : PanelFixture {
  explicit DialogStage(Purpose purpose = Purpose::open)
      : PanelFixture(std::make_unique<DialogPanel>(), {.size = {480, 360}, .source = "@"}),
        purpose_(purpose) {
    for (const char* const name :
         {"samples/hello.b93", "samples/hello2.bf", "samples/picture.png", "samples/.hidden.b93",
          "samples/deep/inner.b93", "Zeta.B93", "alpha.txt"}) {
      folder.file(name, "@");
    }
    open();
    settle();
  }
  [[nodiscard]] FileDialog& dialog() { return static_cast<DialogPanel&>(panel()).dialog; }
  void open() {
    FileRequest request;
    if (purpose_ == Purpose::save) {
      request = {FileRequest::Purpose::save, "Save", "", "offered.b93", {{"all files", {}}}};
    }
    request.folder = folder / "samples";
    dialog().open(std::move(request), [this](const std::string& path) { taken = path; });
  }
  void settle() override {
    draw();
    dialog().wait();  // in case a key went to another folder
    draw();
  }
  // Types text, in which \n is Enter, \b Backspace, \v the arrow down, and `~` the folder.
  void use(std::string_view keys) {
    std::string text;
    const auto flush = [&] {
      if (!text.empty()) type(std::exchange(text, {}));
    };
    for (const char c : keys) {
      const Key key = c == '\n'   ? Key::enter
                      : c == '\b' ? Key::backspace
                      : c == '\v' ? Key::down
                                  : Key::none;
      if (key == Key::none) {
        text += c == '~' ? folder.folder() : std::string(1, c);
        continue;
      }
      flush();
      tap(key);
    }
    flush();
  }

  TemporaryFolder folder;
  std::string taken;

 private:
  Purpose purpose_;
};

}  // namespace

TEST_CASE("a listing has folders first, then files, case-insensitive") {
  const TemporaryFolder folder;
  for (const char* const name : {"b.txt", "A.txt", "z/1", "c/1"}) folder.file(name, "12");
  const FolderListing listing = read_folder(folder.folder());
  REQUIRE(listing.entries.size() == 4);
  CHECK(listing.entries[0].name == "c");
  CHECK(listing.entries[1].folder);
  CHECK(listing.entries[2].name == "A.txt");
  CHECK(listing.entries[2].size == 2);
  CHECK(listing.problem.empty());
  CHECK_FALSE(read_folder(folder / "none").problem.empty());
}

TEST_CASE("a filter matches the end of the name, case-insensitive") {
  const FileFilter filter{"programs", {".b93", ".bf"}};
  CHECK(filter.matches("a.B93"));
  CHECK(filter.matches("a.bf"));
  CHECK_FALSE(filter.matches("a.b93.gz"));
  CHECK_FALSE(filter.matches(".bf"));
  CHECK(FileFilter{"all files", {}}.matches("a.b93.gz"));
}

TEST_CASE("files are chosen by arrows, by typed names and by paths") {
  struct Row {
    const char* what;
    Purpose purpose;
    const char* keys;
    const char* taken;           // in the folder; empty: none yet
    const char* in = "samples";  // the folder that is shown
    const char* text = nullptr;  // that is typed
  };
  constexpr auto opens = Purpose::open;
  constexpr auto saves = Purpose::save;
  for (const Row& row : {
           Row{"the arrow skips the folder, and hidden and other files are not shown", opens,
               "\v\n", "/samples/hello.b93"},
           {"Enter on a folder enters it", opens, "\n", "", "samples/deep"},
           {"Backspace leaves it", opens, "\n\b", ""},
           {"the cursor is on the folder that was left", opens, "\n\b\n", "", "samples/deep"},
           {"and its file is taken", opens, "\n\b\n\n", "/samples/deep/inner.b93", "samples/deep"},
           {"Backspace in a name erases a character and stays", opens, "h\b", "", "samples", ""},
           {"a beginning is enough", opens, "HELLO2\n", "/samples/hello2.bf"},
           {"a path from here", opens, "../alpha.txt\n", "/alpha.txt"},
           {"an absolute folder", opens, "~\n", "", ""},
           {"typing continues after a folder", opens, "~\nalpha.txt\n", "/alpha.txt", ""},
           {"typing replaces the suggested name", saves, "x.b93", "", "samples", "x.b93"},
           {"going to a folder keeps the suggested name", saves, "~\n", "", "", "offered.b93"},
           {"which is taken there", saves, "~\n\n", "/offered.b93", ""},
           {"a name that does not exist can be corrected", opens, "hello.b94\n\b3\n",
            "/samples/hello.b93"},
           {"a new file is taken at once", saves, "\n", "/samples/offered.b93"},
           {"an old one is named by the arrow", saves, "\v\v", "", "samples", "hello.b93"},
       }) {
    CAPTURE(row.what);
    DialogStage files(row.purpose);
    files.use(row.keys);
    const std::string taken = row.taken;
    CHECK(files.taken == (taken.empty() ? "" : files.folder.folder() + taken));
    CHECK(files.dialog().is_open() == taken.empty());
    if (!taken.empty()) continue;
    const std::string in = row.in;
    CHECK(files.dialog().folder() == (in.empty() ? files.folder.folder() : files.folder / in));
    if (row.text != nullptr) CHECK(files.dialog().text() == row.text);
  }
}

TEST_CASE_FIXTURE(DialogStage, "a file that is not there is a problem, and stays to be corrected") {
  use("none.b93\n");
  CHECK(taken.empty());
  CHECK(dialog().problem().find("there is no file") == 0);
}

TEST_CASE_FIXTURE(DialogStage, "Escape closes it without a choice") {
  tap("Esc");
  CHECK_FALSE(dialog().is_open());
  CHECK(taken.empty());
}

TEST_CASE("typing faster than the frame rate loses nothing") {
  SUBCASE("a path to be opened") {
    DialogStage files;
    files.input().type("../alpha.txt");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "alpha.txt");
  }
  SUBCASE("a path to be written, instead of the offered one") {
    DialogStage files(Purpose::save);
    files.input().tap(Key::a, with_ctrl);
    files.input().type(files.folder / "typed.b93");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "typed.b93");
  }
  SUBCASE("from the frame on in which the dialog opens") {
    DialogStage files(Purpose::save);
    files.tap(Key::escape);
    files.open();
    files.frame();
    files.input().type("typed.b93");
    files.tap(Key::enter);
    CHECK(files.taken == files.folder / "samples/typed.b93");
  }
  SUBCASE("a letter and its removal leave the folder as it is") {
    DialogStage files;
    files.input().type("h");
    files.tap(Key::backspace);
    CHECK(files.dialog().folder() == files.folder / "samples");
  }
}

TEST_CASE("replacing an existing file needs confirmation") {
  DialogStage files(Purpose::save);
  files.use("\v\v\n");
  CHECK(files.dialog().asks_to_replace());
  CHECK(files.taken.empty());
  files.tap(Key::escape);
  CHECK_FALSE(files.dialog().asks_to_replace());
  CHECK(files.dialog().is_open());
  files.use("\n\n");
  CHECK(files.taken == files.folder / "samples/hello.b93");
}
