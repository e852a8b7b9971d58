#include <stdio.h>
static int unused(int n) { int i; for (i = 0; i < n; i++) printf("%d/%d %d%%\n", i, n, 100 * i / n); }
int half(unsigned a) { if (a >= 0) return a / 2; int b; return b; }
int main(int argc, char **argv) { printf("%s %d\n", 42); return half(3) == -1u; }
