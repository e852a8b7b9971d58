#ifndef HEADWAY_NOTE_H
#define HEADWAY_NOTE_H

#include <stddef.h>
#include <stdint.h>

// The note that a hub keeps about itself while it lives. Others read in it later how the hub died.
// The file holds exactly one struct headway_note in this machine's byte order.

/// The first field of every note. The value changes with the layout.
#define HEADWAY_NOTE_MAGIC 0x3130455430574848

/// The states of a note.
enum {
  HEADWAY_NOTE_STARTING = 1,
  /// The hub listens.
  HEADWAY_NOTE_SERVING = 2,
  /// The hub ended on purpose.
  HEADWAY_NOTE_ENDED = 3,
  /// A signal killed the hub, and the handler recorded it.
  HEADWAY_NOTE_CRASHED = 4,
};

/// The contents of a note's file. Times are nanoseconds of CLOCK_BOOTTIME; 0 means none.
struct headway_note {
  /// HEADWAY_NOTE_MAGIC.
  uint64_t magic;
  /// One of the states above.
  uint32_t state;
  /// The hub's process id.
  int32_t process;
  int64_t started_at;
  /// The time at which the hub began to listen.
  int64_t listening_at;
  int64_t died_at;
  /// The last time at which the event loop began to work.
  int64_t seen_at;
  /// The signal that killed the hub; 0 without a crash.
  int32_t signal;
  /// 1 if every store reaches the file (a mapping), 0 if only headway_note_publish writes the file.
  uint32_t is_live;
  /// The current activity, and the task that it is about: the task's number (0 for none) and key.
  uint32_t activity;
  uint32_t has_key;
  int64_t task_number;
  uint64_t key_high;
  uint64_t key_low;
};

/// Notes the current activity, without a task. The function only stores and makes no system call.
static inline void headway_note_activity(struct headway_note *_Nonnull note, uint32_t activity) {
  volatile struct headway_note *live = note;
  live->activity = activity;
  live->task_number = 0;
  live->has_key = 0;
}

/// Creates the note's file, and maps it if the file system is in memory (tmpfs). Never returns
/// null.
///
/// On a disk a mapping could kill the hub by SIGBUS, if the disk is full or broken. So the function
/// returns private memory there, and sets `file` to a descriptor for headway_note_publish, or to -1
/// without a file.
struct headway_note *_Nonnull headway_note_open(const char *_Nonnull path, int *_Nonnull file);

/// Writes the note to its file. No effect if `file` is -1.
void headway_note_publish(const struct headway_note *_Nonnull note, int file);

/// Installs a handler for crash signals.
///
/// The handler writes the signal and the time to the note, and one line with the activity to `log`.
/// The process then dies of the signal as it would have without a handler. `words` are the names of
/// the activities. All arguments must live as long as the process.
void headway_note_catch(struct headway_note *_Nonnull note, int file, int log,
                        const char *_Nonnull const *_Nonnull words, size_t count);

/// Gives the calling thread a stack for the handler, because a stack overflow leaves none
/// (sigaltstack(2)). A thread that has such a stack keeps it.
void headway_note_use_stack(void);

#endif
