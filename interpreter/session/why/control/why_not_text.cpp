#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/expressions/symbols.h"
#include "session/why/control/why_not.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::string wanted_text(const PassedDecision& passed) {
  std::string text;
  for (const Direction direction : passed.wanted) {
    text += (text.empty() ? "" : " or ") + std::string(to_string(direction));
  }
  return text + (passed.distance == 1 ? " leads there" : " leads nearer");
}

void add_decisions_past(CauseTree& tree, const WhyNotCell& answer, const Session& session,
                        std::size_t level) {
  for (const PassedDecision& passed : answer.decisions) {
    const Decision& decision = passed.decision;
    add_heading(tree, to_text(decision) + "; " + wanted_text(passed), level, decision.tick).by =
        decision.by;
    if (decision.value) add_causes(tree, *decision.value, session, level + 1);
  }
}

std::string none_past(const WhyNotCell& answer) {
  return answer.reachable ? "no decision since led past it"
                          : "no path of the field as it is now leads there";
}

}  // namespace

CauseTree to_tree(const WhyNotCell& answer, const Session& session) {
  CauseTree tree;
  std::string text = fmt::format("cell {} ", to_string(answer.at));
  if (answer.next) {
    text += fmt::format("is next, at tick {}", with_separators(answer.tick));
  } else if (answer.last) {
    text += fmt::format("was not executed since tick {}", with_separators(*answer.last + 1));
  } else {
    text += "has never been executed";
  }
  add_heading(tree, std::move(text), 0, answer.last).cell = answer.at;
  add_decisions_past(tree, answer, session, 0);
  if (answer.next) {
    tree.summary.push_back({"why here tells what led to it"});
  } else if (answer.decisions.empty()) {
    tree.summary.push_back({none_past(answer)});
  }
  return tree;
}

CauseTree to_tree(const WhyNotTrue& answer, const Session& session) {
  CauseTree tree;
  std::string text = answer.expression;
  if (answer.since) {
    text += fmt::format(" is {} since tick {}", answer.is_true ? "so" : "not so",
                        with_separators(*answer.since));
    if (answer.turned) {
      text +=
          fmt::format(", when {} changed {} from {} to {}", to_string(answer.turned->by),
                      cell_name(session.symbols(), answer.turned->at),
                      describe_value(answer.turned->before), describe_value(answer.turned->now));
    }
  } else {
    text += answer.is_true ? " has been so from the beginning" : " has never been so";
  }
  add_heading(tree, std::move(text), 0, answer.since);
  for (const WhyNotTrue::Stored& stored : answer.stored) {
    const Write& write = stored.write;
    const std::string name = cell_name(session.symbols(), write.at);
    CauseLine& line = add_heading(
        tree,
        write.edit ? fmt::format("{} is {} by an edit at tick {}", name, describe_value(write.now),
                                 with_separators(write.tick))
                   : fmt::format("{} became {}, tick {}, by {}", name, describe_value(write.now),
                                 with_separators(write.tick), to_string(write.by)),
        0, write.tick);
    line.cell = write.at;
    if (!write.edit) line.by = write.by;
    if (stored.value) add_causes(tree, *stored.value, session, 1);
  }
  for (const WhyNotTrue::Passed& passed : answer.passed) {
    const Write& write = passed.write;
    CauseLine& line = add_heading(
        tree,
        fmt::format("{}, which stored {} to {} at tick {}, was not executed since then",
                    to_string(write.by), describe_value(write.now),
                    cell_name(session.symbols(), write.at), with_separators(write.tick)),
        0, write.tick);
    line.by = write.by;
    line.cell = write.at;
    add_decisions_past(tree, passed.instruction, session, 1);
    if (passed.instruction.decisions.empty()) {
      add_heading(tree, none_past(passed.instruction), 1, std::nullopt);
    }
  }
  if (!answer.of_cells) {
    tree.summary.push_back(
        {"it does not depend on constant cells alone; only stores to these are searched for"});
  } else if (answer.stored.empty()) {
    tree.summary.push_back({"nothing has stored to what it depends on"});
  } else if (!answer.is_true && answer.since && answer.passed.empty()) {
    tree.summary.push_back(
        {"all instructions that stored there before were executed since, and stored other values "
         "or elsewhere"});
  }
  return tree;
}

}  // namespace fungescope
