import RegressionGate

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
        + "measure longer (--seconds)"
    case .tooNoisy(let halfWidth, let pairs):
      "after \(pairs) pairs of processes the same work would still differ from itself by up to "
        + "\(NumberFormat.percent(halfWidth)), more than the margin of "
        + "\(NumberFormat.percent(NoiseSummary.margin))"
    }
  }
}
