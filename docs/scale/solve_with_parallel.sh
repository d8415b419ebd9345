#!/bin/sh
# solve_with_parallel.sh FOLDER [OPTION…]: solves the parts of a folder with GNU parallel, and
# prints the rows of all in order. Run again after it was interrupted, it solves what is missing. The
# options are those of parallel, such as --jobs 2, --bar or --sshlogin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd); shift
find "$folder" -name '*.part' | sort |
  parallel --joblog "$folder/log" --resume-failed --retries 3 "$@" "$here/solve_part.sh" >&2
find "$folder" -name '*.rows' | sort | xargs cat
