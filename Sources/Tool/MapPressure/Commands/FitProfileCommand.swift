import ArgumentParser
import Foundation
import Reporting
import ScenarioModel
import Simulation
import Support
import Validation

/// `mappressure fit-profile`: writes a profile of a device from a recording.
struct FitProfileCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit-profile",
    abstract: "Write a profile of your phone from a recording of your app.",
    usage: "mappressure fit-profile <recording> [<options>]",
    discussion: """
      Recorder/MapRecorder.swift, in your app's test target, writes a recording; \
      Documentation/YourPhone.md shows how. The profile has the parameters that the \
      recording tells, with their confidence intervals; those that it cannot tell \
      keep the values of the base, and are listed with the reason.

        mappressure fit-profile recording.json
        mappressure fit-profile recording.json --out my-phone.yaml
        mappressure fit-profile recording.json --based-on iphone-15-pro

      A scenario uses it with 'profile: my-phone.yaml'.
      """)

  @Argument(help: "The file that the recorder wrote.", completion: .anyFile)
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The profile whose values stay where the recording tells nothing.", valueName: "profile"),
    completion: .list(PlatformProfile.builtInNames))
  var basedOn = "iphone-simulator"

  @Option(
    help: "The file to write. (default: the recording's name with .yaml, in the current folder)",
    completion: .yaml)
  var out: String?

  func validate() throws {
    guard PlatformProfile.builtInNames.contains(basedOn) else {
      throw ValidationError(
        "--based-on: there is no profile '\(PlainText.shortened(basedOn, to: 80))'"
          + NearestName.hint(for: basedOn, among: PlatformProfile.builtInNames))
    }
    if let out, !out.hasSuffix(".yaml"), !out.hasSuffix(".yml") {
      throw ValidationError(
        "--out: expected a name ending in .yaml, as scenarios require it, found "
          + "'\(PlainText.shortened(out, to: 80))'")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    guard let base = try PlatformProfile.builtIn(basedOn) else { return .toolError }
    let measured = try MapRecording(contentsOf: recording)
    let fit = ProfileFit(measured, base: base)
    tool.output.printProse(ProfileFitReport.text(fit, of: measured))
    let url = URL(fileURLWithPath: recording)
    guard !fit.parameters.isEmpty else {
      throw CommandError(
        "\(PlainText.line(recording)): expected a recording that tells at least one parameter, found "
          + "none; no profile was written. Documentation/YourPhone.md says what to record.")
    }
    let profile = try FittedProfile(
      fit, of: measured, recordingName: PlainText.shortened(url.lastPathComponent, to: 80))
    let path = out ?? url.deletingPathExtension().lastPathComponent + ".yaml"
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(profile.text, to: path)
    } catch {
      throw EnvironmentError(path: path, reason: error.reason)
    }
    tool.output.print(
      "\nWritten: \(path), the profile \(profile.name) with \(fit.parameters.count) parameters. "
        + "Name it in a scenario: profile: \(path)")
    return .pass
  }
}
