import Foundation
import Simulation
import Support

/// The file of a profile with the parameters that a recording tells; the others are the base's.
package struct FittedProfile: Sendable {
  /// The profile's identifier: the device and the system.
  package let name: String
  /// The file's text.
  package let text: String

  /// Writes the profile of a fit.
  ///
  /// - Parameter recordingName: the name of the recording's file, for the sources.
  /// - Throws: `InputError` if the text were not a profile.
  package init(
    _ fit: ProfileFit, of recording: MapRecording, recordingName: String
  ) throws(InputError) {
    let device = Self.label(recording.device)
    name = Self.identifier(recording)
    let origin = recording.isSynthetic ? "a synthesized recording, no device" : device
    var lines = [
      "# Written by mappressure fit-profile.",
      "profile: \(name)",
      "title: \(Self.quoted((recording.isSynthetic ? "SYNTHETIC, no device was measured: " : "") + device))",
      "warning: \(Self.quoted(Self.warning(recording, fit)))",
      "based-on: \(fit.base.name)",
      "",
      "parameters:",
    ]
    for parameter in fit.parameters {
      guard let known = fit.base.parameters.first(where: { $0.name == parameter.name }) else {
        continue
      }
      let scale = known.unit.scale
      let value = Self.rounded(parameter.value / scale)
      let low = min(value, Self.rounded(parameter.low / scale))
      let high = max(value, Self.rounded(parameter.high / scale))
      let source =
        "\(recordingName): \(origin); \(parameter.measurements) "
        + "\(Self.measurements(of: parameter.name)), 95 % confidence"
      lines += [
        "  \(parameter.name.rawValue):",
        "    { value: \(Self.number(value)), low: \(Self.number(low)), high: \(Self.number(high)), "
          + "unit: \(known.unit.rawValue), "
          + "confidence: \(recording.isSynthetic ? "assumption" : "measured"),",
        "      source: \(Self.quoted(source)) }",
      ]
    }
    text = lines.joined(separator: "\n") + "\n"
    _ = try PlatformProfile(yaml: text, file: name + ".yaml")
  }

  /// The device in words.
  package static func label(_ device: MapRecording.Device) -> String {
    "\(PlainText.line(device.model)), \(PlainText.line(device.system))"
      + (device.isSimulator ? ", simulator" : "") + ", \(number(device.refresh)) Hz, "
      + (device.isDebugBuild ? "debug build" : "release build")
      + ", thermal state \(PlainText.line(device.thermalState))"
  }

  private static func warning(_ recording: MapRecording, _ fit: ProfileFit) -> String {
    let device = recording.device
    let count =
      fit.parameters.count == 1 ? "One parameter is" : "\(fit.parameters.count) parameters are"
    let parts: [String?] = [
      recording.isSynthetic
        ? "The recording was synthesized: its numbers are no measurement of anything." : nil,
      device.isSimulator ? "Recorded on a simulator, not on a device." : nil,
      device.isDebugBuild
        ? "Recorded with a debug build, which is slower than a released app." : nil,
      ["serious", "critical"].contains(device.thermalState)
        ? "The device was hot and slowed down." : nil,
      "\(count) estimated from one recording of one app; the others are those of \(fit.base.name).",
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private static func measurements(of name: ProfileParameter.Name) -> String {
    switch name {
    case .fittingResidual, .centerResidual, .layoutPassConversions: "read-backs"
    case .visibleMargin: "views"
    case .mapHitchFloor: "frames"
    case .markerViewMemory, .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory:
      "footprints"
    default: "calls and frames"
    }
  }

  /// Letters and digits of the model and the system, joined by hyphens.
  private static func identifier(_ recording: MapRecording) -> String {
    let text = "\(recording.device.model) \(recording.device.system)".lowercased()
    let words = text.unicodeScalars.split {
      !(("a"..."z").contains($0) || ("0"..."9").contains($0))
    }
    let name = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
    return (recording.isSynthetic ? "synthetic-" : "") + (name.isEmpty ? "device" : name)
  }

  /// Four significant digits.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return 0 }
    return Double(String(format: "%.3e", value)) ?? value
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }

  /// A YAML scalar in double quotes.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
