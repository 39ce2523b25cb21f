#include <stddef.h>
#include <stdint.h>

// Of the target FuzzedReaders.
int map_pressure_fuzz_one_input(const uint8_t *data, size_t size);

// What libFuzzer calls with each input.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return map_pressure_fuzz_one_input(data, size);
}
