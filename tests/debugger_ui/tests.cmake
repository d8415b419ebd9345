# The tests of the window. (An included file: its paths begin at tests/.)
set(ui debugger_ui)
# Work on fibers. The objects of a program take precedence over those of the library.
add_library(fungescope_background_cooperative OBJECT ${ui}/background/fiber_ucontext.cpp
  ${PROJECT_SOURCE_DIR}/debugger_ui/background/cooperative/background_thread.cpp)
target_include_directories(fungescope_background_cooperative PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(fungescope_background_cooperative PRIVATE fungescope_flags)
fungescope_test(test_background ${ui}/background EXCEPT scheduler_test.cpp fiber_ucontext.cpp
  LINK fungescope_background)
fungescope_test(test_scheduler ${ui}/background/scheduler_test.cpp
  LINK fungescope_background_cooperative)
fungescope_test_again(test_background_cooperative test_background fungescope_background_cooperative)

set(tasks ${ui}/sudoku/board_task_test.cpp ${ui}/sudoku/check_task_test.cpp)
set(room sudoku/support/register_snapshots.cpp)
fungescope_test(test_session_thread ${ui}/session_thread ${tasks} ${room}
  EXCEPT slices_test.cpp suspend_at_each_poll.cpp LINK fungescope_sudoku_tasks)
fungescope_test(test_session_slices ${ui}/session_thread/slices_test.cpp ${room}
  LINK fungescope_background_cooperative fungescope_sudoku_tasks)
# The same without threads, as in a browser, and suspended in each poll.
fungescope_test_again(test_session_thread_cooperative test_session_thread
  fungescope_background_cooperative ${ui}/session_thread/suspend_at_each_poll.cpp)

fungescope_test(test_ui_platform ${ui}/platform ${ui}/support/read_png.cpp
  LINK fungescope_ui_platform GIF::GIF PNG::PNG)

# Draws panels off screen, for the tests below.
fungescope_sources(sources ${ui}/support)
add_library(fungescope_panel_fixture OBJECT ${sources} sudoku/support/register_window.cpp)
target_include_directories(fungescope_panel_fixture PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(fungescope_panel_fixture
  PUBLIC fungescope_sudoku_ui PRIVATE fungescope_flags PNG::PNG)
target_compile_definitions(fungescope_panel_fixture PRIVATE
  FUNGESCOPE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")

set(board ${ui}/sudoku/board_reasons_test.cpp ${ui}/sudoku/board_test.cpp
  ${ui}/sudoku/puzzle_test.cpp)
fungescope_test(test_ui_panels ${ui}/panels ${board} LINK fungescope_panel_fixture)

# Sudoku for people, in the real application.
fungescope_test(test_ui_play PROGRAM ${ui}/sudoku EXCEPT play_pictures_test.cpp ${board} ${tasks}
  DEFINE FUNGESCOPE_WINDOW="$<TARGET_FILE:fungescope-ui>" LINK fungescope_panel_fixture)
add_dependencies(test_ui_play fungescope-ui)
fungescope_test(test_ui_play_pictures ${ui}/golden/golden.cpp ${ui}/sudoku/play_pictures_test.cpp
  LINK fungescope_panel_fixture)
fungescope_test(test_ui_golden ${ui}/golden LINK fungescope_panel_fixture)

# Parts of the application, each in a panel fixture; and the application.
set(parts ${ui}/app/exporter_test.cpp ${ui}/app/file_watch_test.cpp
  ${ui}/app/file_dialog_test.cpp ${ui}/app/program_state_test.cpp)
fungescope_test(test_ui_app ${ui}/app EXCEPT ${parts} second_session_test.cpp
  LINK fungescope_panel_fixture)
fungescope_test(test_ui_app_parts ${parts} LINK fungescope_panel_fixture GIF::GIF)
# A session from nothing to a run of the saved program by the executable.
fungescope_test(test_ui_session PROGRAM ${ui}/app/second_session_test.cpp
  LINK fungescope_panel_fixture)

# The window in a virtual display, driven by synthesised keys and mouse events.
set(test "test_ui_window: from start to solved")
add_test(NAME ${test}
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/${ui}/app/real_window.sh $<TARGET_FILE:fungescope-ui>)
set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600)
