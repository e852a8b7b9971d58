#include "headway_process.h"

#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

/// The first version of struct pidfd_info (linux/pidfd.h), which older headers lack.
struct exit_information {
  uint64_t mask;
  uint64_t cgroup;
  uint32_t ids[11];
  int32_t exit_code;
};

#define GET_EXIT_INFORMATION _IOWR(0xFF, 11, struct exit_information)
/// PIDFD_INFO_EXIT: set in the request, and in the answer if the kernel knows the status.
static const uint64_t EXIT_IS_KNOWN = 1 << 3;

int headway_pidfd_exit(int pidfd, int *status) {
  struct exit_information information;
  memset(&information, 0, sizeof information);
  information.mask = EXIT_IS_KNOWN;
  if (ioctl(pidfd, GET_EXIT_INFORMATION, &information) < 0) return 0;
  if (!(information.mask & EXIT_IS_KNOWN)) return 0;
  *status = information.exit_code;
  return 1;
}
