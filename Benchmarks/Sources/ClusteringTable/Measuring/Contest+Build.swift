import ScenarioModel

extension Contest {
  /// The time of a build, which handles each pin.
  static func build<Index>(
    _ title: String, _ makeIndex: @escaping () throws -> Index, reference: Reference? = nil
  ) -> Contest {
    Contest(
      measures: [.init(title)], dealsWithEveryPin: true,
      ours: { [try Stopwatch.nanoseconds(toMake: makeIndex)] }, reference: reference)
  }

  /// The memory of an index without its input pins, and the peak during its build: of the thread
  /// that builds it, and of the memory that the process takes from the system.
  static func memory<Index>(
    _ title: String, _ workload: Workload, _ makeIndex: @escaping () throws -> Index,
    reference: Reference? = nil
  ) -> Contest {
    Contest(
      measures: ["memory", "peak", "peak of the process"].map {
        .init("\(title), \($0)", .bytesAPin)
      },
      isCounted: true, ours: { try bytesAPin(workload, makeIndex) }, reference: reference)
  }

  /// The live bytes after the build and at its peak, and the growth of the process during another
  /// build, divided by the number of pins.
  static func bytesAPin<Index>(
    _ workload: Workload, _ makeIndex: () throws -> Index
  ) throws -> [Double] {
    try workload.meter.reset()
    let index = try makeIndex()
    let reading = try workload.meter.read()
    withExtendedLifetime(consume index) {}
    try workload.meter.releaseUnusedMemory()
    let growth = try ResidentMemory.growth(whileMaking: makeIndex)
    let live = Double(reading.liveBytes - reading.liveBytesAtReset)
    return [live, Double(reading.peakLiveBytes), growth].map { $0 / Double(workload.count) }
  }
}
