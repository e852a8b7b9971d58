#include "headway_pcre.h"
