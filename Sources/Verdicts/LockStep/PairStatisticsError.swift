/// Why the times of a pair's slices tell nothing.
public enum PairStatisticsError: Error, Hashable, Sendable {
  case noSlices
  case unequalSlices(base: Int, head: Int)
  case timeNotPositive(Int64)
}

extension PairStatisticsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSlices:
      "expected at least one slice of each process, found none"
    case .unequalSlices(let base, let head):
      "expected as many slices of the head as of the base, found \(head) and \(base)"
    case .timeNotPositive(let time):
      "expected every slice to take more than 0 ns, found \(time) ns"
    }
  }
}
