import Foundation
import Simulation
import Support

/// What a profile is fitted to, in words.
package struct FitOrigin: Sendable {
  /// The device.
  let device: String
  /// The device, from which the profile has its identifier.
  let identifier: String
  var isSynthetic = false
  /// What lets the numbers be other than those of a released app.
  let warnings: [String]
  /// What a parameter rests on: `12 frames, 95 % confidence`.
  let evidence: @Sendable (ProfileFit.Parameter) -> String
}

extension FitOrigin {
  /// What a recording is.
  package init(_ recording: MapRecording) {
    let device = recording.device
    let warnings: [String?] = [
      recording.isSynthetic
        ? "The recording was synthesized: its numbers are no measurement of anything." : nil,
      device.isSimulator ? "Recorded on a simulator, not on a device." : nil,
      device.isDebugBuild
        ? "Recorded with a debug build, which is slower than a released app." : nil,
      ["serious", "critical"].contains(device.thermalState)
        ? "The device was hot and slowed down." : nil,
    ]
    self.init(
      device: FittedProfile.label(device), identifier: "\(device.model) \(device.system)",
      isSynthetic: recording.isSynthetic, warnings: warnings.compactMap(\.self)
    ) { "\($0.measurements) \(Self.measurements(of: $0.name)), 95 % confidence" }
  }

  /// What a performance test is.
  package init(_ test: DeviceMeasurements) {
    self.init(
      device: test.device, identifier: "measured " + test.device,
      warnings: ["The file does not say if it was a simulator, a debug build or a hot device."]
    ) { "\(test.test ?? ""), \($0.measurements) repetitions, interval of the median" }
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
}

/// The file of a profile with the parameters that a measurement tells; the others are the base's.
package struct FittedProfile: Sendable {
  /// The profile's identifier: the device and the system.
  package let name: String
  /// The file's text.
  package let text: String

  /// The first line of each profile that is written.
  package static let firstLine = "# Written by mappressure fit-profile."

  /// Writes the profile of a fit.
  ///
  /// - Parameter file: the name of the measurement's file, for the sources.
  /// - Throws: `InputError` if the text were not a profile.
  package init(_ fit: ProfileFit, of origin: FitOrigin, file: String) throws(InputError) {
    name = Self.identifier(origin)
    let device = origin.isSynthetic ? "a synthesized recording, no device" : origin.device
    var lines = [
      Self.firstLine,
      "profile: \(name)",
      "title: \(Self.quoted((origin.isSynthetic ? "SYNTHETIC, no device was measured: " : "") + origin.device))",
      "warning: \(Self.quoted(Self.warning(origin, fit)))",
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
      let source = "\(file): \(device); \(origin.evidence(parameter))"
      lines += [
        "  \(parameter.name.rawValue):",
        "    { value: \(Self.number(value)), low: \(Self.number(low)), high: \(Self.number(high)), "
          + "unit: \(known.unit.rawValue), "
          + "confidence: \(origin.isSynthetic ? "assumption" : "measured"),",
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

  private static func warning(_ origin: FitOrigin, _ fit: ProfileFit) -> String {
    let count =
      fit.parameters.count == 1 ? "One parameter is" : "\(fit.parameters.count) parameters are"
    let rest =
      "\(count) estimated from one measurement of one app; the others are those of "
      + "\(fit.base.name)."
    return (origin.warnings + [rest]).joined(separator: " ")
  }

  /// Letters and digits of the model and the system, joined by hyphens.
  private static func identifier(_ origin: FitOrigin) -> String {
    let text = origin.identifier.lowercased()
    let words = text.unicodeScalars.split {
      !(("a"..."z").contains($0) || ("0"..."9").contains($0))
    }
    let name = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
    return (origin.isSynthetic ? "synthetic-" : "") + (name.isEmpty ? "device" : name)
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
