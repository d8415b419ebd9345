// The causes of values by definition: runs a program from its first tick on the reference
// interpreter and keeps the origin of every value of the stack and the field. Slow, and shares
// nothing with session/why.
#pragma once

#include "history/edit.h"
#include "support/test.h"
#include "vm/machine.h"
#include "vm/reference_interpreter.h"

namespace fungescope::test {

class ProvenanceOracle {
 public:
  ProvenanceOracle(Machine start, std::string input)
      : machine_(std::move(start)), input_(std::move(input)) {}

  // Executes one cell. Returns false if the run does not continue.
  bool step() {
    if (machine_.status != Status::running) return false;
    by_ = machine_.ip;
    input_before_ = machine_.input_position;
    const std::size_t here = machine_.field.index_of(by_);
    const std::int64_t value = machine_.field.at(by_);
    const Id code = machine_.field.changed(here) ? cell(by_) : nothing;
    const bool string_mode = machine_.string_mode;
    // `p` may store to a cell whose source is not known yet.
    const Point target{machine_.stack.peek(1), machine_.stack.peek(0)};
    if (machine_.field.contains(target)) cell(target);
    StringInput input(input_);
    StringOutput output;
    const Tick before = machine_.tick;
    run_reference(machine_, {input, output}, before + 1);
    if (machine_.tick == before) return false;
    const bool no_effect =
        machine_.status == Status::faulted && machine_.fault.kind != FaultKind::edge_wrap;
    if (no_effect) return false;
    const std::size_t printed = output_.size();
    output_ += output.text;
    execute(value, string_mode, code);
    printed_by_.resize(printed, nothing);
    printed_by_.resize(output_.size(), output.text.empty() ? nothing : values_.size() - 1);
    return machine_.status == Status::running;
  }
  void edit(const Edit& edit) {
    if (const auto* const one = std::get_if<SetCell>(&edit)) {
      machine_.field.set(one->at, one->value);
      cells_[{one->at.x, one->at.y}] =
          add({fmt::format("cell_edit {} {}", machine_.tick, to_string(one->at)),
               "cell_edit",
               one->value,
               "",
               "",
               {}});
    } else if (const auto* const stack = std::get_if<SetStack>(&edit)) {
      machine_.stack = {};
      stack_.clear();
      for (const std::int64_t value : stack->values) {
        machine_.stack.push(value);
        stack_.push_back(add({fmt::format("stack_edit {} {}", machine_.tick, stack_.size()),
                              "stack_edit",
                              value,
                              "",
                              "",
                              {}}));
      }
    } else if (const auto* const pointer = std::get_if<SetPointer>(&edit)) {
      machine_.ip = pointer->at;
      machine_.direction = pointer->direction;
      machine_.string_mode = pointer->string_mode;
      machine_.status = Status::running;
      machine_.fault = {};
    } else if (const auto* const bytes = std::get_if<SetInput>(&edit)) {
      input_ = input_.substr(0, machine_.input_position) + bytes->bytes;
    }
  }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::string& output() const { return output_; }

  // List the causes, a line each, in the order of a walk that goes down first. With `all` as
  // WhyOptions::all, at any depth.
  [[nodiscard]] std::string causes_of_cell(Point at, bool all) { return causes_of(cell(at), all); }
  [[nodiscard]] std::string causes_of_slot(std::size_t from_top, bool all) {
    return causes_of(stack_[stack_.size() - 1 - from_top], all);
  }
  [[nodiscard]] std::string causes_of_output(std::size_t position, bool all) {
    const Id id = printed_by_[position];
    values_[id].value = static_cast<unsigned char>(output_[position]);
    return causes_of(id, all);
  }

 private:
  using Id = std::size_t;
  static constexpr Id nothing = ~std::size_t{0};

  struct Value {
    std::string key;   // "made 12 0"
    std::string kind;  // as in JSON
    std::int64_t value = 0;
    std::string by;
    std::string input;
    std::vector<std::pair<std::string, Id>> uses;  // role and value
  };

  Id add(Value value) {
    values_.push_back(std::move(value));
    return values_.size() - 1;
  }
  // The machine has executed the instruction.
  Id made(int part, std::string kind, std::int64_t value,
          std::vector<std::pair<std::string, Id>> uses) {
    std::string input;
    if (kind == "input") input = fmt::format("{}-{}", input_before_, machine_.input_position);
    return add({fmt::format("made {} {}", machine_.tick, part), std::move(kind), value,
                to_string(by_), input, std::move(uses)});
  }
  Id pop(int operand) {
    if (stack_.empty()) {
      return add({fmt::format("empty {} {}", machine_.tick, operand),
                  "empty_stack",
                  0,
                  to_string(by_),
                  "",
                  {}});
    }
    const Id top = stack_.back();
    stack_.pop_back();
    return top;
  }
  // The cell has not been stored to by the instruction that has just been executed.
  Id cell(Point at) {
    const auto [found, is_new] = cells_.try_emplace({at.x, at.y}, 0);
    if (is_new) {
      found->second = add({"source " + to_string(at), "source", machine_.field.at(at), "", "", {}});
    }
    return found->second;
  }
  void execute(std::int64_t code_value, bool string_mode, Id code) {
    const std::int64_t result = machine_.stack.peek();
    const auto with_code = [code](std::vector<std::pair<std::string, Id>> uses) {
      if (code != nothing) uses.emplace_back("code", code);
      return uses;
    };
    const std::int64_t byte =
        machine_.dialect.instruction_is_low_byte ? code_value & 0xff : code_value;
    const char op = byte >= 0 && byte < 256 ? static_cast<char>(byte) : '\0';
    if (op == '"') return;
    if (string_mode) {
      if (code == nothing) {
        stack_.push_back(made(0, "character", result, {}));
      } else {
        stack_.push_back(made(0, "copy", result, {{"operand", code}}));
      }
      return;
    }
    if (op >= '0' && op <= '9') {
      if (code == nothing) {
        stack_.push_back(made(0, "literal", result, {}));
      } else {
        stack_.push_back(made(0, "operation", result, {{"operand", code}}));
      }
      return;
    }
    switch (op) {
      case '+':
      case '-':
      case '*':
      case '%':
      case '`':
      case '/': {
        const Id b = pop(1);
        const Id a = pop(0);
        const bool asked = op == '/' && values_[b].value == 0 &&
                           machine_.dialect.division_by_zero == DivisionByZero::ask;
        const std::string role = asked ? "decision" : "operand";
        stack_.push_back(
            made(0, asked ? "input" : "operation", result, with_code({{role, a}, {role, b}})));
        if (asked) {  // it printed a question with the dividend
          made(0, "output", 0, {{"operand", a}});
        }
        break;
      }
      case '!': {
        const Id a = pop(0);
        stack_.push_back(made(0, "operation", result, with_code({{"operand", a}})));
        break;
      }
      case '&':
      case '~':
        stack_.push_back(made(0, "input", result, with_code({})));
        break;
      case '$':
      case '_':
      case '|':
        pop(0);
        break;
      case ',':
      case '.': {
        const Id a = pop(0);
        made(0, "output", 0, {{"operand", a}});
        break;
      }
      case ':': {
        const Id a = pop(0);
        stack_.push_back(a);
        stack_.push_back(made(0, "copy", result, with_code({{"operand", a}})));
        break;
      }
      case '\\': {
        const Id b = pop(1);
        const Id a = pop(0);
        stack_.push_back(made(0, "copy", values_[b].value, with_code({{"operand", b}})));
        stack_.push_back(made(1, "copy", values_[a].value, with_code({{"operand", a}})));
        break;
      }
      case 'g': {
        const Id y = pop(1);
        const Id x = pop(0);
        const Point at{values_[x].value, values_[y].value};
        if (machine_.field.contains(at)) {
          const Id from = cell(at);
          stack_.push_back(made(0, "copy", result,
                                with_code({{"operand", from}, {"address", x}, {"address", y}})));
        } else {
          stack_.push_back(made(0, "operation", 0, with_code({{"address", x}, {"address", y}})));
        }
        break;
      }
      case 'p': {
        const Id y = pop(2);
        const Id x = pop(1);
        const Id v = pop(0);
        const Point at{values_[x].value, values_[y].value};
        if (!machine_.field.contains(at)) break;
        const std::int64_t stored = machine_.field.at(at);
        cells_[{at.x, at.y}] = made(0, stored == values_[v].value ? "copy" : "operation", stored,
                                    with_code({{"operand", v}, {"address", x}, {"address", y}}));
        break;
      }
      default:
        break;
    }
  }
  [[nodiscard]] std::pair<Id, std::uint64_t> past_copies(Id id, bool all) const {
    std::uint64_t copies = 0;
    while (!all && values_[id].kind == "copy") {
      id = values_[id].uses.front().second;
      ++copies;
    }
    return {id, copies};
  }
  [[nodiscard]] std::string causes_of(Id root, bool all) const {
    const auto [first, copies] = past_copies(root, all);
    std::string text = fmt::format("after {} copies\n", copies);
    std::vector<Id> pending{first};
    std::set<Id> seen;
    while (!pending.empty()) {
      const Id id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second) continue;
      const Value& value = values_[id];
      text +=
          fmt::format("{} {} {} {} {}", value.key, value.kind, value.value, value.by, value.input);
      std::vector<Id> next;
      for (const auto& [role, use] : value.uses) {
        if (!all && role != "operand") continue;
        const auto [maker, between] = past_copies(use, all);
        text +=
            fmt::format(" [{} {} {} {}]", role, values_[use].value, values_[maker].key, between);
        next.push_back(maker);
      }
      text += '\n';
      pending.insert(pending.end(), next.rbegin(), next.rend());
    }
    return text;
  }

  Machine machine_;
  std::string input_;
  std::string output_;
  std::vector<Id> printed_by_;  // for each byte of the output: the output itself
  std::vector<Value> values_;
  std::vector<Id> stack_;
  std::map<std::pair<std::int64_t, std::int64_t>, Id> cells_;
  Point by_;
  std::uint64_t input_before_ = 0;
};

// ---- Listing

}  // namespace fungescope::test
