// The header's macros are no-ops that gcc takes without a warning.
// RUN: %host_cxx -std=c++17 -Wall -Wextra -Werror -I %source/include -fsyntax-only %s
#include "argus_region.h"

int main() {
  ARGUS_REGION("a");
  ARGUS_BEGIN("b");
  ARGUS_END("b");
}
