import Foundation
import ScenarioModel
import Support

// A baseline is a committed run with fewer fields, which later runs are compared with.

extension RunResults {
  /// The run with the fields of a baseline: of the scenarios their identities, of the cases the
  /// compared metrics, and samples of measured ones only.
  package var reduced: RunResults {
    RunResults(
      origin: RunOrigin(provenance: provenance),
      scenarios: scenarios.map { results in
        ScenarioResults(
          scenario: results.scenario.identity,
          cases: results.cases.map { result in
            CaseResult(
              scenarioCase: result.scenarioCase, status: result.status,
              metrics: result.metrics.compactMap(\.reduced))
          })
      })
  }

  /// Returns the baseline of the run.
  ///
  /// - Throws: ``BaselineError`` where a case has no numbers: the next change of it would pass
  ///   unseen.
  package func baseline() throws(BaselineError) -> RunResults {
    guard !cases.isEmpty else {
      throw BaselineError("expected at least one case to write, found none; nothing was written")
    }
    for result in cases {
      let name = "\(result.scenarioCase)"
      var why: String?
      switch result.status {
      case .broken:
        throw BaselineError(
          "\(name): \(result.status); a baseline must not have holes, so nothing was written: fix "
            + "the case, or leave it out with --strategies", exitCode: .caseBroken)
      case .completed where !result.hasNumbers:
        throw BaselineError(
          "\(name): the trials completed without a number, so nothing was written")
      case .notDeterministic: why = "\(result.status)"
      case .completed:
        let faulty = result.metrics.first { metric in
          if case .number(let number) = metric.value { !number.isFinite } else { false }
        }
        why = faulty.map { "\($0.metric.name) is not a finite number" }
      }
      if let why {
        throw BaselineError(
          "\(name): \(why); the next run could not agree with such a number, so nothing was written"
        )
      }
    }
    return reduced
  }

  /// The number of measured values that can never be judged as worse: they have too few trials.
  package var unjudgedCount: Int {
    cases.reduce(0) { sum, result in
      sum
        + result.metrics.count {
          CoarseLimit.metrics.contains($0.metric) && $0.metric != .peakLiveBytes
            && $0.number != nil && $0.measurements.count < SampleJudgement.minTrials
        }
    }
  }

  // MARK: - The file

  /// The text of a baseline's file: JSON with sorted keys and a line for each metric of a case, so
  /// that a difference of two versions reads like a list of changes.
  package func baselineText() throws -> String {
    var text = String(decoding: try JSONEncoder.results.encode(self), as: UTF8.self)
    // The first keys of cases and metrics. They are found outside of texts only, where quotation
    // marks are escaped.
    for key in ["cases", "high", "kind", "metrics", "name"] {
      text = text.replacing("{\"\(key)\":", with: "\n{\"\(key)\":")
    }
    return text + "\n"
  }

  /// Reads a baseline's file.
  package init(baseline path: String) throws(BaselineError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw BaselineError(
        "cannot read the baseline \(path): \(error)", exitCode: .notComparable)
    }
    try self.init(baseline: data, path: path)
  }

  /// Reads a baseline's text.
  ///
  /// - Parameter path: the name that errors give.
  package init(baseline data: Data, path: String) throws(BaselineError) {
    guard !data.isEmpty else { throw .empty(path: path) }
    do throws(ResultsDecodingError) {
      try self.init(json: data, since: Self.version)
    } catch {
      switch error {
      case .otherVersion(let found):
        throw BaselineError(
          "expected a baseline of version \(Self.version) in \(path), found version \(found); "
            + "compare with the build that wrote it, or renew it with "
            + "'\(BaselineError.update(path))'",
          exitCode: .notComparable)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
    if let damage { throw .damaged(path: path, reason: damage) }
  }

  /// The reason why the results are no baseline; `nil` where they are one.
  private var damage: String? {
    guard scenarios.allSatisfy({ $0.scenario.family == nil }) else {
      return "it holds the results of a run"
    }
    guard !cases.isEmpty else { return "it holds no cases" }
    var seen: Set<Case> = []
    for result in cases {
      let name = "\(result.scenarioCase)"
      guard seen.insert(result.scenarioCase).inserted else { return "\(name) occurs twice" }
      guard result.status == .completed else { return "\(name) has numbers, but \(result.status)" }
      guard !result.metrics.isEmpty else { return "\(name) has no metrics" }
      var names: Set<String> = []
      for metric in result.metrics {
        guard names.insert(metric.metric.name).inserted else {
          return "\(name): '\(metric.metric.name)' occurs twice"
        }
        let isSampled = metric.number != nil && !metric.metric.kind.isDeterministic
        guard !isSampled || !metric.measurements.isEmpty else {
          return "\(name): '\(metric.metric.name)' has no samples"
        }
        guard metric.measurements.allSatisfy(\.isFinite) else {
          return "\(name): a sample of '\(metric.metric.name)' is not a finite number"
        }
      }
    }
    return nil
  }

  /// Returns whether a file has the form of a baseline, of any version, even where its details are
  /// wrong. Unlike a baseline, the results of a run have the run's command.
  package static func isBaseline(contentsOf path: String) -> Bool {
    guard let data = try? RegularFile.read(path),
      let form = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return false }
    return form["version"] is Int && form["provenance"] is [String: Any]
      && form["scenarios"] is [Any] && form["command"] == nil
  }
}

extension MetricResult {
  fileprivate var reduced: MetricResult? {
    if metric.kind.isDeterministic { return MetricResult(metric: metric, value: value) }
    return CoarseLimit.metrics.contains(metric) ? self : nil
  }
}
