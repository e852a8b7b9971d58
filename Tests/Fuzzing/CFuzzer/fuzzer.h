#ifndef HEADWAY_FUZZER_H
#define HEADWAY_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html): reads its options from the
/// arguments, calls `check` for every input, and exits the process itself on a finding.
int LLVMFuzzerRunDriver(int *argc, char ***argv,
                        int (*check)(const uint8_t *data, size_t size));

#endif
