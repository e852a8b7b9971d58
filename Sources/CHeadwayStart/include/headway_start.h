#ifndef HEADWAY_START_H
#define HEADWAY_START_H

// The program `headway` without /proc. This target has no function to call: a constructor does the
// work before main, and the linker adds it to the program.

#endif
