#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1

#include "headway_curses_crash.h"

#include <curses.h>
#include <signal.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
#define CRASH_COUNT (sizeof crash_signals / sizeof crash_signals[0])

static struct sigaction before[CRASH_COUNT];
static volatile sig_atomic_t is_armed;
static int terminal = -1;
static struct termios original_modes;
static const char *farewell = "";
static char restore_bytes[256];
static size_t restore_count;
// A stack overflow leaves no other to run on.
static char handler_stack[65536];

static int append(int byte) {
  if (restore_count < sizeof restore_bytes) restore_bytes[restore_count++] = (char)byte;
  return byte;
}

static void collect_restore_bytes(void) {
  // As terminfo(5) has them, in the order of endwin(3X). Padding is worked out by tputs.
  static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
  restore_count = 0;
  for (const char *byte = farewell; *byte != '\0'; byte++) append(*byte);
  static const char reports[] =
      HEADWAY_CURSES_NO_FOCUS HEADWAY_CURSES_NO_PASTE HEADWAY_CURSES_NO_MOUSE;
  for (const char *byte = reports; *byte != '\0'; byte++) append(*byte);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *bytes = tigetstr(names[i]);
    if (bytes != NULL && bytes != (const char *)-1) tputs(bytes, 1, append);
  }
}

// write(2), tcsetattr(3), sigaction(2) and raise(3) are async-signal-safe (signal-safety(7)). All
// signals are blocked here, TTOU among them, so that a background process isn't stopped.
static void give_back_and_die(int number) {
  if (is_armed) {
    is_armed = 0;
    ssize_t written = write(terminal, restore_bytes, restore_count);
    (void)written;
    tcsetattr(terminal, TCSANOW, &original_modes);
  }
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  raise(number);
}

static void use_handler_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
}

void headway_curses_crash_arm(int descriptor, const struct termios *modes) {
  terminal = descriptor;
  original_modes = *modes;
  collect_restore_bytes();
  use_handler_stack();
  struct sigaction action = {.sa_handler = give_back_and_die, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &action, &before[i]);
  is_armed = 1;
}

void headway_curses_crash_farewell(const char *bytes) {
  sig_atomic_t was_armed = is_armed;
  is_armed = 0;
  farewell = bytes;
  if (terminal >= 0) collect_restore_bytes();
  is_armed = was_armed;
}

void headway_curses_crash_disarm(void) {
  farewell = "";
  if (terminal < 0) return;
  is_armed = 0;
  terminal = -1;
  for (size_t i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &before[i], NULL);
}

void headway_curses_crash_pause(bool paused) { is_armed = terminal >= 0 && !paused; }
