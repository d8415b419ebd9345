#include "session/why/causes.h"

#include <array>

namespace fungescope {
namespace {

using CauseKind = Cause::Kind;

// Returns the value that result `part` of an instruction is a copy of; nothing if it made a value.
std::optional<ValueRef> copied_by(const Step& step, std::uint8_t part) {
  switch (step.transfer) {
    case Transfer::own_cell:
      if (step.code.kind == ValueRef::Kind::none) return std::nullopt;
      return step.code;
    case Transfer::read_cell:
      if (!step.inside) return std::nullopt;
      return step.source;
    case Transfer::write_cell:
      if (step.results[0] != step.operand_values[0]) return std::nullopt;  // its low byte
      return step.operands[0];
    case Transfer::duplicate:
      return step.operands[0];
    case Transfer::swap:
      return step.operands[part == 0 ? 1 : 0];
    default:
      return std::nullopt;
  }
}

struct Dependence {
  UseRole role = UseRole::operand;
  ValueRef ref;
  std::int64_t value = 0;
};

// Lists what result `part` of an instruction depends on.
class Dependences {
 public:
  Dependences(const Step& step, std::uint8_t part) : step_(step) {
    const bool has_code = step.code.kind != ValueRef::Kind::none;
    switch (step.transfer) {
      case Transfer::none:
        break;
      case Transfer::literal:
      case Transfer::own_cell:
        if (has_code) add(UseRole::operand, step.code, step.code_value);
        return;
      case Transfer::use:
      case Transfer::make:
      case Transfer::read_input:
        add_operands(0, step.operand_count, step.asked ? UseRole::decision : UseRole::operand);
        break;
      case Transfer::read_cell:
        if (step.inside) add(UseRole::operand, step.source, step.results[0]);
        add_operands(0, 2, UseRole::address);
        break;
      case Transfer::write_cell:
        add_operands(0, 1, UseRole::operand);
        add_operands(1, 3, UseRole::address);
        break;
      case Transfer::duplicate:
        add_operands(0, 1, UseRole::operand);
        break;
      case Transfer::swap:
        add_operands(part == 0 ? 1 : 0, part == 0 ? 2 : 1, UseRole::operand);
        break;
    }
    if (has_code) add(UseRole::code, step.code, step.code_value);
  }

  [[nodiscard]] const Dependence* begin() const { return all_.data(); }
  [[nodiscard]] const Dependence* end() const { return all_.data() + count_; }
  [[nodiscard]] std::size_t count(bool operands) const {
    std::size_t count = 0;
    for (const Dependence& one : *this) count += (one.role == UseRole::operand) == operands ? 1 : 0;
    return count;
  }

 private:
  void add(UseRole role, const ValueRef& ref, std::int64_t value) {
    all_[count_++] = {role, ref, value};
  }
  void add_operands(std::size_t from, std::size_t to, UseRole role) {
    for (std::size_t i = from; i < to; ++i) add(role, step_.operands[i], step_.operand_values[i]);
  }

  const Step& step_;
  std::array<Dependence, 5> all_;
  std::size_t count_ = 0;
};

CauseKind kind_of(const Step& step, std::uint8_t part) {
  if (copied_by(step, part)) return CauseKind::copy;
  const bool has_code = step.code.kind != ValueRef::Kind::none;
  if (step.transfer == Transfer::own_cell) return CauseKind::character;
  if (step.transfer == Transfer::literal && !has_code) return CauseKind::literal;
  if (step.transfer == Transfer::read_input || step.asked) return CauseKind::input;
  return CauseKind::operation;
}

CauseKind kind_of(Origin::Kind origin) {
  switch (origin) {
    case Origin::Kind::made:
      return CauseKind::operation;
    case Origin::Kind::empty:
      return CauseKind::empty;
    case Origin::Kind::source:
      return CauseKind::source;
    case Origin::Kind::cell_edit:
      return CauseKind::cell_edit;
    case Origin::Kind::stack_edit:
      return CauseKind::stack_edit;
    case Origin::Kind::start:
      return CauseKind::start;
  }
  return CauseKind::unknown;
}

}  // namespace

Use CauseGraph::follow(const Origin& origin, std::int64_t value) {
  const Use root = use_of(UseRole::operand, origin, value, 0);
  expand_all();
  return root;
}

// `,` and `.` print their operand, and the question of a division by zero its dividend.
Use CauseGraph::follow_output(const Step& step, std::int64_t byte) {
  Cause cause;
  cause.kind = CauseKind::output;
  cause.value = byte;
  cause.origin = Origin{Origin::Kind::made, 0, step.tick, 0, 0, 0};
  cause.by = step.at;
  cause.op = step.op;
  causes_.push_back(std::move(cause));
  const Use use = use_of(UseRole::operand, step.operands[0], step.operand_values[0], step.tick, 0);
  causes_[0].uses.push_back(use);
  expand_all();
  return {UseRole::operand, byte, 0, 0};
}

void CauseGraph::expand_all() {
  while (!pending_.empty()) {
    if (causes_.size() >= options_.max_causes && !cut_) cut_ = CutBy::values;
    const Pending next = pending_.front();
    pending_.pop_front();
    if (cut_) {
      causes_[next.cause].expanded = false;
    } else {
      expand(next);
    }
  }
}

void CauseGraph::expand(const Pending& pending) {
  const Dependences dependences(pending.step, pending.part);
  const Cause& cause = causes_[pending.cause];
  const std::size_t depth = cause.depth + (cause.kind == CauseKind::copy ? 0 : 1);
  std::vector<Use> uses;
  for (const Dependence& one : dependences) {
    if (one.role != UseRole::operand && !options_.all) {
      ++folded_;
    } else if (cut_) {
      uses.push_back(unknown_use(one.role, one.value, depth, *cut_));
    } else {
      uses.push_back(use_of(one.role, one.ref, one.value, pending.step.tick, depth));
    }
  }
  causes_[pending.cause].uses = std::move(uses);
}

Use CauseGraph::use_of(UseRole role, const ValueRef& ref, std::int64_t value, Tick tick,
                       std::size_t depth) {
  const auto origin = provenance_.resolve(ref, tick);
  if (!origin) return unknown_use(role, value, depth, origin.error());
  return use_of(role, *origin, value, depth);
}

Use CauseGraph::use_of(UseRole role, const Origin& origin, std::int64_t value, std::size_t depth) {
  const auto maker = options_.all ? Traced<Maker>(Maker{origin, 0}) : behind_copies(origin);
  if (!maker) return unknown_use(role, value, depth, maker.error());
  const auto cause = add(maker->origin, value, depth);
  if (!cause) return unknown_use(role, value, depth, cause.error());
  return {role, value, *cause, maker->copies};
}

Use CauseGraph::unknown_use(UseRole role, std::int64_t value, std::size_t depth, CutBy by) {
  cut_ = by;
  Cause cause;
  cause.value = value;
  cause.depth = depth;
  cause.expanded = false;
  causes_.push_back(std::move(cause));
  return {role, value, causes_.size() - 1, 0};
}

// Follows copies back to the instruction, or the end of the chain, that the value comes from.
Traced<CauseGraph::Maker> CauseGraph::behind_copies(const Origin& origin) {
  if (const auto known = makers_.find(origin); known != makers_.end()) return known->second;
  Maker maker{origin, 0};
  while (maker.origin.kind == Origin::Kind::made) {
    const auto step = provenance_.step(maker.origin.tick);
    if (!step) return tl::unexpected(step.error());
    const auto copied = copied_by(*step, maker.origin.part);
    if (!copied) break;
    folded_ += Dependences(*step, maker.origin.part).count(false);
    const auto before = provenance_.resolve(*copied, step->tick);
    if (!before) return tl::unexpected(before.error());
    maker.origin = *before;
    ++maker.copies;
  }
  makers_.emplace(origin, maker);
  return maker;
}

Traced<std::size_t> CauseGraph::add(const Origin& origin, std::int64_t value, std::size_t depth) {
  if (const auto known = known_.find(origin); known != known_.end()) return known->second;
  Cause cause;
  cause.kind = kind_of(origin.kind);
  cause.value = value;
  cause.origin = origin;
  cause.depth = depth;
  if (origin.kind == Origin::Kind::source || origin.kind == Origin::Kind::cell_edit) {
    cause.cell = origin.at();
  }
  if (origin.kind == Origin::Kind::made || origin.kind == Origin::Kind::empty) {
    const auto step = provenance_.step(origin.tick);
    if (!step) return tl::unexpected(step.error());
    cause.by = step->at;
    cause.op = step->op;
    if (origin.kind == Origin::Kind::made) return add_made(std::move(cause), *step, origin.part);
  }
  causes_.push_back(std::move(cause));
  known_.emplace(origin, causes_.size() - 1);
  return causes_.size() - 1;
}

std::size_t CauseGraph::add_made(Cause cause, const Step& step, std::uint8_t part) {
  cause.kind = kind_of(step, part);
  cause.outside = step.transfer == Transfer::read_cell && !step.inside;
  if (step.transfer == Transfer::own_cell) cause.cell = step.at;
  const bool accesses =
      step.transfer == Transfer::read_cell || step.transfer == Transfer::write_cell;
  if (accesses && step.inside) cause.cell = step.target;
  cause.input_begin = step.input_begin;
  cause.input_end = step.input_end;
  const Dependences dependences(step, part);
  const bool has_uses =
      dependences.count(true) > 0 || (options_.all && dependences.count(false) > 0);
  for (const Dependence& one : dependences) {
    if (one.role == UseRole::operand) cause.operands.push_back(one.value);
  }
  const bool copy = cause.kind == CauseKind::copy;
  const std::size_t depth = cause.depth;
  cause.expanded = !has_uses || copy || options_.to_input || depth < options_.depth;
  const bool expands = has_uses && cause.expanded;
  if (!has_uses) folded_ += dependences.count(false);
  const std::size_t index = causes_.size();
  known_.emplace(*cause.origin, index);
  causes_.push_back(std::move(cause));
  if (copy) {
    pending_.push_front({index, step, part});
  } else if (expands) {
    pending_.push_back({index, step, part});
  }
  return index;
}

}  // namespace fungescope
