// Calls the functions of the CUDA Math API and of warps with the same operands and
// prints a digest of what each returns: equal for any two compilers that are right.
// Left out are powf, tgammaf and y1, of which nvcc and clang contract different
// products and sums, and the SIMD video functions, which the virtual device does not
// support.
#include <cstdio>
#include <cstring>

using uint = unsigned;
using llong = long long;
using ullong = unsigned long long;

constexpr int Rounds = 8;
constexpr int Values = 32 * Rounds;

/// Operands: small ones, powers of two and their neighbours, all sorts of bits.
__host__ __device__ inline ullong bits(uint Seed) {
  ullong X = (Seed + 1) * 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebull;
  X ^= X >> 31;
  switch (Seed % 4) {
  case 0:
    return Seed / 4 % 70;
  case 1:
    return (1ull << X % 64) - (X >> 63);
  default:
    return X;
  }
}

template <class T> struct Operand {
  __device__ static T of(uint Seed) { return static_cast<T>(bits(Seed)); }
};
/// Of all sizes and signs, in part integers.
template <> struct Operand<double> {
  __device__ static double of(uint Seed) {
    const llong X = bits(Seed);
    const double Value = static_cast<double>(X >> 40) / (1 << X % 24);
    return X & 256 ? -Value : Value;
  }
};
template <> struct Operand<float> {
  __device__ static float of(uint Seed) {
    return static_cast<float>(Operand<double>::of(Seed));
  }
};

template <class T> __device__ ullong asBits(T Value) {
  ullong Bits = 0;
  memcpy(&Bits, &Value, sizeof Value);
  return Value == Value ? Bits : 0x7ff8; // any NaN
}

template <class F> __global__ void call(ullong *Out, F Function) {
  for (int Round = 0; Round < Rounds; ++Round)
    Out[Round * 32 + threadIdx.x] = Function(Round * 32 + threadIdx.x);
}

template <class F> void print(const char *Name, F Function) {
  static ullong *Out = nullptr;
  if (!Out)
    cudaMalloc(&Out, Values * sizeof *Out);
  call<<<1, 32>>>(Out, Function);
  ullong Host[Values], Hash = 0xcbf29ce484222325ull;
  const cudaError_t Error = cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost);
  if (Error != cudaSuccess) {
    std::printf("%s: %s\n", Name, cudaGetErrorString(Error));
    return;
  }
  for (const ullong Word : Host)
    Hash = (Hash ^ Word) * 0x100000001b3ull;
  std::printf("%-24s %016llx %016llx\n", Name, Hash, Host[7]);
}

#define A(T) Operand<T>::of(I)
#define B(T) Operand<T>::of(I * 7 + 1000)
#define C(T) Operand<T>::of(I * 13 + 5000)

// Name, types of the operands.
// clang-format off
#define ONE(X) \
  X(__brev, uint) X(__brevll, ullong) X(__clz, int) X(__clzll, llong) X(__ffs, int) \
  X(__ffsll, llong) X(__popc, uint) X(__popcll, ullong) X(abs, int) X(llabs, llong) \
  X(__float2int_rd, float) X(__float2int_rn, float) X(__float2int_ru, float) \
  X(__float2int_rz, float) X(__float2uint_rd, float) X(__float2uint_rn, float) \
  X(__float2uint_ru, float) X(__float2uint_rz, float) X(__float2ll_rd, float) \
  X(__float2ll_rn, float) X(__float2ll_ru, float) X(__float2ll_rz, float) \
  X(__float2ull_rd, float) X(__float2ull_rn, float) X(__float2ull_ru, float) \
  X(__float2ull_rz, float) X(__double2int_rd, double) X(__double2int_rn, double) \
  X(__double2int_ru, double) X(__double2int_rz, double) X(__double2uint_rd, double) \
  X(__double2uint_rn, double) X(__double2uint_ru, double) \
  X(__double2uint_rz, double) X(__double2ll_rd, double) X(__double2ll_rn, double) \
  X(__double2ll_ru, double) X(__double2ll_rz, double) X(__double2ull_rd, double) \
  X(__double2ull_rn, double) X(__double2ull_ru, double) X(__double2ull_rz, double) \
  X(__double2float_rd, double) X(__double2float_rn, double) \
  X(__double2float_ru, double) X(__double2float_rz, double) \
  X(__double2hiint, double) X(__double2loint, double) \
  X(__double_as_longlong, double) X(__float_as_int, float) \
  X(__float_as_uint, float) X(__int_as_float, int) X(__uint_as_float, uint) \
  X(__longlong_as_double, llong) X(__int2float_rd, int) X(__int2float_rn, int) \
  X(__int2float_ru, int) X(__int2float_rz, int) X(__uint2float_rd, uint) \
  X(__uint2float_rn, uint) X(__uint2float_ru, uint) X(__uint2float_rz, uint) \
  X(__ll2float_rd, llong) X(__ll2float_rn, llong) X(__ll2float_ru, llong) \
  X(__ll2float_rz, llong) X(__ull2float_rd, ullong) X(__ull2float_rn, ullong) \
  X(__ull2float_ru, ullong) X(__ull2float_rz, ullong) X(__int2double_rn, int) \
  X(__uint2double_rn, uint) X(__ll2double_rd, llong) X(__ll2double_rn, llong) \
  X(__ll2double_ru, llong) X(__ll2double_rz, llong) X(__ull2double_rd, ullong) \
  X(__ull2double_rn, ullong) X(__ull2double_ru, ullong) X(__ull2double_rz, ullong) \
  X(__saturatef, float) X(__frcp_rd, float) X(__frcp_rn, float) X(__frcp_ru, float) \
  X(__frcp_rz, float) X(__fsqrt_rd, float) X(__fsqrt_rn, float) \
  X(__fsqrt_ru, float) X(__fsqrt_rz, float) X(__frsqrt_rn, float) \
  X(__drcp_rd, double) X(__drcp_rn, double) X(__drcp_ru, double) \
  X(__drcp_rz, double) X(__dsqrt_rd, double) X(__dsqrt_rn, double) \
  X(__dsqrt_ru, double) X(__dsqrt_rz, double) X(__cosf, float) X(__sinf, float) \
  X(__expf, float) X(__exp10f, float) X(__logf, float) X(__log2f, float) \
  X(__log10f, float) X(__tanf, float) X(acosf, float) X(acoshf, float) \
  X(asinf, float) X(asinhf, float) X(atanf, float) X(atanhf, float) X(cbrtf, float) \
  X(ceilf, float) X(cosf, float) X(coshf, float) X(cospif, float) X(erff, float) \
  X(erfcf, float) X(erfcinvf, float) X(erfcxf, float) X(erfinvf, float) \
  X(exp2f, float) X(exp10f, float) X(expf, float) X(expm1f, float) X(fabsf, float) \
  X(floorf, float) X(ilogbf, float) X(isfinite, float) X(isinf, float) \
  X(isnan, float) X(j0f, float) X(j1f, float) X(lgammaf, float) X(llrintf, float) \
  X(llroundf, float) X(log10f, float) X(log1pf, float) X(log2f, float) \
  X(logbf, float) X(logf, float) X(lrintf, float) X(lroundf, float) \
  X(nearbyintf, float) X(normcdff, float) X(normcdfinvf, float) X(rcbrtf, float) \
  X(rintf, float) X(roundf, float) X(rsqrtf, float) X(signbit, float) \
  X(sinf, float) X(sinhf, float) X(sinpif, float) X(sqrtf, float) X(tanf, float) \
  X(tanhf, float) X(truncf, float) X(y0f, float) X(y1f, float) X(acos, double) \
  X(acosh, double) X(asin, double) X(asinh, double) X(atan, double) \
  X(atanh, double) X(cbrt, double) X(ceil, double) X(cos, double) X(cosh, double) \
  X(cospi, double) X(erf, double) X(erfc, double) X(erfcinv, double) \
  X(erfcx, double) X(erfinv, double) X(exp2, double) X(exp10, double) \
  X(exp, double) X(expm1, double) X(fabs, double) X(floor, double) X(ilogb, double) \
  X(j0, double) X(j1, double) X(lgamma, double) X(llrint, double) \
  X(llround, double) X(log10, double) X(log1p, double) X(log2, double) \
  X(logb, double) X(log, double) X(lrint, double) X(lround, double) \
  X(nearbyint, double) X(normcdf, double) X(normcdfinv, double) X(rcbrt, double) \
  X(rint, double) X(round, double) X(rsqrt, double) X(sin, double) X(sinh, double) \
  X(sinpi, double) X(sqrt, double) X(tan, double) X(tanh, double) X(tgamma, double) \
  X(trunc, double) X(y0, double)
#define TWO(X) \
  X(__mulhi, int, int) X(__umulhi, uint, uint) X(__mul64hi, llong, llong) \
  X(__umul64hi, ullong, ullong) X(__mul24, int, int) X(__umul24, uint, uint) \
  X(__hadd, int, int) X(__rhadd, int, int) X(__uhadd, uint, uint) \
  X(__urhadd, uint, uint) X(min, int, int) X(max, int, int) X(umin, uint, uint) \
  X(umax, uint, uint) X(llmin, llong, llong) X(llmax, llong, llong) \
  X(ullmin, ullong, ullong) X(ullmax, ullong, ullong) X(__hiloint2double, int, int) \
  X(__fadd_rd, float, float) X(__fadd_rn, float, float) X(__fadd_ru, float, float) \
  X(__fadd_rz, float, float) X(__fsub_rd, float, float) X(__fsub_rn, float, float) \
  X(__fsub_ru, float, float) X(__fsub_rz, float, float) X(__fmul_rd, float, float) \
  X(__fmul_rn, float, float) X(__fmul_ru, float, float) X(__fmul_rz, float, float) \
  X(__fdiv_rd, float, float) X(__fdiv_rn, float, float) X(__fdiv_ru, float, float) \
  X(__fdiv_rz, float, float) X(__fdividef, float, float) X(__powf, float, float) \
  X(__dadd_rd, double, double) X(__dadd_rn, double, double) \
  X(__dadd_ru, double, double) X(__dadd_rz, double, double) \
  X(__dsub_rd, double, double) X(__dsub_rn, double, double) \
  X(__dsub_ru, double, double) X(__dsub_rz, double, double) \
  X(__dmul_rd, double, double) X(__dmul_rn, double, double) \
  X(__dmul_ru, double, double) X(__dmul_rz, double, double) \
  X(__ddiv_rd, double, double) X(__ddiv_rn, double, double) \
  X(__ddiv_ru, double, double) X(__ddiv_rz, double, double) X(atan2f, float, float) \
  X(copysignf, float, float) X(fdimf, float, float) X(fdividef, float, float) \
  X(fmaxf, float, float) X(fminf, float, float) X(fmodf, float, float) \
  X(hypotf, float, float) X(rhypotf, float, float) X(nextafterf, float, float) \
  X(remainderf, float, float) X(atan2, double, double) X(copysign, double, double) \
  X(fdim, double, double) X(fmax, double, double) X(fmin, double, double) \
  X(fmod, double, double) X(hypot, double, double) X(rhypot, double, double) \
  X(nextafter, double, double) X(pow, double, double) X(remainder, double, double)
#define THREE(X) \
  X(__sad, int, int, uint) X(__usad, uint, uint, uint) \
  X(__byte_perm, uint, uint, uint) X(__funnelshift_l, uint, uint, uint) \
  X(__funnelshift_lc, uint, uint, uint) X(__funnelshift_r, uint, uint, uint) \
  X(__funnelshift_rc, uint, uint, uint) X(__dp4a, int, int, int) \
  X(__dp2a_lo, int, int, int) X(__dp2a_hi, int, int, int) \
  X(__fmaf_rd, float, float, float) X(__fmaf_rn, float, float, float) \
  X(__fmaf_ru, float, float, float) X(__fmaf_rz, float, float, float) \
  X(__fma_rd, double, double, double) X(__fma_rn, double, double, double) \
  X(__fma_ru, double, double, double) X(__fma_rz, double, double, double) \
  X(fmaf, float, float, float) X(fma, double, double, double) \
  X(norm3df, float, float, float) X(rnorm3df, float, float, float) \
  X(norm3d, double, double, double) X(rnorm3d, double, double, double)

#define CALL(...) \
  { \
    __device__ ullong operator()(uint I) const { \
      (void)I; \
      return asBits(__VA_ARGS__); \
    } \
  };
#define ONE_CALL(NAME, T) struct NAME##Call CALL(NAME(A(T)))
#define TWO_CALL(NAME, T, U) struct NAME##Call CALL(NAME(A(T), B(U)))
#define THREE_CALL(NAME, T, U, V) struct NAME##Call CALL(NAME(A(T), B(U), C(V)))
ONE(ONE_CALL)
TWO(TWO_CALL)
THREE(THREE_CALL)

// A group of lanes that is not the whole warp, of those that call together.
#define HALF (I & 1 ? 0xaaaaaaaau : 0x55555555u)
#define FEW(T) static_cast<T>(A(T) & 3)
#define WARP(X) \
  X(shfl, __shfl_sync(~0u, A(int), A(int) & 31)) \
  X(shfl_width, __shfl_sync(~0u, A(llong), A(int) & 31, 8)) \
  X(shfl_up, __shfl_up_sync(~0u, A(uint), 3)) \
  X(shfl_up_width, __shfl_up_sync(~0u, A(double), 3, 16)) \
  X(shfl_down, __shfl_down_sync(~0u, A(float), 5)) \
  X(shfl_down_width, __shfl_down_sync(~0u, A(ullong), 5, 4)) \
  X(shfl_xor, __shfl_xor_sync(~0u, A(long), 9)) \
  X(shfl_xor_width, __shfl_xor_sync(~0u, A(int), 9, 16)) \
  X(all, __all_sync(~0u, A(int)) * 2 + __all_sync(~0u, I < 1000)) \
  X(any, __any_sync(~0u, A(int)) * 2 + __any_sync(~0u, I > 1000)) \
  X(uni, __uni_sync(~0u, A(int)) * 2 + __uni_sync(~0u, I > 1000)) \
  X(ballot, __ballot_sync(~0u, A(int) & 2)) \
  X(activemask, __activemask()) \
  X(match_any, __match_any_sync(~0u, FEW(uint))) \
  X(match_any_wide, __match_any_sync(~0u, FEW(ullong))) \
  X(match_all, matchAll(A(uint)) + matchAll(7u)) \
  X(match_all_wide, matchAll(A(ullong)) + matchAll(7ull)) \
  X(fns, __fns(A(uint), A(uint) & 31, 2)) \
  X(reduce_add, __reduce_add_sync(~0u, A(uint))) \
  X(reduce_add_signed, __reduce_add_sync(~0u, A(int))) \
  X(reduce_min, __reduce_min_sync(~0u, A(uint))) \
  X(reduce_min_signed, __reduce_min_sync(~0u, A(int))) \
  X(reduce_max, __reduce_max_sync(~0u, A(uint))) \
  X(reduce_max_signed, __reduce_max_sync(~0u, A(int))) \
  X(reduce_and, __reduce_and_sync(~0u, A(uint) | 9)) \
  X(reduce_or, __reduce_or_sync(~0u, A(uint) & 0xf0)) \
  X(reduce_xor, __reduce_xor_sync(~0u, A(uint))) \
  X(reduce_half, __reduce_add_sync(HALF, A(uint))) \
  X(ballot_half, __ballot_sync(HALF, A(uint) & 1)) \
  X(float_of_int_rz, __float2uint_rz(float(int(A(short)))))                              \
  X(double_of_int_rz, __double2uint_rz(double(A(int))) + __double2ull_rz(double(B(int)))) \
  X(double_of_uint_rz, __double2int_rz(double(A(uint))))                               \
  X(out_of_range_rz, __float2int_rz(1e20f) + __float2uint_rz(-5.f) + __double2ll_rz(1e300)) \
  X(clock_size, sizeof(clock()))                                                       \
  X(dp4a_unsigned, __dp4a(A(uint), B(uint), C(uint))) \
  X(dp4a_vector, __dp4a(make_char4(I, 2, -3, 4), make_char4(5, -I, 7, 8), C(int))) \
  X(dp2a_unsigned, __dp2a_lo(A(uint), B(uint), C(uint))) \
  X(ldexp, ldexp(A(double), A(int) & 63) + scalbnf(B(float), C(int) & 15)) \
  X(frexp, fractionAndExponent(A(double))) \
  X(modf, wholeAndFraction(A(double))) \
  X(sincos, sine(A(float)) + sine(A(double))) \
  X(remquo, quotient(A(double), B(double))) \
  X(jn, jn(3, A(double)) + ynf(2, B(float))) \
  X(hypot_float, hypot(A(float), B(float))) \
  X(norm4df, norm4df(A(float), B(float), C(float), A(float) * 0.5f)) \
  X(norms, norms(A(float), B(float), C(float)))

// clang-format on

template <class T> __device__ ullong matchAll(T Value) {
  int Predicate = 5;
  const ullong Mask = __match_all_sync(~0u, Value, &Predicate);
  return Mask * 2 + Predicate;
}
__device__ ullong fractionAndExponent(double X) {
  int Exponent;
  const ullong Bits = asBits(frexp(X, &Exponent));
  return Bits * 3 + Exponent;
}
__device__ ullong wholeAndFraction(double X) {
  double Whole;
  const ullong Bits = asBits(modf(X, &Whole));
  return Bits * 3 + asBits(Whole);
}
__device__ ullong sine(float X) {
  float Sine, Cosine;
  sincosf(X, &Sine, &Cosine);
  return asBits(Sine) * 3 + asBits(Cosine);
}
__device__ ullong sine(double X) {
  double Sine, Cosine;
  sincospi(X, &Sine, &Cosine);
  return asBits(Sine) * 3 + asBits(Cosine);
}
__device__ ullong quotient(double X, double Y) {
  int Low;
  const ullong Bits = asBits(remquo(X, Y, &Low));
  return Bits * 3 + (Low & 7);
}
__device__ ullong norms(float X, float Y, float Z) {
  const float Values[] = {X, Y, Z, Y, X * 0.25f};
  ullong All = 0;
  for (int Count = 1; Count <= 5; ++Count)
    All = All * 3 + asBits(normf(Count, Values));
  return All;
}
#define WARP_CALL(NAME, ...) struct NAME##Call CALL(__VA_ARGS__)
WARP(WARP_CALL)

int main() {
#define PRINT(NAME, ...) print(#NAME, NAME##Call());
  ONE(PRINT) TWO(PRINT) THREE(PRINT) WARP(PRINT)
}
