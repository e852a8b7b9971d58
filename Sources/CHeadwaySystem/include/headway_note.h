#ifndef HEADWAY_NOTE_H
#define HEADWAY_NOTE_H

#include <stddef.h>
#include <stdint.h>

// The note that a hub keeps about itself while it lives, for those who ask later how it died. Its
// file holds exactly one struct headway_note in this machine's byte order.

/// The first field of every note; changes with the layout.
#define HEADWAY_NOTE_MAGIC 0x3130455430574848

/// States of a note.
enum {
  HEADWAY_NOTE_STARTING = 1,
  /// The hub listens.
  HEADWAY_NOTE_SERVING = 2,
  /// The hub said goodbye.
  HEADWAY_NOTE_ENDED = 3,
  /// A signal killed the hub, and its handler wrote so.
  HEADWAY_NOTE_CRASHED = 4,
};

/// Times are nanoseconds of CLOCK_BOOTTIME, 0 for none.
struct headway_note {
  uint64_t magic;
  uint32_t state;
  int32_t process;
  int64_t started_at;
  int64_t listening_at;
  int64_t died_at;
  /// The last time at which the event loop began to work.
  int64_t seen_at;
  int32_t signal;
  /// 1 if the file follows every store (a mapping), 0 if only the publishing calls write it.
  uint32_t is_live;
  /// The number of an activity, and the task that it is about: its number (0 for none) and key.
  uint32_t activity;
  uint32_t has_key;
  int64_t task_number;
  uint64_t key_high;
  uint64_t key_low;
};

/// Notes the current activity without a task. Plain stores, no system call.
static inline void headway_note_activity(struct headway_note *_Nonnull note, uint32_t activity) {
  volatile struct headway_note *live = note;
  live->activity = activity;
  live->task_number = 0;
  live->has_key = 0;
}

/// Maps the note's file, made anew, where its file system is one in memory (tmpfs): a full or broken
/// disk would otherwise kill the hub by SIGBUS. Elsewhere returns memory of this process alone, and
/// `file` is a descriptor to publish the note to, or -1. Never returns null.
struct headway_note *_Nonnull headway_note_open(const char *_Nonnull path, int *_Nonnull file);

/// Writes the note to its file, unless `file` is -1.
void headway_note_publish(const struct headway_note *_Nonnull note, int file);

/// Lets the signals of a crash write their name, the time and the activity to the note and, in one
/// line, to `log`; then the process dies as it would have without. `words` are the names of the
/// activities; all arguments must live as long as the process.
void headway_note_catch(struct headway_note *_Nonnull note, int file, int log,
                        const char *_Nonnull const *_Nonnull words, size_t count);

/// Gives the calling thread a stack for the handler, which a stack overflow leaves none. A thread
/// that has one keeps it.
void headway_note_use_stack(void);

#endif
