#ifndef HEADWAY_PCRE_H
#define HEADWAY_PCRE_H

/* PCRE2 for bytes: pcre2api(3). */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
