import Measurement
import RegressionGate

extension Examination {
  /// The verdict in one line, with what disturbs where it is a bad one.
  var verdictText: String {
    guard case .countedOnly = fitness else { return fitness.text }
    let disturbing = facts.filter { $0.effect == .disturbing }.map { fact in
      if case .text(let value) = fact.value { "\(fact.name) \(value)" } else { fact.name }
    }
    guard !disturbing.isEmpty else { return fitness.text }
    return "\(fitness.text); what disturbs here: \(disturbing.joined(separator: ", "))"
  }
}

extension Fitness {
  /// The verdict in one line.
  var text: String {
    switch self {
    case .measuredDifferences(let smallest, let seconds):
      "fit for measured differences of \(NumberFormat.percent(smallest)) in about "
        + "\(NumberFormat.text(seconds * 1e9, .nanoseconds)) a case, and for counted numbers"
    case .countedOnly(let why):
      "fit for counted numbers only: \(why.text)"
    }
  }
}

extension Fitness.Reason {
  fileprivate var text: String {
    switch self {
    case .tooFewPairs(let found, let needed):
      "expected \(needed) pairs of processes to tell the noise by, found \(found); "
        + "measure longer (--seconds), or on a quieter machine"
    case .tooNoisy(let halfWidth, let pairs):
      "after \(pairs) pairs of processes the same work would still differ from itself by up to "
        + "\(NumberFormat.percent(halfWidth)), more than the margin of "
        + "\(NumberFormat.percent(NoiseSummary.margin))"
    }
  }
}
