import AnnotationFamilies
import Clustering
import MapSimulation
import ScenarioModel
import TestSupport
import Testing

/// What becomes of the pin that the user selected.
@Suite struct AnnotationUpdateSelectionTests {
  private func run(_ strategy: String, changes: String) throws -> TrialValues {
    try AnnotationUpdateTrial(seconds: 4, changes: changes).run(strategy)
  }

  private static let updates =
    "{ refresh: { every: 0.25, churn: 0 }, location: 3, taps: 1, seed: 2 }"

  @Test(arguments: ["rebuilt-in-body", "guarded-representable", "difference-by-id", "deltas"])
  func aDifferenceKeepsIt(strategy: String) throws {
    let values = try run(strategy, changes: Self.updates)
    #expect(values["pins-selected"] == 4)
    #expect(values["selection-kept"] == 1)
    #expect(values["selections-lost"] == 0)
  }

  @Test(arguments: ["fresh-ids-in-body", "remove-all-add-all"])
  func replacingAllLosesItWithTheFirstUpdate(strategy: String) throws {
    let values = try run(strategy, changes: Self.updates)
    #expect(values["pins-selected"] == 4)
    #expect(values["selection-kept"] == 0)
    #expect(values["selections-lost"] == 4)
  }

  /// The camera is still, so that every pin has a view when it is selected again.
  @Test func selectingAgainKeepsItOnScreen() throws {
    let values = try run("remove-all-reselect", changes: Self.updates)
    #expect(values["selection-kept"] == 1)
    #expect(values["selections-lost"] == 0)
  }

  /// The user taps before the camera leaves; the data is loaded again when the pin is out of view.
  @Test func aPinOutOfViewIsNeitherKeptNorLost() throws {
    func run(_ camera: AnnotationUpdateTrial.Camera) throws -> TrialValues {
      try AnnotationUpdateTrial(
        seconds: 3, camera: camera,
        changes: "{ refresh: { every: 2.5, churn: 0 }, taps: 1, seed: 2 }"
      ).run("remove-all-add-all")
    }
    #expect(try run(.still)["selections-lost"] == 1)
    let values = try run(.leaving)
    #expect(values["pins-selected"] == 1)
    #expect(values["selections-lost"] == 0)
    #expect(values.reason("selection-kept") == "no update came while a pin was to be selected")
  }

  @Test(arguments: ["remove-all-add-all", "deltas"])
  func aPinThatLeavesTakesItsSelectionWithIt(strategy: String) throws {
    let values = try run(
      strategy, changes: "{ refresh: { every: 0.25, churn: 1 }, taps: 1, seed: 2 }")
    #expect(values["pins-selected"] == 4)
    #expect(values["selections-lost"] == 0)
    #expect(values.reason("selection-kept") == "no update came while a pin was to be selected")
  }

  @Test func withoutTapsThereIsNothingToKeep() throws {
    let values = try run("remove-all-add-all", changes: "{ refresh: { every: 1, churn: 0 } }")
    #expect(values["pins-selected"] == 0)
    #expect(values.reason("selection-kept") == "no update came while a pin was to be selected")
  }

  /// A strategy that shows single pins at first, and one cluster of all after the first change.
  final class FoldsUp: AnnotationUpdateStrategy {
    private let model: PinModel

    init(model: PinModel, context: UpdateContext) {
      self.model = model
    }

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
    let values = try AnnotationUpdateTrial(
      seconds: 4, changes: "{ refresh: { every: 1.5, churn: 0 }, taps: 2, seed: 2 }",
      strategies: [
        StrategyEntry("folds-up", FoldsUp.self, summary: "A test's own.")
      ]
    ).run("folds-up")
    #expect(try #require(values["pins-selected"]) > 0)
    #expect(values["selections-lost"] == 0)
    #expect(values.reason("selection-kept") == "no update came while a pin was to be selected")
  }

  /// What is in a cluster cannot be tapped, and is not lost by being there.
  @Test func aPinInAClusterIsNotSelected() throws {
    let values = try AnnotationUpdateTrial(
      pins: 2_000, changes: "{ refresh: { every: 0.25, churn: 0 }, taps: 3, seed: 2 }"
    ).run("recluster-on-main")
    #expect(values["pins-selected"] == 0)
  }
}
