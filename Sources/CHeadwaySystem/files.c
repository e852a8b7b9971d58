#include "headway_files.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

int headway_file_system(const char *path, int64_t *type, uint32_t *major_number,
                        uint32_t *minor_number) {
  struct statfs system;
  struct stat file;
  if (statfs(path, &system) < 0 || stat(path, &file) < 0) return -1;
  *type = (int64_t)system.f_type;
  *major_number = major(file.st_dev);
  *minor_number = minor(file.st_dev);
  return 0;
}
