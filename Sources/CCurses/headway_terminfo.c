#include "headway_curses.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

// Not beside the screen's code: term.h has a macro for every capability, with names as plain as `columns`.

int headway_curses_colours(const char *terminal) {
  int status = 0;
  if (setupterm(terminal, STDOUT_FILENO, &status) != OK) return -2;
  int colours = tigetnum("colors");
  del_curterm(cur_term);
  return colours;
}
