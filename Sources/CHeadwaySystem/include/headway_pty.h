#ifndef HEADWAY_PTY_H
#define HEADWAY_PTY_H

#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Opens a new pty, unlocked, non-blocking and close-on-exec (posix_openpt(3)). Returns the master,
/// or -1; stores the slave's path in `slave`.
int headway_pty_open(char *_Nonnull slave, size_t size);
/// Opens the slave of `master`, close-on-exec and without making it the controlling terminal
/// (TIOCGPTPEER, ioctl_tty(2)).
int headway_pty_open_slave(int master);

/// Reads a terminal's size in characters and pixels (TIOCGWINSZ, ioctl_tty(2)).
int headway_window_size(int terminal, unsigned short *_Nonnull rows,
    unsigned short *_Nonnull columns, unsigned short *_Nonnull width,
    unsigned short *_Nonnull height);
/// Sets a terminal's size (TIOCSWINSZ, ioctl_tty(2)).
int headway_set_window_size(int terminal, unsigned short rows, unsigned short columns,
    unsigned short width, unsigned short height);

/// Restores `modes` in `terminal` if a fault (SEGV, BUS, ILL, TRAP, ABRT, FPE) kills this process
/// from now on.
void headway_terminal_guard(int terminal, const struct termios *_Nonnull modes);
/// Ends what headway_terminal_guard began.
void headway_terminal_unguard(void);

#endif
