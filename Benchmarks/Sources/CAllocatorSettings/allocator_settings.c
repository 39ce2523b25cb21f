#include "allocator_settings.h"

// jemalloc reads this before the first allocation. As it comes, it gives blocks over 8 MB back to
// the system as soon as they are freed, so that every build of a large index would pay for page
// faults again: only the first one should, and that one is reported apart.
const char *malloc_conf = "oversize_threshold:0,dirty_decay_ms:-1,muzzy_decay_ms:-1";

// The name on macOS.
const char *je_malloc_conf = "oversize_threshold:0,dirty_decay_ms:-1,muzzy_decay_ms:-1";
