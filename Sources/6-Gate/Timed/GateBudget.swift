/// The time that a whole gate may take.
package struct GateBudget: Sendable {
  package let seconds: Double
  /// The seconds of the first look at a case, before any case had one.
  static let usualSeconds = 6.0
  /// The seconds since the gate began.
  let used: @Sendable () -> Double

  /// Creates a budget that runs from now on.
  ///
  /// - Parameter seconds: the budget; 0 is no limit.
  package init(seconds: Double) {
    let start = SuspendingClock.now
    self.init(seconds: seconds) { (SuspendingClock.now - start) / .seconds(1) }
  }

  /// Creates a budget with another clock.
  package init(seconds: Double, used: @escaping @Sendable () -> Double) {
    self.seconds = seconds > 0 ? seconds : .infinity
    self.used = used
  }

  var left: Double { seconds - used() }

  /// The same budget, prolonged where less than half of it is left.
  package var withHalfLeft: GateBudget {
    GateBudget(seconds: max(seconds, used() + seconds / 2), used: used)
  }

  /// The reason why something was left out: `not reached within the budget of 10 min`.
  func reason(_ what: String) -> String { "\(what) within the budget of \(label)" }

  /// `10 min`, or `90 s`.
  package var label: String {
    let minutes = seconds / 60
    return minutes == minutes.rounded() ? "\(Int(minutes)) min" : "\(Int(seconds.rounded())) s"
  }
}
