#define _GNU_SOURCE
#include "headway_limits.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>

// The resources in the order of headway_limits.h.
static const int resources[HEADWAY_LIMIT_COUNT] = {
    RLIMIT_AS, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK,
};

_Static_assert(RLIM_INFINITY == UINT64_MAX, "a limit that limits nothing is the greatest number");

void headway_limits_get(uint64_t *limits) {
  for (int i = 0; i < HEADWAY_LIMIT_COUNT; i++) {
    struct rlimit limit;
    limits[i] = getrlimit(resources[i], &limit) == 0 ? limit.rlim_cur : HEADWAY_UNLIMITED;
  }
}

void headway_limits_get_hard(uint64_t *limits) {
  for (int i = 0; i < HEADWAY_LIMIT_COUNT; i++) {
    struct rlimit limit;
    limits[i] = getrlimit(resources[i], &limit) == 0 ? limit.rlim_max : HEADWAY_UNLIMITED;
  }
}

void headway_limits_set(const uint64_t *limits) {
  for (int i = 0; i < HEADWAY_LIMIT_COUNT; i++) {
    struct rlimit limit;
    if (getrlimit(resources[i], &limit) < 0) continue;
    rlim_t soft = limits[i] < limit.rlim_max ? limits[i] : limit.rlim_max;
    if (soft == limit.rlim_cur) continue;
    limit.rlim_cur = soft;
    setrlimit(resources[i], &limit);
  }
}

// The resources as as, core, cpu … stack.
static const int all_resources[HEADWAY_RESOURCE_COUNT] = {
    RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_LOCKS, RLIMIT_MEMLOCK,
    RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_RSS, RLIMIT_RTPRIO,
    RLIMIT_RTTIME, RLIMIT_SIGPENDING, RLIMIT_STACK,
};

int headway_limit_get(struct headway_limit *limit) {
  if (limit->index < 0 || limit->index >= HEADWAY_RESOURCE_COUNT) return EINVAL;
  struct rlimit found;
  if (getrlimit(all_resources[limit->index], &found) < 0) return errno;
  limit->soft = found.rlim_cur;
  limit->hard = found.rlim_max;
  return 0;
}

int headway_limit_set(const struct headway_limit *limit) {
  if (limit->index < 0 || limit->index >= HEADWAY_RESOURCE_COUNT) return EINVAL;
  int resource = all_resources[limit->index];
  struct rlimit wanted = {.rlim_cur = limit->soft, .rlim_max = limit->hard}, found;
  if (setrlimit(resource, &wanted) == 0) return 0;
  int error = errno;
  if (getrlimit(resource, &found) < 0) return error;
  if (wanted.rlim_max > found.rlim_max) wanted.rlim_max = found.rlim_max;
  if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
  setrlimit(resource, &wanted);
  return error;
}

void headway_limits_set_thread_stack(uint64_t bytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, bytes) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}
