import Answers
import Documents
import Foundation
import Platform
import ScenarioModel

/// The data of a page: the recordings that it replays, and the samples behind its numbers.
struct PageData: Encodable {
  /// A recording with its case.
  private struct Recording: Encodable {
    let scenario: String
    let size: Int
    let strategy: String
    let naive: String
    /// The strategy to take; `nil` if there is none.
    let take: String?
    /// The strategy as a noun phrase.
    let label: String
    /// The number of strategies at this size, including those left out.
    let of: Int
    /// The recording's file in base 64.
    let gz: String
  }

  private struct CaseData: Encodable {
    let strategy: String
    /// The number of the case's parameters among the page's.
    let parameters: Int
    /// The number of the case's scenario among the page's.
    let scenario: Int
    /// The samples of each measured metric that has several, by its number.
    let samples: [Int: [String]]
  }

  private enum CodingKeys: String, CodingKey {
    case world, recordings, metrics, names, parameters, values, deciding, sums, isAnalysed, cases
  }

  private let world = MapRecording.world
  private let recordings: [Recording]
  private let metrics: [Metric]
  private let cases: [CaseData]
  /// The names of the parameters.
  private let names: [String]
  /// The parameters on which cases rest, by their numbers among the names: many cases have the same.
  private let parameters: [[Int]]
  /// The value, the span and the confidence of each parameter, by its name; what it is; and its source,
  /// where a sum has it.
  private let values: [String: [String]]
  /// The parameters that change an answer, of each scenario.
  private let deciding: [[String]]
  /// The parts of modelled numbers by their places, the largest first: the parameter, the amount, and how
  /// often it counts.
  private let sums: [String: [[String]]]
  private let isAnalysed: Bool
  private let caseNumbers: [Case: Int]

  /// - Parameters:
  ///   - stability: an analysis of the run's answers; `nil` if there is none.
  ///   - budget: the bytes of recordings, in base 64. Of more, the naive strategy and the one to take
  ///     are taken at the largest size of each scenario, then at the others, then other strategies.
  init(
    _ results: RunResults, verdict: RunVerdict, stability: AnswerStability?, budget: Int,
    recording: (CaseResult) -> [UInt8]?
  ) {
    let groups = results.scenarios.map { scenario -> [[Recording]] in
      let recommendations = verdict[scenario.scenario.name]?.recommendations ?? []
      return scenario.configurations.filter { $0.variant == scenario.variants.first }
        .sorted { $0.size > $1.size }
        .map { configuration -> [Recording] in
          let take = recommendations.first { $0.size == configuration.size }?.strategy
          // Other recordings have no map to replay, and of lines nothing is recorded.
          let results = scenario.cases(in: configuration).filter {
            ReplayRecording.hasMap($0.recording ?? "")
          }
          let files = results.map { ($0, recording($0)) }
          guard files.contains(where: { $0.1.map(Self.hasViews) ?? false }) else { return [] }
          return files.compactMap { result, file in
            let strategy = result.scenarioCase.strategy
            return file.map { file in
              Recording(
                scenario: scenario.scenario.name, size: configuration.size, strategy: strategy,
                naive: scenario.scenario.naive, take: take,
                label: scenario.scenario.strategy(strategy).label, of: results.count,
                gz: Data(file).base64EncodedString())
            }
          }
        }
    }
    // The largest size of each scenario first.
    let sizes = (0..<(groups.map(\.count).max() ?? 0)).flatMap { rank in
      groups.compactMap { $0.count > rank ? $0[rank] : nil }
    }
    recordings = Self.fitting(sizes, into: budget)
    let parameters = results.cases.map(\.parameters).uniqued()
    let profile = Dictionary(
      results.profiles.flatMap(\.parameters).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let found = stability?.analysed.flatMap { $0.sums ?? [] } ?? []
    let summed = Set(found.flatMap(\.parts).map(\.parameter))
    values = Dictionary(
      uniqueKeysWithValues: profile.map { name, parameter in
        let source = summed.contains(name) ? [parameter.source] : []
        return (name.rawValue, [Self.label(of: parameter), parameter.unit.quantity] + source)
      })
    let names = Set(parameters.joined()).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(names, 0...))
    self.names = names
    self.parameters = parameters.map { $0.compactMap { places[$0] } }
    isAnalysed = stability != nil
    deciding = results.scenarios.map { scenario in
      let analysed = stability?.analysed.first { $0.scenario == scenario.scenario.name }
      return (analysed?.parameters ?? []).filter { $0.flips > 0 }.map(\.parameter.name.rawValue)
    }
    let scenarios = results.scenarios.map(\.scenario.name)
    let numbers = Dictionary(uniqueKeysWithValues: zip(parameters, 0...))
    // The memory stands next to the code's cost, but in no table.
    let metrics = results.scenarios.flatMap {
      $0.shownMetrics + [$0.scenario.metric(.footprint)].compactMap(\.self)
    }.uniqued()
    self.metrics = metrics
    let caseNumbers = Dictionary(
      zip(results.cases.map(\.scenarioCase), 0...), uniquingKeysWith: { first, _ in first })
    self.caseNumbers = caseNumbers
    sums = Dictionary(
      found.compactMap { sum in
        guard let number = caseNumbers[sum.scenarioCase],
          let place = metrics.firstIndex(where: { $0.name == sum.metric })
        else { return nil }
        let parts = sum.parts.map { Self.part($0, of: sum, metrics[place].unit, profile) }
        return ("\(number).\(place)", parts)
      }, uniquingKeysWith: { first, _ in first })
    cases = results.cases.map { result in
      var samples: [Int: [String]] = [:]
      for (index, metric) in metrics.enumerated() where metric.kind == .measured {
        let found = result[metric: metric.name]?.samples.compactMap(\.value.number) ?? []
        if found.count > 1 {
          samples[index] = found.map { NumberFormat.text($0, metric.unit, digits: 5) }
        }
      }
      return CaseData(
        strategy: result.scenarioCase.strategy, parameters: numbers[result.parameters] ?? 0,
        scenario: scenarios.firstIndex(of: result.scenarioCase.scenario) ?? 0, samples: samples)
    }
  }

  /// Returns whether this is a damaged file too: the replay says that it is.
  private static func hasViews(_ file: [UInt8]) -> Bool {
    guard let map = try? ReplayRecording(file: file).map else { return true }
    return !map.views.x.numbers.isEmpty
  }

  /// A part of a sum: `1.60 s (88.7 %)`, and how many times its cost that is.
  private static func part(
    _ part: NumberSum.Part, of sum: NumberSum, _ unit: MetricUnit,
    _ profile: [ProfileParameter.Name: ProfileParameter]
  ) -> [String] {
    // A factor has no count.
    let cost = profile[part.parameter].flatMap {
      ["Times", "Memory"].contains($0.unit.quantity) && $0.scaled > 0 ? $0.scaled : nil
    }
    let count = cost.map { NumberFormat.grouped(Int((part.value / $0).rounded())) + " × " }
    let share = NumberFormat.percent(part.value / sum.value)
    let amount = "\(NumberFormat.text(part.value, unit)) (\(share))"
    return [part.parameter.rawValue, amount, count ?? ""]
  }

  private static func label(of parameter: ProfileParameter) -> String {
    NumberFormat.quantity(parameter.value, parameter.unit)
      + " (\(parameter.spanLabel); \(parameter.confidence.rawValue))"
  }

  /// The recordings that fit, in the order of the groups: of a group two that are worth a comparison
  /// or none, and as many others as fit.
  private static func fitting(_ groups: [[Recording]], into budget: Int) -> [Recording] {
    var left = budget
    var taken: [Int: Set<String>] = [:]
    func take(_ recordings: some Sequence<Recording>, of group: Int) {
      let bytes = recordings.reduce(0) { $0 + $1.gz.utf8.count }
      guard bytes <= left else { return }
      left -= bytes
      taken[group, default: []].formUnion(recordings.map(\.strategy))
    }
    for (number, group) in groups.enumerated() {
      let ends = group.filter { $0.strategy == $0.naive || $0.strategy == $0.take }
      let other = group.last { recording in !ends.contains { $0.strategy == recording.strategy } }
      take(ends.count < 2 ? ends + [other].compactMap(\.self) : ends, of: number)
    }
    for (number, group) in groups.enumerated() where taken[number] != nil {
      for recording in group where taken[number]?.contains(recording.strategy) == false {
        take([recording], of: number)
      }
    }
    return groups.enumerated().flatMap { number, group in
      group.filter { taken[number]?.contains($0.strategy) ?? false }
    }
  }

  /// Indicates whether the page can replay anything.
  var hasRecordings: Bool { !recordings.isEmpty }

  /// The scenario that the replay opens with; `nil` without a recording.
  var firstReplayed: String? { recordings.first?.scenario }

  /// Returns whether the page can replay a scenario.
  func holds(scenario: String) -> Bool { recordings.contains { $0.scenario == scenario } }

  /// Returns whether the page can replay strategies of a scenario at a size.
  func holds(scenario: String, size: Int, strategies: [String]) -> Bool {
    let held = recordings.filter { $0.scenario == scenario && $0.size == size }.map(\.strategy)
    return strategies.allSatisfy(held.contains)
  }

  /// The place of a number for the box that shows its samples and its parameters; `nil` for a metric
  /// that is not among the page's.
  func place(of metric: Metric, in result: CaseResult) -> String? {
    guard let number = caseNumbers[result.scenarioCase], let index = metrics.firstIndex(of: metric)
    else { return nil }
    return "\(number).\(index)"
  }

  /// The number of a case among the page's.
  func number(of result: CaseResult) -> String { "\(caseNumbers[result.scenarioCase] ?? 0)" }

  /// The number of a metric among the page's.
  func number(of metric: Metric) -> String { "\(metrics.firstIndex(of: metric) ?? 0)" }
}

extension ProfileParameter.Unit {
  /// The quantity that a parameter of the unit sets, as a title above a list.
  fileprivate var quantity: String {
    switch self {
    case .nanoseconds, .microseconds, .milliseconds, .seconds, .minutes: "Times"
    case .bytes, .kilobytes, .megabytes: "Memory"
    case .points, .degrees, .mapPoints, .meters, .kilometers, .zoomLevels: "Lengths and distances"
    case .pointsPerSecond, .mapPointsPerSecond, .kilometersPerHour, .perSecond: "Speeds and rates"
    case .millisecondsPerSecond, .fraction, .ratio: "Shares and factors"
    case .count: "Counts"
    case .choice: "Ways in which the platform may be built"
    }
  }
}
