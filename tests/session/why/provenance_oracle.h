// The causes of values by definition: runs a program from its first tick on the reference
// interpreter and keeps the origin of every value of the stack and the field. Slow, and shares
// nothing with session/why.
#pragma once

#include "history/edit.h"
#include "support/test.h"
#include "vm/machine.h"

namespace fungescope::test {

class ProvenanceOracle {
 public:
  ProvenanceOracle(Machine start, std::string input);

  // Executes one cell. Returns false if the run does not continue.
  bool step();
  void edit(const Edit& edit);
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const std::string& output() const { return output_; }

  // List the causes, a line each, in the order of a walk that goes down first. With `all` as
  // WhyOptions::all, at any depth.
  [[nodiscard]] std::string causes_of_cell(Point at, bool all);
  [[nodiscard]] std::string causes_of_slot(std::size_t from_top, bool all);
  [[nodiscard]] std::string causes_of_output(std::size_t position, bool all);

 private:
  using Id = std::size_t;
  struct Value {
    std::string key;   // "made 12 0"
    std::string kind;  // as in JSON
    std::int64_t value = 0;
    std::string by;
    std::string input;
    std::vector<std::pair<std::string, Id>> uses;  // role and value
  };

  Id add(Value value);
  Id made(int part, std::string kind, std::int64_t value,
          std::vector<std::pair<std::string, Id>> uses);
  Id pop(int operand);
  Id cell(Point at);
  void execute(std::int64_t code_value, bool string_mode, Id code);
  [[nodiscard]] std::pair<Id, std::uint64_t> past_copies(Id id, bool all) const;
  [[nodiscard]] std::string causes_of(Id root, bool all) const;

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

}  // namespace fungescope::test
