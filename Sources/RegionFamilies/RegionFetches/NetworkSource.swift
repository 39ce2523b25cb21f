import YAMLReading

/// The network between an app and its server: how often it fails, and where its latencies come from.
struct NetworkSource: Hashable, Sendable {
  /// The share of the fetches that fail.
  let failureShare: Double
  private(set) var seed: UInt64

  private static let keys = ["failures", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    failureShare = try mapping["failures"]?.number(in: 0...1) ?? 0
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  func reseeded(_ seed: UInt64) -> NetworkSource {
    var source = self
    source.seed = seed
    return source
  }

  var description: String {
    let failures = failureShare == 0 ? "" : "\(failureShare * 100) % of the fetches fail, "
    return "\(failures)seed \(seed)"
  }
}
