import Platform

/// A bound of what a strategy does by itself.
///
/// The times of a phone are modelled from counted operations, and what a strategy computes by itself
/// is not among them. It is measured on this machine instead, with the simulation's own work.
package struct OwnWorkBound: Hashable, Sendable {
  /// The measured metric.
  package let metric: Metric
  /// The factor from a number on this machine to one on the phone of the profile.
  package let factor: Double
  /// The maximum on the phone, in the metric's unit.
  package let limit: Double
  /// The beginning of a sentence about the number: `its own work in the slowest frames takes`.
  package let clause: String

  /// The bound as a number of this machine.
  package var criterion: Criterion {
    Criterion(
      measured: metric, .atMost(limit / factor),
      source: "this project's judgement: own work, measured on this machine")
  }

  /// The number of bytes that a strategy may keep for each frame. One that keeps more takes a gigabyte
  /// within five minutes of movement at 60 frames a second.
  static let maxGrowth = 65_536.0
}

extension ScenarioDescription {
  /// The bounds of what a strategy does by itself in a variant: a frame within a refresh, a build
  /// that no one takes for a hang, and memory that does not grow with the frames.
  ///
  /// Without bounds if nothing is measured, if a frame is no refresh of a screen, or if the profile has
  /// no factor, as in results of an earlier version.
  package func ownWork(of variant: String) -> [OwnWorkBound] {
    let profile = profile(of: variant)
    guard let refresh = refresh(of: variant),
      let factor = profile?.parameters.first(where: { $0.name == .machineFactor })?.scaled,
      let hang = profile?.parameters.first(where: { $0.name == .hangThreshold })?.scaled
    else { return [] }
    let bounds: [(Metric, limit: Double, factor: Double, clause: String)] = [
      (.frameTimeP99, 1e9 / refresh, factor, "its own work in the slowest frames takes"),
      (.buildTime, hang, factor, "building it takes"),
      (.memoryGrowth, OwnWorkBound.maxGrowth, 1, "for each frame, it keeps"),
    ]
    return bounds.compactMap { bound in
      metric(bound.0.name).map {
        OwnWorkBound(metric: $0, factor: bound.factor, limit: bound.limit, clause: bound.clause)
      }
    }.filter { $0.metric.kind == .measured }
  }

  /// All that a strategy must reach in a variant, the bounds of its own work last.
  package func demands(of variant: String) -> [Criterion] {
    let required = requirement.map { requirement in
      Criterion(
        requirement.metric, requirement.fraction.map { .nearBest(1 - $0) } ?? .atLeast(1),
        source: "the result that is asked for")
    }
    return [required].compactMap(\.self) + (family?.criteria ?? [])
      + ownWork(of: variant).map(\.criterion)
  }
}

/// The work that a strategy itself does, against its bounds.
///
/// It can only count against a strategy, and only beyond its noise. No trial takes less than the
/// work, so one trial within the bound decides, and so do several that all exceed it.
package enum OwnWork: Hashable, Sendable {
  /// A trial is within the bound.
  case within
  /// All trials are beyond the bound; the smallest of them on the phone, in the metric's unit.
  case beyond(OwnWorkBound, lowest: Double)
  /// There are too few trials to decide.
  case open(why: String)

  /// The number of trials that must agree that work is beyond its bound.
  package static let agreeingTrials = 3

  /// Judges the measured trials of a case by all bounds: first a bound that is exceeded decides,
  /// then an open one.
  package init?(_ result: CaseResult, bounds: [OwnWorkBound]) {
    self.init(worst: bounds.map { OwnWork(result, bound: $0) })
  }

  /// `nil` of none.
  package init?(worst all: [OwnWork]) {
    guard let worst = all.max(by: { $0.rank < $1.rank }) else { return nil }
    self = worst
  }

  /// The place in an order from good to bad; of bounds that are exceeded the one by more.
  private var rank: Double {
    switch self {
    case .within: 0
    case .open: 0.5
    case .beyond(let bound, let lowest): lowest / bound.limit
    }
  }

  /// Judges the measured trials of a case.
  package init(_ result: CaseResult, bound: OwnWorkBound) {
    let trials = (result[metric: bound.metric.name]?.measurements ?? []).filter(\.isFinite)
    guard let smallest = trials.min() else {
      self = .open(why: result[metric: bound.metric.name]?.missingReason ?? "no measured trial")
      return
    }
    let lowest = smallest * bound.factor
    if lowest <= bound.limit {
      self = .within
    } else if trials.count >= Self.agreeingTrials {
      self = .beyond(bound, lowest: lowest)
    } else {
      self = .open(
        why: "\(bound.clause) too much in \(trials.count) of \(Self.agreeingTrials) measured trials"
      )
    }
  }
}
