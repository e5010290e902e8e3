//===- TraceEmitter.cpp - PTX that records events ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceEmitter.h"

#include "argus/AbiStores.h"

#include <cstddef>

namespace argus::ptxpasses {

using ptx::Operand;
using ptx::Type;
using std::to_string;

namespace {

/// Limit and first cursor of a lane that found no free chunk: no event ever fits.
constexpr unsigned LostLimit = 4, LostCursor = 8;

constexpr const char StateParameter[] = "__argus_state_param";
constexpr const char StateVariable[] = "__argus_state";
/// In the state's memory: the cursor and the limit, then the kernel's number.
constexpr unsigned StateBytes = 16, KernelInState = 8;

static_assert(offsetof(ArgusArenaHeader, next_chunk) == 0,
              "it is addressed without an offset");
static_assert(sizeof(ArgusChunkHeader) == 64 && sizeof(ArgusEvent) == 8,
              "the code has these as 64 and as shifts by 3");

/// "[base+Offset]". ptxas -O0 makes an addition of "+0".
std::string address(const std::string &Base, size_t Offset) {
  return "[" + Base + (Offset ? "+" + to_string(Offset) : "") + "]";
}

/// `ld.const` of a field of the control variable.
std::string control(const char *Type, const char *To, size_t Offset) {
  return std::string("ld.const.") + Type + " " + To + ", " +
         address(ARGUS_TRACE_CONTROL_NAME, Offset) + ";\n";
}

std::string arena() {
  return control("u64", "%argus_arena", offsetof(ArgusTraceControl, arena));
}

std::string field(size_t Offset) { return address("%argus_at", Offset); }

/// %argus_b: the linear index of the CTA.
constexpr const char CtaIndex[] = R"(
mov.u32 %argus_t, %ctaid.z;
mov.u32 %argus_u, %nctaid.y;
mul.wide.u32 %argus_b, %argus_t, %argus_u;
mov.u32 %argus_t, %ctaid.y;
cvt.u64.u32 %argus_a, %argus_t;
add.u64 %argus_b, %argus_b, %argus_a;
mov.u32 %argus_t, %nctaid.x;
cvt.u64.u32 %argus_a, %argus_t;
mul.lo.u64 %argus_b, %argus_b, %argus_a;
mov.u32 %argus_t, %ctaid.x;
cvt.u64.u32 %argus_a, %argus_t;
add.u64 %argus_b, %argus_b, %argus_a;
)";

/// %argus_t: the warp's index in the CTA.
constexpr const char WarpIndex[] = R"(
mov.u32 %argus_t, %tid.z;
mov.u32 %argus_u, %ntid.y;
mul.lo.u32 %argus_t, %argus_t, %argus_u;
mov.u32 %argus_u, %tid.y;
add.u32 %argus_t, %argus_t, %argus_u;
mov.u32 %argus_u, %ntid.x;
mul.lo.u32 %argus_t, %argus_t, %argus_u;
mov.u32 %argus_u, %tid.x;
add.u32 %argus_t, %argus_t, %argus_u;
shr.u32 %argus_t, %argus_t, 5;
)";

/// %argus_index: the chunk that is reserved for the warp, counted from %argus_index.
std::string reservedChunk() {
  return std::string(CtaIndex) + R"(
mov.u32 %argus_t, %ntid.x;
mov.u32 %argus_u, %ntid.y;
mul.lo.u32 %argus_t, %argus_t, %argus_u;
mov.u32 %argus_u, %ntid.z;
mul.lo.u32 %argus_t, %argus_t, %argus_u;
add.u32 %argus_t, %argus_t, 31;
shr.u32 %argus_t, %argus_t, 5;
cvt.u32.u64 %argus_u, %argus_b;
mad.lo.u32 %argus_index, %argus_t, %argus_u, %argus_index;
)" + WarpIndex +
         "add.u32 %argus_index, %argus_index, %argus_t;\n";
}

/// Leads to $Lopen with the reserved chunk, or on where none is reserved.
std::string reservedOrNext() {
  return control("u32", "%argus_index", offsetof(ArgusTraceControl, first_chunk)) +
         "setp.eq.u32 %argus_p, %argus_index, " + to_string(ARGUS_NEXT_CHUNK) +
         ";\n@%argus_p bra $Lnext;\n" + reservedChunk() + "bra $Lopen;\n$Lnext:\n";
}

constexpr const char TakeChunk[] =
    "atom.global.add.u32 %argus_index, [%argus_arena], 1;\n";

/// A pair of globaltimer and clock64, read back to back.
std::string anchor(size_t Offset) {
  return "mov.u64 %argus_a, %globaltimer;\nmov.u64 %argus_b, %clock64;\n"
         "st.global.v2.u64 " +
         field(Offset) + ", {%argus_a, %argus_b};\n";
}

constexpr const char ReadClock[] = "mov.u64 %argus_clock, %clock64;\n";

/// Clock, predicated store, cursor. The cursor counts events, not bytes: it comes
/// round, and would pass the capacity check again, after 2^32 events of one lane, not
/// 2^29.
std::string record(uint32_t Payload, bool OnlyLeader, bool ClockGiven) {
  const std::string Fits =
      OnlyLeader
          ? "setp.lt.and.u32 %argus_p, %argus_cursor, %argus_limit, %argus_leader;\n"
          : "setp.lt.u32 %argus_p, %argus_cursor, %argus_limit;\n";
  return (ClockGiven ? "" : ReadClock) +
         ("mov.b64 {%argus_t, %argus_u}, %argus_clock;\n"
          "shl.b32 %argus_u, %argus_u, " +
          to_string(ARGUS_EVENT_CLOCK_SHIFT) + ";\nadd.u32 %argus_u, %argus_u, " +
          to_string(Payload) + ";\n") +
         Fits + arena() +
         "mad.wide.u32 %argus_at, %argus_cursor, 8, %argus_arena;\n"
         "@%argus_p st.global.v2.b32 [%argus_at], {%argus_t, %argus_u};\n" +
         (OnlyLeader ? "@%argus_leader " : "") +
         "add.u32 %argus_cursor, %argus_cursor, 1;\n";
}

/// Into the predicate: whether this is the lowest active lane.
std::string electLowest(const char *Predicate) {
  return std::string("activemask.b32 %argus_t;\n"
                     "mov.u32 %argus_u, %lanemask_lt;\n"
                     "and.b32 %argus_t, %argus_t, %argus_u;\n"
                     "setp.eq.u32 ") +
         Predicate + ", %argus_t, 0;\n";
}

/// Into %argus_p: the predicate, if there is an arena. Without a runtime to set it up
/// there is none, and nothing is recorded.
std::string ifTraced(const char *Predicate) {
  return arena() + "setp.ne.and.u64 %argus_p, %argus_arena, 0, " + Predicate + ";\n";
}

} // namespace

TraceEmitter::TraceEmitter(ptx::Function &F) : F(F), Edit(F) {
  for (const char *Name : {CursorName, "%argus_limit", "%argus_t", "%argus_u",
                           "%argus_index", "%argus_chunk", "%argus_bytes"})
    Edit.addRegister(Type::B32, Name);
  for (const char *Name : {"%argus_clock", "%argus_arena", "%argus_at", "%argus_a",
                           "%argus_b", "%argus_state"})
    Edit.addRegister(Type::B64, Name);
  for (const char *Name : {"%argus_p", "%argus_leader"})
    Edit.addRegister(Type::Pred, Name);
  Edit.addRegister(Type::B16, "%argus_h");
  Edit.addSymbol(ARGUS_TRACE_CONTROL_NAME);
}

/// `$L` in the code stands for a prefix of labels that nothing else has.
void TraceEmitter::insert(unsigned At, const std::string &Code) {
  const std::string Prefix = "$__argus_" + to_string(Labels++) + "_";
  std::string Text;
  size_t Begin = 0;
  for (size_t L; (L = Code.find("$L", Begin)) != std::string::npos; Begin = L + 2)
    Text += Code.substr(Begin, L - Begin) + Prefix;
  Edit.insert(At, Text + Code.substr(Begin));
}

/// Opens the chunk %argus_index, or finds that there is no such chunk.
std::string TraceEmitter::open(const std::string &Head) {
  return control("u32", "%argus_t", offsetof(ArgusTraceControl, chunk_count)) +
         "setp.ge.u32 %argus_p, %argus_index, %argus_t;\n@%argus_p bra $Llost;\n" +
         control("u32", "%argus_bytes", offsetof(ArgusTraceControl, chunk_bytes)) +
         "mad.lo.u32 %argus_chunk, %argus_index, %argus_bytes, " +
         to_string(sizeof(ArgusArenaHeader)) + ";\n" + arena() +
         "cvt.u64.u32 %argus_at, %argus_chunk;\n"
         "add.u64 %argus_at, %argus_at, %argus_arena;\n" +
         anchor(offsetof(ArgusChunkHeader, begin_globaltimer)) + CtaIndex + Head +
         control("u32", "%argus_u", offsetof(ArgusTraceControl, launch)) +
         "mov.b64 %argus_a, {%argus_t, %argus_u};\n"
         "st.global.v2.u64 " +
         field(0) + ", {%argus_a, %argus_b};\n" + WarpIndex +
         "mov.u32 %argus_u, %laneid;\n"
         "shl.b32 %argus_u, %argus_u, 16;\n"
         "or.b32 %argus_t, %argus_t, %argus_u;\n"
         "mov.u32 %argus_u, 0;\n"
         "mov.b64 %argus_a, {%argus_u, %argus_t};\n"
         "mov.u32 %argus_t, %smid;\n"
         "cvt.u64.u32 %argus_b, %argus_t;\n"
         "st.global.v2.u64 " +
         field(offsetof(ArgusChunkHeader, events)) + ", {%argus_a, %argus_b};\n" +
         "add.u32 %argus_t, %argus_chunk, " + to_string(sizeof(ArgusChunkHeader)) +
         ";\nshr.u32 %argus_cursor, %argus_t, 3;\n"
         "add.u32 %argus_t, %argus_chunk, %argus_bytes;\n"
         "shr.u32 %argus_limit, %argus_t, 3;\n"
         "bra $Lopened;\n$Llost:\n"
         "mov.u32 %argus_cursor, " +
         to_string(LostCursor) + ";\nmov.u32 %argus_limit, " + to_string(LostLimit) +
         ";\n$Lopened:\n";
}

void TraceEmitter::enterKernel(unsigned Kernel, bool HandsOn, bool Reserved) {
  std::string State;
  if (HandsOn) {
    ptx::Variable V;
    V.Where = ptx::Space::Local;
    V.Align = StateBytes;
    V.Name = StateVariable;
    V.Dimensions = {StateBytes};
    Edit.insert(0, ptx::Statement(V));
    State = "mov.u64 %argus_state, " + V.Name + ";\nmov.u32 %argus_t, " +
            to_string(Kernel) + ";\nst.local.u32 [%argus_state+" +
            to_string(KernelInState) + "], %argus_t;\n";
  }
  Head = "mov.u32 %argus_t, " + to_string(Kernel << 16 | ARGUS_CHUNK_OPEN) + ";\n";
  insert(0, State + "mov.u32 %argus_cursor, 0;\nmov.u32 %argus_limit, 0;\n" +
                electLowest("%argus_leader") + ifTraced("%argus_leader") +
                "@!%argus_p bra $Lopened;\n" + (Reserved ? reservedOrNext() : "") +
                TakeChunk + "$Lopen:\n" + open(Head));
}

static ptx::Variable stateParameter(const char *Name) {
  ptx::Variable V;
  V.Where = ptx::Space::Param;
  V.Element = Type::B64;
  V.Name = Name;
  return V;
}

void TraceEmitter::addParameter(ptx::Function &F) {
  F.Parameters.push_back(stateParameter(StateParameter));
}

/// Of a call through a pointer; several may share a prototype.
void TraceEmitter::widenPrototype(const ptx::Instruction &Call) {
  const Operand &Last = Call.Operands.back();
  if (Last.What != Operand::Kind::Label || !Widened.insert(Last.Index).second)
    return;
  if (auto *P = std::get_if<ptx::Prototype>(&F.Body[Last.Index]))
    P->Parameters.push_back(stateParameter("_"));
}

void TraceEmitter::enterFunction() {
  Head = "ld.local.u32 %argus_t, [%argus_state+" + to_string(KernelInState) +
         "];\nshl.b32 %argus_t, %argus_t, 16;\nor.b32 %argus_t, %argus_t, " +
         to_string(unsigned(ARGUS_CHUNK_OPEN)) + ";\n";
  insert(0, std::string("ld.param.u64 %argus_state, [") + StateParameter +
                "];\nld.local.v2.u32 {%argus_cursor, %argus_limit}, [%argus_state];\n");
}

void TraceEmitter::uniformEvent(unsigned At, uint32_t Payload, bool OnlyLeader) {
  insert(At, record(Payload, OnlyLeader, /*ClockGiven=*/false));
}

void TraceEmitter::divergentEvent(unsigned At, uint32_t Payload, bool IsEnd) {
  // Who records is found out behind the end's clock: the region has not to pay for it.
  insert(At, (IsEnd ? ReadClock : "") + electLowest("%argus_p") + ifTraced("%argus_p") +
                 "@!%argus_p bra $Lskip;\n"
                 "setp.ne.u32 %argus_p, %argus_limit, 0;\n"
                 "@%argus_p bra $Lopened;\n" +
                 TakeChunk + open(Head) +
                 record(Payload, /*OnlyLeader=*/false, /*ClockGiven=*/IsEnd) +
                 "$Lskip:\n");
}

void TraceEmitter::giveBack(unsigned At) {
  insert(At, "st.local.v2.u32 [%argus_state], {%argus_cursor, %argus_limit};\n");
}

void TraceEmitter::handOn(unsigned Call) {
  auto &I = std::get<ptx::Instruction>(F.Body[Call]);
  // Two calls of one scope may not share the name.
  const std::string Name = "__argus_argument" + to_string(Arguments++);
  insert(Call, "st.local.v2.u32 [%argus_state], {%argus_cursor, %argus_limit};\n"
               ".param .b64 " +
                   Name + ";\nst.param.b64 [" + Name + "], %argus_state;\n");
  Operand Argument;
  Argument.What = Operand::Kind::Symbol;
  Argument.Name = Name;
  widenPrototype(I);
  const size_t List = I.Operands.front().What == Operand::Kind::List ? 2 : 1;
  if (I.Operands.size() <= List || I.Operands[List].What != Operand::Kind::List)
    I.Operands.emplace(I.Operands.begin() + long(List))->What = Operand::Kind::List;
  I.Operands[List].Elements.push_back(Argument);
  insert(Call + 1, "ld.local.v2.u32 {%argus_cursor, %argus_limit}, [%argus_state];\n");
}

std::string TraceEmitter::closing() {
  return "setp.eq.u32 %argus_p, %argus_limit, 0;\n@%argus_p bra $Lclosed;\n" + arena() +
         "setp.eq.u32 %argus_p, %argus_limit, " + to_string(LostLimit) +
         ";\n@%argus_p bra $Llost;\n" +
         control("u32", "%argus_bytes", offsetof(ArgusTraceControl, chunk_bytes)) +
         "shl.b32 %argus_chunk, %argus_limit, 3;\n"
         "sub.u32 %argus_chunk, %argus_chunk, %argus_bytes;\n"
         "cvt.u64.u32 %argus_at, %argus_chunk;\n"
         "add.u64 %argus_at, %argus_at, %argus_arena;\n" +
         anchor(offsetof(ArgusChunkHeader, end_globaltimer)) +
         "add.u32 %argus_t, %argus_chunk, " + to_string(sizeof(ArgusChunkHeader)) +
         ";\nshr.u32 %argus_t, %argus_t, 3;\n"
         "sub.u32 %argus_t, %argus_cursor, %argus_t;\n"
         "st.global.u32 " +
         field(offsetof(ArgusChunkHeader, events)) + ", %argus_t;\nmov.u16 %argus_h, " +
         to_string(unsigned(ARGUS_CHUNK_CLOSED)) + ";\nst.global.u16 " +
         field(offsetof(ArgusChunkHeader, state)) +
         ", %argus_h;\nbra $Lclosed;\n$Llost:\n"
         "sub.u32 %argus_t, %argus_cursor, " +
         to_string(LostCursor) + ";\ncvt.u64.u32 %argus_a, %argus_t;\n" +
         "red.global.add.u64 [%argus_arena+" +
         to_string(offsetof(ArgusArenaHeader, lost_events)) +
         "], %argus_a;\nmov.u64 %argus_a, 1;\nred.global.add.u64 [%argus_arena+" +
         to_string(offsetof(ArgusArenaHeader, lost_chunks)) +
         "], %argus_a;\n$Lclosed:\n";
}

void TraceEmitter::close(unsigned At) {
  const auto *I =
      At < F.Body.size() ? std::get_if<ptx::Instruction>(&F.Body[At]) : nullptr;
  if (!I || !I->When) {
    insert(At, closing());
    return;
  }
  // The lanes that stay keep their chunk: they go around.
  ptx::Instruction Guard;
  Guard.Opcode = "mov";
  Guard.Modifiers = {"pred"};
  for (const uint32_t Register :
       {Edit.addRegister(Type::Pred, "%argus_leaves"), I->When->Register}) {
    Operand &O = Guard.Operands.emplace_back();
    O.What = Operand::Kind::Register;
    O.Index = Register;
    O.Name = F.Registers[Register].Name;
  }
  Edit.insert(At, ptx::Statement(Guard));
  insert(At, std::string(I->When->Negated ? "@" : "@!") +
                 "%argus_leaves bra $Lstays;\n" + closing() + I->text() +
                 ";\n$Lstays:\n");
  Edit.erase(At);
}

} // namespace argus::ptxpasses
