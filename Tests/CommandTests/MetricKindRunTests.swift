import Foundation
import TestSupport
import Testing

/// The kinds of numbers in the files of runs: with another platform profile, modelled numbers alone
/// are others, allocations among them.
@Suite(.blocking) struct MetricKindRunTests {
  /// Views of other sizes, in a wider margin, that take longer.
  private static let otherPlatform: ProfileText = {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("visible-margin", 0.9, "fraction")
    profile.set("collision-size", 60, "pt")
    profile.set("marker-view-size", 60, "pt")
    profile.set("cluster-view-size", 70, "pt")
    profile.set("create-marker-view", 40, "ms")
    profile.set("layout-marker-view", 2, "ms")
    return profile
  }()

  private static func annotations(_ profile: String) -> String {
    ScenarioFile(
      profile: profile, frames: 20,
      strategies: ["all-pins", "visible-region-index", "native-clusters"]
    ).text
  }

  private static func updates(_ profile: String) -> String {
    """
    scenario: small
    title: A small scenario
    family: annotation-updates
    data: { generator: cities, pins: 100, seed: 42 }
    device: { viewport: [60, 90], scale: 1, refresh: 20, profile: \(profile) }
    camera: { trace: pan-and-zoom, frames: 20, seed: 7 }
    changes: { refresh: { every: 0.2, churn: 0.1 }, seed: 5 }
    naive: remove-all-add-all
    strategies: [remove-all-add-all, deltas]
    sizes: [100]
    trials: 1
    """
  }

  @Test(.exhaustive, arguments: [annotations, updates])
  func anotherPlatformMovesModelledNumbersOnly(scenario: @Sendable (String) -> String) throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.otherPlatform.text, to: "Scenarios/other.yaml")
    let runs = try ["iphone-simulator", "other.yaml"].map { profile in
      try project.write(scenario(profile), to: "Scenarios/small.yaml")
      let out = "out-\(profile)"
      try project.run(["run", "small", "--out", out]).expect(0)
      return try RunFolderFiles(project, out).results.deterministic
    }
    #expect(runs[0].count == runs[1].count && !runs[0].isEmpty)
    var moved: Set<String> = []
    for (first, second) in zip(runs[0], runs[1]) where first["median"] != second["median"] {
      let metric = try #require(first["metric"])
      moved.insert(metric)
      #expect(first["kind"] == "modelled", "\(first) and \(second)")
    }
    #expect(moved.isSuperset(of: ["allocations", "bytes-allocated"]))
  }

  /// The parameters of a case are those that its replay and its costs read, and no others.
  @Test(.exhaustive) func eachCaseNamesItsParameters() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(strategies: ["all-pins", "native-clusters", "visible-region-database"])
    ])
    try project.run("run small --out out").expect(0)
    let cases = try project.json("out/\(RunFolderFiles.results)").scenarios.list.flatMap {
      $0.cases.list
    }
    let ofAll = ["visible-margin", "create-marker-view", "map-hitch-floor", "drag-time"]
    let special = [
      "native-cluster-candidate": "native-clusters", "read-row": "visible-region-database",
    ]
    #expect(cases.count == 3)
    for result in cases {
      let parameters = result.parameters.list.compactMap { $0.text }
      let names = Set(parameters)
      #expect(names.isSuperset(of: ofAll), "\(result.strategy)")
      #expect(parameters == names.sorted())
      for (parameter, strategy) in special {
        #expect(
          names.contains(parameter) == (result.strategy == .text(strategy)), "\(result.strategy)")
      }
      #expect(!names.contains("search-latency-median"))
    }
    let report = try RunFolderFiles(project, "out").report
    #expect(report.contains(" parameters that the modelled numbers depend on</summary>"))
    #expect(report.contains("| a map | platform | "))
    #expect(report.contains("| gestures | input | "))
  }
}
