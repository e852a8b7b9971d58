#include "headway_start.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

// The Swift runtime aborts at its start where it can't read /proc/self/exe. So without /proc nothing
// can be done but to execute the command of `headway run`, and that before the runtime starts:
// constructors run in the order of their numbers, and the runtime's have none.

static int has_proc(void) {
  char first;
  return readlink("/proc/self/exe", &first, 1) > 0;
}

static int is_off(void) {
  const char *value = getenv("HEADWAY");
  return value && strcmp(value, "off") == 0;
}

// The command of `headway run [OPTIONS] [--] COMMAND`; NULL where options stand in front of it without
// a `--` behind them: what belongs to an option isn't known here.
static char **command_of_run(char **words) {
  if (words[0] && words[0][0] != '-') return words;
  while (words[0] && strcmp(words[0], "--") != 0) words++;
  return words[0] && words[1] ? words + 1 : NULL;
}

__attribute__((constructor(101))) static void run_without_proc(int argc, char **argv) {
  if (has_proc()) return;
  char **command = argc > 2 && strcmp(argv[1], "run") == 0 ? command_of_run(argv + 2) : NULL;
  if (!command) {
    dprintf(STDERR_FILENO, "headway: /proc isn't mounted; mount it (headway run -- COMMAND works)\n");
    _exit(EX_UNAVAILABLE);
  }
  if (!is_off()) {
    dprintf(STDERR_FILENO, "headway: /proc isn't mounted (the command runs without a card)\n");
  }
  execvp(command[0], command);
  int error = errno;
  dprintf(STDERR_FILENO, "headway: %s can't be executed: %s; check its name\n", command[0],
          strerror(error));
  _exit(error == ENOENT ? 127 : 126);
}
