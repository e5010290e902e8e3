//===- cache_hints.h - loads and stores with a cache operator ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __ldcg, __ldca, __ldcs, __ldlu, __ldcv, __stwb, __stcg, __stcs, __stwt: clang's wrapper
// leaves out the toolkit's header that has them, because it brings its own __ldg and
// __funnelshift_*. Those are hidden here, and the rest is the toolkit's, for each type.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_CACHE_HINTS_H
#define ARGUS_DIALECT_CACHE_HINTS_H

#pragma push_macro("__ldg")
#pragma push_macro("__funnelshift_l")
#pragma push_macro("__funnelshift_lc")
#pragma push_macro("__funnelshift_r")
#pragma push_macro("__funnelshift_rc")
#define __ldg __argus_unused_ldg
#define __funnelshift_l __argus_unused_funnelshift_l
#define __funnelshift_lc __argus_unused_funnelshift_lc
#define __funnelshift_r __argus_unused_funnelshift_r
#define __funnelshift_rc __argus_unused_funnelshift_rc
#undef __SM_32_INTRINSICS_HPP__ // clang's way of leaving it out
#include "sm_32_intrinsics.hpp"
#pragma pop_macro("__ldg")
#pragma pop_macro("__funnelshift_l")
#pragma pop_macro("__funnelshift_lc")
#pragma pop_macro("__funnelshift_r")
#pragma pop_macro("__funnelshift_rc")

#endif // ARGUS_DIALECT_CACHE_HINTS_H
