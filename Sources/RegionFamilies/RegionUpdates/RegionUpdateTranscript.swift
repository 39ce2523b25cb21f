import MapGeometry
import MapSimulation
import ScenarioModel
import UpdateSimulation

/// Writes down what goes on in a map screen, until a loop or a fight shows: from what caused it on,
/// who wrote what, region by region.
final class RegionUpdateTranscript {
  /// Of a longer story so many entries of the beginning and of the end are told.
  private static let endCount = 12
  /// Entries of a loop after it was found: once around, and some.
  private static let entriesAfterwards = 4

  private let setting: RegionAppSetting
  /// Since the latest change began.
  private var entries = TranscriptEnds(endCount: endCount)
  /// Movements of the fingers since the latest entry.
  private var movements = 0
  /// What the delegate has written since the update under way began.
  private var writtenInUpdate: Region?
  private var latest: Region?
  /// Entries that the first loop still gets, from when it was found until it is told.
  private var entriesLeft: Int?
  /// The first loop.
  private(set) var loop: Transcript?
  /// The first fight.
  private(set) var fight: Transcript?

  init(setting: RegionAppSetting) {
    self.setting = setting
  }

  func event(_ action: RegionScript.Action, map: RegionMapView, at time: Int64) {
    if case .movement = action {
      movements += 1
      return
    }
    if action.isChange, !map.isUserInteracting, entriesLeft == nil {
      forgetEntries()
      movements = 0
    }
    note(action.inWords, at: time)
  }

  func stateDidChange(to region: Region, duringUpdate: Bool, at time: Int64) {
    if duringUpdate {
      writtenInUpdate = region
    } else {
      note("the state becomes \(text(region))", at: time)
    }
  }

  func updateDidEnd(from old: MapRect, map: RegionMapView, at time: Int64) {
    let written = writtenInUpdate
    writtenInUpdate = nil
    let rect = map.visibleMapRect
    var words =
      if map.isAnimating {
        "update: the map sets out for another region"
      } else if rect == old {
        "update: the map stays"
      } else {
        "update: the map goes to \(text(map.region))"
      }
    if let written {
      words +=
        written == map.region
        ? "; its delegate writes that into the state, in the middle of the update"
        : "; in the middle of it the state becomes \(text(written))"
    }
    note(words, at: time)
  }

  func loopWasFound(_ found: UpdateLoopDetector<RegionSituation>.Loop, at time: Int64) {
    let words =
      switch found {
      case .repeating(let period):
        "the state and the map are what they were \(period) updates before, for the third time"
      case .unbounded(let updates): "after \(updates) updates the map has not come to rest"
      }
    note("a loop: \(words)", at: time)
    if loop == nil, entriesLeft == nil { entriesLeft = Self.entriesAfterwards }
  }

  func loopWasStopped(at time: Int64) {
    note("the loop is stopped", at: time)
    finish()
    forgetEntries()
  }

  func fight(pull: Double, at time: Int64) {
    let words =
      pull > 0
      ? "the map has left the fingers, by \(pull) pt" : "the map does not follow the fingers"
    note(words, at: time)
    fight = fight ?? transcript("a fight with the user’s fingers")
  }

  /// Tells the loop that is under way.
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

  private func forgetEntries() {
    entries = TranscriptEnds(endCount: Self.endCount)
  }

  private func transcript(_ title: String) -> Transcript {
    Transcript(title: "\(title) (\(setting.name))", entries: entries.told)
  }

  private func text(_ region: Region) -> String {
    defer { latest = region }
    return RegionText(region, comparedTo: latest).text
  }
}

extension RegionScript.Action {
  /// What happens, for a reader.
  fileprivate var inWords: String {
    switch self {
    case .gestureBegins: "fingers take hold of the map"
    case .movement: "the fingers move the map"
    case .gestureEnds: "the gesture ends"
    case .location: "a position arrives: other state is written"
    case .refresh: "new data arrive: other state is written"
    case .command(_, let words), .resize(_, let words): words
    }
  }
}
