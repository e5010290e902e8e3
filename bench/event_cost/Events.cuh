//===- Events.cuh - candidate instruction sequences for one event ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each candidate is a type with `event<Payload>(Lane &, iteration)`, which records one
// event, and `count(const Lane &)`, its cursor in events. All of them are
// inline PTX, so that what ptxas sees is what an instrumented kernel would give it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_BENCH_EVENTS_CUH
#define ARGUS_BENCH_EVENTS_CUH

#include <stdint.h>

/// As ArgusTraceControl begins; a .const variable like the one in a trace variant.
struct Control {
  uint64_t Arena;
};
extern "C" {
__constant__ Control event_control;
}

/// What a lane carries. A candidate uses some of it; the rest costs no register.
struct Lane {
  uint64_t Base;    ///< the arena
  uint64_t Pointer; ///< of the next event
  uint64_t End;     ///< behind the last event that fits; 0 in lanes not elected
  uint32_t Offset;  ///< of the next event in the arena, bytes
  uint32_t Limit;   ///< offset behind the last event that fits; 0 if not elected
  uint32_t Slot;    ///< number of the next event, counted from the arena's start
  uint32_t SlotEnd;
  uint32_t LowEnd; ///< low half of End
  uint32_t Elected;
  uint32_t HeldClock, HeldPayload;
};

#define EVENT_BEGIN "{ .reg .pred p; .reg .b64 c, a, b; .reg .b32 lo, hi, w; "
#define EVENT_CLOCK "mov.u64 c, %%clock64; mov.b64 {lo, hi}, c; "
/// Bits 32..39 of the counter over a payload whose upper 8 bits are zero.
#define EVENT_PAYLOAD(P) "mad.lo.u32 w, hi, 0x1000000, " P "; "

/// No event: what the others are compared with.
struct None {
  static constexpr const char *Name = "none";
  template <uint32_t Payload> static __device__ void event(Lane &, uint32_t) {}
  static __device__ uint32_t count(const Lane &) { return 0; }
};

/// The floor: one clock read and one 8-byte store to a place that does not move.
struct Floor {
  static constexpr const char *Name = "floor";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(EVENT_BEGIN "mov.u32 lo, %%clock; mov.b32 w, %2; "
                             "setp.ne.u32 p, %1, 0; "
                             "@p st.global.v2.b32 [%0], {lo, w}; }" ::"l"(L.Pointer),
                 "r"(L.Elected), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &) { return 0; }
};

/// 32-bit clock, 64-bit pointer that moves, no check of the capacity.
struct Naive {
  static constexpr const char *Name = "naive";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(EVENT_BEGIN "mov.u32 lo, %%clock; mov.b32 w, %2; "
                             "setp.ne.u32 p, %1, 0; "
                             "@p st.global.v2.b32 [%0], {lo, w}; "
                             "add.u64 %0, %0, 8; }"
                 : "+l"(L.Pointer)
                 : "r"(L.Elected), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) {
    return uint32_t(L.Pointer - L.Base) / 8;
  }
};

/// A 32-bit offset and the base from the .const variable at each event.
#define OFFSET_EVENT(TYPE, NAME, CLOCK, PAYLOAD, STORE)                                \
  struct TYPE {                                                                        \
    static constexpr const char *Name = NAME;                                          \
    template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t Iter) { \
      asm volatile(EVENT_BEGIN CLOCK PAYLOAD                                           \
                   "setp.lt.u32 p, %0, %1; ld.const.u64 b, [event_control]; "          \
                   "cvt.u64.u32 a, %0; add.u64 a, a, b; "                              \
                   "@p " STORE " [a], {lo, w}; add.u32 %0, %0, 8; }"                   \
                   : "+r"(L.Offset)                                                    \
                   : "r"(L.Limit), "n"(Payload), "r"(Iter));                           \
    }                                                                                  \
    static __device__ uint32_t count(const Lane &L) { return L.Offset / 8; }           \
  }

OFFSET_EVENT(Offset, "offset", EVENT_CLOCK, EVENT_PAYLOAD("%2"), "st.global.v2.b32");
OFFSET_EVENT(OffsetClock32, "offset_clock32", "mov.u32 lo, %%clock; ",
             "mov.b32 w, %2; ", "st.global.v2.b32");
/// Iteration bits too: what overflows their six bits, the clock's byte overwrites.
OFFSET_EVENT(OffsetIteration, "offset_iteration", EVENT_CLOCK,
             "mad.lo.u32 w, %3, 0x40000, %2; prmt.b32 w, w, hi, 0x4210; ",
             "st.global.v2.b32");
OFFSET_EVENT(OffsetCs, "offset_cs", EVENT_CLOCK, EVENT_PAYLOAD("%2"),
             "st.global.cs.v2.b32");
OFFSET_EVENT(OffsetCg, "offset_cg", EVENT_CLOCK, EVENT_PAYLOAD("%2"),
             "st.global.cg.v2.b32");
OFFSET_EVENT(OffsetWt, "offset_wt", EVENT_CLOCK, EVENT_PAYLOAD("%2"),
             "st.global.wt.v2.b32");
OFFSET_EVENT(OffsetNoAllocate, "offset_no_allocate", EVENT_CLOCK, EVENT_PAYLOAD("%2"),
             "st.global.L1::no_allocate.v2.b32");
OFFSET_EVENT(OffsetEvictFirst, "offset_evict_first", EVENT_CLOCK, EVENT_PAYLOAD("%2"),
             "st.global.L1::evict_first.v2.b32");

/// As Offset, with the base in a register.
struct OffsetRegister {
  static constexpr const char *Name = "offset_base_register";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(
        EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
            "%3") "setp.lt.u32 p, %0, %1; cvt.u64.u32 a, %0; add.u64 a, a, %2; "
                  "@p st.global.v2.b32 [a], {lo, w}; add.u32 %0, %0, 8; }"
        : "+r"(L.Offset)
        : "r"(L.Limit), "l"(L.Base), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) { return L.Offset / 8; }
};

/// Counts events instead of bytes: one multiply-add makes the address.
struct Slot {
  static constexpr const char *Name = "slot";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
                     "%2") "setp.lt.u32 p, %0, %1; ld.const.u64 b, [event_control]; "
                           "mad.wide.u32 a, %0, 8, b; "
                           "@p st.global.v2.b32 [a], {lo, w}; add.u32 %0, %0, 1; }"
                 : "+r"(L.Slot)
                 : "r"(L.SlotEnd), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) { return L.Slot; }
};

/// A 64-bit pointer and a 64-bit end.
struct Pointer {
  static constexpr const char *Name = "pointer";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
                     "%2") "setp.lt.u64 p, %0, %1; "
                           "@p st.global.v2.b32 [%0], {lo, w}; add.u64 %0, %0, 8; }"
                 : "+l"(L.Pointer)
                 : "l"(L.End), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) {
    return uint32_t(L.Pointer - L.Base) / 8;
  }
};

/// A 64-bit pointer of which only the low half moves and is compared: no chunk may
/// cross a 4 GiB boundary.
struct PointerLow {
  static constexpr const char *Name = "pointer_low";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
                     "%2") "{ .reg .b32 l, h; mov.b64 {l, h}, %0; "
                           "setp.lt.u32 p, l, %1; @p st.global.v2.b32 [%0], {lo, w}; "
                           "add.u32 l, l, 8; mov.b64 %0, {l, h}; } }"
                 : "+l"(L.Pointer)
                 : "r"(L.LowEnd), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) {
    return uint32_t(L.Pointer - L.Base) / 8;
  }
};

/// As PointerLow, but the predicate is the election alone: no check of the capacity.
struct PointerLowUnchecked {
  static constexpr const char *Name = "pointer_low_unchecked";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    asm volatile(
        EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
            "%2") "{ .reg .b32 l, h; mov.b64 {l, h}, %0; setp.ne.u32 p, %1, 0; "
                  "@p st.global.v2.b32 [%0], {lo, w}; "
                  "add.u32 l, l, 8; mov.b64 %0, {l, h}; } }"
        : "+l"(L.Pointer)
        : "r"(L.Elected), "n"(Payload));
  }
  static __device__ uint32_t count(const Lane &L) {
    return uint32_t(L.Pointer - L.Base) / 8;
  }
};

/// Begin stays in registers and goes out together with its end in one 16-byte store.
/// A pair never straddles anything, but a region that is cut off loses its begin.
struct Pair {
  static constexpr const char *Name = "pair";
  template <uint32_t Payload> static __device__ void event(Lane &L, uint32_t) {
    if constexpr ((Payload >> 16 & 3) == 1) {
      asm volatile(
          EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD("%2") "mov.b32 %0, lo; mov.b32 %1, w; }"
          : "=r"(L.HeldClock), "=r"(L.HeldPayload)
          : "n"(Payload));
    } else {
      asm volatile(EVENT_BEGIN EVENT_CLOCK EVENT_PAYLOAD(
                       "%4") "setp.lt.u32 p, %0, %1; ld.const.u64 b, [event_control]; "
                             "cvt.u64.u32 a, %0; add.u64 a, a, b; "
                             "@p st.global.v4.b32 [a], {%2, %3, lo, w}; "
                             "add.u32 %0, %0, 16; }"
                   : "+r"(L.Offset)
                   : "r"(L.Limit), "r"(L.HeldClock), "r"(L.HeldPayload), "n"(Payload));
    }
  }
  static __device__ uint32_t count(const Lane &L) { return L.Offset / 8; }
};

#endif // ARGUS_BENCH_EVENTS_CUH
