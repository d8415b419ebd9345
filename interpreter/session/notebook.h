// The instants that the user has visited, each with the question that led there and what was found:
// the record of an investigation. Front ends go back and forward in it, as between the pages of a
// browser.
//
//     notebook.moved_to({branch, tick}, Visit::next, "until x == 5", "at (3, 4), ...");
//     notebook.moved_to({branch, tick}, Visit::step);  // after a step
//
// commands/visits.h records the visits of a session, and goes to them.
//
// Entries are kept in the order in which they were made, and none is lost by going back. Each knows
// the entry that was left for it, so they form a tree: back goes to that one, and forward to the
// one that was left last by going back. Names of instants are bookmarks (bookmarks.h), which the
// notebook's views show (views/notebook_view.h).
#pragma once

#include "base/result.h"
#include "session/bookmarks.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {

struct NotebookEntry {
  std::uint32_t number = 0;  // from 1, ascending; not reused
  std::uint32_t from = 0;    // the entry that was left for this one; 0: none
  BranchInstant at{};
  std::string question{};   // the command line, or what was clicked; may be empty
  std::string answer{};     // a line: why it stopped here, and at which instruction
  std::uint64_t steps = 0;  // single steps since the question, which have moved the entry
  std::string note{};       // the user's; may have several lines
  friend bool operator==(const NotebookEntry&, const NotebookEntry&) = default;
};

enum class Visit : std::uint8_t {
  next,  // a jump: a new entry
  same,  // the present entry moves, as within one gesture
  step,  // the present entry moves by a single step
};

enum class VisitDirection : std::uint8_t { back, forward };

class Notebook {
 public:
  static constexpr std::size_t max_count = 1000;      // old entries without a note are dropped
  static constexpr std::size_t max_question = 1'000;  // bytes; longer ones are cut
  static constexpr std::size_t max_note = 10'000;

  // The present is now `at`. The first call begins the notebook; a jump to the present instant adds
  // no entry. With an empty answer, an entry that moves keeps its own.
  void moved_to(const BranchInstant& at, Visit visit, std::string question = {},
                std::string answer = {});
  // Adds to what the present entry asked, which is there: a further edit of its instant.
  void extend_question(const std::string& question);

  // Null: there is none.
  [[nodiscard]] const NotebookEntry* present() const { return find(present_); }
  [[nodiscard]] const NotebookEntry* find(std::uint32_t number) const;
  [[nodiscard]] const NotebookEntry* neighbour(VisitDirection direction) const;
  [[nodiscard]] const std::vector<NotebookEntry>& all() const { return entries_; }
  // Changes with every change.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // Makes an existing entry the present one.
  void go(std::uint32_t number);
  // Fails if the text is too long. Empty: removes the note.
  Result<void> set_note(std::uint32_t number, std::string note);
  // Removes an entry. Fails if there is none, and for the present one.
  Result<void> drop(std::uint32_t number);
  // Removes all but the present entry. Returns how many.
  std::size_t clear();
  // Removes the entries whose branch has been dropped. Returns how many.
  std::size_t remove_lost(const History& history);

  // Replaces everything, as when a recording is loaded. Fails, and changes nothing, if there are
  // too many entries, their numbers do not ascend, an entry comes from a later one, a text is too
  // long, or `present` is not among them.
  Result<void> restore(std::vector<NotebookEntry> entries, std::uint32_t present);

 private:
  [[nodiscard]] std::size_t index_of(std::uint32_t number) const;  // all().size(): there is none
  [[nodiscard]] NotebookEntry* entry_of(std::uint32_t number);
  void add(const BranchInstant& at, std::string question, std::string answer);
  void erase(std::size_t index);
  void drop_oldest();

  std::vector<NotebookEntry> entries_;  // by ascending numbers
  std::vector<std::uint32_t> forward_;  // of the same entries: where it leads; 0: nowhere
  std::uint32_t present_ = 0;
  std::uint32_t next_number_ = 1;
  std::uint64_t revision_ = 0;
};

// The error of a number that is not in the notebook.
[[nodiscard]] tl::unexpected<Error> fail_no_entry(std::uint32_t number);

}  // namespace fungescope
