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

/// The most scalars that a cell holds: a base and its combining marks (CCHARW_MAX of curses.h).
#define HEADWAY_CURSES_CELL_SCALARS 5

/// A cell of the window.
struct headway_curses_cell {
  /// The base and its combining marks, ended by 0 where there are fewer than the array holds.
  uint32_t scalars[HEADWAY_CURSES_CELL_SCALARS];
  /// The columns that the cell takes, 1 or 2. A cell of 0 columns, the right half of the one before,
  /// is left out.
  uint32_t width;
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
  /// No key: the terminal knows the Program Status Protocol (OSC 7501), and answers that it does.
  HEADWAY_CURSES_KEY_STATUS = 15,
  HEADWAY_CURSES_KEY_DELETE = 16,
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

/// Forgets what the terminal shows: the next headway_curses_present clears it and draws everything.
/// The window is blank after that.
/// Exists because clearok(3X) wants the global curscr.
void headway_curses_clear(void);

/// Writes `count` cells of one look into the window, side by side from a place on. Cells outside the
/// window are left out, and so is half a wide cell. A wide cell in the lower right
/// corner is blank on a terminal that would scroll for it. The terminal shows the cells after
/// headway_curses_present. Pair 0 is the terminal's own colours. Question marks take the place of a
/// cell whose text the C library can't draw, or takes for another width (wcwidth(3)), so that columns
/// stay aligned.
/// Exists because cchar_t differs between platforms and setcchar(3X) takes it apart.
void headway_curses_put(
    int row, int column, const struct headway_curses_cell *cells, size_t count, unsigned attributes,
    int pair);

/// Sends the terminal what changed in the window since the last time (doupdate(3X)), and leaves its cursor
/// in a cell, shown or hidden; nothing while the screen is suspended.
/// Exists because stdscr is a mutable global.
void headway_curses_present(int cursor_row, int cursor_column, bool shows_cursor);

/// Counts two columns for the characters between each pair of bounds, both inclusive and ascending: `count`
/// bounds, at most 1024. For the whole process, from any thread that draws.
/// Exists because curses asks wcwidth(3), which knows the locale and not the terminal.
void headway_curses_widen(const uint32_t *bounds, size_t count);

/// The size of the screen in cells. Exists because LINES and COLS are mutable globals.
void headway_curses_size(int *columns, int *rows);

/// How many colours the screen has; 0 where it has none, or none was wanted.
/// Exists because COLORS is a mutable global.
int headway_curses_colour_count(void);

/// Gives the colour pair `pair`, from 1 on, a foreground on the terminal's own background, and returns
/// it; 0 where that can't be (init_extended_pair(3X)). Before anything is drawn.
int headway_curses_define(int pair, int foreground);

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
