import Foundation
import TestSupport
import Testing

/// `advise` and `checklist` through the real executable.
@Suite(.blocking) struct GuideCommandTests {
  @Test func theChecklistJudgesARun() async throws {
    let run = try SharedRun.ownPins(swapped: false)
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let project = try run.copy()
    let outcome = try await Tool.call(
      ["checklist", "out", "--strategy", "hierarchical-clusters", "--out", "list.md"], in: project)
    #expect(outcome.code == 0 || outcome.code == 2, "\(outcome.errors)")
    #expect(outcome.output == "Written: list.md\n")
    let text = try project.read("list.md")
    #expect(text.components(separatedBy: "\n- [").count == 15)
    #expect(text.contains("100 % of 300 pins on land, 0 % if swapped"))
    #expect(
      text.contains("VoiceOver announces the elements of the map.** (axiom-mapkit, line 506)"))
    #expect(text.contains("Cannot be checked here."))
    #expect(text.contains("Not in this run: it has no scenario of the family search"))
    // A strategy without reuse makes a view for each appearance.
    let naive = try await Tool.call(
      ["checklist", "out", "--strategy", "all-pins"], in: project)
    #expect(naive.output.contains("`all-pins` in own-pins, size 300: `marker-overlap` is"))
    #expect(naive.code == 2)
  }

  @Test func swappedCoordinatesAreFound() async throws {
    let run = try SharedRun.ownPins(swapped: true)
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let project = try run.copy()
    let outcome = try await Tool.call(["checklist", "out"], in: project)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("latitude and longitude were swapped: swap them"))
    // What is in the file now says nothing of the run.
    try project.write(OwnPins.csv(swapped: false), to: "stores.csv")
    let mended = try await Tool.call(["checklist", "out"], in: project)
    #expect(mended.output.contains("Not decided: own-pins.yaml: expected the environment of"))
    #expect(!mended.output.contains("pins on land"))
  }

  @Test(.exhaustive) func tryTellsSwappedCoordinates() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(OwnPins.csv(swapped: true), to: "stores.csv")
    let outcome = try Tool.mappressure.run(
      ["try", "stores.csv", "--trials", "1", "--quiet"], in: project)
    #expect(outcome.errors.contains("if latitude and longitude were swapped"))
    try project.write(OwnPins.csv(swapped: false), to: "right.csv")
    let right = try Tool.mappressure.run(
      ["try", "right.csv", "--trials", "1", "--quiet"], in: project)
    #expect(!right.errors.contains("swapped"))
  }

  @Test func aRunThatShowsNothingIsAnError() async throws {
    let project = try TemporaryFolder(scenarios: [])
    let missing = try await Tool.call(["checklist", "nowhere"], in: project)
    #expect(missing.code == 1)
    #expect(missing.errors.contains("nowhere"))
  }

  @Test func theAdviceHasAComponentAStrategyAndItsRules() throws {
    let project = try TemporaryFolder(scenarios: [])
    let outcome = try Tool.mappressure.run(
      [
        "advise", "--ios", "16", "--annotations", "150", "--changes", "reloads", "--out", "out",
        "--quiet",
      ], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let first = try #require(outcome.output.split(separator: "\n").first)
    #expect(first.hasPrefix("# ") && first.contains("MKMapView. 150 pins: "), "\(first)")
    #expect(
      outcome.output.contains(
        "**An app for systems before iOS 17 needs MKMapView.** (axiom-mapkit, lines 62, 85) "
          + "You: iOS 16 and later. It asks for MKMapView."))
    #expect(outcome.output.contains("| MKMapView (the answer) | `"))
    #expect(outcome.output.contains("| SwiftUI Map | `"))
    #expect(outcome.output.contains("- `tile-overlays`: no\n"))
    #expect(project.exists("out/report.md"))
    // The same numbers again, without a replay.
    let again = try Tool.mappressure.run(
      [
        "advise", "--ios", "16", "--annotations", "150", "--changes", "reloads", "--run", "out",
      ], in: project)
    #expect(again.output == outcome.output)
    let other = try Tool.mappressure.run(
      ["advise", "--annotations", "151", "--run", "out"], in: project)
    #expect(other.code == 1)
    #expect(other.errors.contains("expected a run of one scenario with 151 annotations"))
    let still = try Tool.mappressure.run(
      ["advise", "--annotations", "150", "--run", "out"], in: project)
    #expect(still.code == 1)
    #expect(still.errors.contains("150 annotations and the strategies all-pins, "))
    let selecting = try Tool.mappressure.run(
      ["advise", "--annotations", "150", "--changes", "reloads", "--selection", "--run", "out"],
      in: project)
    #expect(selecting.code == 1)
    #expect(selecting.errors.contains("expected the line 'changes: "))
    let both = try Tool.mappressure.run(
      ["advise", "--annotations", "150", "--run", "out", "--profile", "slow-device"], in: project)
    #expect(both.code != 0)
    #expect(both.errors.contains("expected --run alone"))
  }

  /// Without changes both replay the same pins, and the facts say nothing.
  @Test(.exhaustive) func tryAndAdviseGiveTheSameAnswer() throws {
    struct Answer: Decodable {
      let state: String
      let strategy: String
    }
    let project = try TemporaryFolder(scenarios: [])
    try project.write(OwnPins.csv(swapped: false), to: "stores.csv")
    // A phone on which the own work of a strategy, which is measured here, never takes too long.
    var phone = ProfileText(basedOn: "iphone-simulator")
    phone.set("machine-factor", 0.001, "ratio")
    try project.write(phone.text, to: "phone.yaml")
    let answers = try [
      ["try", "stores.csv", "--out", "try"], ["advise", "--data", "stores.csv", "--out", "advise"],
    ].map { arguments -> Answer in
      let outcome = try Tool.mappressure.run(
        arguments + ["--profile", "phone.yaml", "--json", "--quiet"], in: project)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    }
    #expect(answers[0].strategy == answers[1].strategy)
    #expect(answers[0].state == answers[1].state)
    #expect(try project.read("try/scenario.yaml") == project.read("advise/scenario.yaml"))
    // A run of the one is a run of the other.
    let again = try Tool.mappressure.run(
      ["advise", "--data", "stores.csv", "--run", "try"], in: project)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.output.contains(answers[0].strategy))
  }

  @Test func theRulesAloneTakeNoRun() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("ios: 18\nclustering: yes\nannotations: 2_000\n", to: "app.yaml")
    let outcome = try await Tool.call(
      ["advise", "--facts", "app.yaml", "--no-run", "--json"], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
    struct Answer: Decodable {
      let component: String
      let facts: [String: String]
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.component == "SwiftUI Map")
    #expect(answer.facts["clustering"] == "yes")
    #expect(!project.exists("Reports"))
  }

  /// The number of a file's pins is no assumption, and a number given beside a file of facts
  /// replaces its data.
  @Test func annotationsAreThoseOfTheFileOrTheGivenNumber() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(OwnPins.csv(swapped: false), to: "stores.csv")
    try project.write("data: stores.csv\n", to: "app.yaml")
    let file = try await Tool.call(["advise", "--facts", "app.yaml", "--no-run"], in: project)
    #expect(file.output.contains("For 300 annotations of stores.csv"))
    #expect(!file.output.contains("- `annotations`:"))
    let number = try await Tool.call(
      ["advise", "--facts", "app.yaml", "--annotations", "40", "--no-run"], in: project)
    #expect(number.output.contains("For 40 annotations, "))
    let none = try await Tool.call(["advise", "--ios", "17", "--no-run"], in: project)
    #expect(none.output.contains("- `annotations`: 100\n"))
  }

  /// The questions are asked on standard input, and a wrong answer is asked again.
  @Test func theFactsAreAsked() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("15\n\nmany\n40\nnone\nnone\nno\nno\nno\nno\nyes\nyes\nno\n", to: "answers")
    let outcome = try RunningTool(
      program: "/bin/sh",
      arguments: ["-c", "exec \"$0\" advise --ask --no-run < answers", Tool.mappressure.path],
      folder: project, environment: [:]
    ).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Is there a file with the annotations"))
    #expect(
      outcome.errors.contains("Expected a whole number from 1 to 1000000, found 'many'."))
    // The questions are not in the answer.
    #expect(outcome.output.hasPrefix("# Take MKMapView\n"))
    #expect(outcome.output.contains("For 40 annotations, "))
    let ended = try RunningTool(
      program: "/bin/sh",
      arguments: ["-c", "exec \"$0\" advise --ask --no-run < /dev/null", Tool.mappressure.path],
      folder: project, environment: [:]
    ).outcome()
    #expect(ended.code == 1)
    #expect(ended.errors.contains("found the end of the input"))
  }

  @Test(arguments: [
    (["--ios", "old"], "--ios: expected a whole number from 7 to 99, found 'old'"),
    (["--changes", "daily"], "--changes: expected none, reloads, moving, found 'daily'"),
    (["--facts", "nowhere.yaml"], "nowhere.yaml"), (["--data", "nowhere.csv"], "nowhere.csv"),
  ])
  func wrongFactsAreErrors(arguments: [String], says: String) async throws {
    let project = try TemporaryFolder(scenarios: [])
    let outcome = try await Tool.call(["advise", "--no-run"] + arguments, in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
  }
}
