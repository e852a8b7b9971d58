#define _GNU_SOURCE

#include "headway_threads.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

// membarrier(2), which glibc doesn't wrap. Returns 0, or an errno.
static int membarrier(int command) {
  return syscall(SYS_membarrier, command, 0, 0) == 0 ? 0 : errno;
}

int headway_fence_prepare(void) {
  return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

int headway_fence_all_threads(void) { return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }
