import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The selection of a pin after updates of the data.
@Suite struct AnnotationUpdateSelectionTests {
  private func hasNothingToKeep(_ values: TrialValues) -> Bool {
    values["selections-lost"] == 0
      && values.reason("selection-kept") == "no update happened while a pin should be selected"
  }

  /// The camera is still, so that every pin has a view when it is selected again.
  @Test(arguments: [
    ("rebuilt-in-body", 1.0, 0.0), ("guarded-representable", 1, 0), ("difference-by-id", 1, 0),
    ("deltas", 1, 0), ("remove-all-reselect", 1, 0), ("fresh-ids-in-body", 0, 4),
    ("remove-all-add-all", 0, 4),
  ])
  func replacingAllLosesItWithTheFirstUpdate(
    strategy: String, kept: Double, lost: Double
  ) throws {
    let values = try UpdateWorld(
      seconds: 4, changes: "{ refresh: { every: 0.25, churn: 0 }, location: 3, taps: 1, seed: 2 }"
    ).run(strategy)
    #expect(values["pins-selected", "selection-kept", "selections-lost"] == [4, kept, lost])
  }

  /// The user taps before the camera leaves; the data is loaded again when the pin is out of view.
  @Test func aPinOutOfViewIsNeitherKeptNorLost() throws {
    func run(_ camera: UpdateWorld.Camera) throws -> TrialValues {
      try UpdateWorld(
        seconds: 3, camera: camera,
        changes: "{ refresh: { every: 2.5, churn: 0 }, taps: 1, seed: 2 }"
      ).run("remove-all-add-all")
    }
    #expect(try run(.still)["selections-lost"] == 1)
    let values = try run(.leaving)
    #expect(values["pins-selected"] == 1)
    #expect(hasNothingToKeep(values))
  }

  /// A pin that leaves takes its selection with it, and without taps there is none.
  @Test(arguments: [
    ("remove-all-add-all", "{ refresh: { every: 0.25, churn: 1 }, taps: 1, seed: 2 }", 4.0),
    ("deltas", "{ refresh: { every: 0.25, churn: 1 }, taps: 1, seed: 2 }", 4),
    ("remove-all-add-all", "{ refresh: { every: 1, churn: 0 } }", 0),
  ])
  func thereIsNothingToKeep(strategy: String, changes: String, selected: Double) throws {
    let values = try UpdateWorld(seconds: 4, changes: changes).run(strategy)
    #expect(values["pins-selected"] == selected)
    #expect(hasNothingToKeep(values))
  }

  /// A strategy that shows single pins at first, and one cluster of all after the first change.
  private final class FoldsUp: AnnotationUpdateCallbacks {
    private let model: PinModel

    init(model: PinModel) { self.model = model }

    func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
      let isFirst = mapView.annotations.isEmpty
      mapView.removeAnnotations(mapView.annotations)
      mapView.addAnnotations(
        isFirst
          ? model.pins.map { Annotation(id: $0.id, mapPoint: $0.point) }
          : [
            Annotation(
              id: .cluster(1), mapPoint: model.pins[0].point, memberCount: model.pins.count)
          ])
    }

    func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
      if let pin = annotation.id.pinIndex { return body(pin) }
      for pin in model.pins { body(pin.number) }
    }
  }

  @Test func aPinThatJoinsAClusterIsNotLost() throws {
    let values = try UpdateWorld(
      seconds: 4, changes: "{ refresh: { every: 1.5, churn: 0 }, taps: 2, seed: 2 }",
      strategies: [
        StrategyEntry("folds-up", summary: "A test's own.") { model, _ in FoldsUp(model: model) }
      ]
    ).run("folds-up")
    #expect(try #require(values["pins-selected"]) > 0)
    #expect(hasNothingToKeep(values))
  }

  /// A pin in a cluster cannot be tapped, and is not lost by being there.
  @Test func aPinInAClusterIsNotSelected() throws {
    let values = try UpdateWorld(
      pins: 2_000, changes: "{ refresh: { every: 0.25, churn: 0 }, taps: 3, seed: 2 }"
    ).run("recluster-on-main")
    #expect(values["pins-selected"] == 0)
  }
}
