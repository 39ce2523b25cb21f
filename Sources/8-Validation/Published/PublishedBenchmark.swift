import Families
import Platform
import ScenarioModel
import Simulation
import Support

/// A published measurement of an app with a map, rebuilt so that the model can predict it.
package struct PublishedBenchmark: Sendable {
  /// The scenario that replays what the app did.
  struct Rebuilt: Sendable {
    let family: any ScenarioFamily
    let file: String
    /// The text before and after the profile's name.
    private let parts: (before: String, after: String)

    /// - Parameter profile: the value in the text that names the profile.
    init(
      family: any ScenarioFamily, text: String, file: String, profile: YAMLValue
    ) throws(InputError) {
      self.family = family
      self.file = file
      let name = Array(try profile.text().unicodeScalars)
      let scalars = Array(text.unicodeScalars)
      let place = profile.location
      let lines = scalars.split(
        separator: "\n", maxSplits: place.line - 1, omittingEmptySubsequences: false)
      let start = (lines.last?.startIndex ?? 0) + place.column - 1
      let quote = start < scalars.count && "\"'".unicodeScalars.contains(scalars[start]) ? 1 : 0
      let end = start + name.count + 2 * quote
      guard lines.count == place.line, end <= scalars.count,
        Array(scalars[(start + quote)..<(end - quote)]) == name
      else {
        throw profile.error(expected: "the name itself and no alias, in lines that end with \\n")
      }
      // Strings of scalars, so that a line end of two characters is no obstacle.
      parts = (
        String(String.UnicodeScalarView(scalars[..<start])),
        String(String.UnicodeScalarView(scalars[end...]))
      )
    }

    /// Returns the environment with another profile.
    ///
    /// - Parameter profile: the name of a profile that comes with MapPressure, or a path from the
    ///   root of the file system.
    func workload(profile: String) throws(InputError) -> any Workload {
      let name = profile.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      let text = "\(parts.before)\"\(name)\"\(parts.after)"
      let mapping = try YAMLDocument(text: text, file: file).root.mapping()
      return try family.workload(mapping, file: file, parameters: .none)
    }
  }

  /// The name, as a scenario's.
  package let name: String
  /// A label for people.
  package let title: String
  /// The name of the profile of the device on which it was measured.
  let measuredOn: String
  /// The place where the figures are published.
  package let source: String
  /// The assumptions with which it is rebuilt.
  package let assumptions: String
  /// The scenario; `nil` if the rows have their own operations, or cannot be expressed.
  let rebuilt: Rebuilt?
  /// The published figures.
  package let rows: [ValidationRow]
}

/// One published figure, and its counterpart in the model.
package struct ValidationRow: Sendable {
  /// The counterpart of a figure in the model.
  package enum Model: Sendable {
    /// A metric of a replay, reduced by parameters of the profile.
    case metric(Metric, strategy: String, size: Int, less: [ProfileParameter.Name])
    /// The time of stated operations.
    case operations(RecordedOperations)
    /// No counterpart, for a reason.
    case none(reason: String)
  }

  /// A part of the model that a row checks.
  package enum Part: String, Hashable, Sendable, Codable {
    /// The model's times or memory in a replay.
    case replay
    /// The profile's costs of stated operations, without a replay.
    case operations
    /// The rebuilt benchmark: counts of what happened in it, whatever that costs.
    case rebuilding
    /// Nothing: the model has no counterpart.
    case none
  }

  /// The part of the model that the row checks.
  package var part: Part {
    switch model {
    case .metric(let metric, _, _, _): metric.unit == .count ? .rebuilding : .replay
    case .operations: .operations
    case .none: .none
    }
  }

  /// The reliability of a figure.
  package enum Firmness: String, Hashable, Sendable, Codable, CaseIterable {
    /// Repeated, or the mean of many samples.
    case firm
    /// One short recording.
    case noisy
    /// Arithmetic on published figures.
    case derived
  }

  /// The use of a figure.
  package enum Use: String, Hashable, Sendable, Codable {
    /// Setting parameters and choosing the constant that the model has to beat.
    case fit
    /// The error of the model.
    case counts
    /// The error on the figures of other projects than the one whose recordings set the costs.
    case others
  }

  /// The use of the figure, by a rule that was written down before anything was fitted: it counts
  /// if it comes from three or more recordings of the same app and set no parameter. Those of other
  /// projects are apart, whatever their number.
  package var use: Use {
    !sets.isEmpty ? .fit : group != nil ? .others : recordings >= 3 ? .counts : .fit
  }

  /// A label that is unique in its benchmark.
  package let label: String
  package let model: Model
  package let unit: MetricUnit
  /// The published figure in the unit; `nil` if the model has no counterpart, or if the figure is
  /// only a bound, which then is an end of what is left open.
  package let measured: Double?
  /// The ends of what the measurement leaves open.
  package let low: Double?
  package let high: Double?
  /// The figure as it is published.
  package let figure: String
  package let firmness: Firmness
  /// The number of recordings from which the figure comes.
  package let recordings: Int
  /// The parameters of the device's profile that were set from the figure.
  package let sets: [ProfileParameter.Name]
  /// The group of a figure of another project; `nil` for the project whose recordings set the costs.
  package let group: String?
}

// MARK: - Reading

extension PublishedBenchmark {
  private static let keys = [
    "benchmark", "title", "measured-on", "source", "assumptions", "family", "strategy", "sizes",
    "recordings", "others", "validation",
  ]

  /// Reads a benchmark from a YAML text.
  ///
  /// - Parameters:
  ///   - file: the path, for errors; relative paths in the text count from its folder.
  ///   - families: the families that may replay it.
  package init(yaml text: String, file: String, families: FamilyRegistry) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let mapping: YAMLMapping
    if let familyValue = try root.mapping()["family"] {
      let family = try families.family(named: familyValue)
      mapping = try root.mapping(keys: Self.keys + family.keyNames)
      // Reads all keys of the environment, and so finds their mistakes.
      _ = try family.workload(mapping, file: file, parameters: .none)
      let profile = try mapping.value("device").mapping().value("profile")
      measuredOn = try profile.choice("profile", among: PlatformProfile.builtInNames)
      rebuilt = try Rebuilt(family: family, text: text, file: file, profile: profile)
      if let value = mapping["measured-on"] {
        throw value.error(expected: "only the device's 'profile' in a benchmark with a family")
      }
    } else {
      mapping = try root.mapping(keys: Self.keys)
      rebuilt = nil
      measuredOn = try mapping.value("measured-on")
        .choice("profile", among: PlatformProfile.builtInNames)
    }
    name = try mapping.value("benchmark").text()
    title = try mapping.value("title").text()
    source = try mapping.value("source").text()
    assumptions = try mapping["assumptions"]?.text() ?? ""
    let reader = RowReader(
      family: rebuilt?.family, mapping: mapping, group: try mapping["others"]?.text())
    var rows: [ValidationRow] = []
    for element in try mapping.value("validation").elements() {
      let row = try reader.row(element)
      guard !rows.contains(where: { $0.label == row.label }) else {
        throw element.error(expected: "rows with different labels, not '\(row.label)' twice")
      }
      rows.append(row)
    }
    self.rows = rows
  }
}

/// A reader of the rows of a benchmark.
private struct RowReader {
  let family: (any ScenarioFamily)?
  let mapping: YAMLMapping
  let group: String?

  func row(_ value: YAMLValue) throws(InputError) -> ValidationRow {
    let row = try value.mapping(keys: [
      "label", "metric", "strategy", "size", "less", "operations", "cannot", "measured", "low",
      "high", "at-most", "at-least", "figure", "firmness", "recordings", "sets",
    ])
    let kinds = row.entries.filter { ["metric", "operations", "cannot"].contains($0.key) }
    guard kinds.count <= 1 else {
      throw kinds[1].value.error(expected: "only one of metric, operations and cannot per row")
    }
    let label = try row.value("label").text()
    let figure = try row.value("figure").text()
    let (model, unit) = try model(row)
    var measured: Double?
    var low: Double?
    var high: Double?
    let hasCounterpart = row["cannot"] == nil
    if hasCounterpart, let bound = row["at-most"] ?? row["at-least"] {
      if let other = row["measured"] ?? row["low"] ?? row["high"] ?? row["sets"] {
        throw other.error(
          expected: "'at-most' or 'at-least' alone, for a figure that is a bound")
      }
      let end = try bound.quantity(as: unit)
      guard end > 0 else { throw bound.error(expected: "a number above 0") }
      if row["at-least"] == nil { high = end } else { low = end }
    } else if hasCounterpart {
      let value = try row.value("measured").quantity(as: unit)
      low = try row["low"]?.quantity(as: unit)
      high = try row["high"]?.quantity(as: unit)
      guard value > 0 else {
        throw try row.value("measured").error(expected: "a number above 0, for a ratio")
      }
      if let low, low > value {
        throw try row.value("low").error(expected: "at most the measured value")
      }
      if let high, high < value {
        throw try row.value("high").error(expected: "at least the measured value")
      }
      measured = value
    }
    return ValidationRow(
      label: label, model: model, unit: unit, measured: measured, low: low, high: high,
      figure: figure, firmness: try row.value("firmness").choice("firmness"),
      recordings: try group == nil ? recordings(row) : 1,
      sets: try measured == nil ? [] : row["sets"]?.parameterNames() ?? [], group: group)
  }

  /// The row's own number of recordings, or that of the benchmark.
  private func recordings(_ row: YAMLMapping) throws(InputError) -> Int {
    let value = if let own = row["recordings"] { own } else { try mapping.value("recordings") }
    return try value.integer(in: 1...1_000_000)
  }

  private func model(_ row: YAMLMapping) throws(InputError) -> (ValidationRow.Model, MetricUnit) {
    if let reason = row["cannot"] { return (.none(reason: try reason.text()), .count) }
    if let operations = row["operations"] {
      return (.operations(try self.operations(operations)), .nanoseconds)
    }
    let value = try row.value("metric")
    guard let family else {
      throw value.error(expected: "'operations' or 'cannot' in a benchmark without a family")
    }
    let metric = try family.description.allMetrics.metric(value.text(), in: value)
    guard metric.kind != .measured else {
      throw value.error(expected: "a counted or modelled metric")
    }
    let less = try row["less"]?.parameterNames() ?? []
    return (
      .metric(metric, strategy: try strategy(row, family: family), size: try size(row), less: less),
      metric.unit
    )
  }

  private func strategy(
    _ row: YAMLMapping, family: any ScenarioFamily
  ) throws(InputError) -> String {
    let value = if let own = row["strategy"] { own } else { try mapping.value("strategy") }
    return try value.choice(
      "strategy in the family \(family.name)", among: family.strategies.map(\.name))
  }

  /// The row's own size, or the only one of the benchmark.
  private func size(_ row: YAMLMapping) throws(InputError) -> Int {
    let sizes = try mapping.value("sizes").elements().map { (size) throws(InputError) in
      try size.integer(in: 1 ... .max)
    }
    guard let value = row["size"] else {
      if sizes.count == 1 { return sizes[0] }
      return try row.value("size").integer()
    }
    let size = try value.integer(in: 1 ... .max)
    guard sizes.contains(size) else {
      throw value.error(
        expected: "one of the benchmark's sizes: \(sizes.map(String.init).joined(separator: ", "))")
    }
    return size
  }

  /// The operations that a row may state.
  private static var operations: KeyValuePairs<String, WritableKeyPath<RecordedOperations, Int>> {
    [
      "annotations-added": \.map.annotationsInserted,
      "annotations-removed": \.map.annotationsRemoved,
      "annotations-moved": \.map.annotationsMoved,
      "view-for-calls": \.map.viewForCalls,
      "cluster-view-for-calls": \.map.clusterViewForCalls,
      "images-assigned": \.map.imagesRedrawn,
      "square-points-redrawn": \.map.redrawnArea,
      "cluster-candidates": \.map.clusterCandidates,
      "pins-grouped": \.computations.pinsGrouped,
      "pins-indexed": \.computations.pinsIndexed,
      "items-compared": \.computations.itemsCompared,
      "pins-examined": \.computations.pinsExamined,
    ]
  }

  private func operations(_ value: YAMLValue) throws(InputError) -> RecordedOperations {
    let counts = try value.mapping(keys: Self.operations.map(\.key)).entries
    guard !counts.isEmpty else { throw value.error(expected: "at least one operation") }
    var operations = RecordedOperations()
    for entry in counts {
      let count = try entry.value.integer(in: 1...1_000_000_000)
      guard let path = Self.operations.first(where: { $0.key == entry.key })?.value else {
        continue
      }
      operations[keyPath: path] = count
    }
    return operations
  }
}

/// Operations that a recording counted, whose costs are added up without a replay.
package struct RecordedOperations: Hashable, Sendable {
  fileprivate var map = OperationCounts()
  /// The app's computations on the main thread.
  fileprivate var computations = ComputationCounts()

  /// The model's time for them in nanoseconds.
  func time(on profile: PlatformProfile) -> Double {
    (map.work(on: profile, afterFirstView: true) + computations.work(on: profile)).total
  }
}
