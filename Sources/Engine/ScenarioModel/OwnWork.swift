import Simulation

/// The bound of what a strategy computes in a frame.
///
/// The times of a phone are modelled from counted operations, and what a strategy computes by itself
/// is not among them. It is measured on this machine instead, with the simulation's own work.
package struct OwnWorkBound: Hashable, Sendable {
  /// The measured time of a frame.
  package let metric: Metric
  /// The factor from a time on this machine to one on the phone of the profile.
  package let factor: Double
  /// The time from one refresh of the screen to the next, in nanoseconds.
  package let limit: Double
}

extension ScenarioDescription {
  /// The bound of what a strategy computes in a frame, in the first variant.
  package var ownWork: OwnWorkBound? {
    OwnWorkBound(self, refresh: refresh, profile: profile)
  }

  /// Returns the bound of what a strategy computes in a frame of a variant; `nil` if nothing is
  /// measured, if a frame is no refresh of a screen, or if the profile has no factor, as in results
  /// of an earlier version.
  package func ownWork(of variant: String) -> OwnWorkBound? {
    OwnWorkBound(self, refresh: refresh(of: variant), profile: profile(of: variant))
  }
}

extension OwnWorkBound {
  fileprivate init?(
    _ scenario: ScenarioDescription, refresh: Double?, profile: PlatformProfile?
  ) {
    let factor = profile?.parameters.first { $0.name == .machineFactor }
    guard let metric = scenario.metric(Metric.frameTimeP99.name), metric.kind == .measured,
      let refresh, let factor
    else { return nil }
    self.init(metric: metric, factor: factor.scaled, limit: 1e9 / refresh)
  }
}

/// What a strategy computes in a frame, against its bound.
///
/// It can only speak against a strategy, and only beyond its noise: no trial is shorter than the work,
/// so that one within the bound decides, and several that are all beyond it.
package enum OwnWork: Hashable, Sendable {
  /// A trial is within the bound.
  case within
  /// All trials are beyond the bound; the smallest of them on the phone, in nanoseconds.
  case beyond(lowest: Double)
  /// There are too few trials to decide.
  case open(why: String)

  /// The number of trials that must agree that work is beyond its bound.
  package static let agreeingTrials = 3

  /// Judges the measured trials of a case.
  package init(_ result: CaseResult, bound: OwnWorkBound) {
    let trials = (result[metric: bound.metric.name]?.measurements ?? []).filter(\.isFinite)
    guard let smallest = trials.min() else {
      self = .open(why: "no measured trial")
      return
    }
    let lowest = smallest * bound.factor
    if lowest <= bound.limit {
      self = .within
    } else if trials.count >= Self.agreeingTrials {
      self = .beyond(lowest: lowest)
    } else {
      self = .open(
        why: "longer than a refresh in \(trials.count) of \(Self.agreeingTrials) measured trials")
    }
  }
}
