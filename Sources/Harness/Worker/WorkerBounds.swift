import Measurement
import ScenarioModel
import Support

/// What a number or a text of another program may be: a program of another time, or one that is
/// none of ours, may answer with anything.
///
/// Whoever computes with an answer may rely on these: what is beyond them is not of the protocol.
enum WorkerBounds {
  /// 46 hours at 60 frames a second. What is planned for each frame fits into memory.
  static let frames = 0...10_000_000
  /// A year, which is the longest that a trial may take.
  static let nanoseconds: ClosedRange<Int64> = 0...31_536_000_000_000_000
  /// What a `Double` counts exactly, so that sums and ratios of counts are right.
  static let counts = 0...(1 << 53)
  /// The magnitude of a metric's value; its square and a sum of many squares are numbers too.
  static let greatestValue = 1e100
  /// Characters of a reason that a journal and a report tell.
  static let longestReason = 4_000

  static func areFrames(_ numbers: some Sequence<Int64>) -> Bool {
    numbers.allSatisfy { frames.contains(Int($0)) }
  }

  static func areTimes(_ numbers: some Sequence<Int64>) -> Bool {
    numbers.allSatisfy { nanoseconds.contains($0) }
  }
}

extension ReadyReply {
  var isWithinBounds: Bool { WorkerBounds.frames.contains(frameCount) }
}

extension CountedReply {
  var isWithinBounds: Bool { instructions.map { WorkerBounds.counts.contains($0) } ?? true }
}

extension ResultReply {
  var isWithinBounds: Bool {
    values.allSatisfy(\.isWithinBounds) && waiting.map { (0...1).contains($0) } ?? true
  }
}

extension Inspection {
  var isWithinBounds: Bool {
    values.allSatisfy(\.isWithinBounds) && pictures.allSatisfy(\.hasPlainName)
  }
}

extension NamedValue {
  fileprivate var isWithinBounds: Bool {
    value.number.map { abs($0) <= WorkerBounds.greatestValue } ?? true
  }
}

extension Inspection.Picture {
  /// Whether its name is that of a file in the run's folder which is none of the run's own.
  var hasPlainName: Bool {
    !file.isEmpty && file.utf8.count <= 255 && !file.hasPrefix(".") && !file.contains("/")
      && !file.contains("\0") && !RunFolder.ownFiles.contains(file)
  }
}

extension FailedReply {
  /// The reply with no more of its reason than is worth keeping.
  var shortened: FailedReply {
    FailedReply(reason: PlainText.shortened(reason, to: WorkerBounds.longestReason))
  }
}
