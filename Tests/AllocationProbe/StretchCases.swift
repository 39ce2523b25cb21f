import ScenarioModel

/// The same stretch of work, again and again.
enum StretchCases {
  static func empty(times: Int) throws -> [AllocationMeasurement] {
    try repeated(times) {}
  }

  static func systemCalls(times: Int) throws -> [AllocationMeasurement] {
    try repeated(times) {
      _ = MonotonicClock.now()
      _ = ProcessorTime.thread()
      _ = ProcessorTime.process()
      _ = try ResidentMemory.read()
    }
  }

  /// Strings, growing arrays, a dictionary and objects: the content of a strategy.
  static func workload(times: Int) throws -> [AllocationMeasurement] {
    final class Node {
      let name: String
      var next: Node?
      init(name: String) { self.name = name }
    }
    return try repeated(times) {
      var names: [String] = []
      var nodes: [String: Node] = [:]
      for index in 0..<2000 {
        let name = "a name that is too long to be stored in place: \(index)"
        let node = Node(name: name)
        node.next = names.last.flatMap { nodes[$0] }
        names.append(name)
        nodes[name] = node
        if index.isMultiple(of: 3) { nodes[names[index / 2]] = nil }
      }
      names.sort { $0 > $1 }
      for node in nodes.values { node.next = nil }
    }
  }

  private static func repeated(_ times: Int, _ stretch: () throws -> Void) throws
    -> [AllocationMeasurement]
  {
    var measurements: [AllocationMeasurement] = []
    measurements.reserveCapacity(times)
    var meter = try AllocationMeter()
    // The runtime sets itself up at the first use of a type; a trial warms up too.
    try stretch()
    for _ in 0..<times {
      try meter.reset()
      try stretch()
      measurements.append(try meter.read())
    }
    return measurements
  }
}
