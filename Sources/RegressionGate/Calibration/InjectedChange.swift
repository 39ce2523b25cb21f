/// What a calibration changed on purpose from the base to the head.
package enum InjectedChange: Hashable, Sendable {
  /// Nothing: whatever the gate says is a false alarm.
  case nothing
  /// So many hundredths of the work more.
  case work(percent: Int)
  /// Each frame takes so many hundredths of its time longer.
  case time(percent: Int)
  /// One counted operation more, in a few words: `one allocation`.
  case operation(String)
}

extension InjectedChange: CustomStringConvertible {
  /// What the head does more.
  package var description: String {
    switch self {
    case .nothing: "nothing"
    case .work(let percent): "\(percent) % of work"
    case .time(let percent): "\(percent) % of time"
    case .operation(let name): name
    }
  }
}
