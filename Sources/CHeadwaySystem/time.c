#define _XOPEN_SOURCE 700

#include "headway_time.h"

int headway_time_parse(const char *text, const char *format, struct tm *time) {
  const char *rest = strptime(text, format, time);
  return rest && *rest == '\0';
}
