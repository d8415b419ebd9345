#include "session/why/causes.h"

#include <algorithm>
#include <array>

namespace fungescope {
namespace {

using CauseKind = Cause::Kind;

struct Dependence {
  UseRole role = UseRole::operand;
  ValueRef ref;
  std::int64_t value = 0;
};

// Lists what result `part` of an instruction depends on.
std::vector<Dependence> dependences_of(const Step& step, std::uint8_t part) {
  std::vector<Dependence> all;
  const auto add_operands = [&](std::size_t from, std::size_t to, UseRole role) {
    for (std::size_t i = from; i < to; ++i) {
      all.push_back({role, step.operands[i], step.operand_values[i]});
    }
  };
  UseRole code_role = UseRole::code;
  switch (step.transfer) {
    case Transfer::none:
      break;
    case Transfer::literal:
    case Transfer::own_cell:
      code_role = UseRole::operand;
      break;
    case Transfer::use:
    case Transfer::make:
    case Transfer::read_input:
      add_operands(0, step.operand_count, step.asked ? UseRole::decision : UseRole::operand);
      break;
    case Transfer::read_cell:
      if (step.inside) all.push_back({UseRole::operand, step.source, step.results[0]});
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
  if (step.is_written()) all.push_back({code_role, step.code, step.code_value});
  return all;
}

CauseKind kind_of(const Step& step) {
  switch (step.transfer) {
    case Transfer::own_cell:
      return step.is_written() ? CauseKind::copy : CauseKind::character;
    case Transfer::literal:
      return step.is_written() ? CauseKind::operation : CauseKind::literal;
    case Transfer::read_cell:
      return step.inside ? CauseKind::copy : CauseKind::operation;
    case Transfer::write_cell:  // or it stores the low byte only
      return step.results[0] == step.operand_values[0] ? CauseKind::copy : CauseKind::operation;
    case Transfer::duplicate:
    case Transfer::swap:
      return CauseKind::copy;
    case Transfer::read_input:
      return CauseKind::input;
    default:
      return step.asked ? CauseKind::input : CauseKind::operation;
  }
}

// By the kind of an origin. What an instruction made is unknown until it is expanded.
constexpr std::array kinds_of_origins{CauseKind::unknown,    CauseKind::unknown,
                                      CauseKind::source,     CauseKind::cell_edit,
                                      CauseKind::stack_edit, CauseKind::start};

}  // namespace

// `,` and `.` print their operand, and the question of a division by zero its dividend.
Use CauseGraph::follow_output(const Step& step, std::int64_t byte) {
  causes_.push_back({.kind = CauseKind::output,
                     .value = byte,
                     .origin = Origin{.tick = step.tick},
                     .by = step.at,
                     .op = step.op});
  const Use use = use_of(UseRole::operand, step.operands[0], step.operand_values[0], step.tick, 0);
  causes_[0].uses.push_back(use);
  return expand_all({UseRole::operand, byte, 0, 0});
}

// What a value was made of was made before it. So when the latest value is taken, everything that
// uses it has been expanded, and its depth is final; and each window is traced once.
Use CauseGraph::expand_all(Use root) {
  while (!pending_.empty()) {
    const std::size_t index = pending_.top().second;
    pending_.pop();
    if (causes_.size() >= options_.max_causes && !cut_) cut_ = CutBy::values;
    if (!cut_) {
      if (const auto step = provenance_.step(causes_[index].tick())) {
        expand(index, *step);
      } else {
        cut_ = step.error();
      }
    }
    if (cut_ && causes_[index].kind == CauseKind::unknown) causes_[index].expanded = false;
  }
  if (!options_.all) {
    skip_copies(root);
    for (Cause& cause : causes_) {
      for (Use& use : cause.uses) skip_copies(use);
    }
  }
  return root;
}

void CauseGraph::expand(std::size_t index, const Step& step) {
  Cause& cause = causes_[index];  // until further ones are added
  cause.by = step.at;
  cause.op = step.op;
  if (cause.origin->kind == Origin::Kind::empty) {
    cause.kind = CauseKind::empty;
    return;
  }
  cause.kind = kind_of(step);
  const bool stores = step.transfer == Transfer::write_cell && step.inside;
  if (stores || step.transfer == Transfer::read_cell) cause.cell = step.target;
  if (step.transfer == Transfer::own_cell) cause.cell = step.at;
  cause.input_begin = step.input_begin;
  cause.input_end = step.input_end;
  const std::vector<Dependence> dependences = dependences_of(step, cause.origin->part);
  for (const Dependence& one : dependences) {
    if (one.role == UseRole::operand) cause.operands.push_back(one.value);
  }
  const std::size_t others = dependences.size() - cause.operands.size();
  const bool copy = cause.kind == CauseKind::copy;
  const bool within = copy || options_.to_input || cause.depth < options_.depth;
  cause.expanded = within || (cause.operands.empty() && (others == 0 || !options_.all));
  if (!cause.expanded) return;
  if (!options_.all) folded_ += others;
  const std::size_t depth = cause.depth + (copy ? 0 : 1);
  std::vector<Use> uses;
  for (const Dependence& one : dependences) {
    if (one.role != UseRole::operand && !options_.all) continue;
    uses.push_back(use_of(one.role, one.ref, one.value, step.tick, depth));
  }
  causes_[index].uses = std::move(uses);
}

Use CauseGraph::use_of(UseRole role, const ValueRef& ref, std::int64_t value, Tick tick,
                       std::size_t depth) {
  if (!cut_) {
    const auto origin = provenance_.resolve(ref, tick);
    if (origin) return {role, value, add(*origin, value, depth), 0};
    cut_ = origin.error();
  }
  causes_.push_back({.value = value, .depth = depth, .expanded = false});
  return {role, value, causes_.size() - 1, 0};
}

std::size_t CauseGraph::add(const Origin& origin, std::int64_t value, std::size_t depth) {
  const auto [known, is_new] = known_.try_emplace(origin, causes_.size());
  if (!is_new) {
    causes_[known->second].depth = std::min(causes_[known->second].depth, depth);
    return known->second;
  }
  Cause cause{.kind = kinds_of_origins[static_cast<std::size_t>(origin.kind)],
              .value = value,
              .origin = origin,
              .depth = depth};
  if (origin.kind == Origin::Kind::source || origin.kind == Origin::Kind::cell_edit) {
    cause.cell = origin.at();
  }
  if (cause.kind == CauseKind::unknown) pending_.emplace(origin.tick, causes_.size());
  causes_.push_back(std::move(cause));
  return known->second;
}

// Makes a use one of what made the value, past all copies.
void CauseGraph::skip_copies(Use& use) {
  // A copy that is passed leads, from then on, directly to where its chain ends.
  const Use first = use;
  while (causes_[use.cause].kind == CauseKind::copy) {
    const Use& next = causes_[use.cause].uses.front();
    use.copies += next.copies + 1;
    use.cause = next.cause;
  }
  std::uint64_t left = use.copies - first.copies;
  for (std::size_t index = first.cause; index != use.cause && left > 0;) {
    Use& next = causes_[index].uses.front();
    index = next.cause;
    left -= next.copies + 1;
    next.copies += left;
    next.cause = use.cause;
  }
}

}  // namespace fungescope
