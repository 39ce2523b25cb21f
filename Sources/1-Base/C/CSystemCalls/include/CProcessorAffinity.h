// On which processors a process may run: what glibc only offers to programs that ask for GNU's own.

#ifndef CPROCESSORAFFINITY_H
#define CPROCESSORAFFINITY_H

// Writes the numbers of the processors that this thread may run on, at most `capacity` of them.
// Returns the number of them, or -1 if the system does not report it.
int mappressure_processor_affinity_get(int *processors, int capacity);

// Keeps a thread, or a process that has one thread only, on a processor.
// Returns 0, or -1 where the system refuses.
int mappressure_processor_affinity_set(int process, int processor);

#endif
