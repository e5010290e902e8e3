/*===- HostHooks.c - lets the runtime take part in what nvcc compiled ------===*\
|*
|* Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===---------------------------------------------------------------------===*|
|*
|* `argus nvcc` compiles this file for each object that registers device code, renames
|* the calls of the CUDA runtime in the object to the functions here, and makes one
|* object of both. Each function calls the hook, where there is a runtime, and the CUDA
|* runtime. The names that hooks call are CUDA's own: whichever cudart is linked serves.
|*
|* The compile defines:
|*   ARGUS_MODULE_ID    the digest of the capsules, a string
|*   ARGUS_SOURCE       the main source file, a string
|*   ARGUS_RELOCATABLE  for relocatable device code
|*   ARGUS_USES_<name>  for each function that the object calls: what it does not call
|*                      the linked cudart need not have
|*
\*===---------------------------------------------------------------------===*/

#include "argus/Abi.h"
#include <stddef.h>
#include <stdlib.h>

/* The CUDA runtime, by its binary interface: headers are of one version. */
struct Dim3 {
  uint32_t x, y, z;
};

/* cudaLaunchConfig_t; attributes follow. */
struct LaunchConfig {
  struct Dim3 grid, block;
  size_t shared_bytes;
  void *stream;
};

void *dlsym(void *handle, const char *name);
int cudaDeviceReset(void);
int cudaGetFuncBySymbol(void **function, const void *symbol);
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *stub, char *device_name,
                            const char *name, int thread_limit, void *tid, void *bid,
                            void *block, void *grid, int *warp_size);

/* Names of the object that uses them; they become local to it. */
#define HOOK(name) __argus_nvcc_##name

static const struct ArgusRuntime *Runtime;

static struct ArgusModule Module = {ARGUS_ABI_VERSION,
                                    sizeof(struct ArgusModule),
                                    ARGUS_MODULE_ID,
                                    ARGUS_SOURCE,
                                    NULL,
                                    cudaGetFuncBySymbol,
                                    NULL,
                                    0};

/* The runtime that `argus run` and `argus exec` preload; null: there is none. */
static void findRuntime(void) {
  const struct ArgusRuntime *found =
      (const struct ArgusRuntime *)dlsym(NULL, ARGUS_RUNTIME_SYMBOL);
  if (found && found->version == ARGUS_ABI_VERSION &&
      found->size >= sizeof(struct ArgusRuntime))
    Runtime = found;
}

/*===- Kernels --------------------------------------------------------------===*/

/* A kernel of this object. They live as long as the program: a launch may be under way
   in another thread when a library is closed. */
struct Kernel {
  const struct Kernel *next;
  const void *stub;
  const char *name;
  const void *handle; /* cudaKernel_t, in the list of handles */
};

static struct Kernel *Kernels; /* as registered */
static struct Kernel *Handles; /* as launches asked for them */

static void add(struct Kernel **list, const void *stub, const char *name,
                const void *handle) {
  struct Kernel *new_one = (struct Kernel *)malloc(sizeof(struct Kernel));
  if (!new_one)
    return;
  new_one->stub = stub;
  new_one->name = name;
  new_one->handle = handle;
  struct Kernel *first = __atomic_load_n(list, __ATOMIC_ACQUIRE);
  do
    new_one->next = first;
  while (!__atomic_compare_exchange_n(list, &first, new_one, 0, __ATOMIC_RELEASE,
                                      __ATOMIC_ACQUIRE));
}

static const char *nameOf(const void *stub) {
  const struct Kernel *k = __atomic_load_n(&Kernels, __ATOMIC_ACQUIRE);
  while (k && k->stub != stub)
    k = k->next;
  return k ? k->name : NULL;
}

static const struct Kernel *withHandle(const void *handle) {
  const struct Kernel *k = __atomic_load_n(&Handles, __ATOMIC_ACQUIRE);
  while (k && k->handle != handle)
    k = k->next;
  return k;
}

/*===- Registration ---------------------------------------------------------===*/

#ifndef ARGUS_RELOCATABLE

void **HOOK(__cudaRegisterFatBinary)(void *wrapper) {
  const void *chosen = NULL;
  findRuntime();
  Module.fatbin_wrapper = wrapper;
  if (Runtime)
    chosen = Runtime->module_load(&Module);
  return __cudaRegisterFatBinary(chosen ? (void *)chosen : wrapper);
}

#ifdef ARGUS_USES___cudaUnregisterFatBinary
void HOOK(__cudaUnregisterFatBinary)(void **handle) {
  if (Runtime)
    Runtime->module_unload(&Module);
  __cudaUnregisterFatBinary(handle);
}
#endif

#else

/* The image of all units is registered by code of nvcc's link, when the last unit has
   asked for it. The runtime changes what will be registered, so it is told before the
   constructors of the units, and of the end before the exit handlers. */
__attribute__((constructor(100))) static void load(void) {
  findRuntime();
  if (Runtime)
    Runtime->module_load(&Module);
}

__attribute__((destructor(65535))) static void unload(void) {
  if (Runtime)
    Runtime->module_unload(&Module);
}

#endif

#ifdef ARGUS_USES___cudaRegisterFunction
void HOOK(__cudaRegisterFunction)(void **handle, const char *stub, char *device_name,
                                  const char *name, int thread_limit, void *tid,
                                  void *bid, void *block, void *grid, int *warp_size) {
  if (Runtime) {
    add(&Kernels, stub, name, NULL);
    Runtime->kernel_register(&Module, stub, name);
  }
  __cudaRegisterFunction(handle, stub, device_name, name, thread_limit, tid, bid, block,
                         grid, warp_size);
}
#endif

/*===- Launches -------------------------------------------------------------===*/

static void *begin(const char *name, const void *stub, const struct LaunchConfig *how) {
  return Runtime->launch_begin(&Module, name, stub,
                               how->grid.x | (uint64_t)how->grid.y << 32, how->grid.z,
                               how->block.x | (uint64_t)how->block.y << 32,
                               how->block.z, how->shared_bytes, how->stream);
}

static int ended(void *token, int error) {
  if (token)
    Runtime->launch_end(token, error);
  return error;
}

/* A null stream is the calling thread's own where the function's name says so. */
#define LEGACY_STREAM(stream) (stream)
#define PER_THREAD_STREAM(stream) ((stream) ? (stream) : (void *)2)

#define HOOK_LAUNCH(function, its_stream)                                              \
  int function(const void *, struct Dim3, struct Dim3, void **, size_t, void *);       \
  int HOOK(function)(const void *stub, struct Dim3 grid, struct Dim3 block,            \
                     void **arguments, size_t shared_bytes, void *stream) {            \
    void *token = NULL;                                                                \
    if (Runtime) {                                                                     \
      const struct LaunchConfig how = {grid, block, shared_bytes, its_stream(stream)}; \
      token = begin(nameOf(stub), stub, &how);                                         \
    }                                                                                  \
    return ended(token, function(stub, grid, block, arguments, shared_bytes, stream)); \
  }

#ifdef ARGUS_USES_cudaLaunchKernel
HOOK_LAUNCH(cudaLaunchKernel, LEGACY_STREAM)
#endif
#ifdef ARGUS_USES_cudaLaunchKernel_ptsz
HOOK_LAUNCH(cudaLaunchKernel_ptsz, PER_THREAD_STREAM)
#endif
#ifdef ARGUS_USES_cudaLaunchCooperativeKernel
HOOK_LAUNCH(cudaLaunchCooperativeKernel, LEGACY_STREAM)
#endif
#ifdef ARGUS_USES_cudaLaunchCooperativeKernel_ptsz
HOOK_LAUNCH(cudaLaunchCooperativeKernel_ptsz, PER_THREAD_STREAM)
#endif

#define HOOK_CONFIGURED_LAUNCH(function, its_stream)                                   \
  int function(const struct LaunchConfig *, const void *, void **);                    \
  int HOOK(function)(const struct LaunchConfig *config, const void *stub,              \
                     void **arguments) {                                               \
    void *token = NULL;                                                                \
    if (Runtime && config) {                                                           \
      struct LaunchConfig how = *config;                                               \
      how.stream = its_stream(config->stream);                                         \
      token = begin(nameOf(stub), stub, &how);                                         \
    }                                                                                  \
    return ended(token, function(config, stub, arguments));                            \
  }

#ifdef ARGUS_USES_cudaLaunchKernelExC
HOOK_CONFIGURED_LAUNCH(cudaLaunchKernelExC, LEGACY_STREAM)
#endif
#ifdef ARGUS_USES_cudaLaunchKernelExC_ptsz
HOOK_CONFIGURED_LAUNCH(cudaLaunchKernelExC_ptsz, PER_THREAD_STREAM)
#endif

/* Since CUDA 13, a stub asks once for its kernel's handle and launches that. */
#ifdef ARGUS_USES___cudaGetKernel
int __cudaGetKernel(void **kernel, const void *stub);

int HOOK(__cudaGetKernel)(void **kernel, const void *stub) {
  const int error = __cudaGetKernel(kernel, stub);
  if (Runtime && error == 0)
    add(&Handles, stub, nameOf(stub), *kernel);
  return error;
}
#endif

#define HOOK_HANDLE_LAUNCH(function, its_stream)                                       \
  int function(void *, struct Dim3, struct Dim3, void **, size_t, void *);             \
  int HOOK(function)(void *kernel, struct Dim3 grid, struct Dim3 block,                \
                     void **arguments, size_t shared_bytes, void *stream) {            \
    void *token = NULL;                                                                \
    const struct Kernel *known = Runtime ? withHandle(kernel) : NULL;                  \
    if (known) {                                                                       \
      const struct LaunchConfig how = {grid, block, shared_bytes, its_stream(stream)}; \
      token = begin(known->name, known->stub, &how);                                   \
    }                                                                                  \
    return ended(token,                                                                \
                 function(kernel, grid, block, arguments, shared_bytes, stream));      \
  }

#ifdef ARGUS_USES___cudaLaunchKernel
HOOK_HANDLE_LAUNCH(__cudaLaunchKernel, LEGACY_STREAM)
#endif
#ifdef ARGUS_USES___cudaLaunchKernel_ptsz
HOOK_HANDLE_LAUNCH(__cudaLaunchKernel_ptsz, PER_THREAD_STREAM)
#endif

/*===- Device reset ---------------------------------------------------------===*/

#ifdef ARGUS_USES_cudaDeviceReset
/* It loses what the device holds, so the runtime is told before. */
int HOOK(cudaDeviceReset)(void) {
  if (Runtime)
    Runtime->device_reset();
  return cudaDeviceReset();
}
#endif
