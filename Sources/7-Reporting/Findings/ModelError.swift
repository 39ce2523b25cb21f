import Documents
import Foundation
import Platform
import ScenarioModel
import Support

/// The error of the model's numbers, over the published figures that were held back when its
/// parameters were set.
package struct ModelError: Hashable, Sendable {
  /// The number of the figures.
  package let figures: Int
  /// The geometric mean of the factors between the model's value and the measured one.
  package let factor: Double
  /// The same of the hitch ratios alone.
  package let hitches: Double
  /// The error of one constant for the same hitch ratios: the median of the other recordings.
  package let hitchesOfConstant: Double
  /// The same of the footprints alone, and what one constant does for them.
  package let memory: Double
  package let memoryOfConstant: Double

  package init(
    figures: Int, factor: Double, hitches: Double, hitchesOfConstant: Double, memory: Double,
    memoryOfConstant: Double
  ) {
    (self.figures, self.factor) = (figures, factor)
    (self.hitches, self.hitchesOfConstant) = (hitches, hitchesOfConstant)
    (self.memory, self.memoryOfConstant) = (memory, memoryOfConstant)
  }

  /// The profile whose error is published.
  private static let profile = "iphone-simulator"

  /// The result of `mappressure validate-model` on Scenarios/validation for this profile; a test
  /// computes it again.
  package static let published = ModelError(
    figures: 16, factor: 1.494, hitches: Metric.hitchError, hitchesOfConstant: 1.647,
    memory: Metric.memoryError, memoryOfConstant: 1.730)

  /// The range of the figures.
  private static let range =
    "All come from pans and a zoom over at most about 75 views: none covers a freeze, thousands of "
    + "views, MapKit's clusters or SwiftUI."

  /// The error and the number of assumptions in a few sentences, for every place that shows modelled
  /// numbers.
  package static let sentence = published.sentence(
    parameters: PlatformProfile.simulator.parameters)

  /// The known errors of the profiles of a run.
  package static func sentence(of profiles: [PlatformProfile]) -> String {
    let others = profiles.map(\.name).filter { $0 != profile }
    guard !others.isEmpty else { return sentence }
    let unknown =
      "The error of the profile \(PlainText.line(LimitedList.all(others))) is not known: "
      + "'validate-model' compares it with published measurements."
    return others.count == profiles.count ? unknown : sentence + " " + unknown
  }

  /// The error in a few words, to stand next to how sure an answer is.
  static func summary(of profiles: [PlatformProfile]) -> String {
    profiles.allSatisfy { $0.name == profile }
      ? "drawn from a model that is off by a factor of \(text(published.factor)) on average over pans of "
        + "about 75 views; no phone was measured" : "drawn from a model whose error is not known"
  }

  /// - Parameter parameters: those of the profile that the numbers rest on.
  package func sentence(parameters: [ProfileParameter]) -> String {
    let assumptions = parameters.count { $0.confidence == .assumption }
    let error =
      "The model's numbers are wrong by a factor of \(Self.text(factor)) on average over "
      + "\(LimitedList.counted(figures, "published figure")) of one project: hitches by "
      + "\(Self.text(hitches)), footprints by \(Self.text(memory)). \(Self.range) A constant "
      + "instead of the model would be wrong by a factor of \(Self.text(hitchesOfConstant)) for "
      + "hitches and \(Self.text(memoryOfConstant)) for footprints."
    guard !parameters.isEmpty else { return error }
    return "\(error) \(NumberFormat.grouped(assumptions)) of the model's "
      + "\(LimitedList.counted(parameters.count, "parameter")) are assumptions."
  }

  private static func text(_ factor: Double) -> String { String(format: "%.2f", factor) }
}
