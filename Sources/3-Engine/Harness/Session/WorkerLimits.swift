import Foundation
import ScenarioModel
import Subprocess
import Synchronization

/// The limits of a piece of work; a worker that breaks one is killed.
public struct WorkerLimits: Hashable, Sendable {
  enum Kind: Sendable {
    case time
    case memory
  }

  /// The wall time of a whole trial, or of one job of a process that does many, in seconds.
  public var seconds: Double
  /// The resident memory, in bytes.
  public var memory: Int
  /// The clock of the seconds.
  package var clock = WorkerClock.system

  /// Two minutes and 2 GiB.
  public static let standard = WorkerLimits(seconds: 120, memory: 2 << 30)

  /// Creates limits.
  public init(seconds: Double, memory: Int) {
    self.seconds = seconds
    self.memory = memory
  }
}

/// The clock of a time limit.
package final class WorkerClock: Sendable {
  /// The clock of all limits outside of tests: like a worker, it does not run while the machine
  /// sleeps.
  package static let system = WorkerClock(fixed: nil)

  private let fixed: SuspendingClock.Instant?
  private let offset = Mutex(Duration.zero)

  private init(fixed: SuspendingClock.Instant?) {
    self.fixed = fixed
  }

  /// Creates a clock that runs only when it is advanced, for tests that do not wait.
  package convenience init() {
    self.init(fixed: .now)
  }

  var now: SuspendingClock.Instant { (fixed ?? .now) + offset.withLock(\.self) }

  package func advance(by duration: Duration) {
    offset.withLock { $0 += duration }
  }
}

extension WorkerClock: Hashable {
  package static func == (first: WorkerClock, second: WorkerClock) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A watch on a worker process, which kills it when it exceeds its limits of time or memory.
final class WorkerWatch: Sendable {
  private let execution: WorkerSession.Run
  private let limits: WorkerLimits
  /// The end of the present job's time; `nil` while the process has none.
  private let end: Mutex<SuspendingClock.Instant?>

  /// The time runs from here on, not from when the system runs the watch.
  init(_ execution: WorkerSession.Run, limits: WorkerLimits) {
    self.execution = execution
    self.limits = limits
    end = Mutex(limits.clock.now + .seconds(limits.seconds))
  }

  /// Lets the time run from here on, for a new job.
  func begin() { end.withLock { $0 = limits.clock.now + .seconds(limits.seconds) } }

  /// Stops the time, because the process waits for its next job.
  func pause() { end.withLock { $0 = nil } }

  /// Indicates whether the process holds more than half of its memory. A job with enough memory in
  /// a process of its own may then lack it in this one.
  var isHalfFull: Bool {
    (Self.residentBytes(of: execution.processIdentifier.value) ?? 0) > limits.memory / 2
  }

  /// The interval between checks: short enough to stop a process near its limit of memory, and long
  /// enough to cost nothing.
  private static let interval = Duration.milliseconds(20)

  /// Watches until a limit is exceeded, the process has ended, or the task is cancelled. Then kills
  /// the processes that the worker started, because they would keep its streams open.
  func run() async -> WorkerLimits.Kind? {
    let broken = await waitForBrokenLimit()
    // The worker may have ended by itself meanwhile.
    if broken != nil { try? execution.send(signal: .kill) }
    try? execution.send(signal: .kill, toProcessGroup: true)
    return broken
  }

  private func waitForBrokenLimit() async -> WorkerLimits.Kind? {
    let process = execution.processIdentifier.value
    while !Task.isCancelled {
      if let end = end.withLock(\.self), limits.clock.now >= end { return .time }
      // A process that has ended holds no memory.
      guard let memory = Self.residentBytes(of: process), memory > 0 else { return nil }
      if memory > limits.memory { return .memory }
      try? await Task.sleep(for: Self.interval, clock: .suspending)
    }
    return nil
  }

  /// Returns the resident bytes of another process; `nil` if it has ended.
  private static func residentBytes(of process: Int32) -> Int? {
    #if canImport(Darwin)
      var usage = rusage_info_v2()
      let result = withUnsafeMutablePointer(to: &usage) { pointer in
        pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V2, $0)
        }
      }
      return result == 0 ? Int(usage.ri_resident_size) : nil
    #else
      guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
      else { return nil }
      // The second number is the resident size in pages.
      let fields = text.split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #endif
  }
}

/// The hard limit on a worker's memory.
///
/// The coordinator watches the resident memory and ends a worker that exceeds its limit. If a
/// worker allocates faster than the coordinator checks, the operating system refuses memory at a
/// quarter above the limit.
public enum WorkerMemoryLimit {
  /// Limits this process; `bytes` is the coordinator's limit of resident memory.
  public static func apply(_ bytes: Int) {
    let hard = rlim_t(bytes + bytes / 4 + addressSpaceOverhead)
    var limit = rlimit(rlim_cur: hard, rlim_max: hard)
    // If the system refuses a limit, the coordinator's watch remains.
    setrlimit(resource, &limit)
  }

  /// Returns whether a worker's standard error reports that memory was refused.
  static func isDenial(_ standardError: String) -> Bool {
    standardError.contains("failed to allocate")
      || standardError.contains("Could not allocate memory")
  }

  /// Address space that a process has without using it: the program, libraries, thread stacks and
  /// the allocator's reserves.
  private static let addressSpaceOverhead = 1 << 30
}

extension WorkerMemoryLimit {
  #if canImport(Darwin)
    private static let resource = RLIMIT_AS
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #endif
}

/// The end of a worker process.
struct WorkerTermination: Sendable {
  /// The exceeded limit, if any.
  let brokenLimit: WorkerLimits.Kind?
  let status: TerminationStatus
  /// The last lines of its standard error stream.
  let standardError: String
}

extension TrialStatus {
  /// The status of a trial whose worker exited before it replied.
  init(_ termination: WorkerTermination, limits: WorkerLimits) {
    switch termination.brokenLimit {
    case .time: self = .timedOut(seconds: limits.seconds)
    case .memory: self = .outOfMemory(limit: limits.memory)
    case nil where WorkerMemoryLimit.isDenial(termination.standardError):
      self = .outOfMemory(limit: limits.memory)
    case nil:
      self = .crashed(
        ending: Self.text(termination.status), standardError: termination.standardError)
    }
  }

  private static func text(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): signalNames[signal].map { "\($0)" } ?? "signal \(signal)"
    }
  }

  /// Returns whether a process ended by a fault of its own code, which a repetition can find again.
  static func isFault(_ ending: String) -> Bool {
    [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE].contains { signalNames[$0] == ending }
  }

  private static let signalNames: [Int32: String] = [
    SIGILL: "SIGILL (a Swift trap: out of bounds, overflow, precondition, nil)",
    SIGTRAP: "SIGTRAP (a Swift trap: out of bounds, overflow, precondition, nil)",
    SIGABRT: "SIGABRT (aborted)",
    SIGSEGV: "SIGSEGV (bad memory access, or a stack overflow)",
    SIGBUS: "SIGBUS (bad memory access)",
    SIGFPE: "SIGFPE (bad arithmetic)",
    SIGKILL: "SIGKILL (killed from outside)",
    SIGTERM: "SIGTERM (ended from outside)",
  ]
}
