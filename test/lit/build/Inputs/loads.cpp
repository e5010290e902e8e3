#include <cstdio>
#include <dlfcn.h>
int main(int, char **Arguments) {
  void *Handle = dlopen(Arguments[1], RTLD_LAZY | RTLD_GLOBAL);
  std::puts(Handle ? "loaded" : dlerror());
}
