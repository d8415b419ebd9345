#include "jit/tier/ledger.h"

#include "support/test.h"

using namespace fungescope::jit;

namespace {

constexpr Work allowance = 1'000'000;
constexpr unsigned hotness = 100;  // percent

Ledger ledger_after(Work interpreted) {
  Ledger ledger(hotness, allowance);
  ledger.add_interpreted(interpreted);
  return ledger;
}

// A node of a superblock with so many micro-operations, all alike.
RegionNode node_of(Superblock& superblock, std::size_t micro_ops, MicroOpcode code) {
  superblock.length = 20;
  superblock.ops.assign(micro_ops, MicroOp{.code = code});
  RegionNode node{.superblock = &superblock};
  return node;
}

}  // namespace

TEST_CASE("ledger: rates convert ticks and work, also where a tick is hardly any work") {
  const Rate blanks(2, 192);
  CHECK(blanks.of(192'000) > 1'900);
  CHECK(blanks.of(192'000) < 2'100);
  CHECK(blanks.ticks(2) >= 192);
  CHECK(blanks.is_positive());
  CHECK_FALSE(Rate(-1, 100).is_positive());
  CHECK_FALSE(Rate().is_positive());
  CHECK(Rate().ticks(1) >= 1);
  CHECK(Rate(3, 1).of(~Tick{0}) > 0);  // no overflow
  Rate average(1, 1);
  for (int i = 0; i < 100; ++i) average.average(blanks);
  CHECK(average.of(192'000) < 4'000);
}

TEST_CASE("ledger: compiling waits until the interpreter has worked for its share of the cost") {
  Ledger ledger = ledger_after(400);
  CHECK_FALSE(ledger.spend(500, 500));
  CHECK_FALSE(ledger.may_search());
  ledger.add_interpreted(100);
  CHECK_FALSE(ledger.may_search());  // a search that finds a little more would be in vain
  ledger.add_interpreted(200);
  CHECK(ledger.may_search());
  CHECK(ledger.spend(500, 500));
  CHECK_FALSE(ledger.spend(500, 500));
}

TEST_CASE("ledger: an unknown number of losses costs an allowance and a fraction of the work") {
  Ledger ledger(hotness, allowance);
  Work spent = 0;
  for (Work work = 0; work < 1'000'000'000; work += 10'000) {
    ledger.add_interpreted(10'000);
    if (!ledger.may_search()) continue;
    ledger.charge(cost::of_search(400));
    spent += cost::of_search(400);
    const Work code = cost::of_code(100, 300);
    const Work cost = cost::region + code;
    if (!ledger.spend(cost, code)) continue;
    spent += cost;
    for (int stay = 0; stay < 1'000; ++stay) ledger.add_stay(-cost::entry);
    spent += 1'000 * cost::entry;
    ledger.close(RegionAccount(cost, Rate()));
  }
  CHECK(spent < allowance + 1'000'000'000 / 32);
  CHECK(spent > allowance);
}

TEST_CASE("ledger: vain searches become rare") {
  Ledger ledger(hotness, allowance);
  int searches = 0;
  for (Work work = 0; work < 100'000'000; work += 10'000) {
    ledger.add_interpreted(10'000);
    if (!ledger.may_search()) continue;
    ledger.add_vain_search(50'000);
    ++searches;
  }
  CHECK(searches > 10);
  CHECK(searches < 50);
}

TEST_CASE("ledger: savings pay for more, but not for endless losses later") {
  Ledger ledger = ledger_after(100'000'000);
  for (int i = 0; i < 1'000; ++i) ledger.add_stay(1'000'000);
  Work spent = 0;
  while (ledger.spend(100'000, 100'000)) spent += 100'000;
  CHECK(spent > allowance);
  CHECK(spent < 10 * allowance);
}

TEST_CASE("ledger: losses raise the hotness, and gains lower it again") {
  Ledger ledger = ledger_after(1'000);
  for (int i = 0; i < 20; ++i) ledger.close(RegionAccount(1, Rate()));
  CHECK_FALSE(ledger.spend(500, 500));
  for (int i = 0; i < 20; ++i) ledger.close(RegionAccount(-1, Rate()));
  CHECK(ledger.spend(500, 500));
}

TEST_CASE("ledger: another program has the allowance again") {
  Ledger ledger = ledger_after(2'000'000);
  while (ledger.spend(100'000, 100'000)) {
  }
  ledger.restart();
  ledger.add_interpreted(1'000'000);
  CHECK(ledger.spend(allowance / 2, allowance / 2));
}

TEST_CASE("ledger: a region whose stays are short in work, not in ticks, is poor") {
  const auto poor_after_stays = [](Rate avoidable, Tick ticks) {
    RegionAccount account(1'000, avoidable);
    for (std::uint32_t stay = 0; stay < RegionAccount::stays_per_review; ++stay) {
      CHECK_FALSE(account.review());
      account.add_stay(ticks);
    }
    return account.review();
  };
  CHECK(poor_after_stays(Rate(20, 79), 79));  // mostly blanks
  CHECK(poor_after_stays(Rate(1, 100), 5'000));
  CHECK_FALSE(poor_after_stays(Rate(1, 1), 400));
  CHECK_FALSE(poor_after_stays(Rate(20, 79), 7'900));
}

TEST_CASE("ledger: a region owes what it cost until it has saved that") {
  RegionAccount account(100'000, Rate(1, 1));
  CHECK(account.debt() == 100'000);
  for (std::uint32_t stay = 0; stay < RegionAccount::stays_per_review; ++stay) {
    account.add_stay(1'000'000);
    CHECK(account.debt() < 0);
  }
  CHECK_FALSE(account.review());
  CHECK(account.debt() < 0);
}

TEST_CASE("estimate: many random branches do not pay, few may be converted; input does not pay") {
  std::vector<Superblock> superblocks(20);
  std::vector<RegionNode> nodes;
  for (Superblock& superblock : superblocks)
    nodes.push_back(node_of(superblock, 5, MicroOpcode::add_k));
  Samples samples;
  CHECK(samples.estimate(nodes).is_promising());
  CHECK(samples.estimate(nodes).superblocks.size() == nodes.size());
  for (Superblock& superblock : superblocks) superblock.exits.fill(&superblock);
  CHECK_FALSE(samples.estimate(nodes).is_promising());
  const RegionEstimate few = samples.estimate({nodes.data(), 3});
  CHECK(few.is_promising());
  CHECK_FALSE(few.gain(true).is_positive());

  Superblock reading;
  const std::vector<RegionNode> reader{node_of(reading, 5, MicroOpcode::input_character)};
  CHECK_FALSE(samples.estimate(reader).is_promising());
}

TEST_CASE("estimate: samples tell which of the superblocks count") {
  std::vector<Superblock> superblocks(20);
  std::vector<RegionNode> nodes;
  for (Superblock& superblock : superblocks) {
    nodes.push_back(node_of(superblock, 5, MicroOpcode::add_k));
    superblock.exits.fill(&superblock);
  }
  Superblock loop;
  nodes.push_back(node_of(loop, 5, MicroOpcode::add_k));
  Samples samples;
  CHECK_FALSE(samples.estimate(nodes).is_promising());
  for (int i = 0; i < 100; ++i) samples.add(loop);
  CHECK(samples.estimate(nodes).is_promising());
}
