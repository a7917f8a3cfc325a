// Counts what a single-threaded program allocates. Only benchmarks link it.
#ifndef WAYLOG_CALLOCATIONS_H
#define WAYLOG_CALLOCATIONS_H

#include <stdint.h>

/// Allocations since the program began.
uint64_t waylog_allocations(void);

#endif
