#define _GNU_SOURCE
#include "headway_note.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

// The magic numbers of file systems in memory (statfs(2)), and the size of the handler's stack.
enum { TMPFS = 0x01021994, RAMFS = (int)0x858458f6u, HANDLER_STACK = 65536 };

// The signals of a crash, and their names in the same order.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static const char *const signal_names[] = {"SIGILL", "SIGTRAP", "SIGABRT",
                                           "SIGBUS", "SIGFPE",  "SIGSEGV"};
#define CRASH_COUNT (sizeof crash_signals / sizeof crash_signals[0])

// The handler's data. A signal handler has no argument of its own, so the data is global.
static struct sigaction before[CRASH_COUNT];
static struct headway_note *caught_note;
static int caught_file = -1, caught_log = -1;
static const char *const *activity_words;
static size_t activity_count;
// Set by the first thread that crashes: two crashes at once write a single line.
static atomic_flag has_died = ATOMIC_FLAG_INIT;

// Returns memory for a note that no other process reads.
static struct headway_note *private_note(void) {
  static struct headway_note note;
  memset(&note, 0, sizeof note);
  return &note;
}

// Whether a file is on tmpfs or ramfs.
static int is_in_memory(int file) {
  struct statfs system;
  if (fstatfs(file, &system) != 0) return 0;
  return (unsigned)system.f_type == (unsigned)TMPFS || (unsigned)system.f_type == (unsigned)RAMFS;
}

struct headway_note *headway_note_open(const char *path, int *file) {
  // The file is always a new one, so that a reader of the old file still reads a consistent note.
  unlink(path);
  *file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (*file < 0) return private_note();
  if (!is_in_memory(*file)) return private_note();
  // A mapped page without space behind it would raise SIGBUS at the first store.
  if (posix_fallocate(*file, 0, sizeof(struct headway_note)) != 0) return private_note();
  void *place = mmap(NULL, sizeof(struct headway_note), PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
  if (place == MAP_FAILED) return private_note();
  close(*file);
  *file = -1;
  struct headway_note *note = place;
  note->is_live = 1;
  return note;
}

void headway_note_publish(const struct headway_note *note, int file) {
  if (file < 0) return;
  ssize_t written = pwrite(file, note, sizeof *note, 0);
  (void)written;
}

// All functions from here to the handler run inside of it. They may only call what is
// async-signal-safe (signal-safety(7)): neither malloc(3) nor stdio(3).

// A line under construction. Text that doesn't fit is cut.
struct line {
  char bytes[1024];
  size_t count;
};

static void add(struct line *line, const char *text) {
  while (*text != '\0' && line->count < sizeof line->bytes) line->bytes[line->count++] = *text++;
}

// Appends a number with at least `digits` digits.
static void add_number(struct line *line, uint64_t number, int digits) {
  char text[21];
  size_t place = sizeof text - 1;
  text[place] = '\0';
  do {
    text[--place] = (char)('0' + number % 10);
    number /= 10;
    digits--;
  } while ((number > 0 || digits > 0) && place > 0);
  add(line, text + place);
}

static void add_hexadecimal(struct line *line, uint64_t number) {
  char text[17];
  for (int i = 15; i >= 0; i--, number >>= 4) text[i] = "0123456789abcdef"[number & 15];
  text[16] = '\0';
  add(line, text);
}

// Appends a time in UTC. The date is computed from the days since 1970 (Howard Hinnant,
// "chrono-Compatible Low-Level Date Algorithms"), because gmtime(3) isn't async-signal-safe.
static void add_time(struct line *line, int64_t seconds) {
  int64_t days = seconds / 86400 + 719468, rest = seconds % 86400;
  int64_t era = days / 146097, day = days - era * 146097;
  int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  int64_t of_year = day - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * of_year + 2) / 153;
  add_number(line, (uint64_t)(year + era * 400 + (month >= 10)), 4);
  add(line, "-");
  add_number(line, (uint64_t)(month < 10 ? month + 3 : month - 9), 2);
  add(line, "-");
  add_number(line, (uint64_t)(of_year - (153 * month + 2) / 5 + 1), 2);
  add(line, "T");
  add_number(line, (uint64_t)(rest / 3600), 2);
  add(line, ":");
  add_number(line, (uint64_t)(rest / 60 % 60), 2);
  add(line, ":");
  add_number(line, (uint64_t)(rest % 60), 2);
  add(line, "+0000");
}

static const char *name_of(int number) {
  for (size_t i = 0; i < CRASH_COUNT; i++)
    if (crash_signals[i] == number) return signal_names[i];
  return "?";
}

// Appends the task by its number, or by its key while it has no number.
static void add_task(struct line *line, const struct headway_note *note) {
  if (note->task_number > 0) {
    add(line, " (task ");
    add_number(line, (uint64_t)note->task_number, 1);
    add(line, ")");
  } else if (note->has_key) {
    add(line, " (task ");
    add_hexadecimal(line, note->key_high);
    add_hexadecimal(line, note->key_low);
    add(line, ")");
  }
}

// Writes the line of the crash in the format of the hub's log.
static void write_line(int number, const struct headway_note *note) {
  struct line line = {.count = 0};
  struct timespec now;
  char thread[17] = "";
  clock_gettime(CLOCK_REALTIME, &now);
  prctl(PR_GET_NAME, thread);
  add_time(&line, now.tv_sec);
  add(&line, " critical headwayd: the hub died of signal ");
  add_number(&line, (uint64_t)number, 1);
  add(&line, " (");
  add(&line, name_of(number));
  add(&line, ") in thread ");
  add(&line, thread);
  if (note->activity < activity_count) {
    add(&line, ", while ");
    add(&line, activity_words[note->activity]);
    add_task(&line, note);
  }
  add(&line, "\n");
  ssize_t written = write(caught_log, line.bytes, line.count);
  (void)written;
}

// The signal handler: records the crash and lets the process die of the signal.
static void note_and_die(int number, siginfo_t *information, void *context) {
  (void)context;
  if (!atomic_flag_test_and_set(&has_died)) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    caught_note->signal = number;
    caught_note->died_at = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    caught_note->state = HEADWAY_NOTE_CRASHED;
    headway_note_publish(caught_note, caught_file);
    write_line(number, caught_note);
  }
  for (size_t i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &before[i], NULL);
  // A fault repeats by itself when the handler returns, with the address that a debugger needs.
  // Other signals have to be raised again.
  if (information->si_code <= 0 || number == SIGTRAP) raise(number);
}

void headway_note_use_stack(void) {
  stack_t current;
  // A thread that has a handler stack keeps it.
  if (sigaltstack(NULL, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
  void *place =
      mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return;
  stack_t stack = {.ss_sp = place, .ss_size = HANDLER_STACK};
  if (sigaltstack(&stack, NULL) != 0) munmap(place, HANDLER_STACK);
}

void headway_note_catch(struct headway_note *note, int file, int log, const char *const *words,
                        size_t count) {
  caught_note = note;
  caught_file = file;
  caught_log = log;
  activity_words = words;
  activity_count = count;
  headway_note_use_stack();
  struct sigaction action = {.sa_sigaction = note_and_die, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < CRASH_COUNT; i++) sigaction(crash_signals[i], &action, &before[i]);
}
