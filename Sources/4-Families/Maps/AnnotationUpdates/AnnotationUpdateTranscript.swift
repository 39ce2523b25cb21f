import ScenarioModel
import Simulation
import Support

/// Notes what happens at the beginning of a replay, frame by frame, and its worst frame; leaves out
/// frames that neither change the annotations nor miss a refresh.
final class AnnotationUpdateTranscript {
  /// Enough lines to show the rhythm; there is one transcript for each case.
  private static let maxCount = 30

  private let writer = TranscriptWriter()
  private let interval: Int64
  private var count = 0
  /// The worst frame so far, where its line came too late to be noted.
  private var worst: (text: String, time: Int64)?
  private var worstWork: Int64 = -1
  private var before = (
    computed: ComputationCounts(), inBackground: ComputationCounts(), evaluations: 0
  )

  /// - Parameter interval: from one refresh to the next in nanoseconds.
  init(interval: Int64) { self.interval = interval }

  func note(_ event: EnvironmentEvent) {
    switch event.kind {
    case .tap: break
    case .location: note("a change of state that the map does not show", at: event.time)
    case .movement: note("pins move", at: event.time)
    case .refresh: note("the data is loaded again", at: event.time)
    }
  }

  func noteCrash(at time: Int64) { writer.noteAlways("an exception ends the app", at: time) }

  /// Notes a frame: what was computed, what changed on the map, how long it took.
  func note(_ frame: AnnotationUpdateDriver.Frame, context: UpdateContext) {
    let counts = frame.counts
    let missed = Int(FrameForecast.refreshes(for: frame.work, interval: interval)) - 1
    let background = context.computedInBackground - before.inBackground
    let onMain = context.meter.total - before.computed - background
    var parts = context.bodyEvaluations > before.evaluations ? ["body evaluated"] : []
    func add(_ count: Int, _ thing: String, _ what: String) {
      guard count > 0 else { return }
      parts.append("\(Self.grouped(count)) \(thing)\(count == 1 ? "" : "s") \(what)")
    }
    add(onMain.itemsCompared, "item", "compared")
    add(onMain.pinsSorted, "pin", "sorted")
    add(background.pinsSorted, "pin", "sorted in the background")
    add(counts.annotationsRemoved, "annotation", "removed")
    add(counts.annotationsInserted, "annotation", "added")
    add(counts.annotationsMoved, "annotation", "moved")
    add(counts.viewsCreated, "view", "made")
    add(missed, "refresh\(missed == 1 ? "" : "e")", "missed")
    before = (context.meter.total, context.computedInBackground, context.bodyEvaluations)
    let isWorst = frame.work > worstWork
    let isWorthALine =
      counts.annotationsRemoved + counts.annotationsInserted + counts.annotationsMoved + missed > 0
    guard isWorst || isWorthALine else { return }
    let tenths = (frame.work + 50_000) / 100_000
    parts.append("\(Self.grouped(Int(tenths / 10))).\(tenths % 10) ms of work")
    let time = Int64(frame.refresh) * interval
    let text = "a frame: " + parts.joined(separator: ", ")
    let isWritten = isWorthALine && note(text, at: time)
    guard isWorst else { return }
    worstWork = frame.work
    worst = isWritten ? nil : (text, time)
  }

  /// A number with a comma before each three digits.
  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    for end in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
    }
    return digits
  }

  /// - Returns: whether the transcript is not yet full.
  @discardableResult
  func note(_ text: String, at time: Int64) -> Bool {
    guard count < Self.maxCount else { return false }
    count += 1
    writer.note(text, at: time)
    return true
  }

  /// The notes, and the worst frame at its time; called once, at the end.
  func transcript(title: String) -> Transcript {
    if let worst { writer.noteAlways("the worst of all, " + worst.text, at: worst.time) }
    return writer.transcript(title: title)
  }
}
