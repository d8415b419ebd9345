# Part of ../x: `./x test` without a name, and how the results of all tests are counted.
# shellcheck shell=sh disable=SC2154

# run_tests [--all]
run_tests() {
  need build window test
  # Uses the network while the processors compile.
  fetch_kit tests/dap/kit dap-kit & fetching=$!
  # At the same time: after a small change each build has only one batch of sources to compile.
  { configure sanitize
    quietly "the build with sanitizers failed" compile build-sanitize; } & building=$!
  configure release -DFUNGESCOPE_TESTS=ON
  compile build || { kill "$building"; return 1; }
  wait "$building"
  wait "$fetching"
  status=0
  say "tests under the address and undefined-behaviour sanitizers, and a little fuzzing"
  run_changed build-sanitize "$@" || status=1
  say "tests of the release build"
  run_changed build "$@" || status=1
  count_tests build build-sanitize
  return "$status"
}

# count_tests DIRECTORY…: adds up the results of the last run in each.
count_tests() {
  for directory in "$@"; do
    shift
    set -- "$@" "$home/$directory/Testing/Temporary/LastTest.log"
  done
  # A test of ctest's is a file of doctest's or Node's test cases; any other counts as one.
  awk '
    /^Output:$/ { counted = 0 }
    /^\[doctest\] test cases:/ { counted = 1; passed += $6; failed += $9 }
    /^# pass / { counted = 1; passed += $3 }
    /^# fail / { counted = 1; failed += $3 }
    /^Test Passed\.$/ { if (!counted) ++passed }
    /^Test (Failed|Timeout)/ { if (!counted) ++failed }
    END { print passed + 0 " passed, " failed + 0 " failed" }' "$@"
}

# run_changed DIRECTORY [--all]: runs its tests. Without --all it leaves out those whose program has
# not been linked again since all passed, unless a file has changed that is not C++: tests read data.
run_changed() {
  passed=$home/$1/Testing/passed
  unchanged=
  if [ $# -eq 1 ] && [ -e "$passed" ] && [ -z "$(find "$home" \( -name '.git' -o -name 'build*' -o \
    -name '*.cpp' -o -name '*.h' \) -prune -o -type f -newer "$passed" -print -quit)" ]; then
    unchanged=$(find "$home/$1/tests" -type f -name 'test_*' ! -newer "$passed" |
      sed 's,.*/,,' | paste -sd'|')
  fi
  [ -z "$unchanged" ] || say "unchanged since they passed, which ./x test --all runs too: $unchanged"
  mkdir -p "$home/$1/Testing"
  touch "$passed.begun"
  run_ctest "$1" ${unchanged:+-E "^($unchanged): "} && mv "$passed.begun" "$passed"
}

# run_ctest DIRECTORY [OPTION…]
run_ctest() {
  directory=$1; shift
  ctest --test-dir "$home/$directory" -j "$jobs" --output-on-failure "$@"
}
