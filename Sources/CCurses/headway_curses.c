#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1

#include "headway_curses.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "headway_curses_crash.h"

// term.h has macros for all that terminfo knows.
#undef columns

// More than a finger sends in a moment.
#define MOST_REPORTS 16
// Of the function keys, which terminfo has up to 63, those that are taken from what it has there.
#define KEY_FOCUS_IN KEY_F(61)
#define KEY_FOCUS_OUT KEY_F(62)
#define KEY_STATUS KEY_F(58)
#define KEY_PASTE_BEGIN KEY_F(59)
#define KEY_PASTE_END KEY_F(60)

static SCREEN *screen;
// Reading from stdscr would draw it, half done as it may be; a pad isn't drawn.
static WINDOW *keys;
static FILE *input;
static FILE *output;
static bool has_colours;
static bool is_suspended;
static bool is_cursor_shown;
static bool is_reporting;
static bool reports_mouse;
static char farewell[64];

// The bounds of the ranges of characters that take two columns here, though the C library says one.
#define MOST_BOUNDS 1024
static uint32_t wide_bounds[MOST_BOUNDS];
static size_t wide_count;

void headway_curses_widen(const uint32_t *bounds, size_t count) {
  if (count > MOST_BOUNDS) return;
  memcpy(wide_bounds, bounds, count * sizeof bounds[0]);
  wide_count = count;
}

// In the place of the C library's: curses asks it for each character, and has to count as the terminal
// does. wcswidth doesn't call it.
int wcwidth(wchar_t character) {
  size_t low = 0, high = wide_count / 2;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if ((uint32_t)character > wide_bounds[2 * middle + 1]) low = middle + 1;
    else if ((uint32_t)character < wide_bounds[2 * middle]) high = middle;
    else return 2;
  }
  return wcswidth(&character, 1);
}

bool headway_curses_set_locale(void) {
  if (setlocale(LC_CTYPE, "") == NULL) setlocale(LC_CTYPE, "C.UTF-8");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static FILE *duplicate(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (file == NULL) close(copy);
  return file;
}

// A description of the terminal's own, which nobody else makes non-blocking: curses asks a terminal that
// takes no more for now again and again, and would use up the processor (O_NONBLOCK is the description's,
// and whoever shares it may have set it). Where the terminal can't be opened, it is shared.
static FILE *open_output(int descriptor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int own = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (own < 0) return duplicate(descriptor, "w");
  FILE *file = fdopen(own, "w");
  if (file == NULL) close(own);
  return file;
}

// Waits until the terminal takes something. A terminal of our own description waits by itself.
static void wait_for_room(void) {
  poll(&(struct pollfd){.fd = fileno(output), .events = POLLOUT}, 1, -1);
}

static void close_files(void) {
  if (input != NULL) fclose(input);
  if (output != NULL) fclose(output);
  input = output = NULL;
}

// newterm takes over signals that are still at their default; ours to route.
static const int routed_signals[] = {SIGINT, SIGTERM, SIGTSTP};
#define ROUTED_COUNT (sizeof routed_signals / sizeof routed_signals[0])

static SCREEN *new_screen(const char *terminal) {
  struct sigaction before[ROUTED_COUNT];
  for (size_t i = 0; i < ROUTED_COUNT; i++) sigaction(routed_signals[i], NULL, &before[i]);
  SCREEN *created = newterm(terminal, output, input);
  for (size_t i = 0; i < ROUTED_COUNT; i++) sigaction(routed_signals[i], &before[i], NULL);
  return created;
}

static bool set_modes(void) {
  keys = newpad(1, 1);
  if (keys == NULL) return false;
  set_escdelay(25);
  raw();
  noecho();
  nonl();
  keypad(keys, TRUE);
  // Not curses' own reading of the mouse, which takes a press and its release for one event.
  define_key(NULL, KEY_MOUSE);
  // What terminfo has under these numbers, keys with modifiers, is none of them.
  for (int key = KEY_STATUS; key <= KEY_FOCUS_OUT; key++) define_key(NULL, key);
  define_key("\033[I", KEY_FOCUS_IN);
  define_key("\033[O", KEY_FOCUS_OUT);
  define_key("\033]7501;?\033\\", KEY_STATUS);
  define_key("\033]7501;?\007", KEY_STATUS);
  define_key("\033[200~", KEY_PASTE_BEGIN);
  define_key("\033[201~", KEY_PASTE_END);
  nodelay(keys, TRUE);
  intrflush(keys, FALSE);
  // It is cleared whole, whatever is typed meanwhile.
  typeahead(-1);
  curs_set(0);
  is_cursor_shown = false;
  return true;
}

// Focus, paste and mouse. Terminfo has no names for them that all its entries know.
static void report(bool wanted) {
  if (wanted == is_reporting) return;
  is_reporting = wanted;
  fputs(wanted ? HEADWAY_CURSES_FOCUS : HEADWAY_CURSES_NO_FOCUS, output);
  fputs(wanted ? HEADWAY_CURSES_PASTE : HEADWAY_CURSES_NO_PASTE, output);
  if (reports_mouse) fputs(wanted ? HEADWAY_CURSES_MOUSE : HEADWAY_CURSES_NO_MOUSE, output);
  fflush(output);
}

static void say_farewell(void) {
  if (farewell[0] == '\0') return;
  fputs(farewell, output);
  fflush(output);
}

void headway_curses_set_farewell(const uint8_t *bytes, size_t count) {
  if (screen == NULL || count >= sizeof farewell) return;
  headway_curses_crash_farewell("");
  memcpy(farewell, bytes, count);
  farewell[count] = '\0';
  headway_curses_crash_farewell(farewell);
}

static void set_colours(bool wanted) {
  has_colours = wanted && has_colors() && start_color() == OK && use_default_colors() == OK;
}

int headway_curses_colour_count(void) { return has_colours ? COLORS : 0; }

int headway_curses_define(int pair, int foreground) {
  return has_colours && init_extended_pair(pair, foreground, -1) == OK ? pair : 0;
}

int headway_curses_open(
    const char *terminal, int input_descriptor, int output_descriptor, bool wants_colours,
    bool wants_mouse) {
  if (screen != NULL) {
    errno = EBUSY;
    return HEADWAY_CURSES_FAILED;
  }
  struct termios modes;
  if (tcgetattr(output_descriptor, &modes) != 0) return HEADWAY_CURSES_FAILED;
  input = duplicate(input_descriptor, "r");
  output = open_output(output_descriptor);
  if (input == NULL || output == NULL) {
    close_files();
    return HEADWAY_CURSES_FAILED;
  }
  screen = new_screen(terminal);
  if (screen == NULL) {
    close_files();
    return HEADWAY_CURSES_UNKNOWN_TERMINAL;
  }
  if (tigetstr("cup") == NULL) {
    headway_curses_close();
    return HEADWAY_CURSES_NO_CURSOR_MOVEMENT;
  }
  if (!set_modes()) {
    headway_curses_close();
    return HEADWAY_CURSES_FAILED;
  }
  set_colours(wants_colours);
  reports_mouse = wants_mouse;
  report(true);
  headway_curses_crash_arm(fileno(output), &modes);
  return HEADWAY_CURSES_OK;
}

void headway_curses_quiet(int milliseconds) {
  if (screen == NULL || is_suspended) return;
  report(false);
  struct pollfd terminal = {.fd = fileno(input), .events = POLLIN};
  for (int i = 0; i < MOST_REPORTS && poll(&terminal, 1, milliseconds) > 0; i++) {
    if (terminal.revents != POLLIN) return;
    tcflush(terminal.fd, TCIFLUSH);
    milliseconds = 5;
  }
}

void headway_curses_close(void) {
  if (screen == NULL) return;
  headway_curses_crash_disarm();
  if (!is_suspended) say_farewell();
  farewell[0] = '\0';
  report(false);
  if (!isendwin()) endwin();
  if (keys != NULL) delwin(keys);
  delscreen(screen);
  keys = NULL;
  screen = NULL;
  is_suspended = false;
  close_files();
}

void headway_curses_suspend(void) {
  if (screen == NULL || is_suspended) return;
  is_suspended = true;
  say_farewell();
  report(false);
  endwin();
  headway_curses_crash_pause(true);
}

// The size may have changed while nobody looked: SIGWINCH may be routed elsewhere.
static bool sync_size(void) {
  struct winsize size;
  if (ioctl(fileno(output), TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return false;
  return is_term_resized(size.ws_row, size.ws_col) && resize_term(size.ws_row, size.ws_col) == OK;
}

void headway_curses_resume(void) {
  if (screen == NULL) return;
  if (!isendwin()) endwin();
  is_suspended = false;
  headway_curses_crash_pause(false);
  report(true);
}

void headway_curses_clear(void) {
  if (screen == NULL) return;
  werase(stdscr);
  clearok(curscr, TRUE);
}

void headway_curses_present(int cursor_row, int cursor_column, bool shows_cursor) {
  if (screen == NULL || is_suspended) return;
  wait_for_room();
  wmove(stdscr, cursor_row, cursor_column);
  if (shows_cursor != is_cursor_shown) {
    is_cursor_shown = shows_cursor;
    curs_set(shows_cursor ? 1 : 0);
  }
  wnoutrefresh(stdscr);
  doupdate();
}

void headway_curses_size(int *columns, int *rows) {
  *columns = screen == NULL ? 0 : getmaxx(stdscr);
  *rows = screen == NULL ? 0 : getmaxy(stdscr);
}

static attr_t attributes_of(unsigned attributes) {
  attr_t result = WA_NORMAL;
  if (attributes & HEADWAY_CURSES_BOLD) result |= WA_BOLD;
  if (attributes & HEADWAY_CURSES_DIM) result |= WA_DIM;
  if (attributes & HEADWAY_CURSES_REVERSE) result |= WA_REVERSE;
  if (attributes & HEADWAY_CURSES_UNDERLINE) result |= WA_UNDERLINE;
  return result;
}

// Whether the C library draws the text of the cell in the columns that the caller counts with.
static bool is_drawable(const struct headway_curses_cell *cell) {
  if (wcwidth((wchar_t)cell->scalars[0]) != (int)cell->width) return false;
  for (size_t i = 1; i < HEADWAY_CURSES_CELL_SCALARS && cell->scalars[i] != 0; i++)
    if (wcwidth((wchar_t)cell->scalars[i]) != 0) return false;
  return true;
}

static void add(
    const struct headway_curses_cell *cell, bool is_blank, attr_t attributes, int pair) {
  wchar_t text[HEADWAY_CURSES_CELL_SCALARS + 1] = {0};
  size_t count = 1;
  if (is_blank) {
    text[0] = L' ';
    count = cell->width;
  } else if (is_drawable(cell)) {
    for (size_t i = 0; i < HEADWAY_CURSES_CELL_SCALARS; i++) text[i] = (wchar_t)cell->scalars[i];
  } else {
    text[0] = L'?';
    count = cell->width;
  }
  cchar_t drawn[2];
  if (setcchar(&drawn[0], text, attributes, (short)pair, NULL) != OK) return;
  drawn[1] = drawn[0];
  int row, column;
  getyx(stdscr, row, column);
  // These functions leave the cursor where it is and never scroll, so the last cell is a cell like any.
  wadd_wchnstr(stdscr, drawn, (int)count);
  if (column + (int)cell->width < getmaxx(stdscr)) wmove(stdscr, row, column + (int)cell->width);
}

// curses has no way to draw a wide cell in the lower right corner of a terminal that scrolls when
// its last column is written.
static bool would_scroll(int row, uint32_t width) {
  return width > 1 && row == getmaxy(stdscr) - 1 && auto_right_margin && !eat_newline_glitch;
}

void headway_curses_put(
    int row, int column, const struct headway_curses_cell *cells, size_t count, unsigned attributes,
    int pair) {
  if (screen == NULL || is_suspended || wmove(stdscr, row, column) != OK) return;
  attr_t look = attributes_of(attributes);
  int room = getmaxx(stdscr) - column;
  for (size_t i = 0; i < count; i++) {
    if (cells[i].width == 0) continue;
    room -= (int)cells[i].width;
    if (room < 0) return;
    add(&cells[i], room == 0 && would_scroll(row, cells[i].width), look, pair);
  }
}

// Not through curses' FILE, which would spin where the terminal is shared and takes no more for now.
void headway_curses_send(const uint8_t *bytes, size_t count) {
  if (screen == NULL || is_suspended) return;
  int descriptor = fileno(output);
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      wait_for_room();
    } else if (errno != EINTR) {
      return;
    }
  }
}

static uint32_t function_key(wint_t key) {
  switch (key) {
    case KEY_UP: return HEADWAY_CURSES_KEY_UP;
    case KEY_DOWN: return HEADWAY_CURSES_KEY_DOWN;
    case KEY_PPAGE: return HEADWAY_CURSES_KEY_PAGE_UP;
    case KEY_NPAGE: return HEADWAY_CURSES_KEY_PAGE_DOWN;
    case KEY_ENTER: return HEADWAY_CURSES_KEY_ENTER;
    case KEY_HOME: return HEADWAY_CURSES_KEY_HOME;
    case KEY_END: return HEADWAY_CURSES_KEY_END;
    case KEY_LEFT: return HEADWAY_CURSES_KEY_LEFT;
    case KEY_RIGHT: return HEADWAY_CURSES_KEY_RIGHT;
    case KEY_BACKSPACE: return HEADWAY_CURSES_KEY_BACKSPACE;
    case KEY_DC: return HEADWAY_CURSES_KEY_DELETE;
    case KEY_STATUS: return HEADWAY_CURSES_KEY_STATUS;
    case KEY_FOCUS_IN: return HEADWAY_CURSES_KEY_FOCUS_IN;
    case KEY_FOCUS_OUT: return HEADWAY_CURSES_KEY_FOCUS_OUT;
    case KEY_PASTE_BEGIN: return HEADWAY_CURSES_KEY_PASTE_BEGIN;
    case KEY_PASTE_END: return HEADWAY_CURSES_KEY_PASTE_END;
    default: return HEADWAY_CURSES_KEY_OTHER;
  }
}

int headway_curses_next(uint32_t *value) {
  *value = 0;
  if (screen == NULL || is_suspended) return HEADWAY_CURSES_NOTHING;
  if (sync_size()) return HEADWAY_CURSES_RESIZED;
  wint_t key = 0;
  switch (wget_wch(keys, &key)) {
    case OK:
      *value = (uint32_t)key;
      return HEADWAY_CURSES_CHARACTER;
    case KEY_CODE_YES:
      if (key == KEY_RESIZE) return HEADWAY_CURSES_RESIZED;
      *value = function_key(key);
      return HEADWAY_CURSES_FUNCTION_KEY;
    default: return HEADWAY_CURSES_NOTHING;
  }
}
