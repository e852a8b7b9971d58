#ifndef HEADWAY_FILES_H
#define HEADWAY_FILES_H

#include <stdint.h>

// What the Glibc module of Swift doesn't have of file systems.

/// Finds the file system that holds `path`: its number, as statfs(2) has it in `f_type`, and the
/// major and minor number of its device (stat(2)).
///
/// Returns 0, or -1 with errno.
int headway_file_system(const char *_Nonnull path, int64_t *_Nonnull type,
                        uint32_t *_Nonnull major_number, uint32_t *_Nonnull minor_number);

#endif
