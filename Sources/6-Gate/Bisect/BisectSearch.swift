/// A search by halving for the first of several commits in order that is worse than an earlier one.
///
/// The last commit is known to be worse, and the one before the first is known not to be. Where a
/// commit cannot be judged, the nearest one is judged in its place. As many steps halve the commits
/// as their number has binary digits; a skipped commit is a further step.
package struct BisectSearch: Hashable, Sendable {
  /// The judgement of a commit.
  package enum Outcome: String, Hashable, Sendable, Codable {
    case passed
    case worse
    /// The commit cannot be judged.
    case skipped
  }

  /// The places that the first worse commit may have.
  package private(set) var suspects: ClosedRange<Int>
  private var skipped: Set<Int> = []

  /// Creates a search among a number of commits, at least one.
  package init(count: Int) { suspects = 0...max(0, count - 1) }

  /// The place of the commit to judge next; `nil` at the end, where one suspect is left, or several
  /// and all but the last were skipped.
  package var next: Int? {
    let middle = suspects.lowerBound + (suspects.count - 1) / 2
    return suspects.dropLast().filter { !skipped.contains($0) }
      .min { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
  }

  /// The number of steps to the end, where no commit is skipped.
  package var stepsLeft: Int {
    next == nil ? 0 : Int.bitWidth - (suspects.count - 1).leadingZeroBitCount
  }

  /// Adds the judgement of a commit; a commit that is no suspect says nothing new.
  package mutating func mark(_ place: Int, _ outcome: Outcome) {
    guard suspects.contains(place), place < suspects.upperBound else { return }
    switch outcome {
    case .passed: suspects = place + 1...suspects.upperBound
    case .worse: suspects = suspects.lowerBound...place
    case .skipped: skipped.insert(place)
    }
  }
}
