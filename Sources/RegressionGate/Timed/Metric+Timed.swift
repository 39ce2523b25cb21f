import Harness
import Measurement
import ScenarioModel

extension Metric {
  /// What a gate compares frames by; trials answer with the frames' percentiles instead.
  public static let frameTime = Metric(
    "frame-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame; the mean of the frames, "
      + "estimated from those that were timed.")
}

extension PairPart {
  /// The metric that the times of this part are told as.
  public var metric: Metric {
    switch self {
    case .builds: .buildTime
    case .frames: .frameTime
    }
  }
}
