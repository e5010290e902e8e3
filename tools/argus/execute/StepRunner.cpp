//===- StepRunner.cpp - where the work of steps is done -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/StepRunner.h"

#include <chrono>
#include <system_error>

namespace argus {

ThreadRunner::~ThreadRunner() {
  {
    const std::lock_guard Lock(Mutex);
    Closed = true;
  }
  Added.notify_all();
  for (std::thread &Thread : Threads)
    Thread.join();
}

void ThreadRunner::start(std::function<void()> Work) {
  const std::lock_guard Lock(Mutex);
  if (Queue.size() >= Idle)
    try {
      Threads.emplace_back([this] { serve(); });
    } catch (const std::system_error &) {
      if (Threads.empty()) // else one of those that there are will come to it
        throw;
    }
  Queue.push_back(std::move(Work));
  ++Unfinished;
  Added.notify_one();
}

void ThreadRunner::serve() {
  std::unique_lock Lock(Mutex);
  while (true) {
    ++Idle;
    Added.wait(Lock, [this] { return Closed || !Queue.empty(); });
    --Idle;
    if (Queue.empty())
      return;
    std::function<void()> Work = std::move(Queue.front());
    Queue.pop_front();
    Lock.unlock();
    Work();
    Work = nullptr; // what it captured goes before it counts as ended
    Lock.lock();
    --Unfinished;
    News = true;
    Ended.notify_all();
  }
}

void ThreadRunner::await(double Seconds) {
  std::unique_lock Lock(Mutex);
  Ended.wait_for(Lock, std::chrono::duration<double>(Seconds), [this] { return News; });
  News = false;
}

void ThreadRunner::awaitAll() {
  std::unique_lock Lock(Mutex);
  Ended.wait(Lock, [this] { return Unfinished == 0; });
}

double ThreadRunner::now() const {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace argus
