// Random stops, each with the rule by which a run cell by cell (random_run.h) tells where it
// holds.
#pragma once

#include "lang/analysis/static_analysis.h"
#include "session/random_run.h"

namespace fungescope::test {

// Does a stop hold at moments[t]?
using Rule = std::function<bool(const std::vector<Moment>&, std::size_t)>;

struct Case {
  std::string text;
  Rule rule;
};

inline bool running(const Moment& moment) {
  return moment.machine.status == Status::running;
}

inline Case cell_case(Random& random, const std::vector<Moment>& moments) {
  const Moment& moment = moments[below(random, moments.size())];
  const Point at = moment.machine.ip;
  const Direction direction = moment.machine.direction;
  const bool any = below(random, 2) != 0;
  constexpr const char* names[] = {"east", "south", "west", "north"};
  return {any ? fmt::format("{},{}", at.x, at.y)
              : fmt::format("{},{} {}", at.x, at.y, names[static_cast<int>(direction)]),
          [=](const auto& m, std::size_t t) {
            return running(m[t]) && m[t].machine.ip == at &&
                   (any || m[t].machine.direction == direction);
          }};
}

inline Case data_case(Random& random, const std::vector<Moment>& moments, Size size) {
  Point at = random_point(random, size);
  for (int i = 0; i < 200; ++i) {  // rather one that is met
    const Moment& moment = moments[below(random, moments.size())];
    if (moment.write || moment.read) {
      at = moment.write ? moment.write->at : moment.read->at;
      break;
    }
  }
  const std::string place = fmt::format("{},{}", at.x, at.y);
  switch (below(random, 4)) {
    case 0:
      return {"read " + place,
              [=](const auto& m, std::size_t t) { return m[t].read && m[t].read->at == at; }};
    case 1:
      return {"write " + place,
              [=](const auto& m, std::size_t t) { return m[t].write && m[t].write->at == at; }};
    case 2:
      return {"change " + place, [=](const auto& m, std::size_t t) {
                return m[t].write && m[t].write->at == at && m[t].write->before != m[t].write->now;
              }};
    default:
      return {place + " becomes 1", [=](const auto& m, std::size_t t) {
                return m[t].write && m[t].write->at == at && m[t].write->now == 1 &&
                       m[t].write->before != 1;
              }};
  }
}

inline Case depth_case(Random& random) {
  const std::size_t depth = below(random, 6);
  if (below(random, 2) != 0) {
    return {fmt::format("depth > {}", depth), [=](const auto& m, std::size_t t) {
              return t > 0 && running(m[t]) && m[t].machine.stack.size() > depth &&
                     m[t - 1].machine.stack.size() <= depth;
            }};
  }
  return {fmt::format("depth < {}", depth + 1), [=](const auto& m, std::size_t t) {
            return t > 0 && running(m[t]) && m[t].machine.stack.size() < depth + 1 &&
                   m[t - 1].machine.stack.size() >= depth + 1;
          }};
}

inline Case other_case(Random& random, Tick length) {
  switch (below(random, 4)) {
    case 0: {
      const Tick tick = 1 + below(random, length);
      return {fmt::format("tick {}", tick), [=](const auto&, std::size_t t) { return t == tick; }};
    }
    case 1: {
      const std::string text = below(random, 2) != 0 ? "0 " : "1";
      return {"output \"" + text + "\"", [=](const auto& m, std::size_t t) {
                if (t == 0 || m[t].output.size() == m[t - 1].output.size()) return false;
                const std::size_t old = m[t - 1].output.size();
                const std::size_t from = old + 1 > text.size() ? old + 1 - text.size() : 0;
                return m[t].output.find(text, from) != std::string::npos;
              }};
    }
    case 2:
      return {"input", [](const auto& m, std::size_t t) {
                const Machine& machine = m[t].machine;
                if (!running(m[t]) || machine.string_mode) return false;
                const Op op = decode_op(machine.dialect, machine.field.at(machine.ip));
                return op == Op::input_character || op == Op::input_number;
              }};
    default:
      return {"modified", [](const auto& m, std::size_t t) {
                const Machine& machine = m[t].machine;
                return running(m[t]) && machine.field.changed(machine.field.index_of(machine.ip));
              }};
  }
}

inline Case random_case(Random& random, const std::vector<Moment>& moments, Size size) {
  switch (below(random, 5)) {
    case 0:
      return cell_case(random, moments);
    case 1:
      return data_case(random, moments, size);
    case 2:
    case 3:
      return depth_case(random);
    default:
      return other_case(random, moments.size());
  }
}

}  // namespace fungescope::test
