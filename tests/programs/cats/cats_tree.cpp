#include "programs/cats/cats_tree.h"

#include <algorithm>

namespace fungescope::test {
namespace {

constexpr std::size_t root = 2;  // after the two records that hold bounds
constexpr int bound = 2000;
constexpr int first_column = 33;  // of the region on the page

// The lines of a record.
enum Field { level_line, turn_line, value_line, parent_line, children_line, pieces_line };

// How far the mouse gets, if the cats stand still.
class Steps {
 public:
  Steps(const CatsPieces& pieces, CatsLog& log) : log_(log) {
    marks_.fill('.');
    for (std::size_t cat = 1; cat < pieces.size(); ++cat) mark(pieces[cat], 'C');
    log_.add(CatsRegion::queue, 0, 0, pieces[0]);
    mark(pieces[0], '0');
    queue_[0] = pieces[0];
    tail_ = 1;
    spread();
  }

  // Puts the dots back that were there before.
  void take_back(const CatsPieces& pieces) {
    while (tail_ > 0) mark(queue_[--tail_], '.');
    for (std::size_t cat = 1; cat < pieces.size(); ++cat) mark(pieces[cat], '.');
  }

  // How many squares the mouse can go to at once.
  [[nodiscard]] int free() const { return free_; }
  // How many steps it is to rank 8; 0 if there is no way.
  [[nodiscard]] int to_the_top() const { return to_the_top_; }

 private:
  void mark(int square, char mark) {
    marks_[static_cast<std::size_t>(square)] = mark;
    if (log_.keeps()) log_.add_square(CatsRegion::steps, square, mark);
  }

  void spread() {
    for (std::size_t head = 0; head < tail_; ++head) {
      const int square = queue_[head];
      const char steps = marks_[static_cast<std::size_t>(square)];
      if (square < 8) {
        to_the_top_ = steps - '0';
        return;
      }
      for (const int step : {9, 7, -7, -9}) {
        const int next = square + step;
        if (!is_cats_square(next) || marks_[static_cast<std::size_t>(next)] != '.') continue;
        mark(next, static_cast<char>(steps + 1));
        log_.add(CatsRegion::queue, static_cast<int>(tail_), 0, next);
        queue_[tail_++] = next;
      }
      if (head == 0) free_ = static_cast<int>(tail_) - 1;
    }
  }

  CatsLog& log_;
  std::array<char, 64> marks_{};
  std::array<int, 32> queue_{};
  std::size_t tail_ = 0;
  int free_ = 0;
  int to_the_top_ = 0;
};

int value_of(const CatsPieces& pieces, const Steps& steps) {
  int value = 3 * steps.free();
  for (std::size_t cat = 1; cat < pieces.size(); ++cat) {
    const int row = pieces[cat] / 8;
    value += row * row;
  }
  return steps.to_the_top() > 0 ? value + 100 - 4 * steps.to_the_top() : value;
}

}  // namespace

bool is_cats_square(int square) {
  return square >= 0 && square < 64 && (square / 8 + square % 8) % 2 == 0;
}

bool is_legal(const CatsPieces& pieces, CatsMove move) {
  const int target = pieces[move.piece] + move.step;
  return is_cats_square(target) && std::find(pieces.begin(), pieces.end(), target) == pieces.end();
}

CatsPieces moved(const CatsPieces& pieces, CatsMove move) {
  CatsPieces result = pieces;
  result[move.piece] += move.step;
  return result;
}

int cats_value(const CatsPieces& pieces, CatsTurn turn, int level) {
  CatsLog log;
  const Steps steps(pieces, log);
  if (turn == CatsTurn::mouse && steps.free() == 0) return -cats_win(level);
  return value_of(pieces, steps);
}

bool CatsTree::make_moves(const CatsPieces& pieces, CatsTurn turn) {
  plant(pieces, turn);
  set_value(root, records_[0].value);
  add_children();
  return newest_ > root;
}

bool CatsTree::search(const CatsPieces& pieces, CatsTurn turn, int level, int column) {
  plant(pieces, turn);
  boards_ = 0;
  worked_at_.clear();
  while (true) {
    if (records_[newest_].children != 0) {
      visit_new(level);
    } else if (newest_ == root) {
      return boards_ > 1;
    } else {
      back_up(column);
    }
  }
}

void CatsTree::plant(const CatsPieces& pieces, CatsTurn turn) {
  const int sign = static_cast<int>(turn);
  records_[root] = {0, sign, records_[root].value, root - 1, -1, pieces};
  records_[root - 1].value = bound * sign;
  records_[root - 1].parent = 0;
  records_[0].value = -bound * sign;
  write_field(root, level_line, 0);
  write_field(root, turn_line, sign);
  write_field(root - 1, value_line, records_[root - 1].value);
  write_field(0, value_line, records_[0].value);
  write_field(root - 1, parent_line, first_column);
  write_field(root, parent_line, first_column + 1);
  write_field(root, children_line, -1);
  write_pieces(root);
  newest_ = root;
}

void CatsTree::back_up(int column) {
  const Record& record = records_[newest_];
  const std::size_t above = record.parent;
  const Record& parent = records_[above];
  set_children(above, parent.children - 1);
  if (above == root) worked_at_.push_back(first_column + static_cast<int>(newest_));
  if ((record.value - parent.value) * parent.turn > 0) {
    set_value(above, record.value);
    if (above == root) {
      best_ = record.pieces;
      for (std::size_t i = 0; i < best_.size(); ++i) {
        log_.add(CatsRegion::game, column, static_cast<int>(i), best_[i]);
      }
    }
    if ((parent.value - records_[parent.parent].value) * parent.turn >= 0) {
      newest_ = above + 1;
      set_children(above, 0);
    }
  }
  --newest_;
}

void CatsTree::visit_new(int level) {
  ++boards_;
  const Record& record = records_[newest_];
  set_value(newest_, records_[records_[record.parent].parent].value);
  if (record.pieces[0] < 8) {
    set_value(newest_, cats_win(record.level));
    set_children(newest_, 0);
  } else if (record.level == level) {
    value_leaf();
  } else {
    add_children();
  }
}

void CatsTree::add_children() {
  const std::size_t above = newest_;
  const Record parent = records_[above];
  const bool is_mouse = parent.turn > 0;
  const std::size_t first = is_mouse ? 0 : 4;
  for (std::size_t i = is_mouse ? 4 : cats_moves.size(); i-- > first;) {
    const CatsMove move = cats_moves[i];
    if (!is_legal(parent.pieces, move)) continue;
    ++newest_;
    records_[newest_] = {parent.level + 1, -parent.turn, 0, above, -1, parent.pieces};
    write_field(newest_, level_line, parent.level + 1);
    write_field(newest_, turn_line, -parent.turn);
    write_field(newest_, value_line, 0);
    write_field(newest_, parent_line, first_column + static_cast<int>(above));
    write_field(newest_, children_line, -1);
    write_pieces(newest_);
    records_[newest_].pieces = moved(parent.pieces, move);
    write_field(newest_, pieces_line + static_cast<int>(move.piece),
                records_[newest_].pieces[move.piece]);
  }
  set_children(above, static_cast<int>(newest_ - above));
  if (newest_ == above) set_value(above, -parent.turn * cats_win(parent.level));
}

void CatsTree::value_leaf() {
  const Record& record = records_[newest_];
  Steps steps(record.pieces, log_);
  set_value(newest_, value_of(record.pieces, steps));
  if (record.turn > steps.free()) set_value(newest_, -cats_win(record.level));
  set_children(newest_, 0);
  steps.take_back(record.pieces);
}

void CatsTree::set_value(std::size_t record, int value) {
  records_[record].value = value;
  write_field(record, value_line, value);
}

void CatsTree::set_children(std::size_t record, int children) {
  records_[record].children = children;
  write_field(record, children_line, children);
}

void CatsTree::write_field(std::size_t record, int field, std::int64_t value) {
  log_.add(CatsRegion::tree, static_cast<int>(record), field, value);
}

void CatsTree::write_pieces(std::size_t record) {
  const CatsPieces& pieces = records_[record].pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    write_field(record, pieces_line + static_cast<int>(i), pieces[i]);
  }
}

}  // namespace fungescope::test
