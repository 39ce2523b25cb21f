// On which processors a process may run: what glibc only offers to programs that ask for GNU's own.

#ifndef CPROCESSORAFFINITY_H
#define CPROCESSORAFFINITY_H

// Writes the numbers of the processors that this thread may run on, at most `capacity` of them.
// Returns how many there are, or -1 where the system does not tell.
int mappressure_processor_affinity_get(int *processors, int capacity);

// Keeps a thread, or a process that has one thread only, on a processor.
// Returns 0, or -1 where the system refuses.
int mappressure_processor_affinity_set(int process, int processor);

#endif
