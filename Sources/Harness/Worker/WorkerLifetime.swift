import Foundation

/// Ties a worker's life to its coordinator's.
enum WorkerLifetime {
  /// Makes the process end as soon as the other end of its standard input is closed, whatever its
  /// main thread does: a strategy that loops for ever must not outlive a killed coordinator.
  ///
  /// The thread that waits allocates nothing, so that the allocator's counts stay provably those
  /// of the main thread.
  static func endWithCoordinator() {
    // What an interrupt means is for the coordinator to decide.
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
        // A worker that was told to exit is about to do so; it keeps its own exit code.
        usleep(graceMicroseconds)
        _exit(endedWithCoordinator)
      }
      if changed < 0, errno != EINTR { return }
    }
  }

  private static let graceMicroseconds: UInt32 = 200_000
  private static let endedWithCoordinator: Int32 = 130
}

/// A thread that is not joined, made without Foundation, whose threads allocate.
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
/// The coordinator watches the resident memory and ends a worker that passes its limit. Memory that
/// is asked for faster than it looks is refused by the operating system, a quarter above that.
public enum WorkerMemoryLimit {
  /// Limits this process; `bytes` is what the coordinator allows to be resident.
  public static func apply(_ bytes: Int) {
    let hard = rlim_t(bytes + bytes / 4 + addressSpaceOverhead)
    var limit = rlimit(rlim_cur: hard, rlim_max: hard)
    // Where the system refuses a limit, the coordinator's watch remains.
    setrlimit(resource, &limit)
  }

  /// Whether a dead worker's standard error says that it was refused memory.
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
