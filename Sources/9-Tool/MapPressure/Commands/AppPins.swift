import Answers
import Foundation
import Guides
import Harness
import PinData
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support

/// An app's own pins as a scenario: the same text from each command that answers for them.
package struct AppPins: Sendable {
  /// The number of the pins, their file, and how they change.
  package let facts: AppFacts
  /// The part of the file that is read.
  private let file: PinFileOptions
  /// The path of a recorded camera trace; `nil` for a generated one.
  package var camera: String?
  package var refresh = 60
  package var profile = standardProfile
  package var trials = 1
  /// The slowness of the phone compared with the profile; `nil` if it is not known.
  package var slowness: Slowness?

  package static let standardProfile = "iphone-simulator"

  package init(_ facts: AppFacts, file: PinFileOptions = PinFileOptions()) {
    self.facts = facts
    self.file = file
  }

  /// A name for the scenario, from that of the file.
  package var name: String {
    guard let file = facts.data else { return "try-generated" }
    let stem = file.split(separator: "/").last?.split(separator: ".").first ?? ""
    let words = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "try-" + (words.isEmpty ? "pins" : words.joined(separator: "-").prefix(80))
  }

  /// The scenario's text, with the strategies of all approaches.
  package func text(families: FamilyRegistry) throws -> String {
    let camera = try camera.map { "{ file: \(try WrittenScenario.path($0)) }" }
    let title = facts.data.map { "The pins of \(PlainText.line($0))" } ?? "Generated pins"
    return """
      # The pins of an app. Change it, and replay it with 'run'.
      scenario: \(name)
      title: \(try WrittenScenario.quoted(title))
      family: \(facts.family)
      data: \(try data)
      device:
        viewport: [393, 852]
        scale: 3
        refresh: \(refresh)
        profile: \(try WrittenScenario.profile(profile))\(phone)
      camera: \(camera ?? "{ trace: pan-and-zoom, seconds: 10, seed: 7 }")
      \(facts.hasChanges ? "changes: \(changes)\n" : "")naive: \(facts.naive)
      strategies: [\(facts.strategies(in: families).joined(separator: ", "))]
      sizes: [\(facts.annotations)]
      trials: \(trials)

      """
  }

  private var data: String {
    get throws {
      guard let path = facts.data else {
        return "{ generator: cities, pins: \(facts.annotations), seed: 42 }"
      }
      // A table makes it a database; of one without a choice, the format says what it is.
      var chosen = try [
        (file.table == nil ? "file" : "sqlite", URL(fileURLWithPath: path).path),
        ("table", file.table), ("latitude", file.columns?.latitude),
        ("longitude", file.columns?.longitude),
      ].compactMap { key, value in try value.map { "\(key): \(try WrittenScenario.quoted($0))" } }
      if file.maxPlaces != PinFileOptions.usualMaxPlaces {
        chosen.append("max-places: \(file.maxPlaces)")
      }
      return "{ \(chosen.joined(separator: ", "))\(file.notation) }"
    }
  }

  private var phone: String {
    guard let slowness else { return "" }
    return "\n  slowness: \(Slowness.text(slowness.factor))"
      + "\n  slowness-up-to: \(Slowness.text(slowness.upTo))"
  }

  /// The changes on the screen.
  private var changes: String {
    var changes: [String] = []
    if facts.userLocation { changes.append("location: 1") }
    switch facts.changes {
    case .none: break
    case .reloads: changes.append("refresh: { every: 3, churn: 0.02 }")
    case .moving:
      changes.append("moving: { pins: \(max(1, min(100, facts.annotations / 10))), rate: 10 }")
    }
    if facts.selection { changes.append("taps: 0.5") }
    return "{ " + (changes + ["seed: 11"]).joined(separator: ", ") + " }"
  }
}

/// A replay of own pins: all strategies, and how sure their answer is.
struct AppPinsRun: Sendable {
  let start: AppPinsStart
  let limits: LimitOptions
  let isQuiet: Bool
  let call: Invocation
  /// The words behind the program that continue the run if it is interrupted.
  let again: [String]
  /// The results computed before; `nil` to compute everything.
  let kept: KeptEvaluations?
  let draws: DrawOptions

  private var folder: String { start.folder }

  private var interruptionMessage: String {
    "interrupted; the results so far are in \(PlainText.line(folder)); continue with: "
      + call.command(again)
  }

  /// Replays, analyses, and writes the report.
  func answer() async throws -> PinsAnswer {
    if !isQuiet, let note = start.note { call.errors.writeProse(note) }
    let run = PlanRun(
      plan: start.plan, limits: limits.limits(), folder: folder, isQuiet: isQuiet,
      showsAnswers: !draws.noDraws, origin: await call.origin, call: call, kept: kept)
    let results = try await run.results(start.mode, whenInterrupted: interruptionMessage)
    let sensitivity = try await analysis(of: PinsAnswer(results, sensitivity: nil))
    let answer = PinsAnswer(results, sensitivity: sensitivity)
    if let sensitivity { try SensitivityReport.write(sensitivity, to: folder) }
    try RunReport.write(results, verdict: answer.verdict, sensitivity: sensitivity, to: folder)
    return answer
  }

  /// Moves the parameters that the answer rests on: of the platform, the camera and the app.
  ///
  /// It analyses the strategies that completed; what people do is moved in the draws only.
  private func analysis(of answer: PinsAnswer) async throws -> SensitivityResults? {
    guard !draws.noDraws else { return nil }
    var analysis = AnalysisRun(
      limits: limits.limits(seconds: 3_600), kept: kept, call: call,
      interruptionMessage: interruptionMessage)
    analysis.options.seeds = 0
    analysis.options.halvings = 2
    analysis.options.alone = .platform
    return try await analysis.results(
      of: AnalysisRun.parts(start.plan, completedIn: answer.results), in: answer.results,
      isQuiet: isQuiet)
  }
}
