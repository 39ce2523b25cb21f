import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport

extension FamilyTrial {
  /// Ten seconds of use of two maps, in all settings of the app.
  ///
  /// - Parameter values: replace those of the scenario's lines.
  static func updates(
    _ values: [String: String?] = [:], profile: ProfileText = .simulator(),
    files: [String: String] = [:], adding entries: [StrategyEntry<RegionUpdateMake>] = []
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.regionUpdates.adding(entries),
      """
      data: { generator: cities, pins: 50, seed: 42 }
      device: { viewport: [393, 852], profile: profile.yaml }
      camera: { trace: pan-and-zoom, frames: 600, seed: 7 }
      map: { fitting: [exact, residual] }
      app: { delivery: [synchronous, asynchronous], animated: [false, true] }
      events: { location: 1, data: 0.2, commands: 0.5, resizes: 0.2, seed: 3 }
      """, replacing: values, profile: profile, files: files)
  }
}

/// A strategy that a test writes. It shows the model's region first, and a command changes that.
final class OwnStrategy: RegionUpdateStrategy {
  typealias Callback = @Sendable (OwnStrategy, RegionMapView) -> Void

  let model: MapScreenModel
  let isAnimated: Bool
  /// State besides the region, and the region that a test keeps.
  let count: ViewState<Int>
  var target: Region?

  var make: Callback = { $1.setRegion($0.model.region, animated: false) }
  var update: Callback = { _, _ in }
  var didChangeVisibleRegion: Callback = { _, _ in }
  var command: @Sendable (OwnStrategy, Region) -> Void = { $0.model.region = $1 }

  init(model: MapScreenModel, isAnimated: Bool) {
    self.model = model
    self.isAnimated = isAnimated
    count = model.state(0)
  }

  func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    make(self, mapView)
  }

  func updateUIView(_ mapView: RegionMapView) { update(self, mapView) }
  func centerMap(on region: Region) { command(self, region) }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    didChangeVisibleRegion(self, mapView)
  }
}

extension StrategyEntry where Make == RegionUpdateMake {
  /// A strategy with the name "own".
  static func own(_ write: @escaping @Sendable (OwnStrategy) -> Void) -> StrategyEntry {
    StrategyEntry("own", summary: "A test's own.") { model, _, isAnimated in
      let strategy = OwnStrategy(model: model, isAnimated: isAnimated)
      write(strategy)
      return strategy
    }
  }
}
