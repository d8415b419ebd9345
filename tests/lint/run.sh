# Part of ../../x: `./x test lint` compiles everything with clang, as `./x test` does with gcc, and
# runs clang-tidy on what changed last. `./x format` runs clang-tidy on everything.
# shellcheck shell=sh disable=SC2154
# shellcheck source=tests/package/check.sh
. "$home/tests/package/check.sh"

# Batches of sources that CI runs clang-tidy on: half a minute each, on one processor.
tidy_limit=8

run_suite() {
  [ $# -eq 0 ] || die "usage: ./x test lint"
  need build window test bench format
  FUNGESCOPE_WERROR=ON configure clang
  failed=0
  check "clang compiles everything without a warning" compile build-clang || failed=1
  check "clang-tidy finds nothing in what changed last" tidy_changed || failed=$((failed + 1))
  echo "$((2 - failed)) passed, $failed failed"
  [ "$failed" = 0 ]
}

# What clang-tidy runs on: the batches, which cost as much as one source each, for it is the headers
# that take the time, and the sources compiled alone.
units() {
  sed -n 's/^ *"file": "\(.*\.c[px][px]\)".*/\1/p' "$home/build-clang/compile_commands.json" |
    grep -v /third_party/
}

# The units with the sources that differ from $FUNGESCOPE_BASE, a commit, or else that the last 50
# commits changed, in the order of change, at most $tidy_limit. A header counts as its source.
changed_units() {
  if [ -n "${FUNGESCOPE_BASE-}" ]; then
    git -C "$home" diff --name-only "$FUNGESCOPE_BASE" -- '*.cpp' '*.h'
  else
    git -C "$home" log -n 50 --name-only --format= -- '*.cpp' '*.h'
  fi | sed 's/\.h$/.cpp/' | while read -r file; do
    units | xargs grep -slF "\"$home/$file\"" || units | grep -xF "$home/$file" || :
  done | awk '!seen[$0]++' | head -n "$tidy_limit"
}

tidy_changed() { changed_units | tidy; }

# Reads units. The generated sources and headers are made first.
tidy() {
  quietly "the build failed" compile build-clang programs
  xargs -r -P "$jobs" -n 1 clang-tidy --quiet --config-file="$home/.clang-tidy" -p "$home/build-clang"
}

# `./x format`
format() {
  need build window test bench format
  cd "$home" || exit
  files=$(git ls-files '*.cpp' '*.h')
  # shellcheck disable=SC2086
  clang-format -i $files
  configure clang
  units | tidy
}
