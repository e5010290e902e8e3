//===- argus/Abi.h - what compiled programs, runtime and reader share ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binary contracts between code that Argus instruments, the preloaded
// runtime and the trace reader. Plain C so that each of them can include it.
// A change of any layout here raises ARGUS_ABI_VERSION.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_ABI_H
#define ARGUS_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARGUS_ABI_VERSION 1

//===- Events ---------------------------------------------------------------===//

/// One event, 8 bytes. `clock` is bits 0..31 of the SM's cycle counter.
/// `payload` is, from bit 0: region site (16 bits), kind (2 bits, ArgusEventKind),
/// zero (6 bits), bits 32..39 of the cycle counter (8 bits).
/// The counter thus wraps after 2^40 cycles, nine minutes at 2 GHz.
/// A payload of 0 is a slot that was never written.
struct ArgusEvent {
  uint32_t clock;
  uint32_t payload;
};

/// A site is a region, a role or a loop whose trips are counted; all three begin and
/// end. A trip is recorded at the begin of the loop's body, so that its number is how
/// many came before it since the loop's begin: device code counts nothing.
enum ArgusEventKind {
  ARGUS_EVENT_NONE = 0,
  ARGUS_EVENT_BEGIN = 1,
  ARGUS_EVENT_END = 2,
  ARGUS_EVENT_ITERATION = 3,
};

#define ARGUS_EVENT_SITE_BITS 16
#define ARGUS_EVENT_KIND_SHIFT 16
#define ARGUS_EVENT_KIND_BITS 2
#define ARGUS_EVENT_CLOCK_SHIFT 24

//===- Trace memory on the device -------------------------------------------===//

/// The arena: this header, then `chunk_count` chunks of `chunk_bytes` each.
/// Zeroed by the host before the first launch. At most 4 GiB, because the
/// instrumented code computes the places of chunks in 32 bits.
struct ArgusArenaHeader {
  uint32_t next_chunk;  ///< chunks asked for so far; may exceed chunk_count
  uint32_t shared;      ///< not 0: launches may overlap, nothing is reserved any more
  uint64_t lost_events; ///< events of lanes that found no free chunk
  uint64_t lost_chunks; ///< lanes that found no free chunk
  uint8_t reserved1[40];
};

enum ArgusChunkState {
  ARGUS_CHUNK_FREE = 0,
  ARGUS_CHUNK_OPEN = 1,   ///< the lane started and did not reach the kernel's end
  ARGUS_CHUNK_CLOSED = 2, ///< end anchor and `events` are valid
};

/// One chunk belongs to one lane of one warp of one launch: normally the lane
/// elected at kernel entry; where control flow diverges, each lane that had to
/// record for its warp has one. Events follow the header directly.
struct ArgusChunkHeader {
  uint16_t state;             ///< ArgusChunkState
  uint16_t kernel;            ///< index in the capsule's kernel table
  uint32_t launch;            ///< value of ArgusTraceControl::launch at kernel entry
  uint64_t cta;               ///< linear CTA index: x + gridDim.x * (y + gridDim.y * z)
  uint64_t begin_globaltimer; ///< ns
  uint64_t begin_clock;       ///< clock64, cycles
  uint64_t end_globaltimer;
  uint64_t end_clock;
  uint32_t events; ///< events executed; those beyond the capacity are dropped
  uint16_t warp;   ///< linear thread index in the CTA / 32
  uint8_t lane;
  uint8_t reserved0;
  uint32_t sm; ///< %smid at kernel entry
  uint32_t reserved1;
};

/// The `.const` variable `__argus_trace_control` of a trace variant. Written by
/// the runtime once a module is loaded; `launch` and `first_chunk` in stream order
/// before each launch, and `first_chunk` again behind it.
struct ArgusTraceControl {
  uint64_t arena;       ///< device address of ArgusArenaHeader; 0: not tracing
  uint32_t chunk_bytes; ///< header included; multiple of 16
  uint32_t chunk_count;
  uint32_t launch;
  /// The chunk of the launch's first warp, the others' following by CTA and warp index;
  /// or ARGUS_NEXT_CHUNK: each warp takes the next free one, an atomic addition each.
  uint32_t first_chunk;
};

#define ARGUS_NEXT_CHUNK 0xffffffffu
#define ARGUS_TRACE_CONTROL_NAME "__argus_trace_control"

//===- Host hooks -----------------------------------------------------------===//

/// A kernel of a translation unit, as its host code registers it.
struct ArgusKernel {
  const void *stub; ///< what the host passes to cudaLaunchKernel
  const char *name; ///< the entry's mangled name
};

/// Describes one CUDA translation unit to the runtime. Emitted by the plugin; in what
/// nvcc compiled, by `share/nvcc/HostHooks.c`.
struct ArgusModule {
  uint32_t version;      ///< ARGUS_ABI_VERSION
  uint32_t size;         ///< sizeof(struct ArgusModule)
  const char *module_id; ///< 32 hex digits: digest of the capsule container
  const char *source;    ///< main source file, as given to the compiler
  /// What __cudaRegisterFatBinary would get. Null for a unit of relocatable device code
  /// (-fgpu-rdc): one image for all units of a binary is registered behind their
  /// constructors, and module_load's answer means nothing.
  const void *fatbin_wrapper;
  /// This binary's own cudaGetFuncBySymbol(cudaFunction_t *, const void *).
  int (*get_func_by_symbol)(void **function, const void *symbol);
  const struct ArgusKernel *kernels; ///< as far as they are known when it is loaded
  uint64_t kernel_count;
};

/// The runtime exports one object of this type, named `argus_runtime_v1`; the
/// instrumented host code finds it with dlsym(RTLD_DEFAULT, ...) in its module
/// constructor and does nothing where there is none.
struct ArgusRuntime {
  uint32_t version; ///< ARGUS_ABI_VERSION
  uint32_t size;    ///< sizeof(struct ArgusRuntime)
  /// Returns the fatbinary wrapper to register: the given or a variant's.
  const void *(*module_load)(const struct ArgusModule *module);
  /// Around each kernel launch of a stub. dim3 values come as clang passes them:
  /// x in the low and y in the high half of `xy`. Returns a token for launch_end.
  /// `stream` is 0x2 (per-thread) where a null stream means the per-thread one.
  /// `kernel` is null where the program calls cudaLaunchKernelExC or the like itself:
  /// `stub` may then be of any module.
  void *(*launch_begin)(const struct ArgusModule *module, const char *kernel,
                        const void *stub, uint64_t grid_xy, uint32_t grid_z,
                        uint64_t block_xy, uint32_t block_z, uint64_t shared_bytes,
                        void *stream);
  /// `error` is the cudaError_t that the launch returned.
  void (*launch_end)(void *token, int error);
  /// Called before the program's own call of cudaDeviceReset.
  void (*device_reset)(void);
  /// Called before the module is unregistered: when its library is closed, and at exit.
  void (*module_unload)(const struct ArgusModule *module);
  /// A kernel that module_load was not told of: nvcc's code registers them one by one.
  void (*kernel_register)(const struct ArgusModule *module, const void *stub,
                          const char *name);
};

#define ARGUS_RUNTIME_SYMBOL "argus_runtime_v1"

//===- What the runtime writes ----------------------------------------------===//
//
// `runtime-<pid>.jsonl`: one JSON object a line, flushed line by line.
//   {"type":"process","abi":1,"pid":N,"exe":PATH,"argv":[..],"images":DIR|null,
//    "rank":N}       rank: among the program's processes; only where one is known
//   {"type":"device","device":ORDINAL,"name":S,"arch":"sm_90","uuid":S,"sms":N,
//    "clock_khz":N,"driver":N}
//   {"type":"module","module":N,"module_id":HEX,"path":BINARY,"source":S,
//    "swapped":BOOL,"image":PATH|null}
//   {"type":"launch","launch":N,"module":N,"device":N,"kernel":MANGLED,
//    "grid":[x,y,z],"block":[x,y,z],"shared_bytes":N,"stream":N,"captured":BOOL,
//    "concurrent":BOOL,"error":N}       launch numbers start at 1 in each process
//      device: -1 where CUDA could not say. stream: 0 is the legacy default stream,
//      others are numbered as they appear. captured: the kernel runs when its graph
//      does, each time under this number. concurrent: launches of the same module in
//      other streams were in flight, so chunks of these may carry each other's number.
//   {"type":"time","launch":N,"gpu_ns":NUMBER}     CUDA events around the kernel
//   {"type":"drain","module":N,"device":N,"offset":BYTES,"bytes":BYTES,
//    "chunk_bytes":N,"chunks":N,"left_out":N,"requested":N,"lost_events":N,
//    "lost_chunks":N}
//      chunks: in the file. left_out: of launches that ARGUS_RT_LAUNCHES does not name.
//   {"type":"message","level":"warning"|"error","text":S}
//   {"type":"files","paths":[..]}     shared libraries, at the end of a process that exits
//   {"type":"end","reason":"exit"|"_exit"|"signal N"|"device_reset"|..,"launches":N}
// `trace-<pid>.bin`: the drained chunks, headers included, back to back. Chunks that
// were open when they were drained (the process ended first) have that state.
// Both files are appended to: a program that replaces itself by exec keeps its pid and
// starts with another "process" record. A process may have several "end" records.
//
//===----------------------------------------------------------------------===//

//===- Environment of the runtime -------------------------------------------===//

/// Directory that the runtime writes to: `runtime-<pid>.jsonl` and, when tracing,
/// `trace-<pid>.bin` (chunks as they lay in the arena). Unset: nothing is recorded.
#define ARGUS_ENV_OUT "ARGUS_RT_OUT"
/// Directory with `<module_id>.fatbin` for each module whose images to swap.
#define ARGUS_ENV_IMAGES "ARGUS_RT_IMAGES"
/// "0" where the images to swap record nothing: no trace memory is set up for them.
#define ARGUS_ENV_RECORDS "ARGUS_RT_IMAGES_RECORD"
/// "A:B": of the launches A to B - 1 alone chunks are kept. Unset: of all.
#define ARGUS_ENV_LAUNCHES "ARGUS_RT_LAUNCHES"
/// Events a chunk holds (default 1024) and the arena's limit in MiB (default 2048).
#define ARGUS_ENV_EVENTS "ARGUS_RT_EVENTS_PER_CHUNK"
#define ARGUS_ENV_ARENA_MIB "ARGUS_RT_ARENA_MIB"

#ifdef __cplusplus
} // extern "C"

static_assert(sizeof(ArgusEvent) == 8, "events are 8 bytes");
static_assert(sizeof(ArgusArenaHeader) == 64, "device code assumes 64 bytes");
static_assert(sizeof(ArgusChunkHeader) == 64, "device code assumes 64 bytes");
static_assert(sizeof(ArgusTraceControl) == 24, "device code assumes 24 bytes");
#endif

#endif // ARGUS_ABI_H
