#!/bin/sh
# solve_part.sh FOLDER/NAME.part: solves a part, unless that is done, into FOLDER/NAME.rows. That
# file appears when it is complete, so a run that is killed leaves no piece of one, and a part that
# is run twice has its rows once.
set -eu
rows=${1%.part}.rows
[ -e "$rows" ] && exit 0
unfinished=$rows.$(uname -n).$$
trap 'rm -f "$unfinished"' EXIT
"${FUNGESCOPE:-fungescope}" solve --lines --exit-zero --no-header --format csv --jobs 1 "$1" \
  > "$unfinished"
mv "$unfinished" "$rows"
