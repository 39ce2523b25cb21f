import ScenarioModel

/// Times pieces of work.
enum Stopwatch {
  /// The nanoseconds that it takes to make something, without those to take it apart.
  @inline(__always)
  static func nanoseconds<Product>(toMake make: () throws -> Product) rethrows -> Double {
    let start = MonotonicClock.now()
    let product = try make()
    let end = MonotonicClock.now()
    withExtendedLifetime(product) {}
    return Double(end - start)
  }
}
