import Harness

/// The allocations of a replay by their sites: the innermost function with a source on the stack,
/// and the function that calls it.
package struct AllocationSites: Sendable {
  private var amounts: [[String]: ProfileAmount] = [:]
  private var places: [[String]: [String: Int]] = [:]

  /// - Parameter isLive: `true` for what is not freed yet, `false` for all allocations.
  package init(_ profile: HeapProfile, isLive: Bool) {
    for stack in profile.stacks {
      let calls = stack.addresses.flatMap { profile.frames[$0] ?? [] }
      // Outside of the counted part, the replay is prepared.
      guard let end = calls.firstIndex(where: \.isCountedPart) else { continue }
      let own = calls[..<end].filter(\.isOwn)
      let site = Array(own.map(\.label).uniqued().prefix(2))
      let amount = isLive ? stack.live : stack.all
      amounts[site, default: ProfileAmount()].total += amount.total
      amounts[site, default: ProfileAmount()].count += amount.count
      places[site, default: [:]][own.first?.place ?? ":0", default: 0] += amount.total
    }
  }

  /// Returns the sites that grew from a base; empty where none did. A block counts as 64 bytes at
  /// least, because small ones cost as much.
  ///
  /// A site that grew by exactly what another one lost is the same one: the optimizer has put its
  /// function into another one.
  package func rows(grownFrom base: AllocationSites) -> [RegressionCause.Row] {
    var moved: [ProfileAmount: Int] = [:]
    for row in base.changes(from: self) { moved[row.growth, default: 0] += 1 }
    return changes(from: base).filter { row in
      guard let count = moved[row.growth], count > 0 else { return true }
      moved[row.growth] = count - 1
      return false
    }.descending { (Double(max($0.growth.total, 64 * $0.growth.count)), 0) }
  }

  /// The sites with more bytes or blocks than a base's, by their names.
  private func changes(from base: AllocationSites) -> [RegressionCause.Row] {
    amounts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { site, amount in
      RegressionCause.Row(
        function: site.first ?? "not known", place: places[site]?.mostFrequent,
        caller: site.dropFirst().first, base: base.amounts[site] ?? ProfileAmount(), head: amount)
    }.filter { max($0.growth.total, $0.growth.count) > 0 }
  }
}
