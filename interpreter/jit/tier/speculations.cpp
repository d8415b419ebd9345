#include "jit/tier/speculations.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

bool divides(MicroOpcode code) {
  switch (code) {
    case MicroOpcode::divide:
    case MicroOpcode::divide_k:
    case MicroOpcode::divide_cell:
    case MicroOpcode::divide_or_step:
    case MicroOpcode::remainder:
    case MicroOpcode::remainder_k:
    case MicroOpcode::remainder_cell:
    case MicroOpcode::remainder_or_step:
      return true;
    default:
      return false;
  }
}

}  // namespace

Speculations::Speculations() {
  feedback_.is_aliased = [this](CellIndex cell) { return aliased_.contains(cell); };
  feedback_.goes_out_of_bounds = [this](CellIndex cell) { return out_of_bounds_.contains(cell); };
  feedback_.dividend = [this](CellIndex cell) {
    const auto found = dividends_.find(cell);
    return found == dividends_.end() ? DividendRange::small : found->second;
  };
}

Speculations::Failure Speculations::add_failure(const MicroOp& op, const Machine& machine,
                                                const BlockCache& cache) {
  const bool is_put = op.code == MicroOpcode::put || op.code == MicroOpcode::put_in_row;
  const bool is_get = op.code == MicroOpcode::get || op.code == MicroOpcode::get_in_row;
  if (divides(op.code))
    return {widen_dividend(op.at, dividend_range_of(machine.stack.peek(1))), std::nullopt};
  if (!is_put && !is_get) return {};
  const Point target{machine.stack.peek(1), machine.stack.peek(0)};
  if (!cache.size().contains(target)) return {out_of_bounds_.insert(op.at).second, std::nullopt};
  const CellIndex cell = cache.index_of(target);
  const std::uint8_t mark = cache.marks()[cell] & BlockCache::store_marks;
  if (!is_put || mark != BlockCache::dependency || !aliased_.insert(cell).second) return {};
  return {true, cell};
}

void Speculations::add(const ExecutionProfile& profile) {
  out_of_bounds_.insert(profile.out_of_bounds.begin(), profile.out_of_bounds.end());
  for (const auto& [cell, range] : profile.dividends) widen_dividend(cell, range);
}

void Speculations::clear() {
  aliased_.clear();
  out_of_bounds_.clear();
  dividends_.clear();
}

// Returns whether the range changes.
bool Speculations::widen_dividend(CellIndex cell, DividendRange range) {
  DividendRange& known = dividends_.try_emplace(cell, DividendRange::small).first->second;
  const DividendRange before = known;
  known = std::max(known, range);
  return known != before;
}

}  // namespace fungescope::jit
