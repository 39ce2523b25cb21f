import MapGeometry
import MapSimulation
import RouteFamilies
import ScenarioModel
import TestSupport
import Testing

/// An overlays scenario of a test.
struct OverlaysTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario

  /// - Parameters:
  ///   - lines: the value of the key `lines`.
  ///   - camera: the value of the key `camera`; empty for a track that grows.
  init(
    lines: String, camera: String = "{ trace: pan-and-zoom, frames: 40, seed: 7 }",
    profile: ProfileText = .simulator,
    adding entries: [StrategyEntry<OverlayMake>] = []
  ) throws {
    folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = Family.overlays.adding(entries)
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: overlays
        lines: \(lines)
        device: { viewport: [200, 400], scale: 1, refresh: 60, profile: profile.yaml }
        \(camera.isEmpty ? "" : "camera: \(camera)")
        naive: replace-all
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  static func growing(
    adding entries: [StrategyEntry<OverlayMake>] = []
  ) throws -> OverlaysTrial {
    try OverlaysTrial(
      lines: "{ situation: growing-route, seed: 5 }", camera: "", adding: entries)
  }

  /// The values of a strategy, those of the observed lines included.
  func values(_ strategy: String, size: Int) throws -> [String: Double] {
    let record = try scenario.workload.evaluate(
      Case(scenario: Self.name, variant: "", size: size, strategy: strategy),
      folders: folder.trialFolders(), sharing: SharedValues())
    let profile = try #require(scenario.workload.profile)
    return Dictionary(
      record.values(under: profile).compactMap { value in
        value.value.number.map { (value.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension ProfileText {
  /// The simulator's values; a text needs a parameter of its own.
  static var simulator: ProfileText {
    var text = ProfileText(basedOn: "iphone-simulator")
    text.set("hang-threshold", 250, "ms")
    return text
  }
}
