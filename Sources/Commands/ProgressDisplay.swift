import Foundation
import Harness
import Reporting
import Support

/// Shows how a run proceeds: a live line on a terminal, plain lines elsewhere.
struct ProgressDisplay: Sendable {
  private let isQuiet: Bool
  private let isLive: Bool

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isLive = StandardError.isTerminal
  }

  func show(_ event: ProgressEvent) {
    guard !isQuiet else { return }
    switch event {
    case .began(let trials, let recorded):
      let known = recorded > 0 ? ", \(recorded) of them recorded already" : ""
      StandardError.write("\(trials) trials\(known)\n")
      if trials == recorded {
        StandardError.write("the run is complete: nothing is left to measure\n")
      }
    case .started(let key):
      if isLive { StandardError.rewrite("\(key)") }
    case .finished(let record, let done, let total, let secondsLeft):
      let line = PlainText.line("[\(done)/\(total)] \(record.key): \(record.status)")
      if isLive {
        if !record.status.isCompleted {
          StandardError.rewrite("")
          StandardError.write(line + "\n")
        }
        StandardError.rewrite("[\(done)/\(total)] \(Self.clock(secondsLeft)) left  \(record.key)")
      } else {
        StandardError.write("\(line) (\(Self.clock(secondsLeft)) left)\n")
      }
    }
  }

  /// Leaves the terminal's line free.
  func end() {
    if isLive, !isQuiet { StandardError.rewrite("") }
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
