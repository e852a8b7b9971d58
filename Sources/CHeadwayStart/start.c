#include "headway_start.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

// The program `headway` without /proc.
//
// The Swift runtime aborts at its start if it can't read /proc/self/exe. Without /proc, all that
// can be done is to execute the command of `headway run`, before the runtime starts. Constructors
// run in the order of their numbers, and the constructors of the runtime have none, so they run
// later.

// Whether the runtime could find its executable.
static int has_proc(void) {
  char first;
  return readlink("/proc/self/exe", &first, 1) > 0;
}

// Whether `HEADWAY=off` asks for no messages.
static int is_off(void) {
  const char *value = getenv("HEADWAY");
  return value && strcmp(value, "off") == 0;
}

// Returns the command of `headway run [OPTIONS] [--] COMMAND`. NULL if options come before the
// command without a `--`: this code doesn't know which options take a value.
static char **command_of_run(char **words) {
  if (words[0] && words[0][0] != '-') return words;
  while (words[0] && strcmp(words[0], "--") != 0) words++;
  return words[0] && words[1] ? words + 1 : NULL;
}

// Executes the command of `headway run` if /proc is missing, and otherwise returns to let the
// program start. The exit statuses are those of a shell: 127 for a command that doesn't exist, 126
// for one that can't be executed.
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
