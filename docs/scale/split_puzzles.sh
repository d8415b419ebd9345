#!/bin/sh
# split_puzzles.sh PUZZLES FOLDER [LINES]: splits a file of sudokus, one a line, into the parts
# FOLDER/00000.part, FOLDER/00001.part, … of so many lines each (5000), and prints their number.
set -eu
mkdir "$2"
split -l "${3:-5000}" -d -a 5 --additional-suffix=.part "$1" "$2/"
find "$2" -name '*.part' | wc -l
