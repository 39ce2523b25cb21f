import Families
import Harness
import ScenarioModel

/// A run of the annotations family made by hand: no map, only numbers that are easy to check.
package struct ReportFixture {
  package var name: String
  package var title: String
  package var sizes: String
  package var trials: Int
  package var body: String
  package var command: String
  package var processor: String
  package var caption: String
  /// Indicates whether inspections name the files of recordings.
  package var hasRecordings: Bool
  package var selection: RunSelection
  /// The part of the work that the run did.
  package var shard: Shard?
  /// The processors of the shards that the run was put together from.
  package var processorsOfShards: [String]
  /// Replaces a measured trial's record; `nil` keeps it.
  package var change: (TrialKey) -> TrialRecord?

  package init(
    name: String = "many-pins", title: String = "Show many pins", sizes: String = "[1000, 10000]",
    trials: Int = 6, body: String = "", command: String = "run many-pins",
    processor: String = "Test CPU", caption: String = "a map", hasRecordings: Bool = false,
    selection: RunSelection = RunSelection(), shard: Shard? = nil,
    processorsOfShards: [String] = [], change: @escaping (TrialKey) -> TrialRecord? = { _ in nil }
  ) {
    (self.name, self.title, self.sizes) = (name, title, sizes)
    (self.trials, self.body, self.command) = (trials, body, command)
    (self.processor, self.caption, self.hasRecordings) = (processor, caption, hasRecordings)
    (self.selection, self.shard, self.processorsOfShards) = (selection, shard, processorsOfShards)
    self.change = change
  }

  /// The fixture in which one measured trial ends otherwise.
  package func replacing(
    _ strategy: String, size: Int = 1_000, _ status: TrialStatus = .completed,
    values: [NamedValue] = []
  ) -> ReportFixture {
    var copy = self
    copy.change = { key in
      Self.isTrial(key, of: strategy, size: size)
        ? TrialRecord(key: key, status: status, values: values) : nil
    }
    return copy
  }

  /// The fixture in which all trials of some strategies end with a status.
  package func ending(_ status: TrialStatus, of strategies: Set<String>) -> ReportFixture {
    var copy = self
    copy.change = { key in
      strategies.contains(key.scenarioCase.strategy)
        ? TrialRecord(key: key, status: status, values: []) : nil
    }
    return copy
  }

  /// The fixture in which some metrics have another value in all trials, or in those of a strategy.
  package func setting(
    _ values: [String: MetricValue], of strategy: String? = nil
  ) -> ReportFixture {
    var copy = self
    copy.change = { key in
      guard strategy == nil || key.scenarioCase.strategy == strategy else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        values: record(key).values.map { NamedValue($0.name, values[$0.name] ?? $0.value) })
    }
    return copy
  }

  package func scenario() throws -> Scenario {
    try Scenario(
      yaml: """
        scenario: \(Self.quoted(name))
        title: \(Self.quoted(title))
        family: annotations
        source: "a guide"
        data: { generator: cities, pins: 1000, seed: 42 }
        device: { viewport: [393, 852], scale: 3, refresh: 60, profile: iphone-simulator }
        camera: { trace: pan-and-zoom, frames: 600, seed: 7 }
        naive: all-pins
        strategies: [visible-region-scan, all-pins, hierarchical-clusters]
        sizes: \(sizes)
        trials: \(trials)
        \(body)
        """, file: "many-pins.yaml", families: .standard)
  }

  package func results() throws -> RunResults {
    let scenario = try scenario()
    let plan = try Plan(scenarios: [scenario], selection: selection, shard: shard)
    let records = plan.trials.map { change($0) ?? record($0) }
    return RunResults(
      plan: plan, records: records,
      origin: RunOrigin(
        provenance: try provenance(processor),
        parts: try processorsOfShards.enumerated().map { index, processor in
          RunPart(
            shard: try Shard(index: index + 1, of: processorsOfShards.count),
            provenance: try provenance(processor))
        }, command: command))
  }

  /// The record of a trial that completed: what grows with the size is proportional to it, and
  /// measured numbers are 0 to 5 % higher from trial to trial.
  package func record(_ key: TrialKey) -> TrialRecord {
    let size = Double(key.scenarioCase.size)
    let strategy = key.scenarioCase.strategy
    let share = ["all-pins": 1, "visible-region-scan": 0.5, "hierarchical-clusters": 0.01][strategy]
    let load = size * (share ?? 0)
    guard case .measurement(let trial) = key.kind else {
      return TrialRecord(
        key: key, status: .completed,
        values: [
          NamedValue("pin-coverage", .number(strategy == "visible-region-scan" ? 0.75 : 1)),
          NamedValue("marker-overlap", .number((share ?? 0) / 2)),
          NamedValue("overdraw", .number(load / 100)),
          NamedValue("cluster-distance", .number(40)), NamedValue("replaced-at-rest", .number(0)),
        ],
        pictures: [
          Inspection.Picture(
            file: "\(key.scenarioCase.size)-\(strategy).png", frame: 3, caption: caption)
        ],
        recording: hasRecordings ? "\(key.scenarioCase.size)-\(strategy).replay.json.gz" : nil)
    }
    let noise = 1 + Double(trial - 1) / 100
    let measured = [
      "build-time": (size - load) * 2_000 + 5, "frame-time-p50": load * 1_000,
      "frame-time-p95": load * 2_000, "frame-time-p99": load * 3_000,
      "frame-time-max": load * 4_000, "peak-live-bytes": load * 30_000,
      "peak-resident-bytes": load * 31_000 + 1e7, "memory-growth": 100,
    ].map { NamedValue($0.key, .number(($0.value * noise).rounded())) }
    let exact = [
      "allocations": load * 7, "bytes-allocated": load * 40_000,
      "max-shown-annotations": load, "annotations-inserted": load, "annotations-removed": 0,
      "views-created": load, "views-reused": 0, "max-live-views": load, "pins-examined": size,
      "cluster-candidates": 0, "modelled-frame-time-p50": load * 4_000,
      "modelled-frame-time-p95": load * 8_000, "modelled-frame-time-p99": load * 9_000,
      "modelled-frame-time-max": load * 16_000, "hitch-time-ratio": load / 50,
      "added-hitch-time-ratio": load / 50, "longest-freeze": load * 2_000,
      "hanging-frames": load > 5_000 ? 1 : 0, "modelled-footprint": 160e6 + load * 48_000,
    ].map { NamedValue($0.key, .number($0.value)) }
    // In an order of their own: what is made of them must not depend on it.
    return TrialRecord(key: key, status: .completed, values: measured + exact)
  }

  /// Returns whether a trial is the first measured one of a strategy at a size.
  package static func isTrial(_ key: TrialKey, of strategy: String, size: Int) -> Bool {
    key.scenarioCase.strategy == strategy && key.scenarioCase.size == size
      && key.kind == .measurement(1)
  }

  package func provenance(_ processor: String) throws -> Provenance {
    Provenance(
      machine: MachineDescription(
        processor: processor, logicalProcessors: 2, architecture: "x86_64", kernel: "Linux 6.8",
        memory: 8_000_000_000, swiftVersion: "6.3.1"),
      allocator: AllocatorDescription(name: "jemalloc", version: "5.3.0"), build: "release",
      commit: "abcdef123456")
  }

  /// A text as JSON and YAML both read it.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
