//===- StepRunner.h - where the work of steps is done -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_STEPRUNNER_H
#define ARGUS_TOOL_EXECUTE_STEPRUNNER_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace argus {

class StepRunner {
public:
  virtual ~StepRunner() = default;
  /// Has the work, which throws nothing, done elsewhere or later; never before it
  /// returns.
  virtual void start(std::function<void()> Work) = 0;
  /// Blocks until some work has ended since the last call, at most for that time.
  virtual void await(double Seconds) = 0;
  /// Blocks until all work has ended.
  virtual void awaitAll() = 0;
  /// Seconds of a clock that only goes forward.
  virtual double now() const = 0;
};

/// Does the work on threads, as many as there is work at once. They live as long as it
/// does, since a program is ended with the thread that started it (PR_SET_PDEATHSIG).
class ThreadRunner final : public StepRunner {
public:
  ThreadRunner() = default;
  ThreadRunner(const ThreadRunner &) = delete;
  ThreadRunner &operator=(const ThreadRunner &) = delete;
  /// Waits for what was started.
  ~ThreadRunner() override;
  void start(std::function<void()> Work) override;
  void await(double Seconds) override;
  void awaitAll() override;
  double now() const override;

private:
  void serve();

  std::mutex Mutex;
  std::condition_variable Added, Ended;
  std::deque<std::function<void()>> Queue;
  size_t Idle = 0, Unfinished = 0;
  bool News = false; ///< something has ended since the last await()
  bool Closed = false;
  std::vector<std::thread> Threads;
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_STEPRUNNER_H
