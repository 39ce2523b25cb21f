import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Work on threads whose stack is large enough for the deepest tree that ``SourceFile`` accepts.
package enum LargeStack {
  static let bytes = 512 << 20

  /// The results of a function for all elements, in their order, on all processors.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let state = Mutex((next: 0, results: [Result?](repeating: nil, count: elements.count)))
    let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    run(threads: min(processors, elements.count)) {
      while true {
        let index = state.withLock { state in
          state.next += 1
          return state.next - 1
        }
        guard index < elements.count else { return }
        let result = transform(elements[index])
        state.withLock { $0.results[index] = result }
      }
    }
    return state.withLock { $0.results.compactMap(\.self) }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the same body in some threads and waits for all.
  private static func run(threads count: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, bytes)
    let threads = (0..<count).compactMap { _ -> pthread_t? in
      let argument = Unmanaged.passRetained(Body(body))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          #if canImport(Darwin)
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          #else
            if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
          #endif
          return nil
        }, argument.toOpaque())
      if code != 0 {
        argument.release()
        return nil
      }
      return thread
    }
    // A machine that gives no thread is no reason to leave work undone.
    if threads.isEmpty && count > 0 { body() }
    for thread in threads { pthread_join(thread, nil) }
  }
}
