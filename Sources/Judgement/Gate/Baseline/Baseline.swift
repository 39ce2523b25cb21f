import Foundation
import ScenarioModel
import Support

/// A committed file of the numbers of each case that a change is compared with later.
///
/// Counted and modelled numbers are kept exactly; of a measured number only its ratio to the naive
/// strategy in the same run, which can be compared with that of another day.
package struct Baseline: Hashable, Sendable {
  /// A run without samples, whose measured numbers are ratios.
  package let run: RunResults

  /// The baseline of a whole run.
  ///
  /// - Throws: ``BaselineError`` where a case has no numbers: the next change of it would pass
  ///   unseen.
  package init(_ run: RunResults) throws(BaselineError) {
    for result in run.cases {
      switch result.status {
      case .broken: throw .broken(case: "\(result.scenarioCase)", why: "\(result.status)")
      case .notDeterministic:
        throw .notDeterministic(case: "\(result.scenarioCase)", why: "\(result.status)")
      case .completed:
        guard result.hasNumbers else { throw .nothingMeasured(case: "\(result.scenarioCase)") }
      }
      for metric in result.metrics {
        if case .number(let number) = metric.value, !number.isFinite {
          throw .notDeterministic(
            case: "\(result.scenarioCase)", why: "\(metric.metric.name) is not a finite number")
        }
      }
    }
    guard !run.cases.isEmpty else { throw .noCases }
    self.init(of: run.withRatios)
  }

  /// A baseline of a run that has ratios already.
  init(of run: RunResults) {
    self.run = RunResults(
      provenance: run.provenance,
      scenarios: run.scenarios.map { results in
        ScenarioResults(
          scenario: results.scenario.identity,
          cases: results.cases.map { result in
            CaseResult(
              scenarioCase: result.scenarioCase, status: .completed,
              metrics: result.metrics.map { MetricResult(metric: $0.metric, value: $0.value) })
          })
      })
  }
}

// MARK: - The file

extension Baseline {
  /// The file's text: JSON with sorted keys and a metric of a case on a line or two, so that a
  /// difference of two versions reads like a list of changes.
  ///
  /// The same baseline always has the same text.
  package func text() throws -> String {
    Self.indented(try JSONEncoder.results.encode(run)) + "\n"
  }

  /// The JSON with a line for each object or list that holds no other.
  private static func indented(_ json: Data) -> String {
    let bytes = [UInt8](json)
    var text: [UInt8] = []
    var depth = 0
    var index = 0
    func breakLine() {
      text.append(UInt8(ascii: "\n"))
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
        if let end = endOfLeaf(in: bytes, from: index) {
          text.append(contentsOf: bytes[index..<end])
          index = end
          continue
        }
        text.append(byte)
        depth += 1
        breakLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        breakLine()
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        breakLine()
      default: text.append(byte)
      }
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The end of a string, or of an object or list that holds no other; `nil` for all others.
  private static func endOfLeaf(in bytes: [UInt8], from start: Int) -> Int? {
    var isInString = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""):
        isInString.toggle()
        if !isInString, bytes[start] == UInt8(ascii: "\"") { return index + 1 }
      case UInt8(ascii: "{") where !isInString && index > start,
        UInt8(ascii: "[") where !isInString && index > start:
        return nil
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
        return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Reads a baseline file.
  package init(contentsOf path: String) throws(BaselineError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
    try self.init(data, path: path)
  }

  /// Reads a baseline's text.
  ///
  /// - Parameter path: the name that errors give.
  package init(text: String, path: String) throws(BaselineError) {
    try self.init(Data(text.utf8), path: path)
  }

  private init(_ data: Data, path: String) throws(BaselineError) {
    guard !data.isEmpty else { throw .empty(path: path) }
    do throws(ResultsDecodingError) {
      run = try RunResults(json: data)
    } catch {
      switch error {
      case .otherVersion(let found): throw .otherVersion(path: path, found: found)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
    guard run.scenarios.allSatisfy({ $0.scenario.family == nil }) else {
      throw .damaged(path: path, reason: "it holds the results of a run")
    }
    var seen: Set<Case> = []
    for result in run.cases {
      guard seen.insert(result.scenarioCase).inserted else {
        throw .damaged(path: path, reason: "\(result.scenarioCase) occurs twice")
      }
      guard result.status == .completed else {
        throw .damaged(
          path: path, reason: "\(result.scenarioCase) has numbers, but \(result.status)")
      }
      guard !result.metrics.isEmpty else {
        throw .damaged(path: path, reason: "\(result.scenarioCase) has no metrics")
      }
      var names: Set<String> = []
      for metric in result.metrics where !names.insert(metric.metric.name).inserted {
        throw .damaged(
          path: path, reason: "\(result.scenarioCase): '\(metric.metric.name)' occurs twice")
      }
    }
    guard !seen.isEmpty else { throw .damaged(path: path, reason: "it holds no cases") }
  }

  /// Returns `true` for a file with the form of a baseline, of any version, even where its details
  /// are wrong.
  package static func isBaseline(contentsOf path: String) -> Bool {
    struct Form: Decodable {
      struct Origin: Decodable { let commit: String }
      struct ScenarioForm: Decodable { let naive: String }

      let version: Int
      let provenance: Origin
      let scenarios: [ScenarioForm]
      /// A run's results have one, and a baseline has none.
      let command: String?
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let form = try? JSONDecoder().decode(Form.self, from: data)
    else { return false }
    return form.command == nil
  }
}

// MARK: - Ratios

extension RunResults {
  /// The run with ratios to the naive strategy in place of measured numbers.
  ///
  /// The naive strategy's own cases keep no measured number.
  package var withRatios: RunResults {
    with(
      scenarios: scenarios.map { results in
        ScenarioResults(
          scenario: results.scenario,
          cases: results.cases.map { result in
            result.withRatios(
              to: results.naive(in: result.scenarioCase.configuration),
              named: results.scenario.naive)
          })
      })
  }
}

extension CaseResult {
  fileprivate func withRatios(to naive: CaseResult?, named name: String) -> CaseResult {
    let isNaive = scenarioCase.strategy == name
    let kept = metrics.compactMap { result -> MetricResult? in
      if result.metric.kind.isDeterministic { return result }
      guard !isNaive, RatioEstimate.metrics.contains(result.metric) else { return nil }
      guard let naive, naive.status == .completed, let other = naive[metric: result.metric.name]
      else {
        return MetricResult(
          metric: result.metric, value: .notAvailable(reason: "\(name) did not complete"))
      }
      return MetricResult(
        metric: result.metric, value: RatioEstimate.value(of: result, to: other),
        samples: result.samples)
    }
    return CaseResult(scenarioCase: scenarioCase, status: status, metrics: kept)
  }
}

extension RatioEstimate {
  var mean: LogDifference.Mean {
    LogDifference.Mean(estimate: logRatio, standardError: standardError, count: rounds)
  }

  /// The metrics that a baseline holds as ratios.
  static let metrics: [Metric] = [
    .buildTime, .frameTimeP50, .frameTimeP95, .peakLiveBytes, .peakResidentBytes,
  ]

  /// The floor of ratios: below it the error of the measurement counts too much. The clock takes
  /// some 25 ns, and the peak of live bytes may be 128 KB too low.
  private static func floor(of metric: Metric) -> (value: Double, text: String) {
    metric.unit == .nanoseconds ? (5_000, "5 µs") : (2_000_000, "2 MB")
  }

  /// Returns the ratio of a metric, or the reason why there is none.
  fileprivate static func value(
    of result: MetricResult, to naive: MetricResult
  ) -> MetricResult.Value {
    for side in [result, naive] {
      switch side.value {
      case .notAvailable, .ratio, .belowFloor: return side.value
      case .number(let number): if !number.isFinite { return side.value }
      }
    }
    let floor = floor(of: result.metric)
    let tooSmall = "less than \(floor.text), too little for a ratio"
    guard let own = result.number, own >= floor.value else {
      return .belowFloor(reason: tooSmall, floor: floor.value)
    }
    guard let number = naive.number, number >= floor.value else {
      return .belowFloor(reason: "the naive strategy's is \(tooSmall)", floor: nil)
    }
    let values = Dictionary(
      naive.samples.map { ($0.trial, $0.value.number) }, uniquingKeysWith: { first, _ in first })
    let logarithms = result.samples.compactMap { sample -> Double? in
      guard let value = sample.value.number, let other = values[sample.trial] ?? nil, value > 0,
        other > 0
      else { return nil }
      return log(value / other)
    }
    guard let mean = LogDifference.Mean(logarithms) else {
      return .notAvailable(reason: "no round measured both strategies")
    }
    // Six decimals are more than any clock resolves, and are the same on every machine.
    return .ratio(
      RatioEstimate(
        logRatio: rounded(mean.estimate), standardError: mean.standardError.map { rounded($0) },
        rounds: mean.count))
  }

  private static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }
}
