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
        mappressure fit-profile recording.json --based-on partly-measured-phone

      The metrics of a performance test (from xcresulttool) tell one parameter, if you \
      say which: map-hitch-floor of a test that moves a map without annotations, \
      app-base-memory of one that shows the app without a map.

        mappressure fit-profile metrics.json --as map-hitch-floor --test testEmptyMap

      A scenario uses it with 'profile: my-phone.yaml'.
      """)

  @Argument(
    help: "The file that the recorder wrote, or metrics of an .xcresult.", completion: .anyFile)
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The profile whose values stay where the recording tells nothing.", valueName: "profile"),
    completion: .list(PlatformProfile.builtInNames))
  var basedOn = "iphone-simulator"

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The parameter that a performance test tells.", valueName: "parameter"))
  var parameter: MeasuredParameter?

  @Option(help: "The performance test that tells it. (default: the only one)")
  var test: String?

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
    if test != nil, parameter == nil {
      throw ValidationError("--test: expected --as with it, which says what the test tells")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    guard let base = try PlatformProfile.builtIn(basedOn) else { return .toolError }
    let (fit, origin): (ProfileFit, FitOrigin)
    if let parameter {
      let test = try DeviceMeasurements(contentsOf: recording, test: test)
      (fit, origin) = (ProfileFit(try parameter.fitted(to: test), base: base), FitOrigin(test))
      tool.output.printProse(ProfileFitReport.text(fit, after: parameter.header(test)))
    } else {
      let recording = try MapRecording(contentsOf: recording)
      (fit, origin) = (ProfileFit(recording, base: base), FitOrigin(recording))
      tool.output.printProse(ProfileFitReport.text(fit, of: recording))
    }
    guard !fit.parameters.isEmpty else {
      throw CommandError(
        "\(PlainText.line(recording)): expected a recording that tells at least one parameter, found "
          + "none; no profile was written. Documentation/YourPhone.md says what to record.")
    }
    let url = URL(fileURLWithPath: recording)
    let profile = try FittedProfile(
      fit, of: origin, file: PlainText.shortened(url.lastPathComponent, to: 80))
    let path = out ?? url.deletingPathExtension().lastPathComponent + ".yaml"
    // A file that cannot be read, as one that is no text, is another one.
    let old = out == nil && !FilePath.isMissing(path) ? (try? TextFile.read(path)) ?? "" : nil
    guard old?.hasPrefix(FittedProfile.firstLine) != false else {
      throw CommandError(
        "\(PlainText.line(path)): expected a profile of this command or no file, found another; name "
          + "another file with --out")
    }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(profile.text, to: path)
    } catch {
      throw EnvironmentError(path: path, reason: error.reason)
    }
    tool.output.print(
      "\nWritten: \(path), the profile \(profile.name) with "
        + "\(LimitedList.counted(fit.parameters.count, "parameter")). "
        + "Name it in a scenario: profile: \(path)")
    return .pass
  }
}

extension MeasuredParameter: ExpressibleByArgument {}
