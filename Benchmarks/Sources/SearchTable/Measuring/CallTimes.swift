import ScenarioModel
import Support

/// The processor time of every call of a series, in nanoseconds.
///
/// A call contains one reading of the thread's clock, a system call of some hundred nanoseconds.
struct CallTimes {
  private let inOrder: [Int64]
  private let ascending: [Int64]

  init(_ times: [Int64]) {
    inOrder = times
    ascending = times.sorted()
  }

  init(count: Int, _ call: (Int) throws -> Void) rethrows {
    var times: [Int64] = []
    times.reserveCapacity(count)
    for index in 0..<count { times.append(try Self.nanoseconds { try call(index) }) }
    self.init(times)
  }

  /// The processor time of one call.
  static func nanoseconds(_ call: () throws -> Void) rethrows -> Int64 {
    let start = ProcessorTime.thread()
    try call()
    return ProcessorTime.thread() - start
  }

  /// The sum of the first calls.
  func sum(ofFirst count: Int) -> Double { Double(inOrder.prefix(count).reduce(0, +)) }

  var sum: Double { sum(ofFirst: inOrder.count) }

  func percentile(_ percentile: Percentile) -> Double {
    Double(percentile.value(ofAscending: ascending) ?? 0)
  }
}
