/// A cache of values with costs, as `NSCache` with a `totalCostLimit`: beyond the limit, the value
/// that was used longest ago is given up.
///
/// Without a limit it keeps everything. Used by one thread.
public final class CostLimitedCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
    /// The number of the latest use.
    var use: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  private let limit: Int?
  /// The costs of all values.
  public private(set) var totalCost = 0 {
    didSet { costDidChange(totalCost - oldValue) }
  }
  private let costDidChange: (Int) -> Void

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - limit: the maximum of the values' costs together; `nil` for none.
  ///   - costDidChange: called with each change of the total.
  public init(limit: Int?, costDidChange: @escaping (Int) -> Void = { _ in }) {
    self.limit = limit
    self.costDidChange = costDidChange
  }

  deinit { costDidChange(-totalCost) }

  /// The number of values.
  public var count: Int { entries.count }

  /// The value of a key, which counts as used now; `nil` if it is not there.
  public func value(_ key: Key) -> Value? {
    uses += 1
    entries[key]?.use = uses
    return entries[key]?.value
  }

  /// Adds a value, and gives up others until the limit holds; a value that costs more than the limit
  /// is not kept. O(1), and O(n) for each value that is given up.
  public func insert(_ value: Value, cost: Int, for key: Key) {
    if let limit, cost > limit { return }
    remove(key)
    uses += 1
    entries[key] = Entry(value: value, cost: cost, use: uses)
    totalCost += cost
    while let limit, totalCost > limit,
      let oldest = entries.min(by: { $0.value.use < $1.value.use })?.key
    {
      remove(oldest)
    }
  }

  private func remove(_ key: Key) {
    if let removed = entries.removeValue(forKey: key) { totalCost -= removed.cost }
  }
}
