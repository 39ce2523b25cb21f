import Measurement
import Verdicts

extension RunVerdict {
  /// The verdict in one sentence, with what it rests on.
  var headline: String {
    let tally = VerdictTally(self)
    let unmeasured = tally.cases - tally.measured
    switch exitCode {
    case .pass where tally.thresholds == 0:
      return "PASSED: \(WordList.counted(tally.cases, "case")) measured, no threshold to keep"
    case .pass:
      return "PASSED: \(tally.passed) of \(WordList.counted(tally.thresholds, "threshold")) hold, "
        + "\(WordList.counted(tally.cases, "case")) measured"
    case .toolError where tally.cases == 0:
      return "ERROR: nothing was measured"
    case .toolError, .notComparable:
      return "ERROR: \(unmeasured) of \(WordList.counted(tally.cases, "case")) cannot be judged"
    case .failed:
      let inconclusive = tally.inconclusive == 0 ? "" : "\(tally.inconclusive) inconclusive, "
      return "FAILED: \(WordList.counted(tally.failed, "threshold")) not kept, "
        + "\(tally.notDecided) not decided, \(inconclusive)\(tally.passed) of "
        + "\(tally.thresholds) hold"
    case .interrupted:
      return "INTERRUPTED: \(WordList.counted(tally.cases, "case")) so far"
    case .inconclusive:
      return "INCONCLUSIVE: \(tally.inconclusive) of "
        + "\(WordList.counted(tally.thresholds, "threshold")) could hold or not, "
        + "\(tally.passed) hold, \(WordList.counted(tally.cases, "case")) measured"
    case .caseBroken:
      return "BROKEN: \(unmeasured) of \(WordList.counted(tally.cases, "case")) did not complete; "
        + "\(tally.passed) of \(WordList.counted(tally.thresholds, "threshold")) hold"
    }
  }
}
