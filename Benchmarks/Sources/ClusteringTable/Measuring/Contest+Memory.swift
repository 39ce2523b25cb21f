import ScenarioModel

extension Contest {
  /// The memory of an index without its input pins, and the peak during its build (of the thread
  /// that builds it).
  static func memory<Index>(
    _ title: String, _ workload: Workload, _ makeIndex: @escaping () throws -> Index,
    reference: Reference? = nil
  ) -> Contest {
    Contest(
      measures: [.init("\(title), memory", .bytesAPin), .init("\(title), peak", .bytesAPin)],
      isCounted: true, ours: { try bytesAPin(workload, makeIndex) }, reference: reference)
  }

  /// The live bytes after the build and at its peak, divided by the number of pins.
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
