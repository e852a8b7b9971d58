#define _GNU_SOURCE
#include "headway_pty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int headway_pty_open(char *slave, size_t size) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -1;
  int error = grantpt(master) || unlockpt(master) ? errno : ptsname_r(master, slave, size);
  if (!error) return master;
  close(master);
  errno = error;
  return -1;
}

int headway_pty_open_slave(int master) {
  return ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

int headway_window_size(int terminal, unsigned short *rows, unsigned short *columns,
    unsigned short *width, unsigned short *height) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) < 0) return -1;
  *rows = size.ws_row;
  *columns = size.ws_col;
  *width = size.ws_xpixel;
  *height = size.ws_ypixel;
  return 0;
}

int headway_set_window_size(int terminal, unsigned short rows, unsigned short columns,
    unsigned short width, unsigned short height) {
  struct winsize size = {
      .ws_row = rows, .ws_col = columns, .ws_xpixel = width, .ws_ypixel = height};
  return ioctl(terminal, TIOCSWINSZ, &size);
}

// The faults to handle, and the terminal to restore. They are global for the signal handler.
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
static volatile sig_atomic_t guarded_terminal = -1;
static struct termios guarded_modes;

// Restores the terminal. SA_RESETHAND has put the default disposition back, so the raised signal
// kills the process.
static void restore_and_die(int signal) {
  if (guarded_terminal >= 0) tcsetattr(guarded_terminal, TCSANOW, &guarded_modes);
  raise(signal);
}

void headway_terminal_guard(int terminal, const struct termios *modes) {
  // The guard is off while the modes are copied, so that a fault in between restores no
  // half-written modes.
  guarded_terminal = -1;
  guarded_modes = *modes;
  guarded_terminal = terminal;
  struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = SA_RESETHAND};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
}

void headway_terminal_unguard(void) { guarded_terminal = -1; }
