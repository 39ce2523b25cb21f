import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Work on threads whose stack is large enough for the deepest tree that ``SourceFile`` accepts.
enum LargeStack {
  private static let bytes = 512 << 20

  /// The results of a function for all elements, in their order, on all processors; `nil` for an
  /// element that takes longer than the time limit.
  ///
  /// The parser's lookahead takes exponential time for a few sources, such as 30 nested arrays. A
  /// thread cannot be ended: one that is late goes on until the program ends.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], within limit: Duration,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result?] {
    let work = Work<Result>(count: elements.count, limit: limit)
    let body: @Sendable () -> Void = {
      while let index = work.take() { work.finish(index, transform(elements[index])) }
    }
    let processors = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    let threads = (0..<min(processors, elements.count)).count { _ in startThread(body) }
    // A system that gives no thread still has this one.
    if threads == 0 { body() }
    while !work.isDone {
      for _ in 0..<work.dropLate() { _ = startThread(body) }
    }
    return work.results
  }

  /// Elements that threads take one by one.
  private final class Work<Result: Sendable>: Sendable {
    private struct State {
      var results: [Result?]
      var next = 0
      var done = 0
      /// When the elements at work have to be done.
      var deadlines: [Int: ContinuousClock.Instant] = [:]
    }

    private let state: Mutex<State>
    private let changes = DispatchSemaphore(value: 0)
    private let limit: Duration

    init(count: Int, limit: Duration) {
      state = Mutex(State(results: Array(repeating: nil, count: count)))
      self.limit = limit
    }

    var isDone: Bool { state.withLock { $0.done == $0.results.count } }
    var results: [Result?] { state.withLock(\.results) }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        state.next += 1
        state.deadlines[state.next - 1] = .now + limit
        return state.next - 1
      }
    }

    /// A result that comes too late changes nothing.
    func finish(_ index: Int, _ result: Result?) {
      state.withLock { state in
        guard state.deadlines.removeValue(forKey: index) != nil else { return }
        state.results[index] = result
        state.done += 1
      }
      changes.signal()
    }

    /// Waits a moment for a result; returns the number of elements that are given up now.
    func dropLate() -> Int {
      _ = changes.wait(timeout: .now() + 0.5)
      let late = state.withLock { $0.deadlines.filter { $0.value < .now }.keys.map(\.self) }
      for index in late { finish(index, nil) }
      return late.count
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, bytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = Unmanaged.passRetained(Body(body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    if code != 0 { argument.release() }
    return code == 0
  }
}
