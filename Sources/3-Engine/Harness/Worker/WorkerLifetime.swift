import Foundation

/// The connection of a worker's lifetime to its coordinator's.
enum WorkerLifetime {
  /// Ends the process as soon as the other end of its standard input is closed, even if its main
  /// thread is busy: a strategy in an infinite loop must not outlive a killed coordinator.
  ///
  /// The waiting thread allocates nothing, so that the allocator's counts are those of the main
  /// thread.
  static func endWithCoordinator() {
    // The coordinator handles interrupts.
    signal(SIGINT, SIG_IGN)
    DetachedThread.start { _ in
      WorkerLifetime.waitForEndOfInput()
      return nil
    }
  }

  private static func waitForEndOfInput() {
    var descriptor = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
    while true {
      let changed = poll(&descriptor, 1, -1)
      if changed > 0, descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
        // A worker that was requested to exit is about to do so, with its own exit code.
        usleep(graceMicroseconds)
        _exit(endedWithCoordinator)
      }
      if changed < 0, errno != EINTR { return }
    }
  }

  private static let graceMicroseconds: UInt32 = 200_000
  private static let endedWithCoordinator: Int32 = 130
}

/// A detached thread, made without Foundation, whose threads allocate.
private enum DetachedThread {
  #if canImport(Darwin)
    static func start(
      _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    ) {
      var thread: pthread_t?
      if pthread_create(&thread, nil, body, nil) == 0, let thread { pthread_detach(thread) }
    }
  #else
    static func start(
      _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
      var thread = pthread_t()
      if pthread_create(&thread, nil, body, nil) == 0 { pthread_detach(thread) }
    }
  #endif
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

  /// Returns `true` if a worker's standard error reports that memory was refused.
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
