// crowd SOCKET COUNT RATE: COUNT processes, each with a task of its own at the hub that listens at
// SOCKET, of which each reports RATE times a second, at a time of its own within the interval, until
// this process is told to end or dies. Ends with 1 once one of them can't go on.
//
// They say what the load generator's workers say; see Protocol.md of HeadwayWire.docc.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

static void sleep_until(long long moment) {
  struct timespec time = {.tv_sec = moment / SECOND, .tv_nsec = moment % SECOND};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
}

// A crowd is more than a backlog holds: EAGAIN until there is room (unix(7)).
static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int hub = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  while (connect(hub, (struct sockaddr *)&address, sizeof address) != 0) {
    if (errno != EAGAIN && errno != EINTR) return -1;
    usleep(5000);
  }
  return hub;
}

static int say(int hub, const char *line) {
  size_t length = strlen(line);
  return send(hub, line, length, MSG_NOSIGNAL) == (ssize_t)length;
}

// Answers are read away: the hub reads only from those that read.
static int hear(int hub) {
  char answers[4096];
  ssize_t count;
  while ((count = recv(hub, answers, sizeof answers, MSG_DONTWAIT)) > 0) continue;
  return count < 0 && (errno == EAGAIN || errno == EINTR);
}

// Ends only where the hub has gone; returns what it wanted then.
static const char *work(const char *path, int index, int rate) {
  long long start = now(), interval = SECOND / rate;
  char line[512];
  int hub = connect_to(path);
  if (hub < 0) return "connect";
  if (!say(hub, "{\"type\":\"hello\",\"versions\":[1],\"role\":\"worker\"}\n")) return "say hello";
  snprintf(line, sizeof line,
      "{\"type\":\"begin\",\"key\":\"c0ffee%026d\",\"title\":\"Workload %d\",\"unit\":\"files\","
      "\"completed\":0,\"total\":9999999999}\n", index, index);
  if (!say(hub, line)) return "begin";
  // Multiples of the golden ratio are spread evenly, however many there are.
  long long next = now() + (long long)(index * 0.6180339887 * interval) % interval;
  while (hear(hub)) {
    sleep_until(next += interval);
    long long number = 1000000000 + (now() - start) / 1000;
    snprintf(line, sizeof line,
        "{\"type\":\"update\",\"task\":\"c0ffee%026d\",\"completed\":%lld,"
        "\"subtitle\":\"file %lld of many\"}\n", index, number, number);
    if (!say(hub, line)) return "report";
  }
  return "be answered";
}

static pid_t start(const char *path, int index, int rate) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  errno = 0;
  const char *wanted = work(path, index, rate);
  dprintf(2, "crowd: worker %d can't %s: %s\n", index, wanted, strerror(errno));
  _exit(1);
}

int main(int count, char **words) {
  if (count < 4 || atoi(words[2]) < 1 || atoi(words[3]) < 1) return 64;
  int crowd = atoi(words[2]);
  pid_t *workers = calloc(crowd, sizeof *workers);
  if (workers == NULL) return 71;
  sigset_t ends;
  sigemptyset(&ends);
  for (const int *end = (int[]){SIGTERM, SIGINT, SIGHUP, SIGCHLD, 0}; *end != 0; end++)
    sigaddset(&ends, *end);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  // Whoever measures may be killed.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int has_failed = 0;
  for (int i = 0; i < crowd && !has_failed; i++) {
    has_failed = (workers[i] = start(words[1], i + 1, atoi(words[3]))) < 0;
    // Nobody starts so many jobs in one moment.
    usleep(3000);
  }
  if (has_failed) perror("crowd: fork");
  int end = has_failed ? SIGCHLD : sigwaitinfo(&ends, NULL);
  for (int i = 0; i < crowd; i++)
    if (workers[i] > 0) kill(workers[i], SIGKILL);
  while (wait(NULL) > 0) continue;
  return end == SIGCHLD;
}
