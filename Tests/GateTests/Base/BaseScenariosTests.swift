import Foundation
import Gate
import Harness
import ScenarioModel
import TestSupport
import Testing

/// The scenario files of a base's commit next to those of the working folder, which is the head's.
@Suite(.blocking) struct BaseScenariosTests {
  private let project: TemporaryFolder

  init() throws {
    project = try TemporaryFolder()
    try project.makeFolder("Scenarios")
    try project.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try write(["tolerances": "tolerances: { allocations: 5 % }"])
    try project.commitAll()
  }

  /// Writes a scenario of two sizes and three strategies.
  private func write(_ replacements: [String: String?] = [:], to name: String = "small") throws {
    var lines = replacements
    if lines["scenario"] == nil { lines["scenario"] = "scenario: \(name)" }
    try project.write(ScenarioText.replacing(lines), to: "Scenarios/\(name).yaml")
  }

  /// Checks the last commit out, in a new folder.
  private func checkout(submodules: Bool = true) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let option = submodules ? ["--recurse-submodules"] : []
    try project.git(["clone", "--quiet"] + option + [project.path, folder.file("base")])
    return folder
  }

  /// The scenarios of the base, compared with a plan of files of the working folder.
  ///
  /// - Parameter checkout: the base's files; by default, those of the last commit.
  private func base(
    _ files: [String] = ["small"], names: [String] = [], in checkout: TemporaryFolder? = nil
  ) async throws -> BaseScenarios {
    let checkout = try checkout ?? self.checkout()
    defer { withExtendedLifetime(checkout) {} }
    let scenarios = try files.map { name in
      let file = project.file("Scenarios/\(name).yaml")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      return try Scenario(yaml: text, file: file, families: .standard)
    }
    return await BaseScenarios(
      commit: "HEAD", checkout: checkout.file("base"),
      plan: try Plan(scenarios: scenarios, selection: RunSelection()), names: names,
      folder: project.path, families: .standard)
  }

  /// Expects one relaxation that contains a text.
  private func expect(
    _ base: BaseScenarios, _ words: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let found = base.relaxations.map(\.description)
    #expect(
      found.count == 1 && found[0].contains(words), "\(found)", sourceLocation: sourceLocation)
  }

  private func cases(_ sizes: [Int], _ strategies: [String]) -> Relaxation {
    .removedCases(
      sizes.flatMap { size in
        strategies.map { Case(scenario: "small", variant: "", size: size, strategy: $0) }
      })
  }

  private static let strategies = ["all-pins", "grid-clusters", "hierarchical-clusters"]

  @Test func whatDidNotChangeIsNotReported() async throws {
    try write(["title": "title: Another title", "claims": nil])
    let base = try await base()
    #expect(base.relaxations == [])
    #expect(base.descriptions?.map(\.name) == ["small"])
    // The base's, which the head has no more.
    #expect(base.descriptions?.first?.tolerances == [Tolerance(metric: "allocations", share: 0.05)])
  }

  /// Those of its commit, which the head has removed; the file is no scenario.
  @Test func theBasesAcceptedChangesAreThoseOfItsCommit() async throws {
    let entry =
      "- { case: small 100 all-pins, metric: allocations, from: 5, to: 6, reason: a, "
      + "until: 2026-12-31 }\n"
    try project.write("# why\n" + entry, to: "Scenarios/accepted-changes.yaml")
    try project.commitAll()
    try project.remove("Scenarios/accepted-changes.yaml")
    let base = try await base()
    #expect(base.relaxations == [])
    #expect(
      base.descriptions?.first?.acceptedChanges.map(\.place)
        == ["Scenarios/accepted-changes.yaml:2"])
    try project.write("- { case: small }\n", to: "Scenarios/accepted-changes.yaml")
    try project.commitAll()
    expect(try await self.base(), "Scenarios/accepted-changes.yaml:1:3: error:")
  }

  @Test func droppedSizesAndStrategiesAreReported() async throws {
    try write(["sizes": "sizes: [100]"])
    #expect(try await base().relaxations == [cases([1_000], Self.strategies)])
    try write(["strategies": "strategies: [all-pins, grid-clusters]"])
    #expect(try await base().relaxations == [cases([100, 1_000], ["hierarchical-clusters"])])
  }

  /// Under another name, in its own file or in another one, nothing of the base would be compared.
  @Test func aRenamedOrRemovedScenarioIsReported() async throws {
    let all = cases([100, 1_000], Self.strategies)
    try write(["scenario": "scenario: other"])
    #expect(try await base(names: ["small"]).relaxations == [all])
    try project.remove("Scenarios/small.yaml")
    try write(to: "other")
    #expect(try await base(["other"]).relaxations == [all])
    // It was not selected.
    #expect(try await base(["other"], names: ["other"]).relaxations == [])
  }

  @Test func anotherEnvironmentIsReported() async throws {
    try write(["camera": "camera: { trace: pan-and-zoom, frames: 1, seed: 7 }"])
    #expect(try await base().relaxations == [.environment(scenario: "small")])
  }

  /// A file of the same name in which a scenario is found first.
  @Test func aScenarioInAnotherFileIsComparedByItsName() async throws {
    try write(["scenario": "scenario: small", "sizes": "sizes: [100]"], to: "a")
    let base = try await base(["a"], names: ["small"])
    #expect(base.relaxations == [cases([1_000], Self.strategies)])
    #expect(base.descriptions?.map(\.name) == ["small"])
  }

  private func pins(_ latitude: Int) -> String {
    "latitude,longitude\n" + (0..<20).map { "\(latitude).\($0 + 10),13.\($0 + 20)\n" }.joined()
  }

  private func lines(data: String) -> [String: String?] {
    ["data": "data: { file: \(data) }", "sizes": nil]
  }

  @Test func changedDataIsReported() async throws {
    try write(lines(data: "pins.csv"))
    try project.write(pins(51), to: "Scenarios/pins.csv")
    try project.commitAll()
    #expect(try await base().relaxations == [])
    try project.write(pins(52), to: "Scenarios/pins.csv")
    #expect(try await base().relaxations == [.data(file: "Scenarios/pins.csv")])
  }

  // MARK: - Links, submodules, and what no commit has

  private func link(_ name: String, to target: String) throws {
    try? project.remove(name)
    try FileManager.default.createSymbolicLink(
      atPath: project.file(name), withDestinationPath: target)
  }

  /// Adds a repository with one file as a submodule, and commits all. Returns the repository, which
  /// a checkout needs.
  private func addSubmodule(
    _ name: String, with file: String, text: String
  ) throws -> TemporaryFolder {
    let other = try TemporaryFolder()
    try other.write(text, to: file)
    try other.commitAll()
    try project.git("submodule", "--quiet", "add", "--", other.path, name)
    try project.commitAll()
    return other
  }

  @Test func dataBehindALinkIsThatOfTheCommit() async throws {
    try write(lines(data: "pins.csv"))
    try project.makeFolder("data")
    try project.write(pins(51), to: "data/real.csv")
    try link("Scenarios/pins.csv", to: "../data/real.csv")
    try project.commitAll()
    #expect(try await base().relaxations == [])
    // A copy.
    try project.write(pins(51), to: "data/other.csv")
    try link("Scenarios/pins.csv", to: "../data/other.csv")
    #expect(try await base().relaxations == [])
    try project.write(pins(52), to: "data/other.csv")
    #expect(try await base().relaxations == [.data(file: "Scenarios/pins.csv")])
    try link("Scenarios/pins.csv", to: "../data/real.csv")
    try project.write(pins(52), to: "data/real.csv")
    #expect(try await base().relaxations == [.data(file: "Scenarios/pins.csv")])
  }

  @Test func dataOfASubmoduleIsThatOfItsCommit() async throws {
    try write(lines(data: "../data/pins.csv"))
    let other = try addSubmodule("data", with: "pins.csv", text: pins(51))
    defer { withExtendedLifetime(other) {} }
    #expect(try await base().relaxations == [])
    try project.write(pins(52), to: "data/pins.csv")
    #expect(try await base().relaxations == [.data(file: "Scenarios/../data/pins.csv")])
    try project.git("-C", "data", "commit", "--quiet", "--all", "-m", "Move on")
    #expect(try await base().relaxations == [.data(file: "Scenarios/../data/pins.csv")])
    expect(
      try await base(in: try checkout(submodules: false)), "of the submodule data, found none")
  }

  /// Data that git ignores, and data outside of the repository.
  @Test func dataThatNoCommitHasIsReported() async throws {
    let outside = try TemporaryFolder()
    for (path, words) in [
      (project.file("Scenarios/pins.csv"), "expected Scenarios/pins.csv in the base's commit"),
      (outside.file("pins.csv"), "in the repository, found it outside"),
    ] {
      try Data(pins(51).utf8).write(to: URL(fileURLWithPath: path))
      try project.write("pins.csv\n", to: ".gitignore")
      try write(lines(data: path))
      try project.commitAll()
      expect(try await base(), words)
    }
  }

  /// The base's link leads to a file of the head, to one of no commit, or to none in the checkout.
  @Test func aLinkThatLeadsOutOfTheCommitIsTold() async throws {
    let outside = try TemporaryFolder()
    try outside.write(pins(51), to: "pins.csv")
    try project.write(pins(51), to: "real.csv")
    try write(lines(data: "pins.csv"))
    for target in [project.file("real.csv"), outside.file("pins.csv"), "../../real.csv"] {
      try link("Scenarios/pins.csv", to: target)
      try project.commitAll()
      try project.remove("Scenarios/pins.csv")
      try project.write(pins(51), to: "Scenarios/pins.csv")
      expect(try await base(), "expected Scenarios/pins.csv in the repository, found it outside")
    }
    // So does a folder's, in which the head's scenario would be new.
    try project.remove("Scenarios")
    try link("Scenarios", to: outside.path)
    try project.commitAll()
    try project.remove("Scenarios")
    try write()
    #expect(try await base().descriptions == nil)
  }

  /// A filter's file is in the checkout as git stores it.
  @Test func dataThatAFilterChangedIsThatOfTheCommit() async throws {
    try write(lines(data: "pins.csv"))
    try project.git("config", "filter.upper.clean", "sed s/latitude/LATITUDE/")
    try project.git("config", "filter.upper.smudge", "sed s/LATITUDE/latitude/")
    try project.write("*.csv filter=upper\n", to: ".gitattributes")
    let file = try project.write(pins(51), to: "Scenarios/pins.csv")
    // Git reads a file again that is as new as what it knows of it.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file)
    try project.commitAll()
    let stored = try checkout()
    #expect(
      try String(contentsOfFile: stored.file("base/Scenarios/pins.csv"), encoding: .utf8)
        .hasPrefix("LATITUDE"))
    #expect(try await base(in: stored).relaxations == [])
    try project.write(pins(52), to: "Scenarios/pins.csv")
    #expect(try await base(in: stored).relaxations == [.data(file: "Scenarios/pins.csv")])
  }

  @Test func aLinkToScenariosIsFollowedInTheCommit() async throws {
    try project.makeFolder("suite")
    try FileManager.default.moveItem(
      atPath: project.file("Scenarios/small.yaml"), toPath: project.file("suite/small.yaml"))
    try link("Scenarios/small.yaml", to: "../suite/small.yaml")
    try project.commitAll()
    try write(["thresholds": nil])
    var base = try await base()
    #expect(base.relaxations == [])
    #expect(base.descriptions?.map(\.thresholds.count) == [1])
    // The folder is the link.
    try link("Scenarios", to: "suite")
    try project.commitAll()
    #expect(try await self.base().descriptions?.map(\.thresholds.count) == [0])
    try project.remove("suite/small.yaml")
    try write(to: "other")
    base = try await self.base(["other"])
    #expect(base.relaxations == [cases([100, 1_000], Self.strategies)])
  }

  @Test func scenariosOfASubmoduleAreThoseOfItsCommit() async throws {
    let text = try project.read("Scenarios/small.yaml")
    try project.remove("Scenarios")
    try project.commitAll()
    let other = try addSubmodule("Scenarios", with: "small.yaml", text: text)
    defer { withExtendedLifetime(other) {} }
    try write(["thresholds": nil])
    try project.git("-C", "Scenarios", "commit", "--quiet", "--all", "-m", "Move on")
    var base = try await base()
    #expect(base.relaxations == [])
    #expect(base.descriptions?.map(\.thresholds.count) == [1])
    base = try await self.base(names: ["small"], in: try checkout(submodules: false))
    #expect(base.descriptions == nil)
    expect(base, "of the submodule Scenarios, found none")
  }

  @Test func aBaseWithoutScenariosIsReported() async throws {
    try project.remove("Scenarios")
    try project.commitAll()
    try project.makeFolder("Scenarios")
    try write()
    for names in [[], ["small"]] {
      let base = try await base(names: names)
      #expect(base.relaxations == [.noBaseScenarios])
      #expect(base.descriptions == nil)
    }
  }

  /// A scenario that was selected by name may be in a file that cannot be read.
  @Test func aFileThatMayHaveTheScenarioIsReported() async throws {
    try project.write("scenario: [", to: "Scenarios/small.yaml")
    try write(to: "other")
    try project.commitAll()
    try project.remove("Scenarios/small.yaml")
    try write(to: "small-again")
    #expect(try await base(["other"], names: ["other"]).relaxations == [])
    expect(try await base(["small-again"], names: ["small-again"]), "small.yaml:")
  }

  @Test func anUnreadableFileIsReported() async throws {
    try project.write("scenario: [", to: "Scenarios/broken.yaml")
    try project.commitAll()
    try project.remove("Scenarios/broken.yaml")
    expect(try await base(), "broken.yaml:")
    #expect(try await base(names: ["small"]).relaxations == [])
  }

  /// Monitors, hooks, filters and converters that the configuration of a repository names.
  @Test func noCommandOfTheConfigurationRuns() async throws {
    let checkout = try checkout()
    let command = try project.writeProgram("command", "echo ran >> '\(project.file("ran"))'; cat")
    for key in [
      "core.fsmonitor", "filter.a=b.clean", "filter.a=b.smudge", "filter.c.process",
      "diff.external", "diff.d.textconv",
    ] { try project.git("config", key, command) }
    for hook in ["post-index-change", "reference-transaction"] {
      try FileManager.default.copyItem(atPath: command, toPath: project.file(".git/hooks/\(hook)"))
    }
    try project.write("*.yaml filter=a=b diff=d\n*.swift filter=c\n", to: ".gitattributes")
    try write(["sizes": "sizes: [100]"])
    try project.write("// swift-tools-version: 6.1\n", to: "Package.swift")
    #expect(try await base(in: checkout).relaxations.count == 1)
    _ = await HeadProgram(executable: command, source: project.file("main.swift"))
      .warnings(comparedWith: "HEAD", in: project.path)
    #expect(!project.exists("ran"))
  }
}
