#define _GNU_SOURCE
#include "CBuildIdentifier.h"

#ifdef __linux__
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

struct search {
  unsigned char *bytes;
  int capacity;
  int length;
};

// The parts of a note are padded to 4 bytes.
static size_t padded(size_t length) { return (length + 3) & ~(size_t)3; }

static void search_notes(const unsigned char *notes, size_t size, struct search *search) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    memcpy(&header, notes, sizeof header);
    size_t name = padded(header.n_namesz), content = padded(header.n_descsz);
    if (name > size - sizeof header || content > size - sizeof header - name) return;
    const unsigned char *text = notes + sizeof header;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && memcmp(text, "GNU", 4) == 0) {
      search->length =
        header.n_descsz < (size_t)search->capacity ? (int)header.n_descsz : search->capacity;
      memcpy(search->bytes, text + name, (size_t)search->length);
      return;
    }
    notes = text + name + content;
    size -= sizeof header + name + content;
  }
}

static int search_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_NOTE) continue;
    search_notes((const unsigned char *)(object->dlpi_addr + part->p_vaddr), part->p_memsz, context);
  }
  // The program is the first object; the libraries after it do not matter.
  return 1;
}

int mappressure_build_identifier(unsigned char *bytes, int capacity) {
  struct search search = {bytes, capacity, 0};
  dl_iterate_phdr(search_object, &search);
  return search.length;
}

#else

int mappressure_build_identifier(unsigned char *bytes, int capacity) {
  (void)bytes;
  (void)capacity;
  return 0;
}

#endif
