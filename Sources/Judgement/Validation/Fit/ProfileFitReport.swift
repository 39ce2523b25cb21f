import Foundation
import Reporting
import Simulation
import Support

/// The fit of a profile to a recording, for a terminal.
package enum ProfileFitReport {
  /// The measurements, their agreement with the fit, the parameters with their intervals next to
  /// those of the base, and those that the recording cannot tell. Pure.
  package static func text(_ fit: ProfileFit, of recording: MapRecording) -> String {
    text(fit, after: header(fit, recording))
  }

  /// The same after lines that say what was measured. Pure.
  package static func text(_ fit: ProfileFit, after header: [String]) -> String {
    let parts: [[String]] = [
      header, agreements(fit), ownWork(fit), worstFrames(fit), parameters(fit), gaps(fit),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private static let width = 120

  private static func header(_ fit: ProfileFit, _ recording: MapRecording) -> [String] {
    let device = recording.device
    let counts =
      "\(recording.frames.count) frames, \(recording.calls.count) calls, "
      + "\(recording.footprints.count) footprints, \(recording.readBacks.count) read-backs."
    let lines: [String?] = [
      recording.isSynthetic
        ? "SYNTHETIC: the recording was computed, no device was measured." : nil,
      "Recorded on \(FittedProfile.label(device)).",
      device.isDebugBuild
        ? "A debug build is slower than a released app: record a release build." : nil,
      ["serious", "critical"].contains(device.thermalState)
        ? "The device was hot and slowed down: let it cool, and record again." : nil,
      counts,
      leftOut(
        fit.framesWithUncountedViews,
        because: "the delegate returned no view, so that the map made its own."),
      leftOut(
        fit.inconsistentFrames,
        because: "their calls took longer than the main thread was busy."),
    ]
    return lines.compactMap(\.self)
  }

  private static func leftOut(_ frames: Int, because reason: String) -> String? {
    frames > 0 ? "\(frames) frames left out: \(reason)" : nil
  }

  // MARK: - Agreement

  private static func agreements(_ fit: ProfileFit) -> [String] {
    guard !fit.agreements.isEmpty else { return [] }
    return Table(
      ["measured"], numbers: ["count", "operations", "RMS residual", "variance explained"],
      of: fit.agreements
    ) { agreement in
      [
        label(agreement.source), NumberFormat.grouped(agreement.count),
        NumberFormat.grouped(agreement.operations),
        NumberFormat.text(
          agreement.rootMeanSquare, agreement.source == nil ? .bytes : .nanoseconds),
        agreement.explained.map(NumberFormat.percent) ?? "nothing varies",
      ]
    }.lines(width: width)
  }

  private static func label(_ source: MeasuredWork.Source?) -> String {
    switch source {
    case .annotationCall: "calls that add, remove, move"
    case .viewCall: "calls for a reused view"
    case .cameraCall: "calls that set the region"
    case .computation: "computations of the app"
    case .movingFrame: "frames of a moving map"
    case .restingFrame: "frames of a map at rest"
    case nil: "footprints"
    }
  }

  private static func ownWork(_ fit: ProfileFit) -> [String] {
    fit.ownWork.map { work in
      "The app's and the map's own work in a frame of a \(work.isMoving ? "moving map" : "map at rest"): "
        + "\(NumberFormat.text(work.value, .nanoseconds)) ("
        + (NumberFormat.interval(work.low, work.high, around: work.value, .nanoseconds) ?? "exact")
        + "). No parameter has it."
    }
  }

  private static func worstFrames(_ fit: ProfileFit) -> [String] {
    guard !fit.worstFrames.isEmpty else { return [] }
    return Table(
      ["frames with the largest residuals"], numbers: ["measured", "expected"],
      of: fit.worstFrames
    ) { frame in
      [
        String(format: "%.3f s: ", Double(frame.time) / 1e9) + operations(frame.operations),
        NumberFormat.text(frame.measured, .nanoseconds),
        NumberFormat.text(frame.expected, .nanoseconds),
      ]
    }.lines(width: width)
  }

  private static func operations(_ operations: RecordedOperations) -> String {
    let map = operations.map
    let counts = [
      (map.markerViewsCreated, "new markers"), (map.imageViewsCreated, "new images"),
      (map.markerViewsPlaced, "markers placed"), (map.imageViewsPlaced, "images placed"),
      (map.clusterCandidates, "candidates"),
    ].filter { $0.0 > 0 }
    return counts.isEmpty
      ? "no operations" : counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  // MARK: - Parameters

  private static func parameters(_ fit: ProfileFit) -> [String] {
    guard !fit.parameters.isEmpty else { return [] }
    let table = Table(
      ["parameter"],
      numbers: ["unit", "fitted", "95 % interval", "base", "span of the base", "measurements"],
      of: fit.parameters
    ) { parameter in
      guard let known = fit.base.parameters.first(where: { $0.name == parameter.name }) else {
        return nil
      }
      let scale = known.unit.scale
      return [
        parameter.name.rawValue, known.unit.symbol, number(parameter.value / scale),
        "\(number(parameter.low / scale)) to \(number(parameter.high / scale))",
        number(known.value), "\(number(known.low)) to \(number(known.high))",
        NumberFormat.grouped(parameter.measurements),
      ]
    }
    return ["The parameters, next to those of the base \(fit.base.name):"]
      + table.lines(width: width)
  }

  private static func gaps(_ fit: ProfileFit) -> [String] {
    let lines = fit.gaps.compactMap { gap in
      sentence(gap, fit: fit).map { "  \(gap.name.rawValue): \($0)" }
    }
    let other = fit.gaps.count { $0.obstacle == .notRecorded }
    let title = "These are not identified; the values of \(fit.base.name) stay:"
    return lines.isEmpty && other == 0
      ? []
      : [title] + lines
        + (other > 0 ? ["  \(other) more parameters, which no recording holds."] : [])
  }

  private static func sentence(_ gap: ProfileFit.Gap, fit: ProfileFit) -> String? {
    switch gap.obstacle {
    case .notRecorded: return nil
    case .neverOccurred: return "it never occurred"
    case .tooFew(let found, let needed):
      return "expected at least \(needed) measurements with it, found \(found)"
    case .tooFewTimes(let found, let needed):
      return "expected it in at least \(needed) different seconds, found \(found)"
    case .inseparable(let terms):
      return "it always occurred together with \(terms.map(label).joined(separator: ", "))"
    case .tooUncertain(let low, let high):
      guard let known = fit.base.parameters.first(where: { $0.name == gap.name }) else {
        return nil
      }
      let scale = known.unit.scale
      let unit = known.unit.symbol.isEmpty ? "" : " " + known.unit.symbol
      return
        "its interval is \(number(low / scale)) to \(number(high / scale))\(unit), not narrower "
        + "than the span that is known"
    case .exact: return "the map reads regions back as they were set"
    case .contradictory(let share):
      return "\(NumberFormat.percent(share)) of the measurements say so, the others not"
    }
  }

  private static func label(_ term: ProfileFit.Term) -> String {
    switch term {
    case .parameter(let name): name.rawValue
    case .ownWork(let isMoving):
      "the own work of each frame of a \(isMoving ? "moving map" : "map at rest")"
    }
  }

  /// Three significant digits, or a whole number.
  private static func number(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return NumberFormat.grouped(whole) }
    if abs(value) >= 100 { return NumberFormat.grouped(Int(value.rounded())) }
    return String(format: "%.3g", value)
  }
}
