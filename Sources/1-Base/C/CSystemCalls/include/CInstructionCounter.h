#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdint.h>

// Counts the instructions that the calling thread executes in user mode, by the processor's own
// counter. Swift can neither call `syscall` nor name the kernel's flexible structures.

/// Opens a stopped counter of the calling thread. A file descriptor, or minus an errno value.
int mappressure_instruction_counter_open(void);

/// Starts or stops the counter. Returns 0, or minus an errno value.
int mappressure_instruction_counter_start(int counter);
int mappressure_instruction_counter_stop(int counter);

/// Reads the instructions that were counted. Returns 0, or minus an errno value; EAGAIN if the
/// kernel gave the counter to another user for a part of the time.
int mappressure_instruction_counter_read(int counter, int64_t *instructions);

void mappressure_instruction_counter_close(int counter);

/// Calls `body` with `context`. A profiler that knows this function's name sees where the counted
/// part begins and ends. The function is never inlined, and no part of it moves to its caller.
void mappressure_counted_part(void (*body)(void *), void *context);

#endif
