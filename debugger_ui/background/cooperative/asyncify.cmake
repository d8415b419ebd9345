# How programs with fibers (fiber_asyncify.cpp) are linked.
#
# Asyncify must instrument every function that may be on a fiber's stack while it is suspended: those
# that poll, and their callers. It follows direct calls, and assumes that each indirect call may
# poll. That would be most of the program, so there are two lists of patterns for names:
#
#   asyncify_remove.txt  functions below which nothing polls, and all of the window
#   asyncify_add.txt     exceptions: what the window runs in the background. By convention that has
#                        a Monitor or a StopToken among its parameters. And the cases of tests
#
# So new code of the session is instrumented without being listed. A function that is missing does
# not stop at a suspension, but continues with garbage. With -sASSERTIONS=1, as in the tests, it
# traps there: "unreachable" with the function at the top of the stack.
set(asyncify_folder ${CMAKE_CURRENT_LIST_DIR})
target_link_options(fungescope_background INTERFACE
  -sASYNCIFY=1 -sASYNCIFY_IMPORTS=fiber_suspend
  -sASYNCIFY_REMOVE=@${asyncify_folder}/asyncify_remove.txt
  -sASYNCIFY_ADD=@${asyncify_folder}/asyncify_add.txt
  "SHELL:--js-library ${asyncify_folder}/fiber_asyncify.js")
