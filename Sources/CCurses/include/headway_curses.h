/// What Headway's monitor needs of ncursesw(3X), without any of its types or macros: WINDOW differs
/// between platforms, most macros don't reach Swift, and its globals aren't concurrency-safe.
///
/// curses has one screen a process and isn't thread-safe: call all of it from one thread.

#ifndef HEADWAY_CURSES_H
#define HEADWAY_CURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Results of headway_curses_open.
enum {
  HEADWAY_CURSES_OK = 0,
  /// Terminfo doesn't know the terminal's name.
  HEADWAY_CURSES_UNKNOWN_TERMINAL = 1,
  /// The terminal can't place its cursor: dumb, or a hardcopy one.
  HEADWAY_CURSES_NO_CURSOR_MOVEMENT = 2,
  /// A descriptor is no terminal, a screen is open already, or memory or descriptors ran out; errno
  /// says which.
  HEADWAY_CURSES_FAILED = 3,
};

/// Attributes of a look, to be combined.
enum {
  HEADWAY_CURSES_BOLD = 1,
  HEADWAY_CURSES_DIM = 2,
  HEADWAY_CURSES_REVERSE = 4,
  HEADWAY_CURSES_UNDERLINE = 8,
};

/// Results of headway_curses_next.
enum {
  HEADWAY_CURSES_NOTHING = 0,
  /// A character; its scalar is in the value. Control characters are 0 to 31 and 127.
  HEADWAY_CURSES_CHARACTER = 1,
  /// A function key; which one is in the value, HEADWAY_CURSES_KEY_….
  HEADWAY_CURSES_FUNCTION_KEY = 2,
  /// The window has another size; what it shows is its own affair until headway_curses_clear.
  HEADWAY_CURSES_RESIZED = 3,
};

enum {
  HEADWAY_CURSES_KEY_OTHER = 0,
  HEADWAY_CURSES_KEY_UP = 1,
  HEADWAY_CURSES_KEY_DOWN = 2,
  HEADWAY_CURSES_KEY_PAGE_UP = 3,
  HEADWAY_CURSES_KEY_PAGE_DOWN = 4,
  HEADWAY_CURSES_KEY_ENTER = 5,
  HEADWAY_CURSES_KEY_HOME = 6,
  HEADWAY_CURSES_KEY_END = 7,
  HEADWAY_CURSES_KEY_BACKSPACE = 8,
  /// No keys: the terminal's window has the keyboard from now on, or hasn't (xterm's control
  /// sequences, FocusIn and FocusOut). A terminal that can't tell says neither.
  HEADWAY_CURSES_KEY_FOCUS_IN = 9,
  HEADWAY_CURSES_KEY_FOCUS_OUT = 10,
  HEADWAY_CURSES_KEY_LEFT = 11,
  HEADWAY_CURSES_KEY_RIGHT = 12,
  /// No keys: what comes between the two was pasted (xterm's control sequences, Bracketed Paste Mode).
  HEADWAY_CURSES_KEY_PASTE_BEGIN = 13,
  HEADWAY_CURSES_KEY_PASTE_END = 14,
};

/// Sets the locale's character type from the environment, C.UTF-8 where that locale isn't
/// installed, and says whether its characters are UTF-8 (nl_langinfo(3)).
///
/// Exists because nothing but ASCII is drawn before setlocale(3), and a glyph set has to be chosen.
bool headway_curses_set_locale(void);

/// How many colours terminfo says that `terminal` has, -1 for none; -2 for a terminal that it doesn't
/// know. Not while a screen is open (setupterm(3), tigetnum(3)).
int headway_curses_colours(const char *terminal);

/// Opens the screen on two descriptors, which stay the caller's; `terminal` is a name of
/// terminfo(5). Keys arrive one by one, unechoed, Ctrl-C and Ctrl-Z among them; the cursor is
/// hidden. Until headway_curses_close, ILL, TRAP, ABRT, BUS, FPE and SEGV give the terminal back
/// before they end the process. Dispositions of INT, TERM and TSTP are left as they are.
///
/// Returns HEADWAY_CURSES_OK or why not; after a failure nothing has changed.
/// Exists because newterm(3X) wants FILEs and installs handlers that exit past our clean-up.
int headway_curses_open(
    const char *terminal, int input_descriptor, int output_descriptor, bool wants_colours,
    bool wants_mouse);

/// Gives the terminal back as it was; does nothing unless a screen is open.
/// Exists to undo headway_curses_open in the order that endwin(3X) and delscreen(3X) need.
void headway_curses_close(void);

/// Asks for no mouse and no focus any more, and throws away what the terminal sends within that time: a
/// report under way is no key of whoever reads it next. Goes before headway_curses_close or
/// headway_curses_suspend.
/// Exists because the terminal has to be told first, and its modes to change last.
void headway_curses_quiet(int milliseconds);

/// Gives the terminal back for a while, as before a stop; until headway_curses_resume nothing is
/// written to it and no key is taken.
/// Exists because the crash handlers have to know that there is nothing to give back.
void headway_curses_suspend(void);

/// Takes the terminal again, whatever became of it meanwhile; headway_curses_next says when its size is
/// another. What it shows is unknown until headway_curses_clear.
/// Exists to undo headway_curses_suspend.
void headway_curses_resume(void);

/// Makes the whole screen blank, whatever it shows, in its own colours; nothing while it is suspended.
/// The first one goes before anything is drawn.
/// Exists because clearok(3X) wants the global curscr, and refresh(3X) the global stdscr.
void headway_curses_clear(void);

/// The size of the screen in cells. Exists because LINES and COLS are mutable globals.
void headway_curses_size(int *columns, int *rows);

/// How many columns the C library takes a scalar for: 0 to 2, or -1 for what it can't print
/// (wcwidth(3)). Exists because Swift's Glibc module lacks it.
int headway_curses_width(uint32_t scalar);

/// How many colours the screen has; 0 where it has none, or none was wanted.
/// Exists because COLORS is a mutable global.
int headway_curses_colour_count(void);

/// Gives the colour pair `pair`, from 1 on, a foreground on the terminal's own background, and returns
/// it; 0 where that can't be (init_extended_pair(3X)). Before anything is drawn.
int headway_curses_define(int pair, int foreground);

/// Whether a character in the last column of the last row scrolls the screen.
/// Exists because auto_right_margin and eat_newline_glitch (terminfo(5)) are macros.
bool headway_curses_scrolls_at_end(void);

/// The most bytes that one of the three functions below gives.
#define HEADWAY_CURSES_MOST_BYTES 128

/// What puts the cursor at an absolute place, as terminfo(5) has it; returns how many bytes that are. Of
/// what is longer than HEADWAY_CURSES_MOST_BYTES nothing is given.
/// Exists because cursor_address is a macro, and tparm(3X) variadic.
size_t headway_curses_place(int row, int column, uint8_t *bytes);

/// What gives that look to text that follows, and where `wants_end` what ends that again; pair 0 is the
/// terminal's own colours. Nothing where the look is that of plain text, and as headway_curses_place.
/// Exists because vid_puts(3X) takes a function, and keeps what the look is in a global.
size_t headway_curses_look(unsigned attributes, int pair, bool wants_end, uint8_t *bytes);

/// A scalar in the locale's encoding (wcrtomb(3)); 0 where that has none.
/// Exists because Swift's Glibc module lacks it.
size_t headway_curses_encode(uint32_t scalar, uint8_t *bytes);

/// Writes `count` bytes to the terminal; nothing while it is suspended.
/// Exists because curses writes through a FILE, which isn't the caller's.
void headway_curses_send(const uint8_t *bytes, size_t count);

/// What is written whenever the terminal is given back from now on, by a crash too: at most 63 bytes
/// without a zero, none for nothing. Until headway_curses_close.
/// Exists because a crash leaves no other way to take back what headway_curses_send said.
void headway_curses_set_farewell(const uint8_t *bytes, size_t count);

/// Takes the next key or change of size without waiting; returns HEADWAY_CURSES_….
/// Exists because get_wch(3X) reads from the global stdscr, which it draws.
int headway_curses_next(uint32_t *value);

#pragma clang assume_nonnull end

#endif
