#ifndef HEADWAY_TIME_H
#define HEADWAY_TIME_H

#include <time.h>

/// Parses `text` by a format of strptime(3), which headers hide without _XOPEN_SOURCE. Returns 1 if
/// the format covers all of `text`, else 0.
int headway_time_parse(
    const char *_Nonnull text, const char *_Nonnull format, struct tm *_Nonnull time);

#endif
