#if os(Linux)
  import Glibc

  /// A thread that nobody waits for, made without Foundation, whose threads allocate.
  enum DetachedThread {
    static func start(
      _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
      var thread = pthread_t()
      if pthread_create(&thread, nil, body, nil) == 0 { pthread_detach(thread) }
    }
  }
#endif
