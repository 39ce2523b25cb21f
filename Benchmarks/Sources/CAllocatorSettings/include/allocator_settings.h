// jemalloc's settings for a process that links this target; see allocator_settings.c.
extern const char *malloc_conf;
extern const char *je_malloc_conf;
