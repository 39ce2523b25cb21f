#include "CSHA256.h"

static const uint32_t constants[64] = {
  0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
  0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
  0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
  0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
  0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
  0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
  0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
  0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};

static inline uint32_t rotated(uint32_t word, int count) {
  return word >> count | word << (32 - count);
}

void mappressure_sha256_mix_portable(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t words[64], s[8];
    for (int i = 0; i < 16; i++) {
      const uint8_t *at = bytes + 4 * i;
      words[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t early = words[i - 15], late = words[i - 2];
      words[i] = words[i - 16] + words[i - 7]
          + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3)
          + (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
    }
    for (int i = 0; i < 8; i++) s[i] = state[i];
    for (int i = 0; i < 64; i++) {
      uint32_t first = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25))
          + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + words[i];
      uint32_t second = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22))
          + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      for (int j = 7; j > 0; j--) s[j] = s[j - 1];
      s[4] += first;
      s[0] = first + second;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
  }
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// The instructions take the words as (a, b, e, f) and (c, d, g, h), and four rounds at a time.
__attribute__((target("sha,sse4.1"))) static void mix_by_instructions(
    uint32_t *state, const uint8_t *bytes, size_t blocks) {
  const __m128i order = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    __m128i earlier_abef = abef, earlier_cdgh = cdgh, words[4];
    for (int i = 0; i < 16; i++) {
      __m128i *word = &words[i & 3], last = words[(i + 3) & 3];
      if (i < 4) {
        *word = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), order);
      } else {
        __m128i sum = _mm_sha256msg1_epu32(*word, words[(i + 1) & 3]);
        sum = _mm_add_epi32(sum, _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
        *word = _mm_sha256msg2_epu32(sum, last);
      }
      __m128i input = _mm_loadu_si128((const __m128i *)(constants + 4 * i));
      input = _mm_add_epi32(*word, input);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0E));
    }
    abef = _mm_add_epi32(abef, earlier_abef);
    cdgh = _mm_add_epi32(cdgh, earlier_cdgh);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

#endif

void mappressure_sha256_mix(uint32_t *state, const uint8_t *bytes, size_t blocks) {
#if defined(__x86_64__)
  unsigned a, b = 0, c, d;
  // A processor with them has SSE 4.1, too.
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29)
    return mix_by_instructions(state, bytes, blocks);
#endif
  mappressure_sha256_mix_portable(state, bytes, blocks);
}
