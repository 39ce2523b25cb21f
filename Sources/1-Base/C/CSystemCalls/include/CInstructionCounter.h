#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdint.h>

// Counts the instructions that the calling thread executes in user mode, by the processor's own
// counter. Swift can neither call `syscall` nor name the kernel's flexible structures.

/// Opens a stopped counter of the calling thread. A file descriptor, or minus an errno value.
int mappressure_instruction_counter_open(void);

/// Lets the counter go on, or stops it. 0, or minus an errno value.
int mappressure_instruction_counter_start(int counter);
int mappressure_instruction_counter_stop(int counter);

/// What was counted while it ran. 0, or minus an errno value; EAGAIN where the kernel gave the
/// counter to somebody else for a part of the time.
int mappressure_instruction_counter_read(int counter, int64_t *instructions);

void mappressure_instruction_counter_close(int counter);

/// Calls `body` with `context`. A profiler that is told this function's name sees where the part
/// that counts begins and ends; it is never inlined, and no part of it is left to its caller.
void mappressure_counted_part(void (*body)(void *), void *context);

#endif
