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
#define KEY_PASTE_BEGIN KEY_F(59)
#define KEY_PASTE_END KEY_F(60)

static SCREEN *screen;
// Reading from stdscr would draw it, half done as it may be; a pad isn't drawn.
static WINDOW *keys;
static FILE *input;
static FILE *output;
static bool has_colours;
static bool is_suspended;
static bool is_reporting;
static bool reports_mouse;
static char farewell[64];

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
  for (int key = KEY_PASTE_BEGIN; key <= KEY_FOCUS_OUT; key++) define_key(NULL, key);
  define_key("\033[I", KEY_FOCUS_IN);
  define_key("\033[O", KEY_FOCUS_OUT);
  define_key("\033[200~", KEY_PASTE_BEGIN);
  define_key("\033[201~", KEY_PASTE_END);
  nodelay(keys, TRUE);
  intrflush(keys, FALSE);
  // It is cleared whole, whatever is typed meanwhile.
  typeahead(-1);
  curs_set(0);
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
  output = duplicate(output_descriptor, "w");
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

// stdscr stays empty: what is drawn on the screen, curses doesn't know of.
void headway_curses_clear(void) {
  if (screen == NULL || is_suspended) return;
  clearok(curscr, TRUE);
  refresh();
}

void headway_curses_size(int *columns, int *rows) {
  *columns = screen == NULL ? 0 : getmaxx(stdscr);
  *rows = screen == NULL ? 0 : getmaxy(stdscr);
}

int headway_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static attr_t attributes_of(unsigned attributes) {
  attr_t result = WA_NORMAL;
  if (attributes & HEADWAY_CURSES_BOLD) result |= WA_BOLD;
  if (attributes & HEADWAY_CURSES_DIM) result |= WA_DIM;
  if (attributes & HEADWAY_CURSES_REVERSE) result |= WA_REVERSE;
  if (attributes & HEADWAY_CURSES_UNDERLINE) result |= WA_UNDERLINE;
  return result;
}

bool headway_curses_scrolls_at_end(void) {
  return screen != NULL && auto_right_margin && !eat_newline_glitch;
}

// What curses writes, instead of the terminal.
static struct {
  uint8_t *bytes;
  size_t count;
} collected;

static int collect(int byte) {
  if (collected.bytes != NULL && collected.count < HEADWAY_CURSES_MOST_BYTES)
    collected.bytes[collected.count] = (uint8_t)byte;
  collected.count++;
  return byte;
}

static void begin_collecting(uint8_t *bytes) {
  collected.bytes = bytes;
  collected.count = 0;
}

static size_t end_collecting(void) {
  collected.bytes = NULL;
  return collected.count <= HEADWAY_CURSES_MOST_BYTES ? collected.count : 0;
}

// CUP of ECMA-48 (8.3.21), which nearly every terminal takes: a frame says it for each run of cells, and
// to have terminfo's language interpreted costs twenty times as much.
static const char *const usual_address = "\033[%i%p1%d;%p2%dH";

static void collect_number(int number) {
  if (number >= 10) collect_number(number / 10);
  collect('0' + number % 10);
}

static void collect_usual_address(int row, int column) {
  collect('\033');
  collect('[');
  collect_number(row + 1);
  collect(';');
  collect_number(column + 1);
  collect('H');
}

size_t headway_curses_place(int row, int column, uint8_t *bytes) {
  if (screen == NULL || row < 0 || column < 0) return 0;
  begin_collecting(bytes);
  if (strcmp(cursor_address, usual_address) == 0) {
    collect_usual_address(row, column);
    return end_collecting();
  }
  tputs(tiparm(cursor_address, row, column), 1, collect);
  return end_collecting();
}

size_t headway_curses_look(unsigned attributes, int pair, bool wants_end, uint8_t *bytes) {
  if (screen == NULL) return 0;
  // Plain is what curses takes the look to be, here and after each call.
  begin_collecting(wants_end ? NULL : bytes);
  vid_puts(attributes_of(attributes), (short)pair, NULL, collect);
  size_t count = end_collecting();
  begin_collecting(wants_end ? bytes : NULL);
  vid_puts(WA_NORMAL, 0, NULL, collect);
  return wants_end ? end_collecting() : count;
}

size_t headway_curses_encode(uint32_t scalar, uint8_t *bytes) {
  char text[MB_LEN_MAX];
  mbstate_t state = {0};
  size_t count = wcrtomb(text, (wchar_t)scalar, &state);
  if (count == (size_t)-1) return 0;
  memcpy(bytes, text, count);
  return count;
}

// Not through curses' FILE: a terminal that takes no more for now (O_NONBLOCK is the file's, and whoever
// shares it may have set it) has to be waited for.
void headway_curses_send(const uint8_t *bytes, size_t count) {
  if (screen == NULL || is_suspended) return;
  int descriptor = fileno(output);
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      poll(&(struct pollfd){.fd = descriptor, .events = POLLOUT}, 1, -1);
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
