// The inner part of SHA-256: processors have instructions for it that Swift cannot name.

#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Mixes blocks of 64 bytes into a state of eight words.
void mappressure_sha256_mix(uint32_t *state, const uint8_t *bytes, size_t blocks);

/// The same without these instructions; it takes several times as long.
void mappressure_sha256_mix_portable(uint32_t *state, const uint8_t *bytes, size_t blocks);

#endif
