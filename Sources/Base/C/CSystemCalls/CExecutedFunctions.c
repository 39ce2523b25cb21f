#define _GNU_SOURCE
#include "CExecutedFunctions.h"

#if defined(__linux__) && defined(__x86_64__)

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

static uintptr_t load_address;
static uint64_t count;
/// In ascending order.
static const uint64_t *entries;
static unsigned char *marks;
/// The first byte of each function.
static unsigned char *first_bytes;

// Nothing here may call a function of the program: it could have a breakpoint.
static void reached(int signal, siginfo_t *info, void *context) {
  (void)info;
  greg_t *next = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  uintptr_t address = (uintptr_t)*next - 1;
  uint64_t low = 0, high = count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (load_address + entries[middle] < address) low = middle + 1; else high = middle;
  }
  if (low == count || load_address + entries[low] != address) {
    // Not a breakpoint of this file, such as a trap of a strategy: the process ends by it.
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
    return;
  }
  // Another thread may have come here too, and does the same.
  *(volatile unsigned char *)address = first_bytes[low];
  marks[low] = 1;
  *next = (greg_t)address;
}

static int find_program(struct dl_phdr_info *program, size_t size, void *context) {
  (void)size, (void)context;
  load_address = program->dlpi_addr;
  return 1;
}

/// Makes the code from the first entry to the last writable; the pages become the process's own.
static int open_code(void) {
  uintptr_t start = (load_address + entries[0]) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  uintptr_t end = load_address + entries[count - 1] + 1;
  return mprotect((void *)start, end - start, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

__attribute__((constructor)) static void trace_functions(void) {
  const char *path = getenv(MAPPRESSURE_ENTRIES);
  if (!path) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  unsetenv(MAPPRESSURE_ENTRIES);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size < 17) return;
  uint64_t *is_traced = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  count = ((uint64_t)status.st_size - sizeof *is_traced) / (sizeof *entries + 1);
  first_bytes = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (is_traced == MAP_FAILED || first_bytes == MAP_FAILED) return;
  entries = is_traced + 1;
  marks = (unsigned char *)(entries + count);
  dl_iterate_phdr(find_program, NULL);
  struct sigaction action = {.sa_sigaction = reached, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  if (!open_code() || sigaction(SIGTRAP, &action, NULL) != 0) return;
  *is_traced = 1;
  for (uint64_t index = 0; index < count; index++) {
    unsigned char *entry = (unsigned char *)(load_address + entries[index]);
    first_bytes[index] = *entry;
    // What serves a breakpoint cannot have one; it is no code of a case.
    if (entry != (unsigned char *)reached) *(volatile unsigned char *)entry = 0xcc;
  }
}

#endif
