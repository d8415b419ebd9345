// Runs the transcripts of the command line, *.transcript in the `transcripts` of a test's folder
// (support/transcript.h). Each case has a folder of its own, which is the working directory, and a
// home.
//
//     :file NAME          a file there
//     $ COMMAND           a line of sh
//     what it prints on standard output; if that does not end in a line end, "(no line end)"
//     ! what it prints on standard error
//     [CODE]              its exit code, if that is not 0
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <filesystem>

namespace {

class ShellRunner {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    if (step.word == "===") {
      scratch_ = std::make_unique<Scratch>();
      home_ = std::make_unique<Scratch>();
    } else if (step.word == ":file") {
      std::filesystem::create_directories(
          std::filesystem::path(scratch_->folder() + "/" + step.text).parent_path());
      static_cast<void>(scratch_->file(step.text, unindented(step.block)));
    } else {
      REQUIRE(step.word == "$");
      return run(step.text);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string run(const std::string& command) const {
    const std::string program_folder = std::filesystem::path(FUNGESCOPE_PROGRAM).parent_path();
    const ProcessResult outcome =
        run_process({"/bin/sh", "-c",
                     "unset FUNGESCOPE_PAGE CC; export LC_ALL=C HOME=\"$2\" XDG_STATE_HOME=\"$2\" "
                     "PATH=\"$3:$PATH\" SOURCES=\"$4\"; cd \"$1\" || exit; " +
                         command,
                     "sh", scratch_->folder(), home_->folder(), program_folder, FUNGESCOPE_SOURCE});
    std::string text = outcome.out;
    if (!text.empty() && text.back() != '\n') text += "\n(no line end)\n";
    for (const std::string& line : lines_of(outcome.err)) text += "! " + line + '\n';
    if (outcome.exit_code != 0) text += "[" + std::to_string(outcome.exit_code) + "]\n";
    return text;
  }

  std::unique_ptr<Scratch> scratch_;
  std::unique_ptr<Scratch> home_;
};

}  // namespace

TEST_CASE("transcripts") {
  run_transcripts<ShellRunner>(FUNGESCOPE_TRANSCRIPTS, ".transcript");
}
