// Each cache-hinted load and store for each type that the toolkit has it for.
#define ALL(NAME, T)                                                                   \
  extern "C" __global__ void NAME(T *p) {                                              \
    p[10] = __ldcg(p);                                                                 \
    p[11] = __ldca(p + 1);                                                             \
    p[12] = __ldcs(p + 2);                                                             \
    p[13] = __ldlu(p + 3);                                                             \
    p[14] = __ldcv(p + 4);                                                             \
    __stwb(p + 5, p[0]);                                                               \
    __stcg(p + 6, p[0]);                                                               \
    __stcs(p + 7, p[0]);                                                               \
    __stwt(p + 8, p[0]);                                                               \
  }
ALL(of_char, char)
ALL(of_signed_char, signed char)
ALL(of_short, short)
ALL(of_int, int)
ALL(of_long_long, long long)
ALL(of_char2, char2)
ALL(of_char4, char4)
ALL(of_short2, short2)
ALL(of_short4, short4)
ALL(of_int2, int2)
ALL(of_int4, int4)
ALL(of_longlong2, longlong2)
ALL(of_unsigned_char, unsigned char)
ALL(of_unsigned_short, unsigned short)
ALL(of_unsigned_int, unsigned int)
ALL(of_unsigned_long_long, unsigned long long)
ALL(of_uchar2, uchar2)
ALL(of_uchar4, uchar4)
ALL(of_ushort2, ushort2)
ALL(of_ushort4, ushort4)
ALL(of_uint2, uint2)
ALL(of_uint4, uint4)
ALL(of_ulonglong2, ulonglong2)
ALL(of_float, float)
ALL(of_double, double)
ALL(of_float2, float2)
ALL(of_float4, float4)
ALL(of_double2, double2)
ALL(of_long, long)
ALL(of_unsigned_long, unsigned long)
