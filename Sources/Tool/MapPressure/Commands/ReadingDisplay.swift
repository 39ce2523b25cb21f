import PinData
import Support
import Synchronization

/// The progress of the reading of a large file, as one live line of a terminal.
final class ReadingDisplay: Sendable {
  private static let delay = Duration.seconds(2)
  private static let interval = Duration.milliseconds(100)

  private let file: String
  private let errors: StandardError
  private let isLive: Bool
  private let start = SuspendingClock.now
  private let last = Mutex<SuspendingClock.Instant?>(nil)

  init(file: String, isQuiet: Bool, errors: StandardError) {
    self.file = file
    self.errors = errors
    isLive = !isQuiet && errors.isLive
  }

  /// Shows a progress, once the reading has taken two seconds, and ten times a second at most.
  func show(_ progress: PinFileProgress) {
    let now = SuspendingClock.now
    guard isLive, now - start > Self.delay else { return }
    let isDue = last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let percent = 100 * progress.done / max(progress.total, 1)
    errors.rewrite("reading \(PlainText.line(file)): \(min(percent, 100)) %")
  }

  /// Clears the line.
  func end() {
    if isLive, last.withLock({ $0 != nil }) { errors.rewrite("") }
  }
}
