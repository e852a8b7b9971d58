#ifndef HEADWAY_PTY_H
#define HEADWAY_PTY_H

#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// posix_openpt(3) without waiting, unlocked, close-on-exec: the master, or -1. `slave` takes
/// the slave's path.
int headway_pty_open(char *_Nonnull slave, size_t size);
/// TIOCGPTPEER (ioctl_tty(2)): the slave of `master`, close-on-exec, not controlling.
int headway_pty_open_slave(int master);

/// TIOCGWINSZ.
int headway_window_size(int terminal, unsigned short *_Nonnull rows,
    unsigned short *_Nonnull columns, unsigned short *_Nonnull width,
    unsigned short *_Nonnull height);
/// TIOCSWINSZ.
int headway_set_window_size(int terminal, unsigned short rows, unsigned short columns,
    unsigned short width, unsigned short height);

/// From now on a fatal fault (SEGV, BUS, ILL, TRAP, ABRT, FPE) gives `terminal` back these modes
/// before the process dies of it.
void headway_terminal_guard(int terminal, const struct termios *_Nonnull modes);
/// Ends the guard: a fault leaves the terminal alone.
void headway_terminal_unguard(void);

#endif
