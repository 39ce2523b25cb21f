extension Metric {
  /// The metrics that the harness itself measures in every measured trial: times and memory.
  ///
  /// A frame is a step of the replay, which ``ScenarioFamily/frameLabel`` names.
  ///
  /// - Parameter kind: the kind of the allocations: counted, or modelled if a parameter of a
  ///   platform moves them.
  public static func ofEveryMeasurement(allocations kind: MetricKind) -> [Metric] {
    [
      buildTime, frameTimeP50, frameTimeP95, frameTimeP99, frameTimeMax,
      allocations.of(kind), bytesAllocated.of(kind), peakLiveBytes, peakResidentBytes,
      memoryGrowth,
    ]
  }

  /// The names of these metrics, whatever their kinds.
  package static var namesOfEveryMeasurement: [String] {
    ofEveryMeasurement(allocations: .counted).map(\.name)
  }

  private func of(_ kind: MetricKind) -> Metric {
    Metric(name, unit, kind, polarity, summary, role: role, effect: effect)
  }

  /// The time to build the strategy.
  public static let buildTime = Metric(
    "build-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time to make the strategy from its data, before the first frame.")
  /// The median time of a frame.
  public static let frameTimeP50 = Metric(
    "frame-time-p50", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for the median frame, without the wait "
      + "for a processor.")
  /// The 95th percentile of the times of frames.
  public static let frameTimeP95 = Metric(
    "frame-time-p95", .nanoseconds, .measured, .lowerIsBetter,
    "The frame time on this machine that 95 of 100 frames do not exceed.",
    effect: "95 of 100 frames take at most {}")
  /// The 99th percentile of the times of frames.
  public static let frameTimeP99 = Metric(
    "frame-time-p99", .nanoseconds, .measured, .lowerIsBetter,
    "The frame time on this machine that 99 of 100 frames do not exceed.",
    effect: "99 of 100 frames take at most {}")
  /// The time of the slowest frame.
  public static let frameTimeMax = Metric(
    "frame-time-max", .nanoseconds, .measured, .lowerIsBetter,
    "The time of the slowest frame on this machine.",
    effect: "the slowest frame takes {}")
  /// The number of allocations.
  public static let allocations = Metric(
    "allocations", .count, .counted, .lowerIsBetter,
    "Blocks that the process asked the allocator for, from building to the last frame.")
  /// The bytes of all allocations.
  public static let bytesAllocated = Metric(
    "bytes-allocated", .bytes, .counted, .lowerIsBetter,
    "Bytes of the requested blocks, in the allocator's size classes.")
  /// The peak of live bytes.
  public static let peakLiveBytes = Metric(
    "peak-live-bytes", .bytes, .measured, .lowerIsBetter,
    "The maximum of the bytes allocated and not yet freed, without the scenario's data; the number "
      + "may be up to 128 KB too low.",
    effect: "memory of what is shown: what the map shows needs {} of memory at the peak")
  /// The peak of resident memory.
  public static let peakResidentBytes = Metric(
    "peak-resident-bytes", .bytes, .measured, .lowerIsBetter,
    "The process's maximum resident memory minus the resident memory before the case, so its "
      + "program, the data and the warm-up are not counted; off by up to a few hundred KB.")
  /// The bytes that stay allocated for each frame.
  public static let memoryGrowth = Metric(
    "memory-growth", .bytes, .measured, .lowerIsBetter,
    "Growth of the allocated bytes per frame: the smallest found in the second, third and last "
      + "quarters of the frames, so that memory built up once does not count.")
}
