// What a kind of programs adds to the session, its commands and the front ends. A room such as
// sudoku/ registers itself, and nothing outside it names it:
//
//     register_extension(sudoku_extension());   // in main, before the first session is opened
//
// A program is of a kind by its annotations, so that it can become one by an edit.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "session/commands/command.h"
#include "session/why/why.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// The cells of a board as text, for front ends that show tables.
struct BoardTable {
  Rectangle area;                  // of the region
  std::string region;              // its name
  std::vector<std::string> rows;   // each as one line
  std::vector<std::string> cells;  // a character each, row by row
};

struct Extension {
  // Fails, with what is missing, unless the program is of this kind.
  Result<void> (*recognise)(const Symbols& symbols) = nullptr;
  // Returns the input of a program of this kind that is opened without one; empty if it has none.
  std::string (*sample_input)(const Session& session) = nullptr;

  // `board`: its arguments, and what help says about it.
  struct Board {
    std::string_view arguments;
    std::string_view summary;
    std::string_view details;
    std::string_view examples;
    Result<Response> (*show)(const Call& call) = nullptr;
    BoardTable (*table)(const Session& session) = nullptr;
  } board;

  // `why SUBJECT`, of a subject that no expression is.
  struct Why {
    std::string_view subject;  // an example: "r5c3"
    std::string_view answers;  // "what rules out its digits"
    std::string_view details;
    // Returns whether a word names a subject, in a program of any kind.
    bool (*names)(std::string_view word) = nullptr;
    // Called with a word that does. `column` is the word's. `depth_given`: the user has chosen
    // WhyOptions::depth.
    Result<Response> (*ask)(const Call& call, std::string_view word, std::size_t column,
                            const WhyOptions& options, bool depth_given) = nullptr;
  } why;
};

// Returns the first one that recognises the program; null if none does.
[[nodiscard]] inline const Extension* extension_of(const Symbols& symbols) {
  for (const Extension* const extension : extensions<Extension>()) {
    if (extension->recognise(symbols)) return extension;
  }
  return nullptr;
}

}  // namespace fungescope
