#ifndef HEADWAY_START_H
#define HEADWAY_START_H

// The program `headway` without /proc. This target has nothing to call: what it does happens before
// main, in a function that the linker takes in.

#endif
