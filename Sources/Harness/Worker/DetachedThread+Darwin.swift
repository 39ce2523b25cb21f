#if canImport(Darwin)
  import Darwin

  /// A thread that nobody waits for, made without Foundation, whose threads allocate.
  enum DetachedThread {
    static func start(
      _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    ) {
      var thread: pthread_t?
      if pthread_create(&thread, nil, body, nil) == 0, let thread { pthread_detach(thread) }
    }
  }
#endif
