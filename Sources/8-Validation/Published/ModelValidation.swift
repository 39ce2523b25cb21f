import Foundation
import Platform
import ScenarioModel
import Support

/// A profile with which the published benchmarks are predicted.
package struct ParameterSet: Sendable {
  package let profile: PlatformProfile
  /// The name of the profile in a scenario file: its own, or the path of its file.
  let reference: String

  /// Returns a profile that comes with MapPressure; `nil` if there is none of the name.
  package init?(builtIn name: String) throws(InputError) {
    guard let profile = try PlatformProfile.builtIn(name) else { return nil }
    self.profile = profile
    reference = name
  }

  /// Reads a profile from a file.
  package init(file path: String) throws(InputError) {
    profile = try PlatformProfile(yaml: TextFile.read(path), file: path)
    reference = URL(fileURLWithPath: path).path
  }

  /// The parameters of this set among those that a figure has set on its device's profile: those
  /// that still rest on the device's evidence.
  func fitted(_ names: [ProfileParameter.Name], on device: PlatformProfile) -> [String] {
    names.filter { name in
      guard let own = profile.parameters.first(where: { $0.name == name }),
        let original = device.parameters.first(where: { $0.name == name })
      else { return false }
      return own.source.contains(original.source)
    }.map(\.rawValue)
  }
}

/// The replays of published benchmarks, and their comparison with what was measured.
package struct ModelValidation: Sendable {
  private let benchmarks: [PublishedBenchmark]
  private let sets: [ParameterSet]

  package init(benchmarks: [PublishedBenchmark], sets: [ParameterSet]) {
    self.benchmarks = benchmarks
    self.sets = sets
  }

  /// Predicts all rows with all parameter sets, the replays in parallel.
  ///
  /// - Parameter folder: an existing folder for files of the replays.
  package func run(folder: String) async throws -> ValidationResults {
    let values = try await replay(folder: folder)
    return ValidationResults(
      benchmarks: benchmarks.map {
        ValidationResults.Benchmark(
          name: $0.name, title: $0.title, measuredOn: $0.measuredOn, source: $0.source,
          assumptions: $0.assumptions)
      },
      sets: try sets.enumerated().map { number, set in
        ParameterSetResults(
          name: set.profile.name, title: set.profile.title,
          hitchFloor: set.profile[.mapHitchFloor] * 1_000,
          rows: try benchmarks.enumerated().flatMap { position, benchmark in
            try benchmark.rows.map {
              try result(of: $0, in: benchmark, on: set) { strategy, size in
                values[ReplayKey(set: number, benchmark: position, strategy: strategy, size: size)]
              }
            }
          })
      })
  }

  private func result(
    of row: ValidationRow, in benchmark: PublishedBenchmark, on set: ParameterSet,
    values: (String, Int) -> [NamedValue]?
  ) throws -> ValidationRowResult {
    let modelled: MetricValue
    switch row.model {
    case .metric(let metric, let strategy, let size, let less):
      let value = values(strategy, size)?.first { $0.name == metric.name }?.value
      switch value {
      case .number(let number):
        modelled = .number(less.reduce(number) { $0 - set.profile[$1] })
      case .notAvailable(let reason): modelled = .notAvailable(reason: reason)
      case nil: modelled = .notAvailable(reason: "the replay has no \(metric.name)")
      }
    case .operations(let operations):
      modelled = .number(operations.time(on: set.profile))
    case .none(let reason): modelled = .notAvailable(reason: reason)
    }
    let device = try PlatformProfile.builtIn(benchmark.measuredOn)
    return ValidationRowResult(
      benchmark: benchmark.name, label: row.label, measuredOn: benchmark.measuredOn,
      unit: row.unit, measured: row.measured, low: row.low, high: row.high, figure: row.figure,
      firmness: row.firmness, modelled: modelled, checks: row.part, use: row.use, group: row.group,
      fitted: device.map { set.fitted(row.sets, on: $0) } ?? [])
  }

  private struct ReplayKey: Hashable, Sendable {
    let set: Int
    let benchmark: Int
    let strategy: String
    let size: Int
  }

  private func replay(folder: String) async throws -> [ReplayKey: [NamedValue]] {
    var keys: [ReplayKey] = []
    for set in sets.indices {
      for (position, benchmark) in benchmarks.enumerated() {
        for case .metric(_, let strategy, let size, _) in benchmark.rows.map(\.model) {
          keys.append(ReplayKey(set: set, benchmark: position, strategy: strategy, size: size))
        }
      }
    }
    return try await withThrowingTaskGroup(of: (ReplayKey, [NamedValue]).self) { group in
      for key in keys.uniqued() {
        group.addTask { (key, try replay(key, folder: folder)) }
      }
      var values: [ReplayKey: [NamedValue]] = [:]
      for try await (key, result) in group { values[key] = result }
      return values
    }
  }

  /// Replays a case to its end, without timing.
  private func replay(_ key: ReplayKey, folder: String) throws -> [NamedValue] {
    let benchmark = benchmarks[key.benchmark]
    guard let rebuilt = benchmark.rebuilt else { return [] }
    let workload = try rebuilt.workload(profile: sets[key.set].reference)
    try workload.check(sizes: [key.size])
    let own = "\(folder)/\(key.set)-\(key.benchmark)-\(key.strategy)-\(key.size)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let replay = try workload.prepare(
      Case(
        scenario: benchmark.name, variant: workload.variants[0],
        size: key.size, strategy: key.strategy),
      folders: TrialFolders(own: own, shared: folder))
    replay.reset()
    try replay.run { _ in try Task.checkCancellation() }
    return replay.results()
  }
}
