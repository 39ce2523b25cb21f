/// A place that was scored; the row is its number in the index, the best known place first.
struct Candidate {
  let row: Int
  /// More is better.
  let points: Int
  /// How far it is from the region's centre, 0 without a region.
  let steps: Int

  /// Whether the candidate is shown before another.
  func precedes(_ other: Candidate) -> Bool {
    (other.points, steps, row) < (points, other.steps, other.row)
  }
}
