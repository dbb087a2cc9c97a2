// What valgrind counts, and when: called from Python, so that nothing but kernels is counted.
#include <valgrind/callgrind.h>

void counters_start(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void counters_stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }
