#ifndef HEADWAY_TIME_H
#define HEADWAY_TIME_H

#include <time.h>

/// strptime(3), which headers hide without _XOPEN_SOURCE. 1 where all of `text` is of `format`,
/// else 0.
int headway_time_parse(
    const char *_Nonnull text, const char *_Nonnull format, struct tm *_Nonnull time);

#endif
