import Measurement
import ScenarioModel
import Verdicts

extension MetricVerdict {
  /// The numbers behind a verdict in one line: `312 -> 10,000 (32.1 x)`,
  /// `+5.1 % [4.6, 5.7] in 64 pairs`.
  var evidence: String {
    let change = effect.map { ChangeFormat.text($0) }
    // What alternated slices say of a time is how it changed, not how long it took.
    if case .lockStep = method, let change { return "\(change) \(basis)" }
    var words: String
    switch ChangeFormat.values(base, head, metric.unit) {
    case (let base?, let head?): words = "\(base) -> \(head)"
    case (let base?, nil): words = "\(base) in the base"
    case (nil, let head?): words = "\(head) in the head"
    case (nil, nil): return ""
    }
    if let change { words += " (\(change))" }
    return basis.isEmpty ? words : "\(words) \(basis)"
  }

  /// The evidence and, where there is one, the reason; where nothing was decided also what would
  /// have been seen.
  public var explanation: String {
    let words = [evidence, outcome.reason ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    guard case .inconclusive = outcome, let minimumDetectableEffect, minimumDetectableEffect > 0
    else {
      return words
    }
    return "\(words); would have seen \(ChangeFormat.share(minimumDetectableEffect))"
  }

  /// What the numbers rest on, in few words; empty where one number stands against another.
  var basis: String {
    switch method {
    case .exact: return ""
    case .samples(0, 0, _): return ""
    case .samples(0, let head, _): return "in \(WordList.counted(head, "trial"))"
    case .samples(let base, let head, _): return "in \(base) and \(head) trials"
    case .instructions(let source, _): return "by \(source)"
    case .lockStep(let lockStep):
      guard lockStep.pairs > 0 else { return "" }
      let pairs = WordList.counted(lockStep.pairs, "pair")
      guard let fresh = lockStep.confirmingPairs else { return "in \(pairs)" }
      // What is shown comes from the fresh pairs alone; where they do not confirm, the reason says
      // what they were to.
      let words = "in \(WordList.counted(fresh, "fresh pair"))"
      return outcome == .regression
        ? "\(words), suspected in \(NumberFormat.grouped(lockStep.pairs))" : words
    }
  }

  /// The smallest change for the worse that would have been seen, as a column's text; empty where
  /// nothing was judged.
  var minimumDetectableEffectText: String {
    guard outcome.isJudged else { return "" }
    guard let minimumDetectableEffect else { return "not known" }
    return minimumDetectableEffect == 0 ? "any" : ChangeFormat.share(minimumDetectableEffect)
  }
}

extension MetricVerdict {
  /// How it was judged, in one sentence for the reader of a report.
  var methodSentence: String {
    switch method {
    case .exact(let allowance):
      return "One number against one number; " + Self.passing(allowance, metric.unit)
    case .lockStep(let lockStep):
      return "Slices of both programs in alternation, in pairs of fresh processes; a change for "
        + "the worse up to \(ChangeFormat.share(lockStep.margin)) passes; the interval holds "
        + "the change with \(ChangeFormat.share(lockStep.confidence)) confidence; a "
        + "suspicion is confirmed by fresh pairs."
    case .samples(_, _, let margin):
      return "The trials of both sides; " + Self.passing(Allowance(share: margin), metric.unit)
    case .instructions(let source, let tolerance):
      return "Instructions executed, counted by \(source); "
        + Self.passing(Allowance(share: tolerance), metric.unit)
    }
  }

  private static func passing(_ allowance: Allowance, _ unit: MetricUnit) -> String {
    guard allowance != .none else { return "any change for the worse is a regression." }
    let amount = allowance.amount > 0 ? " or \(NumberFormat.text(allowance.amount, unit))" : ""
    return "a change for the worse up to \(ChangeFormat.share(allowance.share))\(amount) passes."
  }
}

extension MetricVerdict.Method {
  /// The method as one word, for files.
  var word: String {
    switch self {
    case .exact: "exact"
    case .lockStep: "lock-step"
    case .samples: "samples"
    case .instructions: "instructions"
    }
  }
}

extension MetricVerdict.LockStep {
  /// What of the case was replayed: `60 of 600 frames`.
  var coverage: String {
    "\(NumberFormat.grouped(frames)) of \(WordList.counted(framesOfCase, "frame"))"
  }
}

extension MetricVerdict.Outcome {
  /// The outcome as one word, for files.
  var word: String {
    switch self {
    case .pass: "passed"
    case .regression: "regression"
    case .improvement: "improvement"
    case .inconclusive: "inconclusive"
    case .new: "new"
    case .missing: "missing"
    case .notGated: "not-gated"
    }
  }

  /// The outcome for people.
  var title: String {
    switch self {
    case .pass: "passed"
    case .regression: "worse"
    case .improvement: "better"
    case .inconclusive: "inconclusive"
    case .new: "new, not gated"
    case .missing: "missing in the head"
    case .notGated: "not gated"
    }
  }

  /// Whether the method had two numbers to judge.
  var isJudged: Bool {
    switch self {
    case .pass, .regression, .improvement, .inconclusive: true
    case .new, .missing, .notGated: false
    }
  }

  /// Why it is so; `nil` where the numbers say it.
  var reason: String? {
    switch self {
    case .pass, .regression, .improvement, .new: nil
    case .inconclusive(let why), .missing(let why), .notGated(let why): why
    }
  }
}
