#define _GNU_SOURCE
#include "CProcessorAffinity.h"

#ifdef __linux__
#include <sched.h>

int mappressure_processor_affinity_get(int *processors, int capacity) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  int count = 0;
  for (int processor = 0; processor < CPU_SETSIZE && count < capacity; processor++) {
    if (CPU_ISSET(processor, &set)) processors[count++] = processor;
  }
  return count;
}

int mappressure_processor_affinity_set(int process, int processor) {
  if (processor < 0 || processor >= CPU_SETSIZE) return -1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return sched_setaffinity(process, sizeof set, &set);
}

#else

int mappressure_processor_affinity_get(int *processors, int capacity) {
  (void)processors;
  (void)capacity;
  return -1;
}

int mappressure_processor_affinity_set(int process, int processor) {
  (void)process;
  (void)processor;
  return -1;
}

#endif
