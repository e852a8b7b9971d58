// Gives the terminal back when the process crashes.

#ifndef HEADWAY_CURSES_CRASH_H
#define HEADWAY_CURSES_CRASH_H

#include <stdbool.h>
#include <termios.h>

// Asks for reports of the window's focus, and ends them (xterm's control sequences, mode 1004).
#define HEADWAY_CURSES_FOCUS "\033[?1004h"
#define HEADWAY_CURSES_NO_FOCUS "\033[?1004l"
// Bracketed paste (xterm's control sequences): what is pasted is told from what is typed.
#define HEADWAY_CURSES_PASTE "\033[?2004h"
#define HEADWAY_CURSES_NO_PASTE "\033[?2004l"
// The same for the mouse's buttons, in decimal numbers (modes 1000, 1006).
#define HEADWAY_CURSES_MOUSE "\033[?1000h\033[?1006h"
#define HEADWAY_CURSES_NO_MOUSE "\033[?1006l\033[?1000l"

// Installs the handlers; the terminal returns to `modes`. Needs the current terminal of curses, of
// which it takes the bytes to write.
void headway_curses_crash_arm(int descriptor, const struct termios *modes);

// What goes before the rest. Stays the caller's, and as it is until headway_curses_crash_disarm.
void headway_curses_crash_farewell(const char *bytes);

// Puts back the handlers that were there before.
void headway_curses_crash_disarm(void);

// Whether there is nothing to give back for now.
void headway_curses_crash_pause(bool paused);

#endif
