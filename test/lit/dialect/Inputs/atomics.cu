// Each form, order, scope and size of nvcc's built-in atomics, one kernel for each.
#define KERNEL(NAME, T, BODY)                                                          \
  extern "C" __global__ void NAME(T *p, T v, T *e) { BODY; }

#define FENCES(SCOPE, S)                                                               \
  KERNEL(fence_relaxed_##SCOPE, int, __nv_atomic_thread_fence(__NV_ATOMIC_RELAXED, S)) \
  KERNEL(fence_acquire_##SCOPE, int, __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, S)) \
  KERNEL(fence_release_##SCOPE, int, __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, S)) \
  KERNEL(fence_acq_rel_##SCOPE, int, __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, S)) \
  KERNEL(fence_seq_cst_##SCOPE, int, __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, S))
#define SCOPES(SCOPE, S)                                                               \
  FENCES(SCOPE, S)                                                                     \
  KERNEL(scope_add_##SCOPE, int, *e = __nv_atomic_fetch_add(p, v, __NV_ATOMIC_RELAXED, S)) \
  KERNEL(scope_load_##SCOPE, int, *e = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, S))  \
  KERNEL(scope_store_##SCOPE, int, __nv_atomic_store_n(p, v, __NV_ATOMIC_SEQ_CST, S))
SCOPES(thread, __NV_THREAD_SCOPE_THREAD)
SCOPES(block, __NV_THREAD_SCOPE_BLOCK)
SCOPES(cluster, __NV_THREAD_SCOPE_CLUSTER)
SCOPES(device, __NV_THREAD_SCOPE_DEVICE)
SCOPES(system, __NV_THREAD_SCOPE_SYSTEM)
KERNEL(scope_default, int, *e = __nv_atomic_fetch_add(p, v, __NV_ATOMIC_RELAXED))

#define CAS(ORDER, FAILURE)                                                            \
  KERNEL(cas_##ORDER##_##FAILURE, int,                                                 \
         *e = __nv_atomic_compare_exchange_n(p, e, v, false, __NV_ATOMIC_##ORDER,      \
                                             __NV_ATOMIC_##FAILURE,                    \
                                             __NV_THREAD_SCOPE_DEVICE))
#define ORDERS(ORDER)                                                                  \
  KERNEL(add_##ORDER, int,                                                             \
         *e = __nv_atomic_fetch_add(p, v, __NV_ATOMIC_##ORDER, __NV_THREAD_SCOPE_DEVICE)) \
  KERNEL(exchange_##ORDER, int,                                                        \
         *e = __nv_atomic_exchange_n(p, v, __NV_ATOMIC_##ORDER, __NV_THREAD_SCOPE_DEVICE)) \
  CAS(ORDER, RELAXED) CAS(ORDER, SEQ_CST)
ORDERS(RELAXED) ORDERS(CONSUME) ORDERS(ACQUIRE) ORDERS(RELEASE) ORDERS(ACQ_REL)
ORDERS(SEQ_CST)
CAS(RELAXED, ACQUIRE) CAS(ACQUIRE, ACQUIRE) CAS(ACQ_REL, ACQUIRE)

#define LOAD(ORDER)                                                                    \
  KERNEL(load_##ORDER, int,                                                            \
         *e = __nv_atomic_load_n(p, __NV_ATOMIC_##ORDER, __NV_THREAD_SCOPE_DEVICE))
#define STORE(ORDER)                                                                   \
  KERNEL(store_##ORDER, int,                                                           \
         __nv_atomic_store_n(p, v, __NV_ATOMIC_##ORDER, __NV_THREAD_SCOPE_DEVICE))
LOAD(RELAXED) LOAD(CONSUME) LOAD(ACQUIRE) LOAD(SEQ_CST)
STORE(RELAXED) STORE(RELEASE) STORE(SEQ_CST)

#define LOAD_STORE(NAME, T)                                                            \
  KERNEL(load_##NAME, T, __nv_atomic_load(p, e, 0, 3))                                 \
  KERNEL(store_##NAME, T, __nv_atomic_store(p, e, 0, 3))
#define COMPARE(NAME, T)                                                               \
  KERNEL(compare_##NAME, T,                                                            \
         *e = __nv_atomic_compare_exchange(p, e, &v, false, 0, 0, 3))
#define EXCHANGE(NAME, T) KERNEL(exchange_##NAME, T, __nv_atomic_exchange(p, &v, e, 0, 3))
#define FETCH(NAME, T, OP)                                                             \
  KERNEL(fetch_##OP##_##NAME, T, *e = __nv_atomic_fetch_##OP(p, v, 0, 3))              \
  KERNEL(OP##_##NAME, T, __nv_atomic_##OP(p, v, 0, 3))
#define SUMS(NAME, T) FETCH(NAME, T, add) FETCH(NAME, T, sub)
#define BITS(NAME, T)                                                                  \
  FETCH(NAME, T, and) FETCH(NAME, T, or) FETCH(NAME, T, xor) FETCH(NAME, T, min)       \
  FETCH(NAME, T, max)
#define SIZES(NAME, T) LOAD_STORE(NAME, T) COMPARE(NAME, T) EXCHANGE(NAME, T)

LOAD_STORE(char, char)
LOAD_STORE(short, short) COMPARE(short, short)
SIZES(int, int) SUMS(int, int) BITS(int, int)
SIZES(unsigned, unsigned) SUMS(unsigned, unsigned) BITS(unsigned, unsigned)
SIZES(long, long) BITS(long, long)
SIZES(ulong, unsigned long) SUMS(ulong, unsigned long) BITS(ulong, unsigned long)
SIZES(longlong, long long) BITS(longlong, long long)
SIZES(ulonglong, unsigned long long) SUMS(ulonglong, unsigned long long)
BITS(ulonglong, unsigned long long)
SIZES(float, float) SUMS(float, float)
SIZES(double, double) SUMS(double, double)
#ifndef NO_WIDE // for Hopper and later
SIZES(int128, __int128)
#endif
