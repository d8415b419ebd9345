// Links that tests of the format share.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "links/link.h"

namespace fungescope {

// Returns a link with a value in every field.
inline Link full_link() {
  Link link;
  link.source = "v  counts down\n>9> :.1- :|\n ^       <\n         @\n";
  link.name = "count down.b93";
  link.annotations = false;
  link.dialect = "strict";
  link.size = "100x40";
  link.regions = {"grid=9,1,9,9:ascii", "flags=0,0,2,2:bool (0d | \"X\")"};
  link.seed = 7;
  link.input = LinkInput{"12 % \xff/\n", false};
  link.tick = 1'000'000;
  link.stops = {"10,3", "10,3 west if depth > 2", "change grid(2,5) log \"x is {Solve::x}\""};
  link.watched = {"depth + 1"};
  link.layout = "code";
  return link;
}

inline std::string random_bytes(std::mt19937_64& random, std::size_t max_size) {
  std::string bytes(random() % (max_size + 1), ' ');
  for (char& byte : bytes) byte = static_cast<char>(random() % 256);
  return bytes;
}

inline std::string random_line(std::mt19937_64& random, std::size_t max_size) {
  std::string line(1 + random() % max_size, ' ');
  for (char& byte : line) byte = static_cast<char>(' ' + random() % 95);
  return line;
}

// Returns a link with random values in some of its fields.
inline Link random_link(std::mt19937_64& random) {
  const auto some = [&] { return random() % 2 == 0; };
  Link link;
  if (some()) {
    link.source = random_bytes(random, 300);
  } else {
    link.built_in = "@sudoku";
  }
  if (some()) link.name = "a" + std::to_string(random() % 100) + ".b93";
  link.annotations = some();
  if (some()) link.dialect = "bef";
  if (some()) link.size = some() ? "source" : "7x" + std::to_string(1 + random() % 99);
  if (some()) link.regions.emplace_back("r=1,2,3,4:hex");
  if (some()) link.seed = random();
  if (some()) link.input = LinkInput{random_bytes(random, 200), some()};
  if (some()) link.tick = random() >> 1U;
  while (some()) link.stops.push_back(random_line(random, 40));
  while (some()) link.watched.push_back(random_line(random, 20));
  if (some()) link.layout = std::string(link_layouts()[random() % 4]);
  return link;
}

}  // namespace fungescope
