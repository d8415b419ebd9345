# Part of ../../x: `./x screenshots` makes the pictures of this folder.
# shellcheck shell=sh disable=SC2154

# picture NAME THEME [OPTION…]: of the window, into docs/pictures.
picture() {
  name=$1; theme=$2; shift 2
  say "docs/pictures/$name.png"
  "$home/build/fungescope-ui" --screenshot "$home/docs/pictures/$name.png" --theme "$theme" "$@"
}

# The same bytes wherever the same fonts and the same Mesa are.
make_screenshots() {
  mkdir -p "$home/docs/pictures"
  solver=$home/programs/sudoku/sudoku.b93
  picture window dark --goto 420_000 "$solver"
  picture first-minute dark --play 30 --every 2 "$solver"
  picture guide-stop dark --layout code --break 'change recursionLevel' --goto 223_050 "$solver"
  picture guide-why dark --goto 243_800 --why 'grid(6,6)' "$solver"
  picture guide-edit dark --layout code --edit --window 1200x700 "$home/programs/bench/sieve.b93"
  session_pictures
  play_pictures
  picture two-methods dark --window 1600x1000 --goto 600_000 --input \
    "$home/tests/data/puzzles/two_methods.txt" --against "$home/tests/programs/classic.b93" @sudoku
  picture guide-profile dark --layout profile --goto 400_000 "$solver"
  picture_of_program setter '3 minimal' --goto 3_500_000 --goto 3_800_000
  picture_of_program squares 'sudoku 25' --goto 400_000 --goto 401_000
  picture_of_program sudoku1k 5 --goto 200_000 --goto 250_000
  picture_of_program cats 'none 5' --goto 99_000_000 --goto 99_003_000
}

# Those of the example in docs/debugger-guide.md, by the test that is that session.
session_pictures() {
  need build window test
  configure release -DFUNGESCOPE_TESTS=ON
  compile build test_ui_session
  say "docs/pictures/session-*.png"
  FUNGESCOPE_SESSION_PICTURES=$home/docs/pictures "$home/build/tests/test_ui_session" \
    >/dev/null
}

# Those of docs/playing.md, by a test that plays.
play_pictures() {
  need build window test
  configure release -DFUNGESCOPE_TESTS=ON
  compile build test_ui_play_pictures
  say "docs/pictures/play*.png"
  FUNGESCOPE_PLAY_PICTURES=$home/docs/pictures "$home/build/tests/test_ui_play_pictures" >/dev/null
}

# picture_of_program NAME LINE OPTION…: of a built-in program that was given the line, for its page.
picture_of_program() {
  name=$1; line=$2; shift 2
  printf '%s\n' "$line" |
    picture "program-$name" dark --seed 1 --input /dev/stdin "$@" "@$name"
}
