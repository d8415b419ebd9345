// Links that tests of the format share.
#pragma once

#include "session/recording/link.h"
#include "support/test.h"

#include <random>

namespace fungescope {

// Returns a link with a value in every field.
inline SessionImage full_link() {
  SessionImage link;
  link.source = "v  counts down\n>9> :.1- :|\n ^       <\n         @\n";
  link.file = "count down.b93";
  link.annotations = false;
  link.dialect = "strict";
  link.size = LoadOptions::SizeOverride{.source = false, .size = {100, 40}};
  link.regions = {parse_region_option("grid=9,1,9,9:ascii").value(),
                  parse_region_option("flags=0,0,2,2:bool (0d | \"X\")").value()};
  link.seed = 7;
  link.input = InputLog("12 % \xff/\n");
  link.tick = 1'000'000;
  link.breakpoints = {
      {"10,3"}, {"10,3 west if depth > 2"}, {"change grid(2,5) log \"x is {Solve::x}\""}};
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
inline SessionImage random_link(std::mt19937_64& random) {
  const auto some = [&] { return random() % 2 == 0; };
  SessionImage link;
  if (some()) {
    link.source = random_bytes(random, 300);
  } else {
    link.built_in = "@sudoku";
  }
  if (some()) link.file = "a" + std::to_string(random() % 100) + ".b93";
  link.annotations = some();
  if (some()) link.dialect = "bef";
  if (some()) {
    const std::string size = some() ? "source" : "7x" + std::to_string(1 + random() % 99);
    link.size = parse_size_option(size).value();
  }
  if (some()) link.regions = {parse_region_option("r=1,2,3,4:hex").value()};
  if (some()) link.seed = random();
  if (some()) {
    link.input = InputLog(random_bytes(random, 200));
    if (some()) link.input->close();
  }
  if (some()) link.tick = random() >> 1U;
  while (some()) link.breakpoints.push_back({random_line(random, 40)});
  while (some()) link.watched.push_back(random_line(random, 20));
  if (some()) link.layout = std::string(link_layouts()[random() % 4]);
  return link;
}

}  // namespace fungescope
