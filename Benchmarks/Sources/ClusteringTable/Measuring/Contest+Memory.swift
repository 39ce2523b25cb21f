import Measurement

extension Contest {
  /// What an index holds in memory beside the pins that it was given, and the most that it takes
  /// while it is built (by the thread that builds it).
  static func memory<Index>(
    _ title: String, _ workload: Workload, _ makeIndex: @escaping () throws -> Index,
    reference: Reference? = nil
  ) -> Contest {
    Contest(
      measures: [.init("\(title), memory", .bytesAPin), .init("\(title), peak", .bytesAPin)],
      isCounted: true, ours: { try bytesAPin(workload, makeIndex) }, reference: reference)
  }

  /// The bytes that are live after the build and at the most during it, divided by the pins.
  static func bytesAPin<Index>(
    _ workload: Workload, _ makeIndex: () throws -> Index
  ) throws -> [Double] {
    try workload.meter.reset()
    let index = try makeIndex()
    let reading = try workload.meter.read()
    withExtendedLifetime(index) {}
    return [reading.liveBytes - reading.liveBytesAtReset, reading.peakLiveBytes]
      .map { Double($0) / Double(workload.count) }
  }
}
