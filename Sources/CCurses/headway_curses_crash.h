// Gives the terminal back when the process crashes.

#ifndef HEADWAY_CURSES_CRASH_H
#define HEADWAY_CURSES_CRASH_H

#include <stdbool.h>
#include <termios.h>

// Ends the reports of the window's focus (xterm's control sequences, mode 1004).
#define HEADWAY_CURSES_NO_FOCUS "\033[?1004l"

// Installs the handlers; the terminal returns to `modes`. Needs the current terminal of curses, of
// which it takes the bytes to write.
void headway_curses_crash_arm(int descriptor, const struct termios *modes);

// Puts back the handlers that were there before.
void headway_curses_crash_disarm(void);

// Whether there is nothing to give back for now.
void headway_curses_crash_pause(bool paused);

#endif
