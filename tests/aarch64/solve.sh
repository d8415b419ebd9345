# solve.sh FUNGESCOPE PUZZLES: solves the files that have solutions, and compares.
set -eu
solved=$(mktemp)
trap 'rm -f "$solved"' EXIT
for solutions in "$2"/*.solutions.txt; do
  "$1" solve --check --format line "${solutions%.solutions.txt}.txt" >"$solved"
  cmp "$solved" "$solutions"
done
