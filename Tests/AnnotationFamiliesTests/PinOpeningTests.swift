import AnnotationFamilies
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// A scenario with stacked pins of a test's own.
struct PinOpeningTrial {
  let folder: TemporaryFolder
  let scenario: Scenario

  /// - Parameter stacks: the pins of each stack; each lies at one coordinate, a degree from others.
  init(
    stacks: [Int], apart degrees: Double = 0,
    adding entries: [StrategyEntry<PinOpeningFactory>] = []
  ) throws {
    folder = try TemporaryFolder()
    var lines = ["latitude,longitude"]
    for (stack, count) in stacks.enumerated() {
      for number in 0..<count {
        lines.append("\(10.0 + Double(stack)),\(20.0 + degrees * Double(number))")
      }
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "pins.csv")
    let family = Family.pinOpening.adding(entries)
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: pin-opening
        data: { file: pins.csv }
        device: { viewport: [200, 400], scale: 1, profile: iphone-simulator }
        naive: zoom-to-cluster
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func run(_ strategy: String) throws -> TrialValues {
    try TrialValues(
      scenario.workload.prepare(
        Case(scenario: "sample", variant: "", size: scenario.sizes[0], strategy: strategy),
        folders: folder.trialFolders()))
  }
}

/// Pins at one place, with known answers.
@Suite struct PinOpeningTests {
  @Test(arguments: ["zoom-to-cluster-all-levels", "zoom-to-native-cluster"])
  func aClusterOfOnePlaceNeverOpens(strategy: String) throws {
    let values = try PinOpeningTrial(stacks: [5, 1, 1]).run(strategy)
    #expect(values["pins-tried"] == 7 && values["stacked-pins-tried"] == 5)
    #expect(values["stacked-pins-reachable"] == 0)
    #expect(values["pins-reachable"] == 2.0 / 7 && values["single-pins-reachable"] == 1)
    #expect(values["pins-stuck"] == 5 && values["dead-taps"] == 5)
  }

  @Test(arguments: ["no-clusters", "zoom-to-cluster"])
  func ofMarkersOnOneAnotherTheUppermostOpens(strategy: String) throws {
    let values = try PinOpeningTrial(stacks: [5, 1]).run(strategy)
    #expect(values["stacked-pins-reachable"] == 1.0 / 5)
    #expect(values["pins-covered"] == 4)
  }

  @Test(arguments: ["zoom-then-list", "zoom-then-spiderfy", "zoom-then-spiderfy-wide"])
  func aClusterThatNothingSeparatesIsLaidOut(strategy: String) throws {
    let values = try PinOpeningTrial(stacks: [2, 8, 9, 50]).run(strategy)
    #expect(values["pins-reachable"] == 1)
    #expect(values["position-error-max"] == 0)
    #expect(values["dead-taps"] == 0)
  }

  @Test func movedPinsAreOffByWhatTheyWereMoved() throws {
    let values = try PinOpeningTrial(stacks: [10]).run("declutter-offset")
    #expect(values["pins-reachable"] == 1)
    let error = try #require(values["position-error-max"])
    #expect(abs(error - 4 * 3) < 0.05, "the tenth pin by four metres times the root of nine")
  }

  @Test func pinsThatAZoomSeparatesOpenWithEveryStrategy() throws {
    let trial = try PinOpeningTrial(stacks: [3, 3], apart: 0.01)
    for strategy in Family.pinOpening.strategies.map(\.name) {
      #expect(try trial.run(strategy)["pins-reachable"] == 1, "\(strategy)")
    }
  }

  @Test func longerDistancesTouchLess() throws {
    let trial = try PinOpeningTrial(stacks: [8, 30])
    let narrow = try #require(try trial.run("zoom-then-spiderfy")["markers-overlapping"])
    let wide = try #require(try trial.run("zoom-then-spiderfy-wide")["markers-overlapping"])
    #expect(narrow > 0 && wide == 0)
  }

  @Test func anOwnStrategyDecidesAboutTaps() throws {
    let entry = StrategyEntry<PinOpeningFactory>("deaf", DeafMap.self, summary: "Does nothing.")
    let values = try PinOpeningTrial(stacks: [2], adding: [entry]).run("deaf")
    #expect(values["pins-reachable"] == 0)
    let taps = try #require(values["dead-taps"])
    #expect(taps >= 4 && taps.truncatingRemainder(dividingBy: 2) == 0, "as many for each pin")
    #expect(values["pins-stuck"] == 2 || taps == 12, "to the closest zoom, or to patience")
  }

  @Test func anInspectionShowsWhatHappened() throws {
    let trial = try PinOpeningTrial(stacks: [4])
    let pictures = try trial.folder.makeFolder()
    let inspection = try trial.scenario.workload.inspect(
      Case(scenario: "sample", variant: "", size: 4, strategy: "zoom-to-native-cluster"),
      folders: trial.folder.trialFolders(), pictures: pictures)
    #expect(inspection.pictures.count == 1)
    #expect(inspection.recording != nil)
    let steps = try #require(inspection.transcripts.first).entries.map(\.text)
    #expect(steps.contains("a tap on a cluster of 4 changes nothing"))
  }
}

/// A map of clusters that ignores taps.
private final class DeafMap: PinOpeningStrategy {
  private let annotation: Annotation
  private let count: Int
  private var isAdded = false

  init(pins: PinSet, context: StrategyContext) throws {
    count = pins.count
    annotation = Annotation(
      id: .cluster(1), mapPoint: pins.mapPoints[0], memberCount: pins.count)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    if !isAdded { mapView.addAnnotation(annotation) }
    isAdded = true
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    for pin in 0..<count { body(pin) }
  }

  func mapView(_ mapView: MapView, didTap cluster: TappedCluster) -> TapResponse { .nothing }
}

/// Mistakes in the keys of the family are found where they stand.
@Suite struct PinOpeningMistakeTests {
  private static func text(_ key: String, _ line: String?) -> String {
    var lines: [String: String?] = [
      "family": "family: pin-opening", "camera": nil, "sizes": nil, "thresholds": nil,
      "claims": nil, "trials": nil, "naive": "naive: no-clusters",
      "strategies": "strategies: [no-clusters]",
    ]
    lines[key] = .some(line)
    return ScenarioText.replacing(lines)
  }

  @Test(arguments: [
    ScenarioMistake("stacks: §{ sizes: [2, 5] }", missing: "share", in: "stacks"),
    ScenarioMistake("stacks: §{ share: 0.1 }", missing: "sizes", in: "stacks"),
    ScenarioMistake(
      "stacks: { share: 0.1, sizes: [2, 5], §spred: 1 }", unknown: "spred", in: "stacks",
      known: ["share", "sizes", "near", "spread", "seed"]),
    ScenarioMistake("attempts: §0", "attempts", in: 1...1_000_000, found: "0"),
  ])
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(try mistake.found { Self.text($0, $1) } == mistake.problem)
  }

  @Test(arguments: [
    "stacks: { share: 2, sizes: [2, 5] }", "stacks: { share: 0.1, sizes: [1, 5] }",
    "stacks: { share: 0.1, sizes: [5, 2] }", "stacks: { share: 0.1, sizes: [2] }",
    "camera: { trace: world }",
  ])
  func impossibleValue(line: String) throws {
    let key = String(line.prefix { $0 != ":" })
    #expect(throws: InputError.self) { try Scenario(text: Self.text(key, line)) }
  }
}
