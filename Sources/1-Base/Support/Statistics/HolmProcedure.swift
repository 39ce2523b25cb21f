/// The tests that reject among several, so that the chance of any false rejection stays below one
/// level.
///
/// The smallest p-value is held against α/m, the next against α/(m - 1) and so on, until one is
/// above; that one and all larger are kept. Valid however the tests depend on one another (Holm,
/// A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
/// 1979).
public struct HolmProcedure: Hashable, Sendable {
  /// For each test, `true` where it rejects, in the order of the p-values.
  public let isRejected: [Bool]

  /// Judges p-values in any order; one that is not a number counts as 1.
  ///
  /// O(m log m).
  ///
  /// - Parameter level: the accepted chance of any false rejection.
  public init(pValues: [Double], level: Double) {
    let known = pValues.map { $0.isNaN ? 1 : min(max($0, 0), 1) }
    // Equal p-values in the order that they came in: they come out alike in any order.
    let order = known.indices.sorted { (known[$0], $0) < (known[$1], $1) }
    var isRejected = Array(repeating: false, count: known.count)
    var stopped = false
    for (rank, index) in order.enumerated() {
      let left = Double(known.count - rank)
      if !(known[index] <= level / left) { stopped = true }
      isRejected[index] = !stopped
    }
    self.isRejected = isRejected
  }
}
