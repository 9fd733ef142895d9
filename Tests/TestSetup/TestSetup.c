/* Sets up a process for tests, before Swift Testing reads its environment. */
#include <stdlib.h>

/* Swift Testing starts all test cases at once. Thousands of them on two processors take minutes for a turn each, and reach the
   time limits of systems and servers. Sixteen at a time are enough for tests that wait. A variable that is set counts. */
__attribute__((constructor)) static void limit_tests_at_once(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
