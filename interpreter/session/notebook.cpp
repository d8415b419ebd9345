#include "session/notebook.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Cuts a text after at most `size` bytes, at the end of a character.
std::string cut_to_size(std::string text, std::size_t size) {
  if (text.size() <= size) return text;
  constexpr std::string_view mark = "...";
  std::size_t end = size - mark.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  text.resize(end);
  return text.append(mark);
}

}  // namespace

tl::unexpected<Error> fail_no_entry(std::uint32_t number) {
  return fail({}, fmt::format("the notebook has no entry {}", number), "notebook all lists them");
}

std::size_t Notebook::index_of(std::uint32_t number) const {
  const auto found = std::lower_bound(
      entries_.begin(), entries_.end(), number,
      [](const NotebookEntry& entry, std::uint32_t wanted) { return entry.number < wanted; });
  const bool there = found != entries_.end() && found->number == number;
  return static_cast<std::size_t>((there ? found : entries_.end()) - entries_.begin());
}

const NotebookEntry* Notebook::find(std::uint32_t number) const {
  const std::size_t index = index_of(number);
  return index < entries_.size() ? &entries_[index] : nullptr;
}

NotebookEntry* Notebook::entry_of(std::uint32_t number) {
  const std::size_t index = index_of(number);
  return index < entries_.size() ? &entries_[index] : nullptr;
}

const NotebookEntry* Notebook::neighbour(VisitDirection direction) const {
  const std::size_t index = index_of(present_);
  if (index == entries_.size()) return nullptr;
  return find(direction == VisitDirection::back ? entries_[index].from : forward_[index]);
}

void Notebook::moved_to(const BranchInstant& at, Visit visit, std::string question,
                        std::string answer) {
  NotebookEntry* const present = entry_of(present_);
  if (present == nullptr) return add(at, std::move(question), std::move(answer));
  if (visit == Visit::next) {
    if (present->at != at) add(at, std::move(question), std::move(answer));
    return;
  }
  ++revision_;
  if (visit == Visit::step && present->at != at) ++present->steps;
  present->at = at;
  if (!answer.empty()) present->answer = cut_to_size(std::move(answer), max_question);
}

void Notebook::add(const BranchInstant& at, std::string question, std::string answer) {
  ++revision_;
  const std::uint32_t number = next_number_++;
  if (const std::size_t left = index_of(present_); left < entries_.size()) {
    forward_[left] = number;
  }
  entries_.push_back({.number = number,
                      .from = present_,
                      .at = at,
                      .question = cut_to_size(std::move(question), max_question),
                      .answer = cut_to_size(std::move(answer), max_question)});
  forward_.push_back(0);
  present_ = number;
  if (entries_.size() > max_count) drop_oldest();
}

void Notebook::drop_oldest() {
  const auto droppable = [&](bool with_notes) {
    return std::find_if(entries_.begin(), entries_.end(), [&](const NotebookEntry& entry) {
      return entry.number != present_ && (with_notes || entry.note.empty());
    });
  };
  auto oldest = droppable(false);
  if (oldest == entries_.end()) oldest = droppable(true);
  erase(static_cast<std::size_t>(oldest - entries_.begin()));
}

// Those that came from the entry now come from where it came from.
void Notebook::erase(std::size_t index) {
  ++revision_;
  const NotebookEntry entry = std::move(entries_[index]);
  const std::uint32_t forward = forward_[index];
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  forward_.erase(forward_.begin() + static_cast<std::ptrdiff_t>(index));
  for (NotebookEntry& other : entries_) {
    if (other.from == entry.number) other.from = entry.from;
  }
  std::replace(forward_.begin(), forward_.end(), entry.number, forward);
  if (present_ != entry.number) return;
  present_ = entry.from;
  if (present_ == 0) present_ = forward;
  if (present_ == 0 && !entries_.empty()) present_ = entries_.back().number;
}

void Notebook::extend_question(const std::string& question) {
  NotebookEntry* const present = entry_of(present_);
  if (present == nullptr) return;
  ++revision_;
  if (!present->question.empty()) present->question += "; ";
  present->question = cut_to_size(present->question + question, max_question);
}

// Forward then leads this way again from all that it came from.
void Notebook::go(std::uint32_t number) {
  ++revision_;
  present_ = number;
  for (std::size_t index = index_of(number); index < entries_.size();) {
    const std::size_t left = index_of(entries_[index].from);
    if (left < entries_.size()) forward_[left] = entries_[index].number;
    index = left;
  }
}

Result<void> Notebook::set_note(std::uint32_t number, std::string note) {
  NotebookEntry* const entry = entry_of(number);
  if (entry == nullptr) return fail_no_entry(number);
  if (note.size() > max_note) {
    return fail({}, fmt::format("a note has at most {} bytes", max_note),
                "keep longer texts in a file");
  }
  ++revision_;
  entry->note = std::move(note);
  return {};
}

Result<void> Notebook::drop(std::uint32_t number) {
  const std::size_t index = index_of(number);
  if (index == entries_.size()) return fail_no_entry(number);
  if (number == present_) {
    return fail({}, fmt::format("entry {} is the present instant", number),
                "go to another entry first");
  }
  erase(index);
  return {};
}

std::size_t Notebook::clear() {
  const NotebookEntry* const kept = present();
  if (kept == nullptr) return 0;
  ++revision_;
  const std::size_t dropped = entries_.size() - 1;
  entries_ = {NotebookEntry(*kept)};
  entries_.front().from = 0;
  forward_ = {0};
  return dropped;
}

std::size_t Notebook::remove_lost(const History& history) {
  const std::size_t before = entries_.size();
  for (std::size_t index = entries_.size(); index-- > 0;) {
    if (!history.has_branch(entries_[index].at.branch)) erase(index);
  }
  return before - entries_.size();
}

Result<void> Notebook::restore(std::vector<NotebookEntry> entries, std::uint32_t present) {
  if (entries.size() > max_count) return fail({}, "the notebook has too many entries");
  std::set<std::uint32_t> known{0};  // the numbers before, and that of no entry
  for (const NotebookEntry& entry : entries) {
    const bool ascends = entry.number > *known.rbegin();
    if (!ascends || entry.number == std::numeric_limits<std::uint32_t>::max()) {
      return fail({}, "the numbers of the notebook do not ascend");
    }
    if (!known.contains(entry.from)) {
      return fail({}, fmt::format("entry {} of the notebook has no predecessor", entry.number));
    }
    const bool short_enough = entry.question.size() <= max_question &&
                              entry.answer.size() <= max_question && entry.note.size() <= max_note;
    if (!short_enough) {
      return fail({}, fmt::format("a text of entry {} of the notebook is too long", entry.number));
    }
    known.insert(entry.number);
  }
  if (present == 0 || !known.contains(present))
    return fail({}, "the notebook has no present entry");
  entries_ = std::move(entries);
  forward_.assign(entries_.size(), 0);
  next_number_ = entries_.back().number + 1;
  for (const NotebookEntry& entry : entries_) {
    if (const std::size_t left = index_of(entry.from); left < entries_.size()) {
      forward_[left] = entry.number;
    }
  }
  go(present);
  return {};
}

}  // namespace fungescope
