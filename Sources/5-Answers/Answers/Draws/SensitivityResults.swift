import Foundation
import Harness
import Platform
import ScenarioModel
import Support

/// The parameters that the answers of some scenarios rest on, and where they change an answer.
public struct SensitivityResults: Hashable, Sendable, Codable {
  /// The version of the format.
  public static let version = 3

  /// The parameters that an analysis moves alone, each to both ends of its span.
  public enum Alone: String, Hashable, Sendable, Codable, CaseIterable {
    /// All.
    case all
    /// Those of the platform: what people and data do is moved in the draws only.
    case platform
    /// Nothing: there are draws only.
    case nothing

    func includes(_ parameter: ProfileParameter) -> Bool {
      switch self {
      case .all: true
      case .platform: !parameter.name.group.definesInput
      case .nothing: false
      }
    }
  }

  /// The circumstances of the analysis.
  public let provenance: Provenance
  /// The command line that repeats the analysis.
  public let command: String
  /// The most people of the joint draws of all parameters; in results of earlier versions the number of
  /// draws.
  public let draws: Int
  /// The number of seeds of the environment.
  public let seeds: Int
  /// The seed of the draws.
  public let seed: UInt64
  /// The parameters that were moved alone; `nil` in results of earlier versions.
  public let alone: Alone?
  /// The part of an analysis that these are; `nil` for a whole one.
  public let shard: Shard?
  /// The scenarios, in the order of the analysis.
  public let scenarios: [ScenarioSensitivity]

  /// Creates the results of an analysis.
  public init(
    provenance: Provenance, command: String, options: SensitivityAnalysis.Options,
    shard: Shard? = nil, scenarios: [ScenarioSensitivity]
  ) {
    self.shard = shard
    self.provenance = provenance
    self.command = command
    draws = options.people
    seeds = options.seeds
    seed = options.seed
    alone = options.alone
    self.scenarios = scenarios
  }

  /// Reads the analysis in a run's folder; `nil` if there is none.
  public init?(ofRunIn folder: String) throws(FinishedRunError) {
    let path = RunFolder.path(RunFolder.sensitivityFile, in: folder)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      self = try JSONDecoder().decode(Self.self, from: RegularFile.read(path))
    } catch let error as RegularFile.Failure {
      throw .damaged(path: path, reason: error.description)
    } catch {
      throw .damaged(path: path, reason: DecodingFault.reason(error))
    }
  }

  /// Joins the analyses of all shards, in any order; the scenarios come in the order of the whole.
  ///
  /// - Parameter folders: those of the shards.
  package init(mergingShardsIn folders: [String], command: String) throws {
    var parts: [(shard: Shard, results: SensitivityResults)] = []
    for folder in folders {
      guard let results = try SensitivityResults(ofRunIn: folder), let shard = results.shard else {
        throw SensitivityError(
          description:
            "\(folder): expected the analysis of a shard (sensitivity --shard 1/3), found none")
      }
      parts.append((shard, results))
    }
    parts.sort { $0.shard.index < $1.shard.index }
    guard let first = parts.first?.results, let count = parts.first?.shard.count,
      parts.map(\.shard.index) == Array(1...count)
    else {
      throw SensitivityError(
        description: "expected each shard once, found "
          + parts.map { "\($0.shard)" }.joined(separator: ", "))
    }
    for (shard, part) in parts where !part.isLike(first) {
      throw SensitivityError(
        description:
          "expected one analysis, found shard \(shard) with another commit or other options "
          + "than shard \(parts[0].shard)")
    }
    provenance = first.provenance
    self.command = command
    (draws, seeds, seed, alone) = (first.draws, first.seeds, first.seed, first.alone)
    shard = nil
    let most = parts.map(\.results.scenarios.count).max() ?? 0
    scenarios = (0..<most).flatMap { place in
      parts.compactMap { _, part in
        part.scenarios.indices.contains(place) ? part.scenarios[place] : nil
      }
    }
  }

  /// Returns whether another shard has the same program and options.
  private func isLike(_ other: Self) -> Bool {
    shard?.count == other.shard?.count && draws == other.draws && seeds == other.seeds
      && seed == other.seed && alone == other.alone
      && provenance.commit == other.provenance.commit
  }

  /// The draws of a run's answers, of the scenarios whose environment and profile are still those of
  /// the run.
  package func drawn(in run: RunResults) -> DrawnAnswers {
    guard draws > 0 else { return [:] }
    let analysed = scenarios.filter { $0.isOf(run) }.map { scenario in
      let answers = scenario.answers.compactMap { answer in
        answer.answer.size.flatMap { size in answer.drawn.map { (size, $0) } }
      }
      return (scenario.scenario, Dictionary(answers) { first, _ in first })
    }
    return Dictionary(analysed) { first, _ in first }
  }
}

extension RunVerdict {
  /// Judges a run with what is known of its answers' draws. Pure.
  ///
  /// - Parameter sensitivity: `nil` if the answers were not analysed.
  package init(_ results: RunResults, sensitivity: SensitivityResults?) {
    let analysed = sensitivity?.scenarios.filter { $0.isOf(results) } ?? []
    let answers = Dictionary(analysed.map { ($0.scenario, $0.answers) }) { first, _ in first }
    self.init(results, drawn: sensitivity?.drawn(in: results) ?? [:]) { verdict, scenario in
      answers[scenario]?.first { $0.answer == Answer(verdict) }?.share
    }
  }
}

extension ScenarioSensitivity {
  /// Returns whether the analysis has the environment and the profile of a run.
  func isOf(_ run: RunResults) -> Bool {
    run[scenario: scenario].map { $0.scenario.fingerprint == fingerprint } ?? false
  }
}

/// The parameters that the answers of a scenario rest on.
public struct ScenarioSensitivity: Hashable, Sendable, Codable {
  /// The scenario's name.
  public let scenario: String
  /// The naive strategy.
  public let naive: String
  /// The name of the platform profile.
  public let profile: String
  /// The counted and modelled metrics.
  public let metrics: [Metric]
  /// The names of those that represent the family.
  public let headlines: [String]
  /// The fingerprint of the environment and of the profile.
  public let fingerprint: EnvironmentFingerprint?
  /// The parameters that the numbers depend on, those that change most answers first.
  public let parameters: [ParameterSensitivity]
  /// The answers, in the order of reports.
  public let answers: [AnswerSensitivity]
  /// The counted and modelled metrics with the parameters that move them.
  public let dependencies: [MetricDependency]
  /// The spans of the counted and modelled values: of those that move with the draws or the seeds, of
  /// the headlines and of the shares.
  public let spans: [ValueSpan]
  /// The changes of the headlines by single parameters.
  public let swings: [Swing]
  /// Modelled times and memory of the naive strategy and of the answer's as sums of costs; `nil` in
  /// results of earlier versions.
  public let sums: [NumberSum]?
  /// The number of cases and points that were evaluated.
  public let evaluations: Int
}

/// A parameter and the answers that it changes.
public struct ParameterSensitivity: Hashable, Sendable, Codable {
  /// The parameter, with its value, span, source and confidence.
  public let parameter: ProfileParameter
  /// The number of answers that change somewhere in the parameter's span.
  public let flips: Int
  /// The number of values of cases that the parameter moves.
  public let moved: Int
}

/// An answer with what it rests on.
public struct AnswerSensitivity: Hashable, Sendable, Codable {
  /// The answer.
  public let answer: Answer
  /// The outcome with the values of the profile and the seeds of the scenario.
  public let outcome: AnswerOutcome
  /// The number of draws in which it holds.
  public let draws: Int
  /// The number of draws; `nil` in results of earlier versions, where it is that of the analysis.
  public let drawCount: Int?
  /// The number of seeds with which it holds.
  public let seeds: Int
  /// Of a recommendation, the draws in which strategies reach all criteria; `nil` of other answers,
  /// and in results of earlier versions.
  package let drawn: DrawnCriteria?
  /// The parameters that change the answer alone, within their spans; the nearest one first.
  public let flips: [Flip]

  /// The share of the draws in which it holds; `nil` without draws.
  package var share: Double? {
    drawCount.flatMap { $0 > 0 ? Double(draws) / Double($0) : nil }
  }
}

/// The change of an answer by one parameter.
public struct Flip: Hashable, Sendable, Codable {
  /// The parameter.
  public let parameter: ProfileParameter.Name
  /// The value nearest to the profile's at which the answer was found to be another one, in the
  /// parameter's unit.
  public let value: Double
  /// The unit of the value.
  public let unit: ProfileParameter.Unit
  /// The outcome there.
  public let outcome: AnswerOutcome
  /// The part of the way from the profile's value to the end of its span, from 0 to 1.
  public let distance: Double
}

/// A metric with the parameters that move it.
public struct MetricDependency: Hashable, Sendable, Codable {
  /// The metric's name.
  public let metric: String
  /// The kind that its family declares.
  public let kind: MetricKind
  /// The parameters that move it in any case, by name.
  public let parameters: [ProfileParameter.Name]
}

/// The span of a case's value.
public struct ValueSpan: Hashable, Sendable, Codable {
  /// The case.
  public let scenarioCase: Case
  /// The metric's name.
  public let metric: String
  /// The value of the scenario as it is.
  public let value: Double
  /// The 5th and the 95th percentile over the draws; `nil` if no draw moves the value.
  public let draws: [Double]?
  /// The values with other seeds; `nil` if there were none.
  public let seeds: SeedSpan?
}

/// The values of a case with other seeds of the environment: other people, places and gestures.
public struct SeedSpan: Hashable, Sendable, Codable {
  /// The number of seeds with a value.
  public let count: Int
  /// The smallest value.
  public let low: Double
  /// The largest value.
  public let high: Double
  /// The mean of the values.
  public let mean: Double
  /// The ends of the 95 % interval of the mean over all seeds; `nil` with one seed.
  ///
  /// It is Student's interval, as the seeds are independent: the mean ± t(n - 1) · s / √n for n
  /// seeds with the standard deviation s.
  public private(set) var interval: [Double]?

  /// Creates the span of some values; `nil` of none.
  ///
  /// - Parameter bounds: the values that are possible, which the interval does not leave.
  public init?(_ values: [Double], within bounds: ClosedRange<Double> = -.infinity ... .infinity) {
    guard let low = values.min(), let high = values.max() else { return nil }
    count = values.count
    self.low = low
    self.high = high
    let count = Double(values.count)
    // Rounding must not take the mean out of the values.
    let mean = min(max(values.reduce(0, +) / count, low), high)
    self.mean = mean
    guard values.count > 1 else { return }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half =
      StudentDistribution(degreesOfFreedom: count - 1).quantile(0.975)
      * (squares / (count - 1) / count).squareRoot()
    interval = [mean - half, mean + half].map { min(max($0, bounds.lowerBound), bounds.upperBound) }
  }

  /// Returns whether all seeds have one value.
  public func isOnly(_ value: Double) -> Bool { low == value && high == value }
}

/// The values of a case at both ends of a parameter's span.
public struct Swing: Hashable, Sendable, Codable {
  /// The parameter.
  public let parameter: ProfileParameter.Name
  /// The case.
  public let scenarioCase: Case
  /// The metric's name.
  public let metric: String
  /// The value with the profile's own value of the parameter.
  public let value: Double
  /// The value with the parameter's smallest value.
  public let low: Double
  /// The value with the parameter's largest value.
  public let high: Double
}

extension AnswerSensitivity {
  /// Returns whether no draw, no seed and no parameter alone changes the answer.
  package func holdsEverywhere(_ results: SensitivityResults) -> Bool {
    draws == drawCount(results) && seeds == results.seeds && flips.isEmpty
  }

  /// The number of its draws.
  package func drawCount(_ results: SensitivityResults) -> Int { drawCount ?? results.draws }
}
