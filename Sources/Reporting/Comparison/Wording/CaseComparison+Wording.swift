import Verdicts

extension CaseComparison.Status {
  /// The status in files.
  var identifier: String {
    switch self {
    case .compared: "compared"
    case .new: "new"
    case .removed: "removed"
    case .broken: "broken"
    case .baseBroken: "base-broken"
    case .notDeterministic: "not-deterministic"
    case .baseNotDeterministic: "base-not-deterministic"
    case .nothingMeasured: "nothing-measured"
    case .notComparable: "not-comparable"
    }
  }

  /// The status for people, in a few words: `broken in the head`.
  public var title: String {
    switch self {
    case .compared: "compared"
    case .new: "new in the head, not gated"
    case .removed: "only in the base"
    case .broken: "broken in the head"
    case .baseBroken: "broken in the base, undecided"
    case .notDeterministic: "not deterministic in the head"
    case .baseNotDeterministic: "not deterministic in the base, undecided"
    case .nothingMeasured: "nothing measured in the head"
    case .notComparable: "not comparable"
    }
  }

  /// Why it is so; `nil` where the status says all.
  public var reason: String? {
    switch self {
    case .compared, .nothingMeasured: nil
    case .new(let why), .removed(let why), .broken(let why), .baseBroken(let why),
      .notDeterministic(let why), .baseNotDeterministic(let why), .notComparable(let why):
      why
    }
  }

  /// The status with its reason in one line: `broken in the head: crashed: exit code 4`.
  public var explanation: String { [title, reason].compactMap(\.self).joined(separator: ": ") }
}
