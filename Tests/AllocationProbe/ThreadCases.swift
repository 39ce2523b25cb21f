import Foundation
import ScenarioModel

/// Allocations of a thread next to the metered one.
enum ThreadCases {
  /// A thread allocates between `reset()` and `read()`, and has ended by then.
  static func ended(blocks: Int, size: Int) throws -> AllocationMeasurement {
    let work = UnsafeMutablePointer<Work>.allocate(capacity: 1)
    work.initialize(to: Work(blocks: blocks, size: size))
    var meter = try AllocationMeter()
    try meter.reset()
    runAndJoin(work)
    return try meter.read()
  }

  private struct Work {
    let blocks: Int
    let size: Int
  }

  // Not Foundation's thread: the counts are complete only when the thread was joined.
  private static func runAndJoin(_ work: UnsafeMutablePointer<Work>) {
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { ThreadCases.run($0) }, work)
      if let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { ThreadCases.run($0) }, work)
      pthread_join(thread, nil)
    #endif
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work = argument?.assumingMemoryBound(to: Work.self).pointee {
      allocateAndFree(work.blocks, work.size)
    }
    return nil
  }

  /// A thread that was there before the reset allocates and keeps blocks, and keeps running.
  static func running(blocks: Int, size: Int) throws -> AllocationMeasurement {
    try measurement(
      before: { allocateAndFree(1, max(1, size)) },
      during: { for _ in 0..<blocks { _ = BlockCases.allocate(size) } })
  }

  /// A thread that was there before the reset allocates a block and frees it again.
  static func transient(size: Int) throws -> AllocationMeasurement {
    try measurement(before: { allocateAndFree(1, 16) }, during: { allocateAndFree(1, size) })
  }

  /// A thread that was there before the reset frees a block that was, too.
  static func freeing(size: Int) throws -> AllocationMeasurement {
    nonisolated(unsafe) let block = BlockCases.allocate(size)
    return try measurement(before: { allocateAndFree(1, 16) }, during: { block.deallocate() })
  }

  private static func measurement(
    before: @escaping @Sendable () -> Void, during: @escaping @Sendable () -> Void
  ) throws -> AllocationMeasurement {
    let ready = DispatchSemaphore(value: 0)
    let start = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      before()
      ready.signal()
      start.wait()
      during()
      done.signal()
      end.wait()
    }
    thread.start()
    ready.wait()
    var meter = try AllocationMeter()
    try meter.reset()
    start.signal()
    done.wait()
    let measurement = try meter.read()
    end.signal()
    return measurement
  }

  static func readOnAnotherThread() throws -> String {
    nonisolated(unsafe) var meter = try AllocationMeter()
    try meter.reset()
    nonisolated(unsafe) var answer = "a measurement"
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { _ = try meter.read() } catch { answer = "\(error)" }
      done.signal()
    }
    thread.start()
    done.wait()
    return answer
  }

  private static func allocateAndFree(_ count: Int, _ size: Int) {
    for _ in 0..<count { BlockCases.allocate(size).deallocate() }
  }
}
