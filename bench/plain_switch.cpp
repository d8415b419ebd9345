#include "plain_switch.h"

#include "base/random.h"

#include <utility>

namespace fungescope::bench {
namespace {

class Machine {
 public:
  Machine(PlainField& field, std::string_view input, std::uint64_t seed)
      : field_(field), input_(input), random_(seed) {
    stack_.reserve(1024);
  }

  std::uint64_t run(std::uint64_t limit, std::string& output) {
    std::uint64_t tick = 0;
    bool string_mode = false;
    while (tick < limit) {
      ++tick;
      const std::int64_t cell = field_.cells[index(x_, y_)];
      if (cell == '"') {
        string_mode = !string_mode;
      } else if (string_mode) {
        stack_.push_back(cell);
      } else if (cell == '@') {
        return tick;
      } else {
        execute(cell, output);
      }
      move();
    }
    return tick;
  }

 private:
  void execute(std::int64_t cell, std::string& output) {
    switch (cell) {
      case '>':
        turn(1, 0);
        break;
      case '<':
        turn(-1, 0);
        break;
      case '^':
        turn(0, -1);
        break;
      case 'v':
        turn(0, 1);
        break;
      case '_':
        turn(pop() == 0 ? 1 : -1, 0);
        break;
      case '|':
        turn(0, pop() == 0 ? 1 : -1);
        break;
      case '#':
        move();
        break;
      case '!':
        push(pop() == 0 ? 1 : 0);
        break;
      case '$':
        pop();
        break;
      case '~':
        read();
        break;
      case '?':
        turn_at_random();
        break;
      case '.':
        output += std::to_string(pop()) + ' ';
        break;
      case ',':
        output += static_cast<char>(pop());
        break;
      case 'g':
        get();
        break;
      case 'p':
        put();
        break;
      case ':': {
        const std::int64_t a = pop();
        push(a);
        push(a);
        break;
      }
      default:
        if (cell >= '0' && cell <= '9') {
          push(cell - '0');
        } else {
          binary(cell);
        }
    }
  }

  void binary(std::int64_t cell) {
    switch (cell) {
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
      case '`':
      case '\\':
        break;
      default:
        return;
    }
    const std::int64_t b = pop();
    const std::int64_t a = pop();
    switch (cell) {
      case '+':
        push(a + b);
        break;
      case '-':
        push(a - b);
        break;
      case '*':
        push(a * b);
        break;
      case '/':
        push(b == 0 ? 0 : a / b);
        break;
      case '%':
        push(b == 0 ? 0 : a % b);
        break;
      case '`':
        push(a > b ? 1 : 0);
        break;
      default:
        push(b);
        push(a);
    }
  }

  void get() {
    const std::int64_t y = pop();
    const std::int64_t x = pop();
    push(inside(x, y) ? field_.cells[index(x, y)] : 0);
  }
  void put() {
    const std::int64_t y = pop();
    const std::int64_t x = pop();
    const std::int64_t value = pop();
    if (inside(x, y)) field_.cells[index(x, y)] = value;
  }

  void read() {
    push(input_.empty() ? -1 : static_cast<unsigned char>(input_.front()));
    if (!input_.empty()) input_.remove_prefix(1);
  }

  // In the order of Direction.
  void turn_at_random() {
    switch (random_.next_two_bits()) {
      case 0:
        return turn(1, 0);
      case 1:
        return turn(0, 1);
      case 2:
        return turn(-1, 0);
      default:
        return turn(0, -1);
    }
  }

  void turn(std::int64_t dx, std::int64_t dy) {
    dx_ = dx;
    dy_ = dy;
  }
  void move() {
    x_ += dx_;
    y_ += dy_;
    if (x_ < 0) x_ = field_.width - 1;
    if (x_ == field_.width) x_ = 0;
    if (y_ < 0) y_ = field_.height - 1;
    if (y_ == field_.height) y_ = 0;
  }

  void push(std::int64_t value) { stack_.push_back(value); }
  std::int64_t pop() {
    if (stack_.empty()) return 0;
    const std::int64_t value = stack_.back();
    stack_.pop_back();
    return value;
  }
  [[nodiscard]] bool inside(std::int64_t x, std::int64_t y) const {
    return x >= 0 && y >= 0 && x < field_.width && y < field_.height;
  }
  [[nodiscard]] std::size_t index(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>(y * field_.width + x);
  }

  PlainField& field_;
  std::string_view input_;
  Random random_;
  std::vector<std::int64_t> stack_;
  std::int64_t x_ = 0;
  std::int64_t y_ = 0;
  std::int64_t dx_ = 1;
  std::int64_t dy_ = 0;
};

}  // namespace

std::uint64_t run_plain_switch(PlainField& field, std::uint64_t limit, std::string_view input,
                               std::uint64_t seed, std::string& output) {
  return Machine(field, input, seed).run(limit, output);
}

}  // namespace fungescope::bench
