import Foundation

/// The connection of a worker's lifetime to its coordinator's.
enum WorkerLifetime {
  /// Ends the process as soon as the other end of its standard input is closed, even if its main
  /// thread is busy: a strategy in an infinite loop must not outlive a killed coordinator.
  ///
  /// The waiting thread allocates nothing, so the allocator counts the main thread alone.
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
