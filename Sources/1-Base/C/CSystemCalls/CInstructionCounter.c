#include "CInstructionCounter.h"

#include <errno.h>

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int mappressure_instruction_counter_open(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  // Never shared with others by turns: a scaled count would be an estimate.
  attributes.pinned = 1;
  // What the kernel does on behalf of this thread varies, and needs more rights.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter < 0 ? -errno : (int)counter;
}

int mappressure_instruction_counter_start(int counter) {
  return ioctl(counter, PERF_EVENT_IOC_ENABLE, 0) < 0 ? -errno : 0;
}

int mappressure_instruction_counter_stop(int counter) {
  return ioctl(counter, PERF_EVENT_IOC_DISABLE, 0) < 0 ? -errno : 0;
}

int mappressure_instruction_counter_read(int counter, int64_t *instructions) {
  struct {
    uint64_t value, enabled, running;
  } reading;
  ssize_t length = read(counter, &reading, sizeof reading);
  if (length < 0) return -errno;
  // A pinned counter that lost its place reads as the end of a file.
  if (length != sizeof reading || reading.enabled != reading.running) return -EAGAIN;
  *instructions = (int64_t)reading.value;
  return 0;
}

void mappressure_instruction_counter_close(int counter) { close(counter); }

#else

int mappressure_instruction_counter_open(void) { return -ENOTSUP; }
int mappressure_instruction_counter_start(int counter) { (void)counter; return -ENOTSUP; }
int mappressure_instruction_counter_stop(int counter) { (void)counter; return -ENOTSUP; }
int mappressure_instruction_counter_read(int counter, int64_t *instructions) {
  (void)counter;
  (void)instructions;
  return -ENOTSUP;
}
void mappressure_instruction_counter_close(int counter) { (void)counter; }

#endif

__attribute__((noinline, used)) void mappressure_counted_part(void (*body)(void *), void *context) {
  body(context);
  // Something is left to do here, so that the call cannot become a jump.
  __asm__ volatile("" ::: "memory");
}
