import Clustering
import ScenarioModel
import Simulation

/// A recorder of the events of a map screen until a loop or a gesture conflict: from its cause on,
/// each update and each write of state with its region.
package final class RegionUpdateTranscript {
  /// The entries of a loop after it was found: a round, and some more.
  private static let entriesAfterwards = 4

  private let setting: RegionAppSetting
  /// Indicates whether no documentation supports the map's conversion of regions.
  private let isAssumed: Bool
  /// The entries since the latest change began.
  private var entries = KeptEntries()
  /// Movements of the fingers since the latest entry.
  private var movements = 0
  /// The region that the delegate has written in the current update.
  private var writtenInUpdate: Region?
  private var latest: Region?
  /// The entries that the first loop still gets after it was found; `nil` before and after.
  private var entriesLeft: Int?
  /// The first loop.
  private(set) var loop: Transcript?
  /// The first gesture conflict.
  private(set) var conflict: Transcript?

  init(setting: RegionAppSetting, isAssumed: Bool) {
    self.setting = setting
    self.isAssumed = isAssumed
  }

  func event(_ action: RegionScript.Action, map: RegionMapView, at time: Int64) {
    if case .movement = action {
      movements += 1
      return
    }
    if action.isChange, !map.isUserInteracting, entriesLeft == nil {
      entries = KeptEntries()
      movements = 0
    }
    note(action.summary, at: time)
  }

  func stateDidChange(to region: Region, duringUpdate: Bool, at time: Int64) {
    if duringUpdate {
      writtenInUpdate = region
    } else {
      note("the state becomes \(text(region))", at: time)
    }
  }

  func updateDidEnd(from old: MapRect, map: RegionMapView, at time: Int64) {
    let written = writtenInUpdate.take()
    var words =
      if map.isAnimating {
        "update: the map starts an animation to another region"
      } else if map.visibleMapRect == old {
        "update: the map stays"
      } else {
        "update: the map goes to \(text(map.region))"
      }
    if let written {
      words +=
        written == map.region
        ? "; its delegate writes that into the state during the update"
        : "; during the update the state becomes \(text(written))"
    }
    note(words, at: time)
  }

  func layoutPassDidConvert(_ map: RegionMapView, at time: Int64) {
    note(
      "the layout pass converts the region again (an assumption): the map goes to "
        + text(map.region), at: time)
  }

  func loopWasFound(_ found: UpdateLoopDetector<RegionSituation>.Loop, at time: Int64) {
    let words =
      switch found {
      case .repeating(let period):
        "the state and the map are the same as \(period) updates before, for the third time"
      case .unbounded(let updates): "after \(updates) updates the map still moves"
      }
    note("a loop: \(words)", at: time)
    if loop == nil, entriesLeft == nil { entriesLeft = Self.entriesAfterwards }
  }

  func loopWasStopped(at time: Int64) {
    note("the loop is stopped", at: time)
    finish()
    entries = KeptEntries()
  }

  func conflict(pull: Double, at time: Int64) {
    note(
      pull > 0
        ? "the map is \(pull) pt away from the fingers" : "the map does not follow the fingers",
      at: time)
    conflict = conflict ?? transcript("a gesture conflict")
  }

  /// Ends the transcript of the current loop.
  func finish() {
    guard entriesLeft != nil else { return }
    entriesLeft = nil
    loop = transcript("a loop")
  }

  private func note(_ text: String, at time: Int64) {
    if movements > 0 {
      let frames = movements == 1 ? "1 frame" : "\(movements) frames"
      add("the fingers move the map for \(frames)", at: time)
      movements = 0
    }
    add(text, at: time)
  }

  private func add(_ text: String, at time: Int64) {
    entries.append(Transcript.Entry(time: time, text: text))
    guard let left = entriesLeft else { return }
    entriesLeft = left - 1
    if left <= 1 { finish() }
  }

  private func transcript(_ title: String) -> Transcript {
    let map = isAssumed ? " on an assumed map" : ""
    return Transcript(title: "\(title)\(map) (\(setting.name))", entries: entries.all)
  }

  private func text(_ region: Region) -> String {
    defer { latest = region }
    return region.text(comparedTo: latest)
  }
}

extension RegionScript.Action {
  /// The text of a transcript.
  fileprivate var summary: String {
    switch self {
    case .gestureBegins: "fingers take hold of the map"
    case .movement: "the fingers move the map"
    case .gestureEnds: "the gesture ends"
    case .location: "a position arrives: other state is written"
    case .refresh: "new data arrive: other state is written"
    case .command(_, let reason), .resize(_, let reason): reason
    }
  }
}

/// The first and the last entries of a transcript that may be long; those between are only counted.
private struct KeptEntries {
  /// The number of entries that are kept of the beginning, and of the end.
  private static let endCount = 12

  private var entries: [Transcript.Entry] = []
  private var missing = 0
  /// The time of the first entry that is not kept.
  private var firstMissingTime: Int64?

  mutating func append(_ entry: Transcript.Entry) {
    entries.append(entry)
    guard entries.count > 2 * Self.endCount else { return }
    let left = entries.remove(at: Self.endCount)
    firstMissingTime = firstMissingTime ?? left.time
    missing += 1
  }

  /// The kept entries, on a clock that begins with the first of them. An entry in place of missing
  /// ones has their number.
  var all: [Transcript.Entry] {
    let start = entries.first?.time ?? 0
    var kept = entries
    if let firstMissingTime {
      let gap = Transcript.Entry(time: firstMissingTime, text: "… \(missing) more …")
      kept.insert(gap, at: Self.endCount)
    }
    return kept.map { Transcript.Entry(time: $0.time - start, text: $0.text) }
  }
}

extension Region {
  /// The region with as few digits as show how it differs from another.
  ///
  /// - Parameter other: the region before it in a transcript; `nil` if there is none.
  fileprivate func text(comparedTo other: Region?) -> String {
    let fewest = 5
    let digits = (fewest...9).first { digits in
      guard let other else { return true }
      return zip(numbers, other.numbers).contains {
        Self.scaled($0, digits: digits) != Self.scaled($1, digits: digits)
      }
    }
    let texts = numbers.map { Self.fixed($0, digits: digits ?? fewest) }
    return "\(texts[0]), \(texts[1]), \(texts[2]) x \(texts[3])°"
  }

  private var numbers: [Double] {
    [center.latitude, center.longitude, span.latitudeDelta, span.longitudeDelta]
  }

  /// The number without the point, in units of its last digit.
  private static func scaled(_ number: Double, digits: Int) -> Double {
    let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    return (number * power).rounded()
  }

  private static func fixed(_ number: Double, digits: Int) -> String {
    let scaled = scaled(number, digits: digits)
    // Beyond this a double has no such digits.
    guard abs(scaled) < 9e15 else { return "\(number)" }
    let whole = String(Int64(scaled).magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - whole.count)) + whole
    return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
  }
}
