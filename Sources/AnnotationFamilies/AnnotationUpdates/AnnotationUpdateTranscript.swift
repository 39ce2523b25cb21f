import ScenarioModel

/// Writes down what happened at the beginning of a replay, frame by frame, and its worst frame; a
/// frame that neither changed the annotations nor missed a refresh is not worth a line.
final class AnnotationUpdateTranscript {
  /// As many lines as show the rhythm; there is one transcript for each case.
  private static let greatestCount = 30

  private let writer = TranscriptWriter()
  private let interval: Int64
  private var count = 0
  /// The worst frame so far, where its line came too late to be written down.
  private var worst: (text: String, time: Int64)?
  private var worstWork: Int64 = -1
  private var computedBefore = ComputationCounts()
  private var backgroundBefore = ComputationCounts()
  private var evaluationsBefore = 0

  /// - Parameter interval: from one refresh to the next in nanoseconds.
  init(interval: Int64) {
    self.interval = interval
  }

  func note(_ event: WorldEvent) {
    switch event.kind {
    case .tap: break
    case .location: note("state changes that the map does not show", at: event.time)
    case .movement: note("pins move", at: event.time)
    case .refresh: note("the data is loaded again", at: event.time)
    }
  }

  func noteSelection(of pin: Int, at time: Int64) {
    note("the user selects pin \(pin)", at: time)
  }

  func noteLostSelection(at refresh: Int) {
    note("the selection is lost", at: Int64(refresh) * interval)
  }

  /// A frame in words: what was computed, what changed on the map, how long it took.
  func note(_ frame: AnnotationUpdateDevice.Frame, context: UpdateContext, missedRefreshes: Int) {
    let counts = frame.counts
    let background = context.computedInBackground - backgroundBefore
    let onMain = context.computed - computedBefore - background
    var parts: [String] = []
    func add(_ count: Int, _ thing: String, _ what: String) {
      guard count > 0 else { return }
      parts.append("\(Self.grouped(count)) \(thing)\(count == 1 ? "" : "s") \(what)")
    }
    if context.bodyEvaluations > evaluationsBefore { parts.append("body evaluated") }
    add(onMain.itemsCompared, "item", "compared")
    add(onMain.pinsClustered, "pin", "clustered")
    add(background.pinsClustered, "pin", "clustered beside main")
    add(counts.annotationsRemoved, "annotation", "removed")
    add(counts.annotationsInserted, "annotation", "added")
    add(counts.annotationsMoved, "annotation", "moved")
    add(counts.viewsCreated, "view", "made")
    add(missedRefreshes, "refresh\(missedRefreshes == 1 ? "" : "e")", "missed")
    evaluationsBefore = context.bodyEvaluations
    computedBefore = context.computed
    backgroundBefore = context.computedInBackground
    let isWorst = frame.work > worstWork
    let isWorthALine =
      counts.annotationsRemoved + counts.annotationsInserted + counts.annotationsMoved > 0
      || missedRefreshes > 0
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
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  /// - Returns: whether there was room for it.
  @discardableResult
  private func note(_ text: String, at time: Int64) -> Bool {
    guard count < Self.greatestCount else { return false }
    count += 1
    writer.note(text, at: time)
    return true
  }

  /// What was written down, and the worst frame at its time; called once, at the end.
  func transcript(title: String) -> Transcript {
    if let worst { writer.noteAlways("the worst of all, " + worst.text, at: worst.time) }
    return writer.transcript(title: title)
  }
}
