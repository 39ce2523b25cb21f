import Answers
import Foundation
import Guides
import MapPressure
import Synchronization
import TestSupport
import Testing

/// `advise` and `checklist` through the real executable.
@Suite(.blocking) struct GuideCommandTests {
  @Test func theChecklistJudgesARun() async throws {
    let run = try SharedRun.ownPins(swapped: false)
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let project = try run.copy()
    let outcome = try await project.call(
      "checklist out --strategy hierarchical-clusters --out list.md")
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
    try await project.call("checklist out --strategy all-pins").expect(
      2, words: "all-pins in own-pins, size 300: marker-overlap is")
  }

  @Test func swappedCoordinatesAreFound() async throws {
    let run = try SharedRun.ownPins(swapped: true)
    #expect(run.outcome.code == 0, "\(run.outcome.errors)")
    let project = try run.copy()
    try await project.call("checklist out").expect(
      2, words: "latitude and longitude were swapped: swap them")
    // The file's present contents are not those of the run.
    try project.write(OwnPins.csv(swapped: false), to: "stores.csv")
    let mended = try await project.call("checklist out")
    #expect(mended.words.contains("Not decided: own-pins.yaml: expected the environment of"))
    #expect(!mended.output.contains("pins on land"))
  }

  @Test func aRunThatShowsNothingIsAnError() async throws {
    try await TemporaryFolder(scenarios: []).call("checklist nowhere").expect(1, errors: "nowhere")
  }

  @Test func theAdviceHasAComponentAStrategyAndItsRules() throws {
    let project = try TemporaryFolder(scenarios: [])
    func advise(_ facts: String) throws -> Tool.Outcome {
      try project.run(["advise", "--no-draws"] + facts.split(separator: " ").map(String.init))
    }
    let facts = "--ios 16 --annotations 150 --changes reloads"
    let outcome = try advise(facts + " --out out --quiet").expect(0)
    let first = try #require(outcome.output.split(separator: "\n").first)
    #expect(first.contains("MKMapView. 150 pins: "), "\(first)")
    // Without a terminal there is no markup either.
    #expect(!outcome.output.contains(/\*\*|<br>|^#/.anchorsMatchLineEndings()))
    #expect(
      outcome.words.contains(
        "An app for systems before iOS 17 needs MKMapView. (axiom-mapkit, lines 62, 85) "
          + "You: iOS 16 and later. The rule asks for MKMapView."))
    #expect(outcome.output.contains("MKMapView (the answer)"))
    #expect(outcome.output.contains("SwiftUI Map"))
    #expect(outcome.output.contains("- tile-overlays: no\n"))
    #expect(project.exists("out/report.md"))
    // The same numbers again, without a replay.
    #expect(try advise(facts + " --run out").output == outcome.output)
    try advise("--annotations 151 --run out").expect(
      1, errors: "expected a run of one scenario with 151 annotations")
    try advise("--annotations 150 --run out").expect(
      1, errors: "150 annotations and the strategies all-pins, ")
    try advise("--annotations 150 --changes reloads --selection --run out").expect(
      1, errors: "expected the line 'changes: ")
    let both = try advise("--annotations 150 --run out --profile slow-device")
    #expect(both.code != 0 && both.errors.contains("--run replays nothing"))
  }

  /// Without changes both replay the same pins, and the facts say nothing.
  @Test(.exhaustive) func tryAndAdviseGiveTheSameAnswer() throws {
    let project = try TemporaryFolder.stores(OwnPins.csv(swapped: false))
    // A phone on which the own work of a strategy, which is measured here, never takes too long.
    var phone = ProfileText(basedOn: "iphone-simulator")
    phone.set("machine-factor", 0.001, "ratio")
    try project.write(phone.text, to: "phone.yaml")
    let answers = try [
      ["try", "stores.csv", "--out", "try"], ["advise", "--data", "stores.csv", "--out", "advise"],
    ].map { arguments in
      try project.run(arguments + ["--profile", "phone.yaml", "--json", "--quiet"]).expect(0).json()
    }
    let strategy = try #require(answers[0].strategy.text)
    #expect(answers[1].strategy == .text(strategy))
    #expect(answers[0].state != .null && answers[0].state == answers[1].state)
    #expect(try project.read("try/scenario.yaml") == project.read("advise/scenario.yaml"))
    // A run of the one is a run of the other.
    try project.run("advise --data stores.csv --run try").expect(0, output: strategy)
  }

  @Test func theRulesAloneTakeNoRun() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("ios: 18\nclustering: yes\nannotations: 2_000\n", to: "app.yaml")
    let answer = try await project.call("advise --facts app.yaml --no-run --json").expect(0).json()
    #expect(answer.component == "SwiftUI Map" && answer.facts.clustering == "yes")
    #expect(!project.exists("Reports"))
  }

  /// The number of a file's pins is no assumption, and a number given with a file of facts
  /// replaces its data.
  @Test func annotationsAreThoseOfTheFileOrTheGivenNumber() async throws {
    let project = try TemporaryFolder.stores(OwnPins.csv(swapped: false))
    try project.write("data: stores.csv\n", to: "app.yaml")
    let file = try await project.call("advise --facts app.yaml --no-run")
    #expect(file.output.contains("For 300 annotations of stores.csv"))
    #expect(!file.output.contains("- annotations:"))
    let number = try await project.call("advise --facts app.yaml --annotations 40 --no-run")
    #expect(number.output.contains("For 40 annotations, "))
    let none = try await project.call("advise --ios 17 --no-run")
    #expect(none.output.contains("- annotations: 100\n"))
  }

  /// The questions are asked on standard input, and a wrong answer is asked again.
  @Test func theFactsAreAsked() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write("15\n\nmany\n40\nnone\nnone\nno\nno\nno\nno\nyes\nyes\nno\n", to: "answers")
    let script = "exec \"$0\" advise --ask --no-run < "
    let outcome = try project.shell(script + "answers").expect(
      0, errors: "Is there a file with the annotations",
      "Expected a whole number from 1 to 1000000, found 'many'.")
    // The questions are not in the answer.
    #expect(outcome.output.hasPrefix("Take MKMapView\n"))
    #expect(outcome.output.contains("For 40 annotations, "))
    try project.shell(script + "/dev/null").expect(
      1, errors: "found the end of the input; continue with: ",
      "mappressure advise --no-run --ask")
  }

  /// Each answer is checked at once, a question explains itself, and the end of the input loses none.
  @Test func typedAnswersAreCheckedAndKept() throws {
    let project = try TemporaryFolder(
      scenarios: [], files: ["stores.csv": OwnPins.csv(swapped: false), "words.csv": "a,b\nc,d\n"])
    let paths = ["none.csv", "words.csv", "stores.csv"].map { project.file($0) }
    let errors = CapturedText()
    let call = Invocation(
      words: ["mappressure", "advise", "--ask", "--no-run"],
      output: StandardOutput(to: .text(CapturedText())), errors: StandardError(to: .text(errors)))
    func ask(_ lines: [String]) throws -> FactQuestions.Answers {
      let typed = TypedLines(lines)
      return try FactQuestions(call) { typed.next() }.ask(AppFacts())
    }
    let beginning = ["?", "6", "16"] + paths + ["reload", "reloads"]
    let fault = #expect(throws: (any Error).self) { try ask(beginning) }
    let message = fault.map { "\($0)" } ?? ""
    #expect(message.contains("continue with: mappressure advise --no-run --ios 16 --data "))
    #expect(message.hasSuffix("/stores.csv --changes reloads --ask"))
    for part in [
      "SwiftUI's Map has overlays", "Expected: a whole number from 7 to 99.", "found '6'.",
      "none.csv", "words.csv", "stores.csv: 300 places from CSV",
      "found 'reload'; did you mean 'reloads'? Type ? for an explanation",
    ] { #expect(errors.text.contains(part), "\(part)") }
    #expect(!errors.text.contains("How many annotations"))
    let rest = ["", "yes", "no", "", "either", "yes", "no", "no"]
    let answers = try ask(beginning + rest)
    #expect(answers.facts.ios == 16 && answers.facts.tileOverlays && !answers.facts.camera)
    #expect(
      answers.arguments.suffix(10) == [
        "--changes", "reloads", "--overlays", "none", "--tile-overlays", "--no-delegate-control",
        "--no-view-animations", "--selection", "--no-camera", "--no-user-location",
      ])
  }

  @Test(arguments: [
    (["--ios", "old"], "--ios: expected a whole number from 7 to 99, found 'old'"),
    (["--changes", "daily"], "--changes: expected none, reloads, moving, found 'daily'"),
    (["--facts", "nowhere.yaml"], "nowhere.yaml"), (["--data", "nowhere.csv"], "nowhere.csv"),
  ]) func wrongFactsAreErrors(arguments: [String], says: String) async throws {
    try await TemporaryFolder(scenarios: []).call(["advise", "--no-run"] + arguments).expect(
      1, errors: says)
  }
}

/// The lines of a user, one after another.
private final class TypedLines: Sendable {
  private let left: Mutex<[String]>

  init(_ lines: [String]) { left = Mutex(lines) }

  func next() -> String? { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
