// Counts what is allocated, by the calling thread and by all: for LD_PRELOAD, in front of glibc's
// own allocator, which does the work. free(3) and what asks for no memory stay glibc's.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// glibc's allocator, by the names that nothing interposes.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *__libc_valloc(size_t size);
void *__libc_pvalloc(size_t size);

// Room in the thread's first block: to count must not allocate.
static _Thread_local uint64_t own_count __attribute__((tls_model("initial-exec")));
static _Atomic uint64_t all_count;

static void count(void) {
  own_count++;
  atomic_fetch_add_explicit(&all_count, 1, memory_order_relaxed);
}

uint64_t headway_own_allocations(void) { return own_count; }

uint64_t headway_all_allocations(void) {
  return atomic_load_explicit(&all_count, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t number, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(number, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, bytes);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  size_t words = alignment / sizeof(void *);
  if (alignment % sizeof(void *) != 0 || words == 0 || (words & (words - 1)) != 0) return EINVAL;
  void *room = memalign(alignment, size);
  if (room == NULL) return ENOMEM;
  *result = room;
  return 0;
}

void *valloc(size_t size) {
  count();
  return __libc_valloc(size);
}

void *pvalloc(size_t size) {
  count();
  return __libc_pvalloc(size);
}
